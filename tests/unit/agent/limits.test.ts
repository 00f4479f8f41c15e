import assert from "node:assert/strict";
import { test } from "node:test";
import { FakeClock, ScriptedPlanner, toolResult } from "../../../src/testing/mod.ts";
import { createUsageMeter } from "../../../src/agent/usage_meter.ts";
import { runAgent } from "../../../src/agent/run.ts";
import type { AgentPlannerRequest } from "../../../src/contracts/planner.ts";
import { act, browserTools, CHECKS, finish, play, testDeps, tools, verify } from "./support.ts";

const OPEN = tools(["tab_open", { url: "https://a.test/" }]);
const LIST = ["tab_list", {}] as const;
const never = (): Promise<never> => new Promise(() => {});

test("without limits of its own a run has 30 steps, 100 calls, five minutes and 16 MiB", async () => {
  const planner = new ScriptedPlanner([{ type: "fail", reason: "x" }]);
  const result = await runAgent({ task: "t", planner: planner.plan, tools: browserTools() }, testDeps());
  assert.deepEqual(result.checkpoint.limits, {
    maxSteps: 30,
    maxToolCalls: 100,
    timeoutMs: 300_000,
    maxHistoryBytes: 16 * 1024 * 1024,
  });
});

test("maxSteps ends the run as limit_reached", async () => {
  const { result } = await play([OPEN, tools(LIST)], { maxSteps: 2 });
  assert.deepEqual([result.status, result.steps], ["limit_reached", 2]);
  assert.match(result.reason ?? "", /maxSteps/);
});

test("maxToolCalls skips the rest of the batch and ends the run", async () => {
  const { result, tools: fake } = await play([OPEN, tools(LIST, LIST, LIST)], { maxToolCalls: 2 });
  assert.deepEqual([result.status, result.toolCalls, fake.sent.length], ["limit_reached", 2, 2]);
  assert.equal(result.events.filter((event) => event.type === "tool_skipped").length, 2);
});

test("a run may still finish when its tool calls are used up", async () => {
  const { result } = await play([OPEN, tools(verify()), finish("run-2")], { maxToolCalls: 2 });
  assert.equal(result.status, "succeeded");
});

test("the deadline ends a planner that ignores its signal", async () => {
  const clock = new FakeClock();
  let signal: AbortSignal | undefined;
  const { result } = await play(
    [(request: AgentPlannerRequest) => {
      signal = request.signal;
      queueMicrotask(() => clock.advance(1000));
      return never();
    }],
    { timeoutMs: 1000 },
    clock,
  );
  assert.equal(result.status, "limit_reached");
  assert.match(result.reason ?? "", /1000 ms/);
  assert.equal(signal?.aborted, true);
  assert.equal(result.elapsedMs, 1000);
  assert.equal(result.failure, undefined);
});

test("cancellation ends a tool that ignores its signal and names the call in flight", async () => {
  const caller = new AbortController();
  let toolSignal: AbortSignal | undefined;
  const fake = browserTools({
    tab_act: {
      handle: (_input, options) => {
        toolSignal = options.signal;
        queueMicrotask(() => caller.abort());
        return never();
      },
    },
  });
  const { result } = await play([OPEN, tools(act(), LIST)], { tools: fake, signal: caller.signal });
  assert.equal(result.status, "cancelled");
  assert.equal(result.inFlightToolCall?.id, "run-2");
  assert.deepEqual(result.ambiguousCalls.map((call) => call.id), ["run-2"]);
  assert.equal(toolSignal?.aborted, true);
  const last = result.history.slice(-2).map((message) => JSON.stringify(message));
  assert.match(last[0] ?? "", /OUTCOME_UNKNOWN/);
  assert.match(last[1] ?? "", /NOT_DISPATCHED/);
});

test("a reading call in flight is named but is not ambiguous", async () => {
  const caller = new AbortController();
  const handle = (): Promise<never> => {
    queueMicrotask(() => caller.abort());
    return never();
  };
  const { result } = await play([tools(LIST)], {
    tools: browserTools({ tab_list: { readOnly: true, handle } }),
    signal: caller.signal,
  });
  assert.equal(result.inFlightToolCall?.name, "tab_list");
  assert.deepEqual(result.ambiguousCalls, []);
});

test("a signal that has aborted already lets nothing happen", async () => {
  const fake = browserTools();
  const { result } = await play([], { tools: fake, signal: AbortSignal.abort(), maxSteps: 1 });
  assert.deepEqual([result.status, result.steps, fake.sent.length], ["cancelled", 0, 0]);
});

test("the first stop reason stands when a cancelled tool throws afterwards", async () => {
  const caller = new AbortController();
  const fake = browserTools({
    tab_act: {
      handle: () => {
        caller.abort();
        throw new Error("torn down");
      },
    },
  });
  const { result } = await play([OPEN, tools(act())], { tools: fake, signal: caller.signal });
  assert.equal(result.status, "cancelled");
  assert.equal(result.failure, undefined);
});

