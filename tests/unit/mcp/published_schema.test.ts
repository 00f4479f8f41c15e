import { Ajv } from "ajv";
import fc from "fast-check";
import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { toPublishedSchema } from "../../../src/mcp/published_schema.ts";
import { boundedString, noted, toReferenceSchema } from "../../../src/mcp/schema.ts";
import { ALL_TOOLS } from "../../../src/mcp/tools/all.ts";
import { argumentsNear } from "./arbitrary_arguments.ts";
import { asPublished } from "./argument_forms.ts";

const ajv = new Ajv({ strict: false });

test("toPublishedSchema() accepts whatever the parser accepts, in the types that it asks for", () => {
  for (const tool of ALL_TOOLS) {
    const schema = toPublishedSchema(tool.input);
    const published = ajv.compile(schema);
    fc.assert(
      fc.property(argumentsNear(tool.name), (given) => {
        if (tool.input.safeParse(given).success) {
          assert(
            published(asPublished(schema, given)),
            `${tool.name} ${JSON.stringify(given)} ${JSON.stringify(published.errors)}`,
          );
        }
      }),
      { numRuns: 300 },
    );
  }
});

test("toReferenceSchema() accepts exactly what the parser accepts", () => {
  for (const tool of ALL_TOOLS) {
    const exact = ajv.compile(toReferenceSchema(tool.input));
    let accepted = 0;
    fc.assert(
      fc.property(argumentsNear(tool.name), (given) => {
        const { success } = tool.input.safeParse(given);
        if (success) accepted += 1;
        assert.equal(
          exact(given),
          success,
          `${tool.name} ${JSON.stringify(given)} ${JSON.stringify(exact.errors)}`,
        );
      }),
      { numRuns: 300 },
    );
    assert(accepted > 0, `${tool.name}: no arguments were accepted, so nothing was compared`);
  }
});

test("toPublishedSchema() turns a union into one object that says in words what belongs to what", () => {
  const input = z.strictObject({
    step: z.discriminatedUnion("type", [
      z.strictObject({ type: z.enum(["a", "b"]), size: z.int(), name: boundedString(1, 9).exactOptional() }),
      z.strictObject({ type: z.literal("c"), size: z.string() }),
    ]),
  });
  assert.deepEqual(toPublishedSchema(input), {
    type: "object",
    properties: {
      step: {
        type: "object",
        properties: {
          type: { type: "string", enum: ["a", "b", "c"], description: "a|b {size,name?}, c {size}" },
          size: { type: "string" },
          name: { type: "string" },
        },
        required: ["type"],
        additionalProperties: false,
      },
    },
    required: ["step"],
    additionalProperties: false,
  });
});

test("toPublishedSchema() keeps descriptions and leaves out notes, defaults and string lengths", () => {
  const input = z.strictObject({
    depth: noted(z.int().min(1).max(3), { note: "For people", description: "For models", default: 2 }),
    default: boundedString(0, 4),
  });
  assert.deepEqual(toPublishedSchema(input), {
    type: "object",
    properties: {
      depth: { type: "integer", minimum: 1, maximum: 3, description: "For models" },
      default: { type: "string" },
    },
    required: ["depth", "default"],
    additionalProperties: false,
  });
});

test("toPublishedSchema() refuses a union that nothing tells apart", () => {
  const json = { type: "object", properties: {}, required: [] };
  const schema = z.object({});
  schema._zod.toJSONSchema = () => ({ oneOf: [json, json] });
  assert.throws(() => toPublishedSchema(schema), /no property tells apart/);
});

test("boundedString() counts characters, not UTF-16 units", () => {
  const schema = boundedString(2, 3);
  const verdicts = [
    "",
    "a",
    "ab",
    "abc",
    "abcd",
    "😀",
    "😀😀",
    "😀😀😀",
    "😀😀😀😀",
    "\ud800\ud800",
    "a".repeat(7),
  ]
    .map((text) => schema.safeParse(text).success);
  assert.deepEqual(verdicts, [false, false, true, true, false, false, true, true, false, true, false]);
});
