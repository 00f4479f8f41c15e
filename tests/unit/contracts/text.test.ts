import fc from "fast-check";
import assert from "node:assert/strict";
import { test } from "node:test";
import { cutText, sliceText, toWellFormedData, toWellFormedText } from "../../../src/contracts/text.ts";

/** Strings in which everything that breaks readers is frequent. */
const hard = fc.array(
  fc.oneof(
    fc.constantFrom(
      "\ud83d",
      "\ude00",
      "\u0000",
      "\u0007",
      "\u001b",
      "\u0085",
      "\u2028",
      "\u2029",
      "\t",
      "\n",
    ),
    fc.constantFrom("👩‍👩‍👧‍👦", "🇩🇪", "e\u0301", "\u202e", "é", "漢", "👍🏽", "\r\n"),
    fc.string({ maxLength: 3 }),
  ),
  { maxLength: 40 },
).map((parts) => parts.join(""));

// deno-lint-ignore no-control-regex
const UNFIT = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028\u2029]/;

test("whatever a text holds, it comes out well-formed, and once more changes nothing", () => {
  fc.assert(fc.property(hard, (text) => {
    const fit = toWellFormedText(text);
    assert(fit.isWellFormed());
    assert.doesNotMatch(fit, UNFIT);
    assert.equal(toWellFormedText(fit), fit);
    assert.equal(fit.length, text.length, "nothing is lost without a sign");
  }));
});

test("data comes out well-formed in values and keys at any depth, and the same when it was so", () => {
  const data = fc.jsonValue({ noUnicodeString: false }).chain((plain) =>
    fc.tuple(fc.constant(plain), fc.dictionary(hard, fc.oneof(hard, fc.array(hard))))
  );
  fc.assert(fc.property(data, ([plain, hostile]) => {
    const fit = toWellFormedData({ plain, deep: [[hostile]] });
    const texts: string[] = [];
    JSON.stringify(fit, (key, value) => {
      texts.push(key);
      if (typeof value === "string") texts.push(value);
      return value;
    });
    for (const text of texts) assert(text.isWellFormed() && !UNFIT.test(text), JSON.stringify(text));
    assert.deepEqual(toWellFormedData(fit), fit);
  }));
});

test("a cut never splits a character as a person sees it", () => {
  const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });
  fc.assert(fc.property(hard.map((text) => text.toWellFormed()), fc.nat(60), (text, max) => {
    const cut = sliceText(text, max);
    assert(cut.length <= max || text.length <= max);
    assert(text.startsWith(cut));
    const starts = new Set([...segmenter.segment(text)].map(({ index }) => index).concat(text.length));
    assert(starts.has(cut.length), JSON.stringify([text, max, cut]));
  }));
});

test("a character that is longer than any real one is cut between code points", () => {
  const tower = `a${"\u0301".repeat(500)}${"😀".repeat(3)}`;
  assert.equal(sliceText(tower, 400).length, 400);
  assert(sliceText(`a${"\u{1d167}".repeat(500)}`, 401).isWellFormed());
});

test("the mark counts as part of the cut text", () => {
  assert.equal(cutText("abcdef", 4), "abc…");
  assert.equal(cutText("abcd", 4), "abcd");
  assert.equal(cutText("ab👩‍👩‍👧‍👦", 6), "ab…");
});
