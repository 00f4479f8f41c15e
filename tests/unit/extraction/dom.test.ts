import assert from "node:assert/strict";
import { test } from "node:test";
import { assembleDOMExtraction, type DOMObservation } from "../../../src/extraction/dom_assemble.ts";
import { type DOMField, validateDOMFieldPlan } from "../../../src/extraction/dom_plan.ts";
import { CANARY, refused } from "./support.ts";

const URL = "https://shop.example/";
const seen = (name: string, quote: string, matchIndex = 0, changes: object = {}): DOMObservation => ({
  name,
  matchIndex,
  url: URL,
  quote,
  ...changes,
});
const field = (name: string, changes: Partial<DOMField> = {}): DOMField => ({
  name,
  selector: `.${name}`,
  mode: "text",
  ...changes,
});

function assemble(fields: readonly unknown[], observations: unknown, schema: unknown = true) {
  return assembleDOMExtraction({ schema, fields, observations } as never);
}

test("assembleDOMExtraction() converts, orders and cites each value", () => {
  const result = assemble([
    field("name"),
    field("price", { type: "number" }),
    field("stock", { type: "integer", mode: "attribute", attribute: "data-stock" }),
    field("sold", { type: "boolean", mode: "value" }),
    field("features", { multiple: true }),
    field("notes", { multiple: true }),
    field("rating", { type: "number" }),
  ], [
    seen("features", "light", 1),
    seen("name", "Lamp"),
    seen("price", "89.50"),
    seen("stock", "12"),
    seen("sold", "false"),
    seen("features", "warm", 0),
  ]);
  assert.deepEqual(result.data, {
    name: "Lamp",
    price: 89.5,
    stock: 12,
    sold: false,
    features: ["warm", "light"],
  });
  assert.equal(result.schema_validated, true);
  assert.equal(result.provenance, "dom-observation");
  assert.deepEqual(result.citations.map(({ pointer }) => pointer), [
    "/name",
    "/price",
    "/stock",
    "/sold",
    "/features/0",
    "/features/1",
  ]);
  assert.deepEqual(result.citations[2], {
    pointer: "/stock",
    url: URL,
    selector: ".stock",
    matchIndex: 0,
    mode: "attribute",
    attribute: "data-stock",
    quote: "12",
  });
  assert.ok(Object.isFrozen(result) && Object.isFrozen(result.data));
});

test("assembleDOMExtraction() converts nothing by guessing", async () => {
  const convert = (type: string, quote: string) => () =>
    assemble([{ ...field("a"), type }], [seen("a", quote)]);
  for (
    const quote of [
      "1,5",
      " 1",
      "+1",
      "01",
      "0x1",
      "1.",
      ".5",
      "Infinity",
      "NaN",
      "1e999",
      "9007199254740993",
    ]
  ) {
    await refused("TYPE_CONVERSION", convert("number", quote), /\/a/);
  }
  for (const quote of ["1.5", "1e-1", "9007199254740992"]) {
    await refused("TYPE_CONVERSION", convert("integer", quote));
  }
  for (const quote of ["True", "yes", "1"]) await refused("TYPE_CONVERSION", convert("boolean", quote));
  await refused("TYPE_CONVERSION", convert("number", CANARY));
  assert.deepEqual(convert("number", "-1.5e2")().data, { a: -150 });
  assert.deepEqual(convert("integer", "1e3")().data, { a: 1000 });
});

test("assembleDOMExtraction() says which field is missing, empty, cut or doubled", async () => {
  await refused("MISSING_FIELD", () => assemble([field("a", { required: true })], []), /\/a/);
  await refused("MISSING_FIELD", () => assemble([field("a", { required: true, multiple: true })], []));
  await refused("MISSING_FIELD", () => assemble([field("a")], [seen("a", " ")]));
  assert.deepEqual(assemble([field("a", { mode: "value" })], [seen("a", "")]).data, { a: "" });
  await refused("TRUNCATED_FIELD", () => assemble([field("a")], [seen("a", CANARY, 0, { truncated: true })]));
  await refused(
    "INVALID_CANDIDATE",
    () => assemble([field("a")], [seen("a", "x"), seen("a", "y", 1)]),
    /matched 2/,
  );
  await refused("INVALID_CANDIDATE", () => assemble([field("a", { multiple: true })], [seen("a", "x", 1)]));
  await refused(
    "INVALID_CANDIDATE",
    () => assemble([field("a", { multiple: true })], [seen("a", "x"), seen("a", "y")]),
  );
});

