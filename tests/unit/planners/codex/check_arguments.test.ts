import assert from "node:assert/strict";
import { test } from "node:test";
import { errorCode } from "../../../../src/contracts/errors.ts";
import { fitsSchema } from "../../../../src/planners/codex/check_arguments.ts";

test("fitsSchema() checks types, formats and closed objects", async () => {
  const schema = {
    $schema: "http://json-schema.org/draft-07/schema#",
    type: "object",
    properties: { url: { type: "string", format: "uri" } },
    required: ["url"],
    additionalProperties: false,
  };
  assert.equal(await fitsSchema(schema, { url: "https://shop.example/" }), true);
  for (const value of [{}, { url: 7 }, { url: "no address" }, { url: "https://shop.example/", more: 1 }]) {
    assert.equal(await fitsSchema(schema, value), false, JSON.stringify(value));
  }
});

test("fitsSchema() uses what a newer dialect shares with draft-07", async () => {
  const schema = {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    properties: { item: { $ref: "#/$defs/item" } },
    $defs: { item: { type: "string", minLength: 2 } },
  };
  assert.equal(await fitsSchema(schema, { item: "ab" }), true);
  assert.equal(await fitsSchema(schema, { item: "a" }), false);
});

test("fitsSchema() refuses a schema that does not compile", async () => {
  await assert.rejects(
    () => fitsSchema({ type: "object", properties: { a: { $ref: "#/nowhere" } } }, { a: 1 }),
    (error) => errorCode(error) === "PLANNER_FAILED",
  );
});
