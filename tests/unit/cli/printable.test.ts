import assert from "node:assert/strict";
import { test } from "node:test";
import { formatDuration, printable } from "../../../src/cli/printable.ts";

test("printable() takes out what could repaint a terminal or turn a line round", () => {
  assert.equal(printable("a\u001b[2Jb\r\nc\u0007"), "a [2Jb c");
  assert.equal(printable("pay\u202eevil\u2069 \u200bme\u{e0041}"), "pay evil me");
  assert.equal(printable("zwölf Æ 漢字 👍"), "zwölf Æ 漢字 👍");
});

test("printable() cuts by characters, not through them", () => {
  assert.equal(printable("👍👍👍👍", 3), "👍👍…");
  assert.equal(printable("abc", 3), "abc");
  assert.equal(printable("x".repeat(10_000), 5), "xxxx…");
});

test("formatDuration() is short", () => {
  assert.equal(formatDuration(0), "0.0 s");
  assert.equal(formatDuration(840), "0.8 s");
  assert.equal(formatDuration(9_949), "9.9 s");
  assert.equal(formatDuration(12_400), "12 s");
  assert.equal(formatDuration(185_000), "3 min 5 s");
});