test("assembleDOMExtraction() checks observations, their addresses and the schema", async () => {
  const wrong: unknown[] = [
    null,
    {},
    [null],
    [seen("b", "x")],
    [seen("a", "x", -1)],
    [seen("a", "x", 0.5)],
    [seen("a", "x", 0, { quote: 5 })],
    [seen("a", "x", 0, { truncated: "no" })],
    [seen("a", "x", 0, { html: "<b>" })],
  ];
  for (const observations of wrong) {
    await refused("INVALID_CANDIDATE", () => assemble([field("a")], observations));
  }
  for (const url of ["about:blank", "file:///x", `https://u:${CANARY}@a.example/`, 5]) {
    await refused("INVALID_SOURCE", () => assemble([field("a")], [seen("a", "x", 0, { url })]));
  }
  const schema = { properties: { a: { type: "number" } } };
  await refused(
    "SCHEMA_MISMATCH",
    () => assemble([field("a")], [seen("a", CANARY)], schema),
    /must be number/,
  );
  await refused("INVALID_SCHEMA", () => assemble([field("a")], [], { type: "strang" }));
});

test("assembleDOMExtraction() keeps its limits", async () => {
  const list = field("a", { multiple: true });
  const matches = (name: string, count: number) =>
    Array.from({ length: count }, (_item, index) => seen(name, "x", index));
  assert.ok(assemble([list], matches("a", 20)));
  await refused("EXTRACTION_LIMIT", () => assemble([list], matches("a", 21)), /more than 20/);
  const names = ["a", "b", "c", "d", "e", "f"];
  const plan = names.map((name) => field(name, { multiple: true }));
  const hundred = names.slice(0, 5).flatMap((name) => matches(name, 20));
  assert.ok(assemble(plan, hundred));
  await refused("EXTRACTION_LIMIT", () => assemble(plan, [...hundred, seen("f", "x")]), /more than 100/);
  assert.ok(assemble([field("a")], [seen("a", "x".repeat(20_000))]));
  await refused("EXTRACTION_LIMIT", () => assemble([field("a")], [seen("a", "x".repeat(20_001))]));
  const wide = hundred.map((observation) => ({ ...observation, quote: "€".repeat(10_000) }));
  await refused("EXTRACTION_LIMIT", () => assemble(plan, wide), /2097152 bytes/);
});

test("validateDOMFieldPlan() fills in defaults and refuses what is no plan", async () => {
  assert.deepEqual(validateDOMFieldPlan([field("a")]), [{
    name: "a",
    selector: ".a",
    mode: "text",
    type: "string",
    multiple: false,
    required: false,
  }]);
  const plan = (count: number) => Array.from({ length: count }, (_item, index) => field(`f${index}`));
  assert.equal(validateDOMFieldPlan(plan(30)).length, 30);
  await refused("EXTRACTION_LIMIT", () => validateDOMFieldPlan(plan(31)));
  const wrong: unknown[] = [
    [],
    {},
    [null],
    [field("a"), field("a")],
    [field("")],
    [field("__proto__")],
    [field("x".repeat(161))],
    [field("a", { selector: " " })],
    [{ ...field("a"), mode: "html" }],
    [{ ...field("a"), type: "date" }],
    [{ ...field("a"), multiple: 1 }],
    [{ ...field("a"), required: "yes" }],
    [{ ...field("a"), attribute: "href" }],
    [{ ...field("a"), mode: "attribute" }],
    [{ ...field("a"), mode: "attribute", attribute: "x".repeat(101) }],
    [{ ...field("a"), frame: "f1" }],
  ];
  for (const fields of wrong) await refused("INVALID_FIELD_PLAN", () => validateDOMFieldPlan(fields));
});
