import assert from "node:assert/strict";
import { test } from "node:test";
import { FakeClock, FakeTools, MemoryStore, ScriptedPlanner, toolResult } from "../../../src/testing/mod.ts";

const REQUEST = {
  task: "t",
  instructions: "",
  messages: [],
  tools: [],
  step: 1,
  signal: new AbortController().signal,
} as const;

test("FakeClock wakes sleepers in the order of their time", async () => {
  const clock = new FakeClock(1000);
  const woken: string[] = [];
  const late = clock.sleep(20).then(() => woken.push("late"));
  const early = clock.sleep(10).then(() => woken.push("early"));
  clock.advance(5);
  assert.equal(clock.sleeping, 2);
  clock.advance(20);
  await Promise.all([late, early]);
  assert.deepEqual(woken, ["early", "late"]);
  assert.deepEqual([clock.now(), clock.epochMs()], [25, 1025]);
});

test("FakeClock gives up a sleep when its signal aborts, and block() wakes nobody", async () => {
  const clock = new FakeClock();
  const caller = new AbortController();
  const sleeping = clock.sleep(10, caller.signal);
  clock.block(50);
  assert.equal(clock.sleeping, 1);
  caller.abort(new Error("enough"));
  await assert.rejects(sleeping, /enough/);
  assert.equal(clock.sleeping, 0);
  await assert.rejects(clock.sleep(1, caller.signal), /enough/);
});

test("ScriptedPlanner plays its script and complains when it is asked too often or too seldom", async () => {
  const planner = new ScriptedPlanner(["text", ({ step }: { step: number }) => step]);
  assert.equal(await planner.plan(REQUEST), "text");
  assert.throws(() => planner.assertConsumed(), /1 replies are left/);
  assert.equal(await planner.plan(REQUEST), 1);
  planner.assertConsumed();
  await assert.rejects(async () => await planner.plan(REQUEST), /more often/);
  assert.equal(planner.requests.length, 3);
});

test("FakeTools lists, runs and remembers", async () => {
  const tools = new FakeTools({ look: { readOnly: true, handle: ({ x }) => toolResult({ x }) } });
  const [tool] = await tools.listTools();
  assert.deepEqual([tool?.name, tool?.annotations?.readOnlyHint], ["look", true]);
  const result = await tools.callTool({ name: "look", arguments: { x: 1 } });
  assert.deepEqual(result.structuredContent, { ok: true, x: 1 });
  await assert.rejects(tools.callTool({ name: "other", arguments: {} }), /no fake tool other/);
  assert.deepEqual(tools.sentNames, ["look", "other"]);
});

test("toolResult() marks a body that is not ok as an error", () => {
  assert.equal(toolResult({}).isError, undefined);
  assert.equal(toolResult({ ok: false }).isError, true);
});

test("MemoryStore keeps what was saved, not what it became", async () => {
  const store = new MemoryStore<{ step: number }>();
  const state = { step: 1 };
  const { save } = store;
  await save(state);
  state.step = 2;
  await save(state);
  assert.deepEqual([store.all, store.latest], [[{ step: 1 }, { step: 2 }], { step: 2 }]);
  assert.equal(new MemoryStore().latest, undefined);
});
