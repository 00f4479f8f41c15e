import assert from "node:assert/strict";
import { test } from "node:test";
import { hasTest, namedTests, titlesOf } from "../../../scripts/check_invariants.ts";

const SOURCE = `
test("a run succeeds", () => {});
test(
  \`finish with \${name} does not succeed\`, async () => {});
const cases = [["an invented id", 1], ["no evidence", 2]];
test('it\\'s "done"', () => {});
`;

test("titlesOf() finds every form of a title", () => {
  assert.deepEqual(titlesOf(SOURCE), ["a run succeeds", "finish with … does not succeed", `it's "done"`]);
});

test("hasTest() takes beginnings, gaps and what a title is put together from, and nothing else", () => {
  for (
    const title of [
      "a run succeeds",
      "a run …",
      "finish with … does not succeed",
      "finish with …",
      "finish with an invented id",
      "no evidence …",
      "finish with an invented id does not …",
      "all",
    ]
  ) assert.equal(hasTest(SOURCE, title), true, title);
  for (const title of ["a run fails", "a run … fails", "finish with a lie", "finishing", "verify …"]) {
    assert.equal(hasTest(SOURCE, title), false, title);
  }
  assert.equal(hasTest("", "all"), false);
});

test("namedTests() reads files, their tests, and leaves documents out", () => {
  assert.deepEqual(namedTests("limits: one …; two; agent/save: three; docs/a.md; `deno task x`; cli/crash"), [
    { file: "limits", title: "one …" },
    { file: "limits", title: "two" },
    { file: "agent/save", title: "three" },
    { file: "cli/crash", title: "all" },
  ]);
  assert.deepEqual(namedTests("secrets: a …; codex: b", (name) => name === "secrets"), [
    { file: "secrets", title: "a …" },
    { file: "secrets", title: "codex: b" },
  ]);
});