test("a finish after the deadline does not succeed, even when no timer could fire", async () => {
  const clock = new FakeClock();
  const { result } = await play(
    [
      OPEN,
      tools(verify()),
      () => {
        clock.block(300_000);
        return finish("run-2");
      },
    ],
    {},
    clock,
  );
  assert.equal(result.status, "limit_reached");
});

test("reported tokens stop the run at the next boundary, also for the decision that crossed the limit", async () => {
  const usageMeter = createUsageMeter();
  const report = (totalTokens: number): void =>
    usageMeter.report({ step: 1, model: "m", latencyMs: 1, totalTokens });
  const { result } = await play([
    () => (report(40), OPEN),
    () => (report(40), tools(verify())),
    () => (report(40), finish("run-2")),
  ], { usageMeter, maxReportedTokens: 100 });
  assert.deepEqual([result.status, result.reportedTokens], ["limit_reached", 120]);
  assert.match(result.reason ?? "", /maxReportedTokens/);
});

test("createUsageMeter() adds what is reported and ignores what is no count", () => {
  const meter = createUsageMeter();
  const base = { step: 1, model: "m", latencyMs: 1 };
  meter.report({ ...base, totalTokens: 10, promptTokens: 99 });
  meter.report({ ...base, promptTokens: 5, completionTokens: 2 });
  meter.report({ ...base, uncachedPromptTokens: 3, cachedPromptTokens: 4 });
  meter.report({ ...base, totalTokens: NaN, promptTokens: -4 });
  assert.equal(meter.reportedTokens, 24);
});

test("a history that cannot shrink below the hard limit ends the run after its transient excess", async () => {
  const fake = browserTools({
    tab_list: { readOnly: true, handle: () => toolResult({ text: "x".repeat(5000) }) },
  });
  const { result } = await play([tools(LIST, LIST)], { tools: fake, maxHistoryBytes: 4096, maxSteps: 5 });
  assert.deepEqual([result.status, result.steps, fake.sent.length], ["limit_reached", 1, 1]);
  assert.match(result.reason ?? "", /maxHistoryBytes/);
});

test("calls that the history cannot hold are not sent", async () => {
  const fake = browserTools();
  const { result } = await play([
    tools(LIST, act("s1", { actions: [{ type: "fill", value: "x".repeat(5000) }] })),
  ], {
    tools: fake,
    maxHistoryBytes: 4096,
    maxSteps: 5,
  });
  assert.deepEqual([result.status, fake.sent.length, result.toolCalls], ["limit_reached", 0, 0]);
  assert.match(result.reason ?? "", /maxHistoryBytes/);
});

test("options outside their bounds are refused before anything runs", async () => {
  const wrong: readonly Readonly<Record<string, unknown>>[] = [
    { task: " " },
    { maxSteps: 0 },
    { maxSteps: 1.5 },
    { maxToolCalls: -1 },
    { timeoutMs: 2 ** 31 },
    { maxHistoryBytes: 0 },
    { maxReportedTokens: 5 },
    { planner: {} },
    { tools: {} },
    { signal: {} },
    { acceptance: [] },
    { control: { pause() {}, steer() {}, resume() {} } },
    { stallDetection: { repeatThreshold: 1 } },
    { historyCompaction: { keepRecentGroups: 0 } },
    { plannerRecovery: { maxRetries: 11 } },
    { plannerRecovery: { fallback: "model" } },
    { validatePartial: () => true },
    { finalOutputSchema: { type: "nonsense" } },
    { finalOutputSchema: { $async: true, type: "object" } },
    { finalOutputSchema: { $ref: "https://example.com/schema.json" } },
    { acceptance: [{ checks: CHECKS, check: CHECKS }] },
    { acceptance: [{ checks: CHECKS, timeoutMs: "500" as unknown as number }] },
    { acceptance: [{ checks: [] }] },
    { acceptance: [{ checks: [{ kind: "value", ref: "e1", value: "x" }] }] },
    { acceptance: [{ checks: [{ kind: "url", value: "x" }], url: "https://a.test", sessionId: "s" }] },
    { tools: Object.assign(browserTools(), { prepareTools: () => {} }) },
  ];
  for (const options of wrong) {
    const fake = browserTools();
    const base = { task: "t", planner: () => finish(), tools: fake };
    await assert.rejects(
      runAgent({ ...base, ...options } as Parameters<typeof runAgent>[0], testDeps()),
      (error: Error) =>
        /^Cannot start run as "/.test(error.message) && /TypeError|RangeError/.test(error.name),
      JSON.stringify(options),
    );
    assert.deepEqual(fake.sent, []);
  }
});
