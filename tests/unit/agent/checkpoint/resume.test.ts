import assert from "node:assert/strict";
import { test } from "node:test";
import type { AgentCheckpoint } from "../../../../src/contracts/checkpoint.ts";
import type { AgentRunResult } from "../../../../src/contracts/result.ts";
import { createUsageMeter } from "../../../../src/agent/usage_meter.ts";
import { FakeClock, toolResult } from "../../../../src/testing/mod.ts";
import { act, browserTools, feedbackOf, finish, play, tools, verify } from "../support.ts";
import { goOn, playSaved, SCRIPT, stored, TASK } from "./support.ts";

const VERIFIED = (checkpoint: AgentCheckpoint): readonly unknown[] => [
  tools(verify()),
  finish(`run-${checkpoint.counters.callSequence + 1}`),
];

test("from every saved state a run goes on, or asks first where a change may have happened", async () => {
  const { saved } = await playSaved();
  for (const checkpoint of saved) {
    const isInDoubt = checkpoint.pendingTool?.effect === "write";
    if (isInDoubt) {
      const { result, tools: sent } = await goOn(checkpoint, []);
      assert.equal(result.status, "needs_input", checkpoint.phase);
      assert.deepEqual(result.ambiguousCalls.map(({ id }) => id), [checkpoint.pendingTool?.call.id]);
      assert.deepEqual(sent.sent, [], "no tool before the doubt is cleared");
      assert.equal(result.plannerCalls, checkpoint.counters.plannerCalls, "and no planner");
      continue;
    }
    const { result } = await goOn(checkpoint, VERIFIED(checkpoint));
    assert.equal(result.status, "succeeded", checkpoint.phase);
    assert.equal(result.runId, "run");
    assert.equal(result.steps, checkpoint.counters.steps + 2);
    assert.equal(result.toolCalls, checkpoint.counters.toolCalls + 1);
    assert.equal(result.plannerCalls, checkpoint.counters.plannerCalls + 2);
    assert.deepEqual(result.partials, JSON.parse(JSON.stringify(checkpoint.partials)));
    stored(result.checkpoint);
  }
});

test("nothing that was sent before is sent again", async () => {
  const { saved } = await playSaved();
  for (const checkpoint of saved) {
    if (checkpoint.pendingTool?.effect === "write") continue;
    const { tools: sent } = await goOn(checkpoint, VERIFIED(checkpoint));
    assert.deepEqual(sent.sentNames, ["tab_verify"]);
  }
});

test("history stays as it was, and the planner hears what is void", async () => {
  const { saved } = await playSaved();
  const checkpoint = saved.at(-2);
  assert.ok(checkpoint);
  const { result } = await goOn(checkpoint, VERIFIED(checkpoint), {
    resumeSessionMap: { s1: "n1" },
    resumeFeedback: "The tab at /a could not be loaded again.",
  });
  const before = JSON.parse(JSON.stringify(checkpoint.history.flatMap(({ messages }) => messages)));
  assert.deepEqual(JSON.parse(JSON.stringify(result.history.slice(0, before.length))), before);
  assert.match(feedbackOf(result), /s1 is now n1/);
  assert.match(feedbackOf(result), /could not be loaded again/);
});

test("what was verified before a resume completes nothing, and old snapshots are refused", async () => {
  const { saved } = await playSaved(SCRIPT.slice(0, 1), { maxSteps: 1 });
  const checkpoint = saved.at(-1);
  assert.ok(checkpoint);
  const { result, tools: sent } = await goOn(checkpoint, [
    finish("run-3"),
    tools(act("s1")),
    tools(["tab_snapshot", { session_id: "s1" }]),
    tools(act("s1", { snapshot_id: "s1:1" }), verify()),
    finish("run-7"),
  ], { tools: browserTools() });
  assert.equal(result.status, "succeeded");
  assert.match(feedbackOf(result), /"run-3" is not a passing verification/);
  assert.match(JSON.stringify(result.history), /OBSERVATION_REQUIRED/);
  assert.deepEqual(sent.sentNames, ["tab_snapshot", "tab_act", "tab_verify"]);
});

