import fc from "fast-check";
import assert from "node:assert/strict";
import { test } from "node:test";
import { toBoundedJson } from "../../../src/mcp/reply_limit.ts";

test("toBoundedJson() leaves a reply that fits as it is", () => {
  const body = { ok: true, tree: "x".repeat(500) };
  assert.equal(toBoundedJson(body, 1000), JSON.stringify({ ok: true, tree: "x".repeat(500) }));
});

test("toBoundedJson() shortens the largest part first and marks the object around it", () => {
  const body = { ok: true, title: "t".repeat(150), snapshot: { tree: "x".repeat(5000), truncated: false } };
  const cut = JSON.parse(toBoundedJson(body, 2000));
  assert.equal(cut.title, "t".repeat(150));
  assert.equal(cut.snapshot.truncated, true);
  assert.match(cut.snapshot.tree, /^x+…$/);
  assert.equal("truncated" in cut, false);
});

test("toBoundedJson() never drops an entry that answers one of the request", () => {
  const checks = Array.from({ length: 20 }, (_, index) => ({ index, pass: true, actual: "a".repeat(4000) }));
  const cut = JSON.parse(toBoundedJson({ ok: true, checks }, 10_000));
  assert.deepEqual(cut.checks.map(({ index }: { index: number }) => index), [...Array(20).keys()]);
  assert.equal(cut.checks[0].pass, true);
});

test("toBoundedJson() ends, and fits unless nothing is left to shorten", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), fc.integer({ min: 300, max: 2000 }), (value, maxChars) => {
      const body = { ok: true, rows: Array.from({ length: 200 }, () => value), text: "x".repeat(4000) };
      const text = toBoundedJson(body, maxChars);
      const cut = JSON.parse(text);
      assert.equal(cut.ok, true);
      if (text.length > maxChars) assert(cut.rows.length === 1 && cut.text.length <= 101);
    }),
  );
});
