import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { linearPattern } from "../../../src/json_schema/linear_pattern.ts";

const SAME = [
  "^\\d{3}-[A-Z]+$",
  "^\\s*$",
  "^\\S+$",
  "^[\\s]+$",
  "^[^\\s]+$",
  "^[\\S]+$",
  "^[\\s\\S]*$",
  "^.$",
  "^[.]$",
  "\\.",
  "[\\]\\[]",
  "[[]",
  "\\u0041",
  "[\\u0041-\\u0043]",
  "\\u{1F600}",
  "^\\uD83D\\uDE00$",
  "\\x41\\cJ",
  "\\cJ",
  "\\0",
  "[\\b]",
  "\\bA\\b",
  "(?<year>\\d+)",
  "(?:a|b)*?c",
  "^\\p{L}+$",
  "[\\p{Lu}\\d]",
  "a\\/b",
  "^$",
  "a$",
  "\\v|\\f",
];
const TEXTS = [
  "",
  " ",
  "\n",
  "\r",
  "\v",
  "\f",
  "\b",
  "\0",
  "\u00a0",
  "\u2028",
  "\u3000",
  "\ufeff",
  "A",
  "A\n",
  "ABC",
  "a",
  "a/b",
  "c",
  ".",
  "[",
  "]",
  "123-ABC",
  "2024",
  "ñandú",
  "É",
  "😀",
  "A\u00a0B",
  "\ud83d",
];

test("linearPattern() matches what the language itself matches", () => {
  for (const pattern of SAME) {
    const linear = linearPattern(pattern);
    assert.ok(linear !== undefined, pattern);
    const native = new RegExp(pattern, "u");
    for (const text of TEXTS) {
      assert.equal(linear.test(text), native.test(text), `${pattern} on ${JSON.stringify(text)}`);
    }
  }
});

test("linearPattern() never differs from the language, whatever is put together", () => {
  const piece = fc.constantFrom(
    ...SAME,
    ..."[]()^$.*+?|-:{}\\",
    "a",
    "\n",
    "[^",
    "(?:",
    "(?i:",
    "[:",
    "&&",
    "--",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 4 }), fc.constantFrom(...TEXTS), (pieces, text) => {
      const pattern = pieces.join("");
      let native: RegExp;
      try {
        native = new RegExp(pattern, "u");
      } catch {
        return;
      }
      const linear = linearPattern(pattern);
      if (linear !== undefined) assert.equal(linear.test(text), native.test(text), pattern);
    }),
    { numRuns: 2_000 },
  );
});

test("linearPattern() has no form for what needs to go back", () => {
  for (const pattern of ["(?=a)", "(?!a)", "(?<=a)b", "(a)\\1", "(?<n>a)\\k<n>", "a{1001}", "[]", "[^]"]) {
    assert.equal(linearPattern(pattern), undefined, pattern);
  }
});

test("linearPattern() takes time that grows with the text alone", () => {
  const started = performance.now();
  assert.equal(linearPattern("^(a+)+$")?.test(`${"a".repeat(100_000)}!`), false);
  assert.ok(performance.now() - started < 5_000);
});
