import assert from "node:assert/strict";
import { test } from "node:test";
import type { AgentCheckpoint } from "../../../../src/contracts/checkpoint.ts";
import { createAgentControl } from "../../../../src/agent/control.ts";
import { runAgent } from "../../../../src/agent/run.ts";
import { FakeClock, ScriptedPlanner } from "../../../../src/testing/mod.ts";
import { act, browserTools, finish, play, testDeps, tools, verify } from "../support.ts";
import { playSaved, stored } from "./support.ts";

function codesOf(checkpoint: AgentCheckpoint): string[] {
  return checkpoint.history.flatMap(({ messages }) =>
    messages.flatMap((message) => {
      if (message.role !== "tool") return [];
      const error = message.result.structuredContent?.error as { code?: string } | undefined;
      return [error?.code ?? "ok"];
    })
  );
}

test("a run is saved before each call, after each result, at each decision and at the end", async () => {
  const { result, log } = await playSaved();
  assert.equal(result.status, "succeeded");
  assert.deepEqual(log, [
    "before_tool",
    "tab_open",
    "after_tool",
    "decision",
    "planning",
    "before_tool",
    "tab_act",
    "after_tool",
    "before_tool",
    "tab_verify",
    "after_tool",
    "decision",
    "planning",
    "decision",
    "planning",
    "decision",
    "planning",
    "terminal",
  ]);
});

test("what is saved before a call holds it as uncertain, and later calls of the batch as not sent", async () => {
  const { saved } = await playSaved();
  const before = saved.filter(({ phase }) => phase === "before_tool")[1];
  assert.ok(before);
  assert.deepEqual(before.pendingTool?.call.id, "run-2");
  assert.equal(before.pendingTool?.effect, "write");
  assert.equal(before.counters.toolCalls, 2, "counted before it is sent");
  assert.deepEqual(codesOf(before), ["ok", "OUTCOME_UNKNOWN", "NOT_DISPATCHED"]);
  const after = saved.filter(({ phase }) => phase === "after_tool")[1];
  assert.ok(after);
  assert.equal(after.pendingTool, undefined);
  assert.deepEqual(codesOf(after), ["ok", "ok", "NOT_DISPATCHED"]);
});

test("every saved state is valid and comes back from JSON as it was", async () => {
  const { saved, result } = await playSaved();
  for (const checkpoint of [...saved, result.checkpoint]) {
    assert.deepEqual(stored(checkpoint), JSON.parse(JSON.stringify(checkpoint)));
  }
});

test("a state with texts and lists of any size can be read again", async () => {
  const longId = "s".repeat(5_000);
  const checks = Array.from({ length: 2_000 }, (_, index) => ({ kind: "text", contains: String(index) }));
  const { result, saved } = await playSaved([
    tools(act(longId), verify(longId)),
    { type: "publish", key: "one", data: { id: 1 }, evidence: ["run-3"] },
    tools(verify("s1", checks)),
    { type: "publish", key: "two", data: { id: 2 }, evidence: ["run-4"] },
    { type: "human_input", question: "?" },
  ], { systemPrompt: "" });
  assert.equal(result.partials.length, 2);
  for (const checkpoint of [...saved, result.checkpoint]) stored(checkpoint);
});

test("a saved state does not change afterwards", async () => {
  const texts: string[] = [];
  const kept: AgentCheckpoint[] = [];
  await playSaved(undefined, {
    onCheckpoint: (checkpoint) => {
      kept.push(checkpoint);
      texts.push(JSON.stringify(checkpoint));
    },
  });
  assert.deepEqual(kept.map((checkpoint) => JSON.stringify(checkpoint)), texts);
});

test("successive states share what did not change", async () => {
  const { saved } = await playSaved();
  const [last, before] = [saved.at(-1), saved.at(-2)];
  assert.ok(last && before);
  for (const [index, group] of before.history.entries()) assert.equal(last.history[index], group);
});

for (
  const [name, save, code] of [
    ["throws", () => Promise.reject(new Error("disk full: /home/me")), "CHECKPOINT_PERSISTENCE_FAILED"],
    ["throws at once", () => {
      throw new Error("disk full");
    }, "CHECKPOINT_PERSISTENCE_FAILED"],
  ] as const
) {
  test(`a store that ${name} stops the run before the call, and is not asked again`, async () => {
    let saves = 0;
    const fakeTools = browserTools();
    const { result } = await play([tools(act())], {
      tools: fakeTools,
      onCheckpoint: ({ phase }) => {
        if (phase !== "before_tool") return;
        saves++;
        return save();
      },
    });
    assert.equal(result.status, "failed");
    assert.deepEqual(result.failure, { phase: "persistence", code, retryable: false });
    assert.equal(saves, 1);
    assert.deepEqual(fakeTools.sent, []);
    assert.equal(JSON.stringify(result).includes("disk full"), false);
    assert.deepEqual(codesOf(result.checkpoint), ["NOT_DISPATCHED"]);
  });
}

test("a store that does not answer within five seconds stops the run before the call", async () => {
  const clock = new FakeClock();
  const fakeTools = browserTools();
  const { result } = await play([tools(act())], {
    tools: fakeTools,
    onCheckpoint: ({ phase }) => {
      if (phase !== "before_tool") return;
      setTimeout(() => {
        clock.advance(4_999);
        assert.equal(clock.sleeping > 0, true);
        clock.advance(1);
      });
      return new Promise<void>(() => {});
    },
  }, clock);
  assert.equal(result.failure?.code, "CHECKPOINT_PERSISTENCE_TIMEOUT");
  assert.deepEqual(fakeTools.sent, []);
  assert.equal(result.checkpoint.counters.elapsedMs, 5_000, "the wait is active time");
});

