import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { foldRecord, type SavedState, toDelta, toSnapshot } from "../../../../src/cli/checkpoint/delta.ts";
import { applyPatch, diffJson } from "../../../../src/cli/checkpoint/json_patch.ts";
import { playSaved } from "../../agent/checkpoint/support.ts";
import { tools, verify } from "../../agent/support.ts";

const json = (value: unknown): unknown => value === undefined ? undefined : JSON.parse(JSON.stringify(value));
const workspace = { version: 1, popupPolicy: "stay", policyHashes: {}, sessions: [] } as const;

test("a patch leads from one value to the other, through JSON too, and changes neither", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (before, after) => {
      const [was, is] = [JSON.stringify(before), JSON.stringify(after)];
      const patch = diffJson(json(before), json(after));
      assert.equal(patch === undefined, diffJson(json(after), json(before)) === undefined);
      const reached = patch === undefined ? json(before) : applyPatch(json(before), json(patch));
      assert.deepEqual(reached, json(after));
      assert.deepEqual([JSON.stringify(before), JSON.stringify(after)], [was, is]);
    }),
    { numRuns: 300 },
  );
});

test("a patch says only what changed", () => {
  const before = { a: 1, list: [1, { deep: "x".repeat(1_000) }, 3], gone: true };
  const after = { a: 1, list: [1, { deep: "x".repeat(1_000) }, 4], added: 2 };
  assert.deepEqual(diffJson(before, after), {
    in: { list: { in: { "2": { to: 4 } } }, added: { to: 2 } },
    gone: ["gone"],
  });
});

test("the records of a run lead to each of its states, compaction included", async () => {
  const many = Array.from({ length: 14 }, () => tools(verify()));
  for (const historyCompaction of [false, { triggerBytes: 1_500, keepRecentGroups: 2 }] as const) {
    const { saved } = await playSaved(many, { maxSteps: 14, stallDetection: false, historyCompaction });
    let before: SavedState | undefined;
    let folded: ReturnType<typeof foldRecord> | undefined;
    for (const checkpoint of saved) {
      const state = { checkpoint, workspace };
      const record = before === undefined ? toSnapshot(state) : toDelta(before, state);
      folded = foldRecord(folded, json(record));
      assert.deepEqual(folded, json(state), checkpoint.phase);
      before = state;
    }
  }
});

test("a record of a long run is as small as what changed", async () => {
  const many = Array.from({ length: 40 }, () => tools(verify()));
  const { saved } = await playSaved(many, { maxSteps: 40, stallDetection: false });
  const [before, after] = saved.slice(-3);
  assert.ok(before && after);
  const record = JSON.stringify(toDelta({ checkpoint: before, workspace }, { checkpoint: after, workspace }));
  assert.ok(record.length < JSON.stringify(after).length / 10, `${record.length}`);
});

const BASE = { checkpoint: { history: [1, 2, 3], counters: {} }, workspace: {} };

for (
  const [name, record] of [
    ["no kind", {}],
    ["another kind", { kind: "other", set: {} }],
    ["no fields", { kind: "delta" }],
    ["a range behind the end", { kind: "delta", set: {}, lists: { history: [[0, 4]] } }],
    ["an entry taken twice", { kind: "delta", set: {}, lists: { history: [[0, 3], [0, 3]] } }],
    ["ranges out of order", { kind: "delta", set: {}, lists: { history: [[1, 2], [0, 1]] } }],
    ["an empty range", { kind: "delta", set: {}, lists: { history: [[1, 1]] } }],
    ["half a range", { kind: "delta", set: {}, lists: { history: [[0.5, 2]] } }],
    ["a list that is none", { kind: "delta", set: {}, lists: { counters: [[0, 1]] } }],
    ["a patch that does not fit", { kind: "delta", set: {}, workspace: { in: { a: { in: {} } } } }],
    ["a patch that is none", { kind: "delta", set: {}, workspace: 7 }],
  ] as const
) {
  test(`a record with ${name} is refused`, () => {
    assert.throws(() => foldRecord(BASE, record), { code: "CHECKPOINT_DAMAGED" });
  });
}

test("a record without a state before it is refused, and no key reaches a prototype", () => {
  assert.throws(() => foldRecord(undefined, { kind: "delta", set: {} }), { code: "CHECKPOINT_DAMAGED" });
  const record = JSON.parse(
    '{"kind":"delta","set":{"__proto__":{"polluted":1}},"workspace":{"in":{"__proto__":{"to":1}}}}',
  );
  foldRecord(BASE, record);
  assert.equal(({} as Record<string, unknown>)["polluted"], undefined);
});