test("a verification from before a resume publishes nothing, a new one does", async () => {
  const { saved } = await playSaved(SCRIPT.slice(0, 1), { maxSteps: 1 });
  const checkpoint = saved.at(-1);
  assert.ok(checkpoint);
  const publish = (...evidence: readonly string[]) => ({
    type: "publish",
    key: "k",
    data: { id: 1 },
    evidence,
  });
  const { result } = await goOn(checkpoint, [publish("run-3"), tools(verify()), publish("run-4")], {
    maxSteps: checkpoint.counters.steps + 3,
  });
  assert.match(feedbackOf(result), /"run-3" is not a passing verification/);
  assert.deepEqual(result.partials.map(({ key, evidence }) => [key, evidence[0]?.toolCallId]), [[
    "k",
    "run-4",
  ]]);
});

test("reconciliation clears the doubt, is told to the planner, and neither repeats nor completes anything", async () => {
  const { saved } = await playSaved();
  const checkpoint = saved.find(({ pendingTool }) => pendingTool?.call.name === "tab_act");
  assert.ok(checkpoint);
  const { result, tools: sent } = await goOn(checkpoint, [finish("run-2"), ...VERIFIED(checkpoint)], {
    reconciliation: { resolvedCallIds: ["run-2"], note: "The form was saved once." },
  });
  assert.equal(result.status, "succeeded");
  assert.deepEqual(sent.sentNames, ["tab_verify"]);
  assert.deepEqual(result.ambiguousCalls, []);
  const operator = result.history.filter((m) => m.role === "user" && m.source === "operator");
  assert.match(JSON.stringify(operator), /run-2.*saved once/);
});

test("doubt stays until all of it is reconciled, however the resumed run ends", async () => {
  const clock = new FakeClock();
  const { result: first } = await play([tools(act())], {
    tools: browserTools({ tab_act: { handle: () => Promise.reject(new Error("gone")) } }),
  }, clock);
  assert.equal(first.status, "needs_input");
  const controller = new AbortController();
  controller.abort();
  const cancelled = await play([], {
    task: TASK,
    resume: first.checkpoint,
    signal: controller.signal,
    maxSteps: 9,
  });
  assert.equal(cancelled.result.status, "cancelled");
  assert.deepEqual(cancelled.result.checkpoint.ambiguousCalls.map(({ id }) => id), ["run-1"]);
  const again = await play([], { task: TASK, resume: cancelled.result.checkpoint, maxSteps: 5 });
  assert.equal(again.result.status, "needs_input");
});

for (
  const [name, reconciliation] of [
    ["a call that is not in doubt", { resolvedCallIds: ["run-1"], note: "n" }],
    ["an unknown call", { resolvedCallIds: ["run-2", "run-99"], note: "n" }],
    ["no call", { resolvedCallIds: [], note: "n" }],
  ] as const
) {
  test(`a reconciliation that names ${name} is refused`, async () => {
    const { saved } = await playSaved();
    const checkpoint = saved.find(({ pendingTool }) => pendingTool?.call.name === "tab_act");
    assert.ok(checkpoint);
    await assert.rejects(goOn(checkpoint, [], { reconciliation }), { code: "CHECKPOINT_AMBIGUITY_UNKNOWN" });
  });
}

test("a claimed read that may have changed something holds the run before any planner", async () => {
  const { saved } = await playSaved();
  const checkpoint = saved.find(({ pendingTool }) => pendingTool?.effect === "read");
  assert.ok(checkpoint);
  const liar = browserTools({ tab_verify: { handle: () => toolResult({}) } }); // not marked as reading
  const { result } = await goOn(checkpoint, [], { tools: liar });
  assert.equal(result.status, "needs_input");
  assert.deepEqual(result.checkpoint.ambiguousCalls.map(({ name }) => name), ["tab_verify"]);
  const broken = browserTools();
  broken.listTools = () => Promise.reject(new Error("down"));
  const failed = await goOn(checkpoint, [], { tools: broken });
  assert.equal(failed.result.failure?.code, "TOOL_CATALOG_FAILED");
  assert.equal(failed.result.checkpoint.pendingTool?.effect, "read", "the claim is not dropped unchecked");
  stored(failed.result.checkpoint);
});

