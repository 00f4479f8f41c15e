import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { applyDiff } from "../../../../src/browser/diff/apply_diff.ts";
import { diffTree } from "../../../../src/browser/diff/diff_tree.ts";

/** Makes the diff, and asserts that it leads from the one tree to the other. */
function checkedDiff(before: readonly string[], after: readonly string[]): string[] {
  const diff = diffTree(before, after);
  assert.ok(diff !== undefined);
  assert.deepEqual(applyDiff(before, diff), after);
  return diff;
}

test("a diff says new, gone and changed lines with their place, and leaves the rest out", () => {
  const before = ["# Cart", "[e1 textbox: Name]", "Nothing yet", "[e2 button: Add]"];
  const after = ["# Cart", "[e1 textbox: Name = Ada]", "[e3 button: Pay]", "[e2 button: Add]"];
  assert.deepEqual(checkedDiff(before, after), [
    "@@ 2 after # Cart",
    "~[e1 textbox: Name = Ada]",
    "+[e3 button: Pay]",
    "-Nothing yet",
  ]);
  assert.deepEqual(checkedDiff(before, before), ["(no change)"]);
});

test("a button that shows in one of many rows is told with its row", () => {
  const rows = ["list: Tasks", " - Buy milk", " - Call Ada", " - Fix bike"];
  assert.deepEqual(checkedDiff(rows, rows.toSpliced(3, 0, " [e18 button: ×]")), [
    "@@ 4 in list: Tasks after - Call Ada",
    "+ [e18 button: ×]",
  ]);
  assert.deepEqual(checkedDiff(rows, rows.with(2, " - Call Ada [e18 button: ×]")), [
    "@@ 3 in list: Tasks",
    "~ - Call Ada [e18 button: ×]",
  ]);
});

test("a subtree that moved is told as moved, also when it stands deeper or less deep now", () => {
  const card = ["group: Card", " [e1 button: Open]", " Due today"];
  const deeper = card.map((line) => ` ${line}`);
  assert.deepEqual(
    checkedDiff([...card, "# Done", "Empty", "a", "b"], ["# Done", "Empty", "a", "b", ...card]),
    [
      "@@ 8 after b",
      ">1,3 group: Card",
    ],
  );
  assert.deepEqual(checkedDiff(["# Todo", ...card], ["# Todo", "region: Lane", ...deeper]), [
    "@@ 2 after # Todo",
    "+region: Lane",
    ">2,3  group: Card",
  ]);
  assert.deepEqual(checkedDiff(["# Todo", "region: Lane", ...deeper], ["# Todo", ...card]), [
    "@@ 2 after # Todo",
    "-region: Lane",
    ">3,3 group: Card",
  ]);
});

test("what is gone is told by its outermost lines, the rest by its number", () => {
  const dialog = ["dialog: Cookies", " We use cookies.", " [e8 button: Accept]"];
  assert.deepEqual(checkedDiff(["# A", ...dialog, "z"], ["# A", "z"]), [
    "@@ 2 after # A",
    "-dialog: Cookies",
    "…2",
  ]);
});

test("two trees with next to nothing in common have no diff; a foreign diff is refused", () => {
  const many = (word: string): string[] => Array.from({ length: 3000 }, (_, index) => `${word} ${index}`);
  assert.equal(diffTree(many("old"), many("new")), undefined);
  for (const diff of [["@@ 9", "-x"], ["x"], ["@@ x", "+y"], ["@@ 1", ">5 y"], ["@@ 1", "…7"]]) {
    assert.throws(() => applyDiff(["a"], diff), RangeError, diff.join());
  }
});

// Few texts, so that equal lines, lines that look like marks of a diff, and refs on several lines are common.
const TEXTS = [
  ...["\tx", "\u00a0x"],
  ...["", "x", "Remove", "Remove me", "- Call Ada", "@@ 2 in x", "+y", "…3", ">1,2 x", "~z", "(no change)"],
  ...["[e1 button: ×]", "[e1 button pressed: ×]", "[e2 link: A] [e1 link: B]", "[f1e3 textbox: N = 1]"],
];
const line = fc.tuple(fc.nat(3), fc.oneof(fc.constantFrom(...TEXTS), fc.string({ unit: "grapheme" })))
  .map(([depth, text]) => " ".repeat(depth) + text);
const tree = fc.array(line, { maxLength: 30 });
const edit = fc.record({
  kind: fc.constantFrom("insert", "remove", "replace", "move", "indent"),
  at: fc.nat(40),
  count: fc.integer({ min: 1, max: 6 }),
  to: fc.nat(40),
  lines: fc.array(line, { maxLength: 4 }),
});

test("a diff applied to its baseline is the new tree, whatever the two are", () => {
  fc.assert(
    fc.property(tree, fc.array(edit, { maxLength: 6 }), (before, edits) => {
      let after = [...before];
      for (const { kind, at, count, to, lines } of edits) {
        const taken = after.slice(at, at + count);
        if (kind === "insert") after.splice(at, 0, ...lines);
        else if (kind === "remove") after.splice(at, count);
        else if (kind === "replace") after.splice(at, count, ...lines);
        else if (kind === "indent") after.splice(at, count, ...taken.map((text) => `  ${text}`));
        else {
          after.splice(at, count);
          after = after.toSpliced(to, 0, ...taken);
        }
      }
      checkedDiff(before, after);
    }),
    { numRuns: 2000 },
  );
  fc.assert(fc.property(tree, tree, (before, after) => void checkedDiff(before, after)), { numRuns: 500 });
});
