import assert from "node:assert/strict";
import { test } from "node:test";
import { createUsageMeter } from "../../../src/agent/usage_meter.ts";
import type { AgentPartialInput, AgentRunOptions } from "../../../src/contracts/run.ts";
import { toolResult } from "../../../src/testing/mod.ts";
import { act, browserTools, failing, feedbackOf, finish, passing, play, tools, verify } from "./support.ts";

const OPEN = tools(["tab_open", { url: "https://a.test/" }]);
const SCHEMA = {
  type: "object",
  properties: { title: { type: "string" }, mail: { type: "string", format: "email" } },
  required: ["title"],
  additionalProperties: false,
} as const;

function finishWith(data: unknown): unknown {
  return { ...finish("run-2"), data };
}

function publish(key: string, data: unknown, ...evidence: readonly string[]): unknown {
  return { type: "publish", key, data, evidence };
}

test("final data must satisfy the schema, and the planner is told what is wrong", async () => {
  const { result, planner } = await play([
    OPEN,
    tools(verify()),
    finish("run-2"),
    finishWith({ title: 5 }),
    finishWith({ title: "A", mail: "nobody" }),
    finishWith({ title: "A", extra: 1 }),
    finishWith({ title: "A", mail: "a@b.test" }),
  ], { finalOutputSchema: SCHEMA });
  assert.equal(result.status, "succeeded");
  assert.deepEqual(result.data, { title: "A", mail: "a@b.test" });
  const feedback = feedbackOf(result);
  assert.match(feedback, /final data is required/);
  assert.match(feedback, /data\/title must be string/);
  assert.match(feedback, /format "email"/);
  assert.match(feedback, /additional properties/);
  assert.deepEqual(planner.requests[0]?.finalOutputSchema, SCHEMA);
});

test("neither schema nor data can hold up the run", async () => {
  const schema = { properties: { title: { pattern: "^(a+)+$" }, more: { $ref: "#/properties/more" } } };
  const { result } = await play([
    OPEN,
    tools(verify()),
    finishWith({ title: `${"a".repeat(40)}!` }),
    finishWith({ more: 1 }),
    finishWith({ title: "aa" }),
  ], { finalOutputSchema: schema });
  assert.deepEqual(result.data, { title: "aa" });
  assert.match(feedbackOf(result), /data\/title must match pattern/);
  assert.match(feedbackOf(result), /too many steps/);
});

test("valid data without evidence does not succeed", async () => {
  const { result } = await play([OPEN, finishWith({ title: "A" })], { finalOutputSchema: SCHEMA });
  assert.equal(result.status, "limit_reached");
  assert.equal(result.data, undefined);
});

test("partials are stored with the evidence of their time and survive a run that fails", async () => {
  const { result, planner } = await play([
    OPEN,
    tools(verify()),
    publish("first", { title: "A" }, "run-2"),
    tools(act()),
    publish("second", { title: "B" }, "run-2"),
    { type: "fail", reason: "enough" },
  ], { partialOutputSchema: SCHEMA });
  assert.equal(result.status, "failed");
  assert.deepEqual(result.evidence, []);
  assert.deepEqual(result.partials.map((part) => [part.key, part.data, part.step]), [[
    "first",
    { title: "A" },
    3,
  ]]);
  assert.equal(result.partials[0]?.evidence[0]?.toolCallId, "run-2");
  assert.match(feedbackOf(result), /Published "first"/);
  assert.match(feedbackOf(result), /"run-2" is not a passing verification/);
  assert.deepEqual(planner.requests[0]?.partialOutputSchema, SCHEMA);
  assert.deepEqual(result.events.filter((event) => event.type === "published").length, 1);
});

test("what was published is in the result and its checkpoint however the run ends", async () => {
  const caller = new AbortController();
  const usageMeter = createUsageMeter();
  const start = [OPEN, tools(verify()), publish("one", { title: "A" }, "run-2")];
  const ends: readonly (readonly [unknown, Omit<Partial<AgentRunOptions>, "tools">, string])[] = [
    [finish("run-2"), {}, "succeeded"],
    [{ type: "fail", reason: "x" }, {}, "failed"],
    [{ type: "human_input", question: "?" }, {}, "needs_input"],
    [() => (caller.abort(), finish("run-2")), { signal: caller.signal }, "cancelled"],
    ["no decision", {}, "limit_reached"],
    [
      () => {
        usageMeter.report({ step: 4, model: "m", latencyMs: 1, totalTokens: 10 });
        return finish("run-2");
      },
      { usageMeter, maxReportedTokens: 10 },
      "limit_reached",
    ],
  ];
  for (const [end, options, status] of ends) {
    const { result } = await play([...start, end], { partialOutputSchema: SCHEMA, ...options });
    assert.equal(result.status, status);
    assert.deepEqual(result.partials.map(({ key, data }) => [key, data]), [["one", { title: "A" }]]);
    assert.deepEqual(result.checkpoint.partials, result.partials);
    assert.deepEqual(result.partials[0]?.evidence[0]?.checks, [{ index: 0, kind: "text", pass: true }]);
  }
});

