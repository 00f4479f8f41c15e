import assert from "node:assert/strict";
import { test } from "node:test";
import { createAgentControl } from "../../../src/agent/control.ts";
import type { AgentPlannerRequest } from "../../../src/contracts/planner.ts";
import { FakeClock, toolResult } from "../../../src/testing/mod.ts";
import { act, browserTools, feedbackOf, finish, play, tools, verify } from "./support.ts";

const OPEN = tools(["tab_open", { url: "https://a.test/" }]);
const never = (): Promise<never> => new Promise(() => {});

/** Lets pending promise work run. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await Promise.resolve();
}

test("pause discards the pending decision, and evidence from before it is void", async () => {
  const control = createAgentControl();
  let held: boolean | undefined;
  let signal: AbortSignal | undefined;
  const { result } = await play([
    OPEN,
    tools(verify()),
    (request: AgentPlannerRequest) => {
      signal = request.signal;
      control.pause().then((reached) => {
        held = reached;
        control.steer("Use record WF-001.");
        control.resume();
      });
      return finish("run-2");
    },
    finish("run-2"),
    tools(verify()),
    finish("run-3"),
  ], { control });
  assert.equal(held, true);
  assert.equal(signal?.aborted, true);
  assert.equal(result.status, "succeeded");
  assert.deepEqual(result.evidence.map((item) => item.toolCallId), ["run-3"]);
  assert.match(feedbackOf(result), /"run-2" is not a passing verification/);
  assert.ok(
    result.history.some((m) => m.role === "user" && m.source === "operator" && m.content.includes("WF-001")),
  );
  assert.deepEqual(
    result.events.filter((event) => /paused|resumed|steered/.test(event.type)).map((event) => event.type),
    ["paused", "resumed", "steered"],
  );
});

test("a pause that ends a planner which ignores its signal still holds", async () => {
  const control = createAgentControl();
  const { result } = await play([
    () => {
      control.pause().then(() => control.resume());
      return never();
    },
    { type: "fail", reason: "enough" },
  ], { control });
  assert.equal(result.reason, "enough");
});

test("pause lets the running tool finish and skips the later calls of the batch", async () => {
  const control = createAgentControl();
  const fake = browserTools({
    tab_act: {
      handle: async () => {
        const paused = control.pause();
        await settle();
        paused.then(() => control.resume());
        return toolResult({});
      },
    },
  });
  const { result } = await play([OPEN, tools(act(), ["tab_list", {}]), { type: "fail", reason: "x" }], {
    tools: fake,
    control,
  });
  assert.deepEqual(fake.sentNames, ["tab_open", "tab_act"]);
  assert.match(JSON.stringify(result.history.at(-2)), /operator stepped in/);
  const announced = result.events.flatMap((event) => event.type === "tool_start" ? [event.call.name] : []);
  assert.deepEqual(announced, ["tab_open", "tab_act"]);
});

test("a pause between registration and dispatch stops the call before it is sent", async () => {
  const control = createAgentControl();
  const fake = browserTools();
  const { result } = await play([OPEN, tools(act()), { type: "fail", reason: "x" }], {
    tools: fake,
    control,
    onEvent: (event) => {
      if (event.type === "tool_start" && event.call.name === "tab_act") {
        control.pause().then(() => control.resume());
      }
    },
  });
  assert.deepEqual(fake.sentNames, ["tab_open"]);
  assert.equal(result.toolCalls, 1);
  assert.deepEqual(result.ambiguousCalls, []);
});

test("steering alone also discards the decision and voids snapshots seen before", async () => {
  const control = createAgentControl();
  const fake = browserTools();
  const old = act("s1");
  const { result } = await play([
    OPEN,
    () => {
      control.steer("Check the total first.");
      return tools(old);
    },
    tools(old, ["tab_list", {}]),
    tools(["tab_snapshot", { session_id: "s1" }]),
    (request: AgentPlannerRequest) => {
      const last = request.messages.at(-1);
      const id = last?.role === "tool" ? last.result.structuredContent?.snapshot_id : "";
      return tools(["tab_act", { session_id: "s1", snapshot_id: id, actions: [] }]);
    },
  ], { tools: fake, control });
  assert.deepEqual(fake.sentNames, ["tab_open", "tab_snapshot", "tab_act"]);
  assert.equal(result.toolCalls, 3);
  assert.match(JSON.stringify(result.history), /OBSERVATION_REQUIRED/);
});

test("pause resolves false when the run ends first, and afterwards", async () => {
  const control = createAgentControl();
  let first: Promise<boolean> | undefined;
  await play([() => {
    throw new Error("planner broke");
  }], {
    control,
    onEvent: (event) => {
      if (event.type === "finished") first = control.pause();
    },
  });
  assert.equal(await first, false);
  assert.equal(await control.pause(), false);
  assert.throws(() => control.steer("too late"), /is over/);
});

test("the deadline and the caller's signal end a paused run", async () => {
  const clock = new FakeClock();
  const control = createAgentControl();
  const byTime = await play([], {
    control,
    timeoutMs: 500,
    maxSteps: 1,
    onEvent: (event) => {
      if (event.type === "started") control.pause().then(() => clock.advance(500));
    },
  }, clock);
  assert.equal(byTime.result.status, "limit_reached");
  const second = createAgentControl();
  const caller = new AbortController();
  second.pause().then(() => caller.abort());
  const byCaller = await play([], { control: second, signal: caller.signal, maxSteps: 1 });
  assert.equal(byCaller.result.status, "cancelled");
});

test("a pause that is withdrawn at once leaves evidence alone", async () => {
  const control = createAgentControl();
  const { result } = await play([
    OPEN,
    tools(verify()),
    () => {
      control.pause();
      control.resume();
      return finish("run-2");
    },
    finish("run-2"),
  ], { control });
  assert.equal(result.status, "succeeded");
});

test("steer() bounds one instruction and all pending ones", () => {
  const control = createAgentControl();
  assert.throws(() => control.steer("x".repeat(10 * 1024 + 1)), RangeError);
  assert.throws(() => control.steer("é".repeat(5 * 1024 + 1)), RangeError);
  assert.throws(() => control.steer("  "), TypeError);
  for (let part = 0; part < 3; part++) control.steer("x".repeat(10 * 1024));
  assert.throws(() => control.steer("x".repeat(2 * 1024 + 1)), RangeError);
  control.steer("x".repeat(2 * 1024));
});

test("one control serves one run", async () => {
  const control = createAgentControl();
  await play([{ type: "fail", reason: "x" }], { control });
  await assert.rejects(play([], { control, maxSteps: 1 }), /belongs to another run/);
});

test("a pause that waits when the run ends resolves false", async () => {
  const control = createAgentControl();
  let pausing: Promise<boolean> | undefined;
  const fake = browserTools({
    tab_act: {
      handle: () => {
        pausing = control.pause();
        throw new Error("torn");
      },
    },
  });
  const { result } = await play([OPEN, tools(act())], { tools: fake, control });
  assert.equal(result.status, "needs_input");
  assert.equal(await pausing, false);
});

test("reading on in an old observation brings no fresh snapshot", async () => {
  const control = createAgentControl();
  const fake = browserTools({
    tab_snapshot: { readOnly: true, handle: () => toolResult({ session_id: "s1", snapshot_id: "s1:1" }) },
  });
  const { result } = await play([
    OPEN,
    () => {
      control.steer("Go on.");
      return tools();
    },
    tools(["tab_snapshot", { session_id: "s1", cursor: "c" }]),
    tools(act("s1")),
  ], { tools: fake, control });
  assert.deepEqual(fake.sentNames, ["tab_open", "tab_snapshot"]);
  assert.match(JSON.stringify(result.history), /OBSERVATION_REQUIRED/);
});

test("a pause right after resume() is a new one and holds again", async () => {
  const control = createAgentControl();
  const held: boolean[] = [];
  const { result } = await play([
    () => {
      control.pause().then((first) => {
        held.push(first);
        control.resume();
        control.pause().then((second) => {
          held.push(second);
          control.resume();
        });
      });
      return never();
    },
    { type: "fail", reason: "x" },
  ], { control });
  assert.deepEqual(held, [true, true]);
  assert.equal(result.events.filter((event) => event.type === "paused").length, 2);
});
