import fc from "fast-check";
import assert from "node:assert/strict";
import { test } from "node:test";
import { cleanErrorText, cleanResult } from "../../../src/mcp/hygiene.ts";

test("cleanErrorText() cuts web addresses and keeps the sentence around them", () => {
  assert.equal(
    cleanErrorText(
      'Cannot load "https://a.example/x?y=1" (see http://b.example), then WSS://c.example/d.',
      [],
    ),
    'Cannot load "[url]" (see [url]), then [url]',
  );
});

test("cleanErrorText() cuts driver logs and colour codes", () => {
  assert.equal(cleanErrorText("\u001b[31mNo\u001b[0m way\nCall log:\n  - typed x", []), "No way");
  assert.equal(cleanErrorText("No way\n=========== logs ===========\nnavigating", []), "No way");
});

test("cleanErrorText() masks a value in every form a message may have it in", () => {
  const value = 'line one\n"two"  \\ $&.*';
  for (const form of [value, JSON.stringify(value), value.replace(/\s+/g, " ")]) {
    assert.doesNotMatch(cleanErrorText(`typed ${form} into e1`, [value]), /two/);
  }
});

test("cleanErrorText() masks the longer of two values that overlap as a whole", () => {
  assert.equal(cleanErrorText("typed secret-word", ["secret", "secret-word"]), "typed [value]");
  assert.equal(cleanErrorText("typed secret", ["value", "secret"]), "typed [value]");
});

test("cleanErrorText() masks a short value only where it is quoted alone, and leaves the sentence readable", () => {
  const message = 'action 1 of 3: e12 has no option "12"; it has: "a 12", 123 or \'no\'. Give a number';
  assert.equal(
    cleanErrorText(message, ["a", "1", "12", "no", "e12", " ", ""]),
    'action 1 of 3: e12 has no option "[value]"; it has: "a 12", 123 or \'[value]\'. Give a number',
  );
});

test("cleanErrorText() masks an address that was typed as a value", () => {
  assert.equal(
    cleanErrorText("typed https://me.example/ here", ["https://me.example/"]),
    "typed [value] here",
  );
});

test("cleanErrorText() never lets a value of four characters or more through, and stays short", () => {
  const values = fc.array(
    fc.string({ minLength: 4, maxLength: 20 }).filter((text) => text.trim().length >= 4),
  );
  fc.assert(fc.property(values, fc.string(), (list, text) => {
    const cleaned = cleanErrorText(list.join(text), list);
    const own = "[value][url]";
    for (const value of list) {
      if (!own.includes(value.trim())) {
        assert(!cleaned.includes(value), `${JSON.stringify(value)} in ${cleaned}`);
      }
    }
  }));
  assert.equal(cleanErrorText("x".repeat(5000), []).length, 2000);
});

test("cleanResult() cleans errors and hints at any depth and copies the rest", () => {
  const error = { code: "ACTION_FAILED", message: "typed hunter2", extra: 1 };
  const given = {
    list: [{ error, hint: "is hunter2", actual: "hunter2" }],
    snapshot_error: error,
    failed: null,
    hint: 3,
  };
  assert.deepEqual(cleanResult(given, ["hunter2"]), {
    list: [{ error: { ...error, message: "typed [value]" }, hint: "is [value]", actual: "hunter2" }],
    snapshot_error: { ...error, message: "typed [value]" },
    failed: null,
    hint: 3,
  });
  assert.equal(error.message, "typed hunter2");
});