test("a later failed check leaves a published part as it was", async () => {
  let calls = 0;
  const fake = browserTools({
    tab_verify: {
      readOnly: true,
      handle: (input) => toolResult(++calls === 1 ? passing(input) : failing(input)),
    },
  });
  const script = [OPEN, tools(verify()), publish("one", { title: "A" }, "run-2"), tools(verify())];
  const { result } = await play(script, { partialOutputSchema: SCHEMA, tools: fake });
  assert.deepEqual(result.partials[0]?.evidence[0]?.checks, [{ index: 0, kind: "text", pass: true }]);
});

test("a publication needs evidence, a new key, valid data and the policy", async () => {
  const asked: AgentPartialInput[] = [];
  const { result } = await play([
    OPEN,
    tools(verify()),
    publish("k", { title: "A" }),
    publish("k", { title: "A" }, "run-7"),
    publish("k", { title: 1 }, "run-2"),
    publish("k", { title: "refused" }, "run-2"),
    publish("k", { title: "A" }, "run-2"),
    publish("k", { title: "B" }, "run-2"),
  ], {
    partialOutputSchema: SCHEMA,
    validatePartial: (input) => {
      asked.push(input);
      return (input.data as { title: string }).title !== "refused" || "This title is not wanted.";
    },
  });
  assert.deepEqual(result.partials.map((part) => part.data), [{ title: "A" }]);
  assert.deepEqual(asked.map((input) => input.key), ["k", "k"]);
  const feedback = feedbackOf(result);
  for (const part of [/no evidence/, /"run-7"/, /title must be string/, /not wanted/, /published already/]) {
    assert.match(feedback, part);
  }
});

test("a policy for partials that throws fails the run and keeps what was accepted", async () => {
  let asked = 0;
  const { result } = await play([
    OPEN,
    tools(verify()),
    publish("a", { title: "A" }, "run-2"),
    publish("b", { title: "B" }, "run-2"),
  ], {
    partialOutputSchema: SCHEMA,
    validatePartial: () => {
      if (++asked > 1) throw new Error("policy");
      return true;
    },
  });
  assert.deepEqual([result.status, result.failure?.code], ["failed", "COMPLETION_HOOK_FAILED"]);
  assert.deepEqual(result.partials.map((part) => part.key), ["a"]);
});

test("the ledger holds 100 entries and 2 MiB", async () => {
  const many = Array.from({ length: 101 }, (_, index) => publish(`k${index}`, { title: "A" }, "run-2"));
  const counted = await play([OPEN, tools(verify()), ...many], { partialOutputSchema: SCHEMA });
  assert.equal(counted.result.partials.length, 100);
  assert.match(feedbackOf(counted.result), /at most 100 parts/);
  const big = { title: "x".repeat(1_100_000) };
  const sized = await play([OPEN, tools(verify()), publish("a", big, "run-2"), publish("b", big, "run-2")], {
    partialOutputSchema: SCHEMA,
  });
  assert.deepEqual(sized.result.partials.map((part) => part.key), ["a"]);
  assert.match(feedbackOf(sized.result), /at most 2097152 bytes/);
});

test("publications stay in the history when it is compacted", async () => {
  const fill = Array(6).fill(tools(["tab_snapshot", { session_id: "s1" }]));
  const { result } = await play([OPEN, tools(verify()), publish("kept", { title: "A" }, "run-2"), ...fill], {
    partialOutputSchema: SCHEMA,
    tools: browserTools({
      tab_snapshot: { readOnly: true, handle: () => toolResult({ tree: "x".repeat(900) }) },
    }),
    historyCompaction: { triggerBytes: 2000, keepRecentGroups: 1 },
    stallDetection: false,
  });
  assert.ok(result.history.some((m) => m.role === "assistant" && m.content?.includes('"key":"kept"')));
});