test("limits are those of the run; given anew they extend it", async () => {
  const { result } = await play([tools(verify())], { maxSteps: 1 });
  assert.equal(result.status, "limit_reached");
  const same = await play([], { task: TASK, resume: result.checkpoint, maxSteps: undefined } as never);
  assert.equal(same.result.status, "limit_reached");
  const more = await play([tools(act(), verify())], { task: TASK, resume: result.checkpoint, maxSteps: 2 });
  assert.equal(more.result.steps, 2);
  assert.equal(more.result.checkpoint.limits.maxSteps, 2);
  await assert.rejects(play([], { task: TASK, resume: more.result.checkpoint, maxSteps: 1 }), {
    message: /"maxSteps" must not be lower than the 2 steps/,
  });
});

test("active time goes on, and the time between two processes is not in it", async () => {
  const clock = new FakeClock();
  const slow = browserTools({
    tab_navigate: {
      handle: (input) => {
        clock.block(700);
        return toolResult({ session_id: input.session_id });
      },
    },
  });
  const { result } = await play([tools(["tab_navigate", { session_id: "s1" }])], {
    tools: slow,
    timeoutMs: 1_000,
  }, clock);
  assert.equal(result.checkpoint.counters.elapsedMs, 700);
  clock.block(100_000);
  const next = await play(
    [tools(["tab_navigate", { session_id: "s1" }])],
    { task: TASK, tools: slow, resume: result.checkpoint, maxSteps: 9 },
    clock,
  );
  assert.equal(next.result.status, "limit_reached");
  assert.match(next.result.reason ?? "", /1000 ms/);
  assert.equal(next.result.elapsedMs, 1_400);
});

test("reported tokens go on, with a new meter and with the one that was used", async () => {
  const usage = { step: 1, model: "m", latencyMs: 1, totalTokens: 60 };
  const meter = createUsageMeter();
  const replies = [() => (meter.report(usage), tools(verify()))];
  const { result } = await play(replies, { usageMeter: meter, maxReportedTokens: 100 });
  assert.equal(result.checkpoint.counters.reportedTokens, 60);
  for (const next of [createUsageMeter(), meter]) {
    const resumed = await play([() => (next.report(usage), tools(verify()))], {
      task: TASK,
      resume: result.checkpoint,
      usageMeter: next,
      maxSteps: 9,
    });
    assert.equal(resumed.result.status, "limit_reached");
    assert.equal(resumed.result.reportedTokens, 120);
  }
});

test("options of a resume need one", async () => {
  for (
    const options of [
      { resumeSessionMap: {} },
      { resumeFeedback: "f" },
      { reconciliation: { resolvedCallIds: ["run-1"], note: "n" } },
    ]
  ) await assert.rejects(play([], { maxSteps: 1, ...options }), { message: /needs resume/ });
});

test("the application's own instructions are inherited unless they are replaced", async () => {
  const { result } = await play([{ type: "human_input", question: "?" }], { systemPrompt: "Be brief." });
  const ask = [{ type: "human_input", question: "?" }];
  const same = await play(ask, { task: TASK, resume: result.checkpoint, maxSteps: 9 });
  assert.match(same.planner.requests[0]?.instructions ?? "", /Be brief\./);
  const other = await play(ask, {
    task: TASK,
    resume: result.checkpoint,
    maxSteps: 9,
    systemPrompt: "Be kind.",
  });
  assert.doesNotMatch(other.planner.requests[0]?.instructions ?? "", /Be brief\./);
});

test("a run can be resumed again and again, and its ids go on", async () => {
  let result: AgentRunResult = (await play([tools(verify())], { maxSteps: 1 })).result;
  for (let round = 2; round <= 6; round++) {
    ({ result } = await play([tools(verify())], {
      task: TASK,
      resume: stored(result.checkpoint),
      maxSteps: round,
    }));
    assert.equal(result.checkpoint.counters.callSequence, round);
    assert.equal(result.toolCalls, round);
  }
  const ids = result.history.flatMap((m) => m.role === "tool" ? [m.toolCallId] : []);
  assert.deepEqual(ids, ["run-1", "run-2", "run-3", "run-4", "run-5", "run-6"]);
});
