import assert from "node:assert/strict";
import { test } from "node:test";
import { diffLines } from "../../../src/browser/line_diff.ts";

test("diffLines() marks new, gone and changed lines, and leaves the rest out", () => {
  const before = ["# Cart", "[e1 textbox: Name]", "Nothing yet", "[e2 button: Add]"];
  const after = ["# Cart", "[e1 textbox: Name = Ada]", "[e3 button: Pay]", "[e2 button: Add]"];
  assert.deepEqual(diffLines(before, after), [
    "-Nothing yet",
    "~[e1 textbox: Name = Ada]",
    "+[e3 button: Pay]",
  ]);
  assert.deepEqual(diffLines(before, before), []);
});

test("diffLines() says a control that only moved once", () => {
  const lines = diffLines(["[e1 link: A]", "x"], ["x", "[e1 link: A]"]) ?? [];
  assert.equal(lines.filter((line) => line.includes("e1")).length, 1);
});

test("diffLines() gives up on two observations with next to nothing in common", () => {
  const many = (word: string): string[] => Array.from({ length: 3000 }, (_, index) => `${word} ${index}`);
  assert.equal(diffLines(many("old"), many("new")), undefined);
});
