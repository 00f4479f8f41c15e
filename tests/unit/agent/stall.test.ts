import assert from "node:assert/strict";
import { test } from "node:test";
import { stableText, StallDetector } from "../../../src/agent/stall.ts";
import { toolResult } from "../../../src/testing/mod.ts";
import { act, browserTools, feedbackOf, play, tools } from "./support.ts";

const LIST = ["tab_list", {}] as const;
const SNAPSHOT = ["tab_snapshot", { session_id: "s1" }] as const;
const list = (count: number): readonly unknown[] => Array(count).fill(tools(LIST));

test("three equal answers bring one correction, three more end the run for input", async () => {
  const { result } = await play(list(6), { maxSteps: 20 });
  assert.deepEqual([result.status, result.toolCalls], ["needs_input", 6]);
  assert.match(feedbackOf(result), /keep giving the same answers/);
  assert.equal(result.failure, undefined);
});

test("a longer pattern counts, and volatile ids do not hide it", async () => {
  const script = Array(6).fill(tools(SNAPSHOT, LIST)); // tab_snapshot gives a new id each time
  const { result } = await play(script, { maxSteps: 20 });
  assert.deepEqual([result.status, result.toolCalls], ["needs_input", 12]);
});

test("answers that differ are no loop", async () => {
  let count = 0;
  const fake = browserTools({
    tab_list: { readOnly: true, handle: () => toolResult({ sessions: ++count }) },
  });
  const { result } = await play(list(12), { tools: fake });
  assert.equal(result.status, "limit_reached");
});

test("a mutation that went through starts the count anew, its receipt is no sign of a loop", async () => {
  const round = [tools(LIST), tools(act("s1"))];
  const { result } = await play([...round, ...round, ...round, ...round, ...round]);
  assert.equal(result.status, "limit_reached");
  assert.equal(feedbackOf(result), "");
});

test("repeated errors of a mutation are a loop", async () => {
  const fake = browserTools({
    tab_act: { handle: () => toolResult({ ok: false, error: { code: "NOT_VISIBLE" } }) },
  });
  const { result } = await play(Array(6).fill(tools(act("s1"))), { tools: fake, maxSteps: 20 });
  assert.equal(result.status, "needs_input");
});

test("stallDetection sets both thresholds, and false switches it off", async () => {
  const strict = await play(list(2), { stallDetection: { repeatThreshold: 2, maxWarnings: 0 }, maxSteps: 9 });
  assert.equal(strict.result.status, "needs_input");
  const off = await play(list(12), { stallDetection: false });
  assert.equal(off.result.status, "limit_reached");
});

test("the detector finds patterns of one to eight calls and none of nine", () => {
  for (let length = 1; length <= 9; length++) {
    const detector = new StallDetector({ repeatThreshold: 3, maxWarnings: 0 });
    const verdicts = Array.from(
      { length: length * 3 },
      (_, index) => detector.observe(`call ${index % length}`),
    );
    assert.equal(verdicts.includes("stop"), length <= 8, `length ${length}`);
    if (length <= 8) assert.equal(verdicts.indexOf("stop"), length * 3 - 1);
  }
});

test("stableText() ignores ids, refs, marks and times, and nothing else", () => {
  const call = (extra: Readonly<Record<string, unknown>>) => ({
    id: "r-1",
    name: "tab_snapshot",
    arguments: extra,
  });
  const first = toolResult({
    snapshot_id: "s:1",
    elapsed_ms: 4,
    tree: "<page abc>\n[e1 button: Save]\n</page abc>",
  });
  const same = toolResult({
    snapshot_id: "s:2",
    elapsed_ms: 9,
    tree: "<page xyz>\n[e7 button: Save]\n</page xyz>",
  });
  const other = toolResult({
    snapshot_id: "s:2",
    elapsed_ms: 9,
    tree: "<page xyz>\n[e7 button: Sent]\n</page xyz>",
  });
  assert.equal(stableText(call({ snapshot_id: "a" }), first), stableText(call({ snapshot_id: "b" }), same));
  assert.notEqual(stableText(call({}), first), stableText(call({}), other));
  assert.notEqual(stableText(call({ text: "a" }), first), stableText(call({ text: "b" }), first));
});

test("a mutation that says itself that nothing happened is no progress", async () => {
  const results = [{ index: 0, type: "click", status: "completed", effect: { outcome: "no_effect" } }];
  const fake = browserTools({ tab_act: { handle: () => toolResult({ batch_complete: true, results }) } });
  const { result } = await play(Array(6).fill(tools(act("s1"))), { tools: fake, maxSteps: 20 });
  assert.equal(result.status, "needs_input");
});

test("a claim that is refused again and again is a loop, however it is worded", async () => {
  let count = 0;
  const finish = () => ({ type: "finish", summary: `Done, try ${++count}`, evidence: [`made-up-${count}`] });
  const { result } = await play(Array.from({ length: 6 }, finish), { maxSteps: 20 });
  assert.deepEqual([result.status, result.steps], ["needs_input", 6]);
  assert.match(feedbackOf(result), /keep giving the same answers/);
});

test("a decision that is no decision again and again is a loop", async () => {
  const { result } = await play(Array(6).fill({ type: "dance" }), { maxSteps: 20 });
  assert.deepEqual([result.status, result.steps], ["needs_input", 6]);
});

test("a refused claim after a mutation that went through counts anew", async () => {
  const round = [{ type: "finish", summary: "Done", evidence: [] }, tools(act("s1"))];
  const { result } = await play([...round, ...round, ...round, ...round, ...round]);
  assert.equal(result.status, "limit_reached");
});
