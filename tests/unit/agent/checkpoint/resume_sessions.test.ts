// Sessions and first steps of a resumed run.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { AgentRunOptions } from "../../../../src/contracts/run.ts";
import { toolResult } from "../../../../src/testing/mod.ts";
import { act, browserTools, failing, feedbackOf, finish, play, tools, verify } from "../support.ts";
import { goOn, OPTIONS, playSaved, TASK } from "./support.ts";

test("the session that was changed last must still be verified, under its new id", async () => {
  const { result } = await play([tools(act("s1"))]);
  const resume = result.checkpoint;
  const { result: wrong } = await play([
    tools(verify("n2")),
    finish("run-2"),
    tools(verify("n1")),
    finish("run-3"),
  ], {
    task: TASK,
    resume,
    maxSteps: 9,
    resumeSessionMap: { s1: "n1" },
  });
  assert.match(feedbackOf(wrong), /last change was made in session n1/);
  assert.equal(wrong.status, "succeeded");
});

test("the session that was changed last must still be verified when sessions kept their ids", async () => {
  const { result } = await play([tools(act("s1"))]);
  let resume = result.checkpoint;
  for (const _round of [1, 2]) { // also when the run is interrupted again before it did anything
    const replies = [tools(verify("s2")), finish(`run-${resume.counters.callSequence + 1}`)];
    const maxSteps = resume.counters.steps + 2;
    const { result: next } = await play(replies, { task: TASK, resume, maxSteps });
    assert.match(feedbackOf(next), /last change was made in session s1/);
    assert.equal(next.status, "limit_reached");
    resume = next.checkpoint;
  }
  // nor is it forgotten by a resume that stops before it began
  const stopped = await play([], { task: TASK, resume, maxSteps: 20, signal: AbortSignal.abort() });
  assert.equal(stopped.result.checkpoint.lastChangedSessionId, "s1");
});

test("a change in doubt counts as the last one once it was reconciled, however its run ended", async () => {
  const { saved } = await playSaved([tools(act("s1"), act("s2"))], { startUrl: undefined } as never);
  const killed = saved.find(({ pendingTool }) => pendingTool?.call.arguments.session_id === "s2");
  const controller = new AbortController();
  const hanging = browserTools({
    tab_act: {
      handle: ({ session_id }) => {
        if (session_id === "s1") return toolResult({ session_id });
        controller.abort();
        return new Promise(() => {});
      },
    },
  });
  const cancelled = await play([tools(act("s1"), act("s2"))], {
    ...OPTIONS,
    tools: hanging,
    signal: controller.signal,
  });
  const claimed = await play([tools(act("s1"), act("s2"))], {
    ...OPTIONS,
    tools: browserTools({ tab_act: { handle: () => Promise.reject(new Error("gone")) } }),
  });
  assert.ok(killed);
  for (const resume of [killed, cancelled.result.checkpoint, claimed.result.checkpoint]) {
    const open = [...resume.ambiguousCalls, ...resume.pendingTool ? [resume.pendingTool.call] : []];
    const { session_id: changed } = open[0]?.arguments ?? {};
    const other = changed === "s1" ? "s2" : "s1";
    const number = resume.counters.callSequence;
    const { result } = await goOn(resume, [
      tools(verify(`new-${other}`)),
      finish(`run-${number + 1}`),
      tools(verify(`new-${changed}`)),
      finish(`run-${number + 2}`),
    ], {
      resumeSessionMap: { s1: "new-s1", s2: "new-s2" },
      reconciliation: { resolvedCallIds: open.map(({ id }) => id), note: "It was done." },
    });
    assert.equal(result.status, "succeeded");
    assert.match(feedbackOf(result), new RegExp(`last change was made in session new-${changed}`));
  }
});

const ACTIONS: AgentRunOptions["initialActions"] = [
  { url: "https://a.test/" },
  { click: { name: "Open details", role: "button" } },
  { url: "https://a.test/second", newTab: true },
];