test("a state tells the time of its own beginning, and the next one what saving took", async () => {
  const clock = new FakeClock();
  const elapsed: (readonly [string, number])[] = [];
  const { result } = await play([{ type: "human_input", question: "?" }], {
    onCheckpoint: ({ phase, counters }) => {
      elapsed.push([phase, counters.elapsedMs]);
      clock.block(300);
    },
  }, clock);
  assert.deepEqual(elapsed, [["planning", 0], ["terminal", 300]]);
  assert.equal(result.checkpoint.counters.elapsedMs, 600);
  assert.equal(result.elapsedMs, 600);
});

test("a last save that does not answer holds up the end of a cancelled run for five seconds, and no longer", async () => {
  const clock = new FakeClock();
  const controller = new AbortController();
  const { result } = await play([], {
    maxSteps: 1,
    signal: controller.signal,
    onEvent: () => controller.abort(),
    onCheckpoint: () => {
      setTimeout(() => clock.advance(5_000));
      return new Promise<void>(() => {});
    },
  }, clock);
  assert.equal(result.status, "cancelled");
  assert.equal(result.failure?.code, "CHECKPOINT_PERSISTENCE_TIMEOUT");
  assert.equal(result.elapsedMs, 5_000);
});

test("a failing save after a call leaves its result in the returned state", async () => {
  const { result } = await play([tools(act())], {
    onCheckpoint: ({ phase }) => phase === "after_tool" ? Promise.reject(new Error("no")) : undefined,
  });
  assert.equal(result.failure?.code, "CHECKPOINT_PERSISTENCE_FAILED");
  assert.equal(result.toolCalls, 1);
  assert.deepEqual(codesOf(result.checkpoint), ["ok"]);
});

test("a failing last save takes a success back and keeps any other status", async () => {
  const failLast = ({ phase }: AgentCheckpoint): Promise<void> | undefined =>
    phase === "terminal" ? Promise.reject(new Error("no")) : undefined;
  const good = await play([tools(act(), verify()), finish("run-2")], { onCheckpoint: failLast });
  assert.equal(good.result.status, "failed");
  assert.equal(good.result.failure?.code, "CHECKPOINT_PERSISTENCE_FAILED");
  const asked = await play([{ type: "human_input", question: "?" }], { onCheckpoint: failLast });
  assert.equal(asked.result.status, "needs_input");
  assert.equal(asked.result.failure?.code, "CHECKPOINT_PERSISTENCE_FAILED");
});

test("a last save that fails after another failure is the latest of both", async () => {
  const { result } = await play([tools(act())], {
    onEvent: ({ type }) => {
      if (type === "decision") throw new Error("hook");
    },
    onCheckpoint: ({ phase }) => phase === "terminal" ? Promise.reject(new Error("no")) : undefined,
  }).catch((error) => Promise.reject(error));
  assert.equal(result.failure?.code, "CHECKPOINT_PERSISTENCE_FAILED");
  const codes = result.events.flatMap((event) => event.type === "failure" ? [event.failure.code] : []);
  assert.deepEqual(codes, ["EVENT_HOOK_FAILED", "CHECKPOINT_PERSISTENCE_FAILED"]);
});

test("cancelling or running out of time during the last save is no success", async () => {
  const controller = new AbortController();
  const cancelled = await play([tools(act(), verify()), finish("run-2")], {
    signal: controller.signal,
    onCheckpoint: ({ phase }) => {
      if (phase === "terminal") controller.abort();
    },
  });
  assert.equal(cancelled.result.status, "cancelled");
  const clock = new FakeClock();
  const late = await play([tools(act(), verify()), finish("run-2")], {
    timeoutMs: 1_000,
    onCheckpoint: ({ phase }) => {
      if (phase === "terminal") clock.block(1_000);
    },
  }, clock);
  assert.equal(late.result.status, "limit_reached");
  assert.equal(late.result.checkpoint.counters.elapsedMs, 1_000);
});

test("a save under way is waited for when the run is cancelled, and nothing is sent after it", async () => {
  const controller = new AbortController();
  const order: string[] = [];
  const fakeTools = browserTools();
  const { result } = await play([tools(act())], {
    tools: fakeTools,
    signal: controller.signal,
    onCheckpoint: async ({ phase }) => {
      order.push(`${phase} begins`);
      if (phase === "before_tool") controller.abort();
      await Promise.resolve();
      order.push(`${phase} ends`);
    },
  });
  assert.equal(result.status, "cancelled");
  assert.deepEqual(fakeTools.sent, []);
  assert.deepEqual(order.slice(-4), [
    "before_tool begins",
    "before_tool ends",
    "terminal begins",
    "terminal ends",
  ]);
  assert.deepEqual(result.ambiguousCalls, []);
});

test("a pause during the save before a call stops the call", async () => {
  const control = createAgentControl();
  const fakeTools = browserTools();
  const planner = new ScriptedPlanner([tools(act()), tools(verify()), finish("run-2")]);
  const running = runAgent({
    task: "t",
    planner: planner.plan,
    tools: fakeTools,
    control,
    onCheckpoint: ({ pendingTool }) => {
      if (pendingTool?.call.id === "run-1") control.steer("Only look.");
    },
  }, testDeps());
  const result = await running;
  assert.equal(result.status, "succeeded");
  assert.deepEqual(fakeTools.sentNames, ["tab_verify"]);
  assert.equal(result.toolCalls, 1);
});
