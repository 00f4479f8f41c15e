import assert from "node:assert/strict";
import { test } from "node:test";
import { parseUntrustedJson } from "../../../src/planners/parse_json.ts";

test("parseUntrustedJson() reads ordinary JSON", () => {
  assert.deepEqual(parseUntrustedJson('{"a":[1,"x\\"}",null]}'), {
    ok: true,
    value: { a: [1, 'x"}', null] },
  });
  assert.deepEqual(parseUntrustedJson("7"), { ok: true, value: 7 });
});

test("parseUntrustedJson() refuses what is not JSON", () => {
  for (const text of ["", "{", "undefined", "{'a':1}", "[1,]", "NaN", '"open']) {
    assert.deepEqual(parseUntrustedJson(text), { ok: false }, text);
  }
});

test("parseUntrustedJson() refuses a __proto__ key however it is spelled and wherever it stands", () => {
  for (const text of ['{"__proto__":{}}', '{"a":[{"b":{"__proto__":1}}]}', '{"\\u005f_proto__":1}']) {
    assert.deepEqual(parseUntrustedJson(text), { ok: false }, text);
  }
  assert.deepEqual(parseUntrustedJson('{"a":"__proto__","constructor":1}'), {
    ok: true,
    value: { a: "__proto__", constructor: 1 },
  });
});

test("parseUntrustedJson() refuses numbers that overflow", () => {
  assert.deepEqual(parseUntrustedJson('{"a":[1e999]}'), { ok: false });
  assert.deepEqual(parseUntrustedJson('{"a":-1e999}'), { ok: false });
});

test("parseUntrustedJson() counts depth and values outside strings only", () => {
  assert.equal(parseUntrustedJson("[[[1]]]", { maxDepth: 3 }).ok, true);
  assert.equal(parseUntrustedJson("[[[[1]]]]", { maxDepth: 3 }).ok, false);
  assert.equal(parseUntrustedJson('["[[[[[[",",,,,,,,"]', { maxDepth: 1, maxValues: 3 }).ok, true);
  assert.equal(parseUntrustedJson("[1,2,3]", { maxValues: 3 }).ok, false);
  assert.equal(parseUntrustedJson("[1,2]", { maxValues: 3 }).ok, true);
});
