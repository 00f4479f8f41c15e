import assert from "node:assert/strict";
import { test } from "node:test";
import { Ajv } from "ajv";
import { embedSchema } from "../../../src/json_schema/embed_schema.ts";

const TREE = {
  $schema: "http://json-schema.org/draft-07/schema#",
  $id: "https://shop.example/tree",
  type: "object",
  properties: {
    $ref: { type: "string" },
    root: { $ref: "#/definitions/node" },
    again: { $ref: "https://shop.example/tree#/definitions/node" },
    fixed: { const: { $ref: "#/definitions/node" } },
  },
  definitions: {
    node: {
      type: "object",
      properties: {
        name: { type: "string" },
        children: { type: "array", items: { $ref: "#/definitions/node" } },
      },
      required: ["name"],
    },
  },
};

test("embedSchema() keeps references valid below another root", () => {
  const embedded = embedSchema(TREE, "#/properties/data");
  const validate = new Ajv().compile({ type: "object", properties: { data: embedded }, required: ["data"] });
  assert.equal(validate({ data: { $ref: "x", root: { name: "a", children: [{ name: "b" }] } } }), true);
  assert.equal(validate({ data: { root: { name: "a", children: [{ name: 7 }] } } }), false);
  assert.equal(validate({ data: { again: { children: [] } } }), false);
  assert.equal(validate({ data: { fixed: { $ref: "#/definitions/node" } } }), true);
});

test("embedSchema() moves a reference to the whole document and leaves nested documents alone", () => {
  const nested = { $id: "https://shop.example/nested", properties: { a: { $ref: "#/definitions/b" } } };
  assert.deepEqual(embedSchema({ properties: { self: { $ref: "#" }, nested } }, "#/properties/data"), {
    properties: { self: { $ref: "#/properties/data" }, nested },
  });
});

test("embedSchema() does not change the schema it is given", () => {
  const before = structuredClone(TREE);
  embedSchema(TREE, "#/properties/data");
  assert.deepEqual(TREE, before);
});