const ACCEPTANCE = [{ name: "order stored", checks: [{ kind: "text", contains: "Order 7" }] }] as const;

function acceptingOnly(text: string): ReturnType<typeof browserTools> {
  return browserTools({
    tab_verify: {
      readOnly: true,
      handle: (input) => {
        const [check] = input.checks as readonly { readonly contains?: string }[];
        return toolResult(
          check?.contains === text || check?.contains === "Saved" ? passing(input) : failing(input),
        );
      },
    },
  });
}

test("the operator's checks are evaluated by the runner and cost no budget", async () => {
  const fake = acceptingOnly("Order 7");
  const { result } = await play([OPEN, tools(verify()), finish("run-2")], {
    tools: fake,
    acceptance: ACCEPTANCE,
    maxToolCalls: 2,
  });
  assert.equal(result.status, "succeeded");
  assert.equal(result.toolCalls, 2);
  assert.deepEqual(fake.sent.at(-1), {
    name: "tab_verify",
    arguments: { session_id: "s1", checks: ACCEPTANCE[0].checks },
  });
  assert.deepEqual(result.evidence.map((item) => item.toolCallId), ["run-2"]);
  assert.deepEqual(result.acceptance, [{
    name: "order stored",
    passed: true,
    step: 3,
    toolCallId: "run-3",
    sessionId: "s1",
    checks: [{ index: 0, kind: "text", pass: true }],
  }]);
});

test("while one of the operator's checks fails the run cannot succeed, and the planner is told which", async () => {
  const { result } = await play([OPEN, tools(verify()), finish("run-2"), finish("run-2")], {
    tools: acceptingOnly("something else"),
    acceptance: ACCEPTANCE,
  });
  assert.equal(result.status, "limit_reached");
  assert.match(
    feedbackOf(result),
    /"order stored" does not pass: failing: {"kind":"text","contains":"Order 7"}/,
  );
  assert.match(
    feedbackOf(result),
    /"run-2" is not a passing verification/,
    "the failed check replaced the earlier one",
  );
  assert.deepEqual(
    result.acceptance?.map(({ name, passed, step, sessionId }) => [name, passed, step, sessionId]),
    [
      ["order stored", false, 3, "s1"],
    ],
  );
});

test("acceptance by URL checks the sessions that show it", async () => {
  const sessions = [
    { session_id: "s8", url: "https://other.test/" },
    { session_id: "s9", url: "https://shop.test/orders/7" },
  ];
  const fake = browserTools({ tab_list: { readOnly: true, handle: () => toolResult({ sessions }) } });
  const acceptance = [{ ...ACCEPTANCE[0], url: "https://shop.test/orders" }];
  const { result } = await play([OPEN, tools(verify()), finish("run-2")], { tools: fake, acceptance });
  assert.equal(result.status, "succeeded");
  assert.equal(fake.sent.at(-1)?.arguments.session_id, "s9");
  const elsewhere = [{ ...ACCEPTANCE[0], url: "https://nowhere.test/" }];
  const missing = await play([OPEN, tools(verify()), finish("run-2")], { acceptance: elsewhere });
  assert.equal(missing.result.status, "limit_reached");
  assert.match(feedbackOf(missing.result), /no open session/);
  assert.deepEqual(missing.result.acceptance, [{ name: "order stored", passed: false, step: 3 }]);
});

test("the operator's checks come before the application's policy, and after the evidence", async () => {
  let asked = 0;
  const fake = acceptingOnly("something else");
  await play([OPEN, finish("run-1"), tools(verify()), finish("run-2")], {
    tools: fake,
    acceptance: ACCEPTANCE,
    validateCompletion: () => ++asked > 0,
  });
  assert.equal(asked, 0);
  assert.equal(fake.sentNames.filter((name) => name === "tab_verify").length, 2);
});

test("cancelling during the operator's checks does not succeed", async () => {
  const caller = new AbortController();
  let calls = 0;
  const fake = browserTools({
    tab_verify: {
      readOnly: true,
      handle: (input) => {
        if (++calls === 2) caller.abort();
        return toolResult(passing(input));
      },
    },
  });
  const { result } = await play([OPEN, tools(verify()), finish("run-2")], {
    tools: fake,
    acceptance: ACCEPTANCE,
    signal: caller.signal,
  });
  assert.equal(result.status, "cancelled");
});
