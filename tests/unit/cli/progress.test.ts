import assert from "node:assert/strict";
import { test } from "node:test";
import { Progress } from "../../../src/cli/run/progress.ts";
import type { Clock } from "../../../src/contracts/clock.ts";
import type { TextSink } from "../../../src/platform/terminal.ts";

function setUp(isTTY: boolean) {
  let nowMs = 0;
  let text = "";
  const clock: Clock = { now: () => nowMs, epochMs: () => nowMs, sleep: () => Promise.resolve() };
  const sink: TextSink = {
    isTTY,
    columns: () => 60,
    write: (part) => text += part,
    flush: () => Promise.resolve(true),
    failureCode: () => undefined,
  };
  const progress = new Progress(sink, clock);
  return { progress, wait: (ms: number) => nowMs += ms, text: () => text };
}

const call = { id: "r:1", name: "tab_open", arguments: { url: "http://shop.example/" } };

test("Progress writes one line for each step: what, why, how long", () => {
  const { progress, wait, text } = setUp(false);
  progress.onEvent({ type: "started", runId: "r", step: 0 });
  progress.onEvent({ type: "tool_start", step: 0, call });
  wait(800);
  progress.onEvent({ type: "tool_end", step: 0, call, result: { content: [] }, elapsedMs: 800 });
  progress.onEvent({ type: "planning", step: 1 });
  wait(1500);
  progress.onEvent({ type: "decision", step: 1, decision: "tools", detail: "tab_act" });
  const act = { id: "r:2", name: "tab_act", arguments: { actions: [{ type: "click", ref: "e1" }] } };
  progress.onEvent({ type: "tool_start", step: 1, call: act });
  wait(500);
  progress.onEvent({
    type: "tool_end",
    step: 1,
    call: act,
    result: { content: [], isError: true },
    elapsedMs: 500,
  });
  progress.onEvent({ type: "tool_skipped", step: 1, call, reason: "an earlier\ncall failed" });
  progress.onEvent({ type: "feedback", step: 1, content: "Cite a current verification" });
  progress.onEvent({ type: "finished", step: 1, status: "failed" });
  assert.deepEqual(text().split("\n"), [
    "step 0  tab_open shop.example/: ok (0.8 s)  [0.8 s]",
    "step 1  tab_act click e1: failed (0.5 s); tab_open shop.example/: skipped, as an earlier call failed; told the model: Cite a current verification  [2.0 s, 1.5 s of it planning]",
    "",
  ]);
});

test("Progress gives the reason of a decision that is no call", () => {
  const { progress, text } = setUp(false);
  progress.onEvent({ type: "planning", step: 3 });
  progress.onEvent({ type: "decision", step: 3, decision: "fail", detail: "sold\u001b[2J out" });
  progress.onEvent({ type: "finished", step: 3, status: "failed" });
  assert.match(text(), /^step 3 {2}fail {2}because: sold \[2J out {2}\[0\.0 s/);
});

test("Progress writes no control character where nobody watches", () => {
  const { progress, text } = setUp(false);
  progress.onEvent({ type: "planning", step: 1 });
  progress.tick();
  progress.note("notice \u001b[31m red");
  assert.equal(text(), "notice [31m red\n");
});

test("Progress keeps a live line within the width of a terminal and clears it", () => {
  const { progress, wait, text } = setUp(true);
  progress.onEvent({ type: "planning", step: 1 });
  wait(2000);
  progress.tick();
  const long = { ...call, arguments: { url: `http://shop.example/${"x".repeat(200)}` } };
  progress.onEvent({ type: "tool_start", step: 1, call: long });
  progress.onEvent({ type: "finished", step: 1, status: "cancelled" });
  const parts = text().split("\r\x1b[2K").slice(1);
  assert.equal(parts[1], "step 1 asking the model … 2.0 s");
  for (const part of parts.slice(0, -1)) assert.ok(part.length <= 59, part);
  assert.match(parts.at(-1) ?? "", /^step 1 {2}tab_open shop\.example\/x+…: not finished {2}\[2\.0 s\]\n$/);
});
