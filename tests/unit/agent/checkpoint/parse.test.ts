import assert from "node:assert/strict";
import { test } from "node:test";
import { MAX_CHECKPOINT_BYTES, parseAgentCheckpoint } from "../../../../src/agent/checkpoint/parse.ts";
import { errorCode } from "../../../../src/contracts/errors.ts";
import { browserTools, play, tools, verify } from "../support.ts";
import {
  cut,
  type Damaged,
  withBrokenPairs,
  withForeignThings,
  withHugeNumbers,
  withLowerCounters,
  withOtherTypes,
  withoutField,
} from "./damaged.ts";
import { editable, playSaved, stored } from "./support.ts";

const CODES = ["CHECKPOINT_INVALID", "CHECKPOINT_VERSION", "CHECKPOINT_TOO_LARGE"];

function checkAllRefused(damaged: Iterable<Damaged>, atLeast: number): void {
  let count = 0;
  for (const { how, text } of damaged) {
    count++;
    try {
      parseAgentCheckpoint(text);
    } catch (error) {
      assert.ok(CODES.includes(errorCode(error) ?? ""), `${how}: ${error}`);
      continue;
    }
    assert.fail(`accepted: ${how}`);
  }
  assert.ok(count >= atLeast, `only ${count} ways to damage it`);
  assert.equal(({} as Record<string, unknown>)["version"], undefined, "no prototype was reached");
}

// the richest state there is, and the smallest
const { saved } = await playSaved();
const rich = JSON.stringify(saved.at(-2));
const pending = JSON.stringify(saved.find(({ pendingTool }) => pendingTool?.effect === "write"));
const small = JSON.stringify(
  (await play([], { task: "t", maxSteps: 1, signal: AbortSignal.abort() })).result.checkpoint,
);

test("a checkpoint is taken as an object and as its text", () => {
  for (const text of [rich, pending, small]) {
    assert.deepEqual(parseAgentCheckpoint(text), parseAgentCheckpoint(JSON.parse(text)));
    assert.deepEqual(JSON.parse(JSON.stringify(parseAgentCheckpoint(text))), JSON.parse(text));
  }
});

test("what is parsed is frozen all the way down", () => {
  const walk = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    assert.ok(Object.isFrozen(value));
    for (const child of Object.values(value)) walk(child);
  };
  for (const part of Object.values(parseAgentCheckpoint(rich))) walk(part);
});

test("a checkpoint cut off anywhere is refused", () => {
  checkAllRefused(cut(small), 300);
  checkAllRefused(cut(rich), 1_000);
});

test("a checkpoint without one of its fields is refused", () => {
  checkAllRefused(withoutField(rich), 50);
  checkAllRefused(withoutField(pending), 40);
  checkAllRefused(withoutField(small), 15);
});

test("a checkpoint with a value of another type is refused", () => {
  checkAllRefused(withOtherTypes(rich), 400);
  checkAllRefused(withOtherTypes(pending), 300);
});

test("a checkpoint with counters lower than its history is refused", () => {
  checkAllRefused(withLowerCounters(rich), 4);
});

test("a checkpoint with ids exchanged or broken pairs is refused", () => {
  checkAllRefused(withBrokenPairs(rich), 12);
  checkAllRefused(withBrokenPairs(pending), 6);
});

test("a checkpoint with numbers that are too large is refused", () => {
  checkAllRefused(withHugeNumbers(rich), 20);
});

test("what is no checkpoint, names keys twice, reaches for a prototype or is of another version is refused", () => {
  checkAllRefused(withForeignThings(rich), 20);
});

test("the refusal names the place and none of the content", () => {
  const copy = editable(stored(JSON.parse(rich)));
  copy["task"] = "secret-token-1234";
  assert.throws(() => parseAgentCheckpoint(copy), (error: Error) => {
    assert.match(error.message, /history\[0\]/);
    assert.doesNotMatch(error.message, /secret/);
    return true;
  });
});

test("more than 256 MiB is refused before it is read", () => {
  const text = "x".repeat(MAX_CHECKPOINT_BYTES + 1);
  assert.throws(() => parseAgentCheckpoint(text), { code: "CHECKPOINT_TOO_LARGE" });
});

test("texts of any length are read, and a key that stands twice behind them is found", () => {
  const copy = editable(JSON.parse(small));
  for (const long of ["x".repeat(20_000_000), "\n".repeat(5_000_000), '\\"'.repeat(1_000_000)]) {
    const text = JSON.stringify({ ...copy, systemPrompt: long });
    assert.equal(parseAgentCheckpoint(text).systemPrompt, long);
    const twice = `${text.slice(0, -1)},"version":7}`;
    assert.throws(() => parseAgentCheckpoint(twice), { message: /names a key twice/ });
  }
});

test("a partial that has no note, or a note without its partial, is refused", () => {
  const without = editable(JSON.parse(rich));
  without["partials"] = [];
  const renamed = editable(JSON.parse(rich));
  (renamed["partials"] as { key: string }[])[0]!.key = "two";
  for (const copy of [without, renamed]) {
    assert.throws(() => parseAgentCheckpoint(copy), { code: "CHECKPOINT_INVALID", message: /partials/ });
  }
});

test("a pending or ambiguous call must be one whose outcome the history leaves open", () => {
  const other = editable(JSON.parse(pending));
  (other["pendingTool"] as { call: { name: string } }).call.name = "tab_list";
  const known = editable(JSON.parse(rich));
  const group = (known["history"] as { messages: { toolCalls?: unknown[] }[] }[])[2];
  known["ambiguousCalls"] = [group?.messages[0]?.toolCalls?.[0]];
  const twice = editable(JSON.parse(pending));
  const { call } = twice["pendingTool"] as { call: unknown };
  twice["ambiguousCalls"] = [call, call];
  const both = editable(JSON.parse(pending));
  both["ambiguousCalls"] = [call];
  for (const copy of [other, known, twice, both]) {
    assert.throws(() => parseAgentCheckpoint(copy), { code: "CHECKPOINT_INVALID" });
  }
});

test("a key that looks like a prototype in what a tool returned is kept as plain data", async () => {
  const strange = browserTools({
    tab_verify: {
      readOnly: true,
      handle: () => ({
        content: [],
        structuredContent: JSON.parse('{"__proto__":{"ok":1},"constructor":2}'),
      }),
    },
  });
  const { result } = await play([tools(verify())], { tools: strange });
  const text = JSON.stringify(result.checkpoint);
  assert.match(text, /"__proto__":\{"ok":1\}/);
  assert.equal(JSON.stringify(parseAgentCheckpoint(text)), text);
  assert.equal(({} as Record<string, unknown>)["ok"], undefined);
});

test("a compacted history is saved with what is known of omitted calls, and read again", async () => {
  const many = Array.from({ length: 12 }, () => tools(verify()));
  const { saved: states } = await playSaved(many, {
    maxSteps: 12,
    stallDetection: false,
    historyCompaction: { triggerBytes: 1, keepRecentGroups: 2 },
  });
  const last = states.at(-1);
  assert.ok(last?.omitted && last.omitted.calls.length > 3);
  for (const state of states) stored(state);
  const copy = editable(last);
  (copy["omitted"] as { calls: unknown[] }).calls.pop();
  assert.throws(() => parseAgentCheckpoint(copy), { message: /callSequence/ });
});