test("the trusted first steps go on behind the last confirmed one, in the restored session", async () => {
  const { saved } = await playSaved([{ type: "human_input", question: "?" }], {
    startUrl: undefined,
    initialActions: ACTIONS,
  } as never);
  const counts = new Map<number, readonly string[]>();
  for (const checkpoint of saved) {
    if (checkpoint.phase !== "decision") continue;
    const { result, tools: sent } = await goOn(checkpoint, [{ type: "human_input", question: "?" }], {
      resumeSessionMap: { s1: "n1" },
    });
    assert.equal(result.status, "needs_input");
    counts.set(checkpoint.initialization?.callIds.length ?? 0, sent.sentNames);
    for (const call of sent.sent) assert.equal(call.arguments.session_id, "n1");
  }
  assert.deepEqual([...counts], [[1, ["tab_click_named", "tab_tabs"]], [2, ["tab_tabs"]], [3, []]]);
});

test("first steps go on in the session's newest id, however often the run is interrupted", async () => {
  const { saved } = await playSaved([{ type: "human_input", question: "?" }], {
    startUrl: undefined,
    initialActions: ACTIONS,
  } as never);
  const opened = saved.find(({ phase }) => phase === "decision");
  assert.ok(opened);
  const controller = new AbortController();
  const interrupted = await goOn(opened, [], {
    resumeSessionMap: { s1: "n1" },
    onEvent: () => controller.abort(),
    signal: controller.signal,
  });
  assert.equal(interrupted.result.status, "cancelled");
  assert.deepEqual(interrupted.tools.sent, []);
  const { tools: sent } = await goOn(
    interrupted.result.checkpoint,
    [{ type: "human_input", question: "?" }],
    {
      resumeSessionMap: { n1: "n2" },
    },
  );
  assert.deepEqual(sent.sent.map(({ arguments: input }) => input.session_id), ["n2", "n2"]);
});

test("a first step whose save failed is never taken again", async () => {
  let saves = 0;
  const { result, tools: sent } = await playSaved([], {
    onCheckpoint: () => {
      saves++;
      return Promise.reject(new Error("disk full"));
    },
  });
  assert.equal(result.failure?.code, "CHECKPOINT_PERSISTENCE_FAILED");
  assert.equal(saves, 1);
  assert.deepEqual(sent.sent, []);
  assert.equal(result.checkpoint.initialization?.status, "attempted");
  const resumed = await goOn(result.checkpoint, [{ type: "human_input", question: "?" }]);
  assert.deepEqual(resumed.tools.sent, []);
});

test("a first step that failed or is in doubt is never repeated, also after reconciliation", async () => {
  const { saved } = await playSaved([{ type: "human_input", question: "?" }], {
    startUrl: undefined,
    initialActions: ACTIONS,
    tools: browserTools({
      tab_click_named: { handle: (input) => toolResult(failing({ ...input, checks: [] })) },
    }),
  } as never);
  const failed = saved.filter(({ phase }) => phase === "decision").at(-1);
  const pending = saved.find(({ pendingTool }) => pendingTool?.call.name === "tab_click_named");
  assert.ok(failed && pending);
  const ask = [{ type: "human_input", question: "?" }];
  assert.deepEqual((await goOn(failed, ask)).tools.sent, []);
  const { tools: sent } = await goOn(pending, ask, {
    reconciliation: { resolvedCallIds: [pending.pendingTool?.call.id ?? ""], note: "It did not click." },
  });
  assert.deepEqual(sent.sent, []);
});

test("a run that was saved before its first step takes it once", async () => {
  const { result } = await play([], {
    ...OPTIONS,
    startUrl: "https://a.test/",
    signal: AbortSignal.abort(),
  });
  assert.equal(result.checkpoint.initialization?.status, "not_started");
  const resumed = await goOn(result.checkpoint, [{ type: "human_input", question: "?" }]);
  assert.deepEqual(resumed.tools.sentNames, ["tab_open"]);
});
