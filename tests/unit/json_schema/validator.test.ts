import assert from "node:assert/strict";
import { test } from "node:test";
import { compileValidator, SchemaTooCostly } from "../../../src/json_schema/validator.ts";

/** Each definition asks for the next one twice, so that the work doubles with each. */
const DOUBLING = {
  $ref: "#/definitions/a0",
  definitions: {
    ...Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => {
        const next = { $ref: `#/definitions/a${index + 1}` };
        return [`a${index}`, { anyOf: [next, next] }];
      }),
    ),
    a40: { type: "null" },
  },
};
/** Doubles with each level of the data. */
const DOUBLING_BELOW = {
  anyOf: [{ properties: { a: { $ref: "#" } }, required: ["b"] }, {
    properties: { a: { $ref: "#" } },
    required: ["b"],
  }],
};

function nested(levels: number): unknown {
  return levels === 0 ? {} : { a: nested(levels - 1) };
}

test("compileValidator() gives up on work without end, and stays usable", () => {
  for (const [schema, data] of [[DOUBLING, 7], [DOUBLING_BELOW, nested(50)], [{ $ref: "#" }, 7]] as const) {
    const validate = compileValidator(schema, { patterns: "linear" });
    assert.throws(() => validate(data), SchemaTooCostly);
    assert.throws(() => validate(data), SchemaTooCostly);
  }
  const validate = compileValidator(DOUBLING_BELOW, { patterns: "linear" });
  assert.throws(() => validate(nested(50)), SchemaTooCostly);
  assert.deepEqual(validate({ a: { b: 1 }, b: 1 }), []);
});

test("compileValidator() checks large data against an ordinary schema", () => {
  const validate = compileValidator({
    type: "array",
    items: { type: "object", properties: { a: { type: "string", pattern: "^x" }, b: { type: "integer" } } },
  }, { patterns: "linear" });
  const rows: unknown[] = Array.from({ length: 50_000 }, () => ({ a: "x", b: 1 }));
  assert.deepEqual(validate(rows), []);
  assert.equal(validate([...rows, { b: "one" }])[0]?.instancePath, "/50000/b");
});

test("compileValidator() matches patterns in linear time, those of property names too", () => {
  const long = `${"a".repeat(40)}!`;
  for (
    const [schema, data] of [
      [{ pattern: "^(a+)+$" }, long],
      [{ propertyNames: { pattern: "^(a+)+$" } }, { [long]: 1 }],
      [{ patternProperties: { "^(a+)+$": true }, additionalProperties: false }, { [long]: 1 }],
    ] as const
  ) {
    for (const patterns of ["linear", "any"] as const) {
      assert.equal(compileValidator(schema, { patterns })(data).length > 0, true);
    }
  }
});

test("compileValidator() takes lookaround only from those who are trusted with it", () => {
  const schema = { type: "string", pattern: "^(?!x)" };
  assert.throws(() => compileValidator(schema, { patterns: "linear" }), /lookaround/);
  const validate = compileValidator(schema, { patterns: "any" });
  assert.deepEqual([validate("x").length, validate("y").length], [1, 0]);
});

test("compileValidator() leaves the schema and its data keywords as they are", () => {
  const schema = Object.freeze({
    properties: { a: { enum: [{ b: { c: 1 } }] }, d: { const: { e: [{}] } }, f: {}, g: true },
    additionalProperties: false,
  });
  const before = JSON.stringify(schema);
  const validate = compileValidator(schema, { patterns: "linear" });
  assert.deepEqual(validate({ a: { b: { c: 1 } }, d: { e: [{}] }, f: 1, g: 2 }), []);
  assert.equal(validate({ a: { b: { c: 1, more: true } } }).length, 1);
  assert.equal(JSON.stringify(schema), before);
});

test("distinct items are told apart in time that grows with their number", () => {
  const validate = compileValidator({ type: "array", uniqueItems: true }, { patterns: "linear" });
  const items = Array.from({ length: 60_000 }, (_, index) => ({ index }));
  const startedAt = performance.now();
  assert.deepEqual(validate(items), []);
  assert.ok(performance.now() - startedAt < 5_000, "comparing each with each takes minutes");
  assert.deepEqual(validate([{ a: 1, b: [2] }, { a: 1, b: [3] }, 1, "1", true, null, [], {}, ""]), []);
  assert.match(validate([{ a: 1, b: 2 }, { b: 2, a: 1 }])[0]?.message ?? "", /duplicate items/);
  assert.equal(validate([0, -0]).length, 1);
  assert.deepEqual(compileValidator({ uniqueItems: false }, { patterns: "linear" })([1, 1]), []);
});
