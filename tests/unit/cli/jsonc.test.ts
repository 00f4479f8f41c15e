import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { parseJsonc } from "../../../src/cli/jsonc_file.ts";
import { errorCode } from "../../../src/contracts/errors.ts";

function refused(text: string, pattern: RegExp): void {
  assert.throws(() => parseJsonc(text, "--accept: a.json"), (error) => {
    assert.equal(errorCode(error), "USAGE");
    const { message } = error as Error;
    assert.match(message, pattern);
    assert.match(message, /^--accept: a\.json /);
    assert.doesNotMatch(message, /\n/);
    return true;
  });
}

test("parseJsonc() takes comments and trailing commas", () => {
  const text = '// what must hold\n[{ "url": "https://a.test/", /* later: more */ "n": [1, 2,], }]\n';
  assert.equal(JSON.stringify(parseJsonc(text, "x")), '[{"url":"https://a.test/","n":[1,2]}]');
});

test("parseJsonc() reads whatever JSON says", () => {
  fc.assert(fc.property(fc.jsonValue(), fc.constantFrom(undefined, 2), (value, indent) => {
    const text = JSON.stringify(value, undefined, indent);
    assert.equal(
      JSON.stringify(parseJsonc(text, "x")),
      JSON.stringify(value),
    );
  }));
});

test("parseJsonc() refuses any other text in one sentence, with its place", () => {
  refused("", /does not hold valid JSON: value expected at line 1, column 1$/);
  refused("  // nothing\n", /value expected/);
  refused('[{"a": 1},\n {"b" 2}]', /colon expected at line 2, column 7$/);
  refused("[1] [2]", /end of file expected at line 1, column 5$/);
  refused("{'a': 1}", /invalid symbol at line 1, column 2$/);
  fc.assert(fc.property(fc.string(), (text) => {
    try {
      parseJsonc(text, "x");
    } catch (error) {
      assert.equal(errorCode(error), "USAGE");
    }
  }));
});

test("parseJsonc() refuses a key that stands twice, and nesting without end", () => {
  refused('[{"a": 1,\n  "b": {"c": 1, "c": 2}}]', /has the key "c" twice at line 2, column 17$/);
  refused("[".repeat(60_000), /nested too deeply/);
});

test("parseJsonc() gives objects without prototype, so that no key reaches one", () => {
  const value = parseJsonc('{"__proto__": {"url": "https://a.test/"}, "constructor": 1}', "x") as object;
  assert.equal(Object.getPrototypeOf(value), null);
  assert.deepEqual(Object.keys(value), ["__proto__", "constructor"]);
  assert.equal(({} as Record<string, unknown>)["url"], undefined);
});
