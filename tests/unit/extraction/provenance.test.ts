import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { validateProvenance } from "../../../src/extraction/provenance.ts";
import { CANARY, refused } from "./support.ts";

const SOURCES = [
  { id: "a", url: "https://shop.example/lamp", text: "Lamp, 90 €. In stock: yes. Lamp again." },
  { id: "b", url: "https://shop.example/b", text: `Other ${CANARY}` },
];
const cite = (pointer: string, quote: string, sourceId = "a") => ({ pointer, sourceId, quote });

function validate(data: unknown, citations: unknown, schema: unknown = true, sources: unknown = SOURCES) {
  return validateProvenance({ schema, sources, candidate: { data, citations } } as never);
}

test("validateProvenance() binds each quote to its source and first place", () => {
  const result = validate({ name: "Lamp", price: 90, "a/b~c": [true, null, {}, []] }, [
    cite("/name", "Lamp"),
    cite("/price", "90 €"),
    cite("/a~1b~0c/0", "yes"),
    cite("/a~1b~0c/1", "In stock"),
    cite("/a~1b~0c/2", "In stock"),
    cite("/a~1b~0c/3", "In stock"),
    { ...cite("/name", "Lamp again"), url: "https://shop.example/lamp" },
  ]);
  assert.equal(result.guarantee, "source-quote-presence");
  assert.deepEqual(result.data, { name: "Lamp", price: 90, "a/b~c": [true, null, {}, []] });
  assert.deepEqual(result.citations[1], {
    pointer: "/price",
    sourceId: "a",
    quote: "90 €",
    url: "https://shop.example/lamp",
    start: 6,
    end: 10,
  });
  assert.equal(result.citations[0]?.start, 0);
  assert.ok(Object.isFrozen(result) && Object.isFrozen(result.data) && Object.isFrozen(result.citations));
  assert.deepEqual(validate("Lamp", [cite("", "Lamp")]).data, "Lamp");
  assert.deepEqual(validate([], [cite("", "Lamp")]).data, []);
});

test("validateProvenance() wants a quote that stands in the named source exactly so", async () => {
  const wrong: [string, unknown][] = [
    ["invented", cite("", "Lamp for free")],
    ["other case", cite("", "lamp")],
    ["folded white space", cite("", "Lamp,  90")],
    ["of another source", cite("", "90 €", "b")],
    ["unknown source", cite("", "Lamp", CANARY)],
    ["empty", cite("", "")],
    ["blank", cite("", " ")],
    ["half a character", cite("", "\ud83d")],
    ["another address", { ...cite("", "Lamp"), url: "https://shop.example/b" }],
    ["pointer to nothing", cite("/0", "Lamp")],
    ["pointer without slash", cite("name", "Lamp")],
  ];
  for (const [what, citation] of wrong) {
    await refused("INVALID_CITATION", () => validate("Lamp", [citation]), /citations\/0/).catch((error) => {
      throw new Error(what, { cause: error });
    });
  }
  await refused("INVALID_CITATION", () => validate({ a: { b: 1 } }, [cite("/a", "90"), cite("/a/b", "90")]));
  await refused("INVALID_CITATION", () => validate([1], [cite("/00", "90"), cite("/0", "90")]));
  await refused("INVALID_CITATION", () => validate({ "a/b": 1 }, [cite("/a/b", "90")]));
});

test("validateProvenance() wants evidence for every value, and counts what is missing", async () => {
  await refused(
    "INCOMPLETE_EVIDENCE",
    () => validate({ a: 1, b: { c: CANARY, d: [] } }, [cite("/a", "90")]),
    /\/b\/c.*2 of 3 values/s,
  );
  await refused("INCOMPLETE_EVIDENCE", () => validate(null, []));
});

test("validateProvenance() checks the form of a candidate", async () => {
  const bad = (candidate: unknown) => () => validateProvenance({ schema: true, sources: SOURCES, candidate });
  const cyclic: Record<string, unknown> = { citations: [] };
  cyclic["data"] = cyclic;
  for (
    const candidate of [
      undefined,
      null,
      [],
      "text",
      { data: 1 },
      { citations: [] },
      { data: 1, citations: {} },
      { data: 1, citations: [null] },
      { data: 1, citations: [{ pointer: "", sourceId: "a" }] },
      { data: 1, citations: [{ ...cite("", "Lamp"), extra: 1 }] },
      { data: 1, citations: [], confidence: 1 },
      { data: undefined, citations: [] },
      { data: Number.NaN, citations: [] },
      { data: 1n, citations: [] },
      { data: new Date(0), citations: [] },
      { data: [1, , 3], citations: [] },
      { data: Object.assign([1], { extra: 1 }), citations: [] },
      {
        data: {
          get value() {
            return CANARY;
          },
        },
        citations: [],
      },
      { data: JSON.parse('{"__proto__":{"a":1}}'), citations: [] },
      { data: { [Symbol("s")]: 1 }, citations: [] },
      {
        data: new Proxy({}, {
          ownKeys: () => {
            throw new Error(CANARY);
          },
        }),
        citations: [],
      },
      cyclic,
    ]
  ) await refused("INVALID_CANDIDATE", bad(candidate));
});

test("validateProvenance() keeps every limit of sources", async () => {
  const source = (changes: object, id = "s") => ({ id, url: "https://a.example/", text: "x", ...changes });
  const many = (count: number, changes: object = {}) =>
    Array.from({ length: count }, (_item, index) => source(changes, `s${index}`));
  const check = (sources: unknown) => () => validate("x", [cite("", "x", "s0")], true, sources);
  assert.ok(check(many(100))());
  await refused("EXTRACTION_LIMIT", check(many(101)));
  assert.ok(check(many(20, { text: "x".repeat(100_000) }))());
  await refused("EXTRACTION_LIMIT", check(many(21, { text: "x".repeat(100_000) })));
  await refused("EXTRACTION_LIMIT", check([source({ text: "x".repeat(100_001) })]));
  for (
    const sources of [
      [],
      {},
      [null],
      [source({}), source({})],
      [source({ id: "" })],
      [source({ id: 5 })],
      [source({ text: " " })],
      [source({ text: 5 })],
      [source({ title: "more" })],
      [source({ url: "ftp://a.example/" })],
      [source({ url: `https://user:${CANARY}@a.example/` })],
      [source({ url: "/relative" })],
    ]
  ) await refused("INVALID_SOURCE", check(sources));
});

test("validateProvenance() keeps every limit of a candidate", async () => {
  const numbers = (count: number) => Array.from({ length: count }, (_item, index) => index);
  const citations = (count: number) => numbers(count).map((index) => cite(`/${index}`, "Lamp"));
  assert.equal(validate(numbers(5_000), citations(5_000)).citations.length, 5_000);
  await refused("EXTRACTION_LIMIT", () => validate(numbers(5_001), citations(5_001)), /5000 values/);
  const same = (count: number) => numbers(count).map(() => cite("", "Lamp"));
  assert.equal(validate(1, same(10_000)).citations.length, 10_000);
  await refused("EXTRACTION_LIMIT", () => validate(1, same(10_001)), /10000 citations/);
  const long = [{ id: "a", url: "https://a.example/", text: "y".repeat(3_000) }];
  assert.ok(validate(1, [cite("", "y".repeat(2_000))], true, long));
  await refused("EXTRACTION_LIMIT", () => validate(1, [cite("", "y".repeat(2_001))], true, long));
  await refused(
    "EXTRACTION_LIMIT",
    () => validate("é".repeat(1024 * 1024), [cite("", "Lamp")]),
    /2097152 bytes/,
  );
  const nested = (levels: number): unknown => levels === 0 ? 1 : [nested(levels - 1)];
  assert.ok(validate(nested(63), [cite("/0".repeat(63), "Lamp")]));
  await refused("EXTRACTION_LIMIT", () => validate(nested(64), []), /64 levels/);
  await refused("EXTRACTION_LIMIT", () => validate(numbers(100_001), []), /100000 values/);
  await refused("EXTRACTION_LIMIT", () => validate(new Array(4_000_000_000), []), /100000 values/);
});

test("validateProvenance() takes draft-07 alone, fetches nothing and changes no data", async () => {
  const check = (schema: unknown, data: unknown = "x") => () => validate(data, [cite("", "Lamp")], schema);
  for (
    const schema of [
      null,
      [],
      "string",
      { type: "strang" },
      { $schema: "https://json-schema.org/draft/2020-12/schema" },
      { $async: true },
      { definitions: { a: { $async: true } } },
      { $ref: "https://elsewhere.example/schema.json" },
      { $ref: "other.json#/a" },
      { allOf: [{ $ref: "http://json-schema.org/draft-07/schema#" }] },
      { $ref: "#/definitions/none" },
    ]
  ) await refused("INVALID_SCHEMA", check(schema));
  await refused("EXTRACTION_LIMIT", check({ description: "x".repeat(64 * 1024) }), /65536 bytes/);
  const schema = {
    $schema: "http://json-schema.org/draft-07/schema#",
    definitions: { word: { type: "string", format: "email", default: "z@z.example" } },
    properties: { mail: { $ref: "#/definitions/word" }, $ref: { const: { $ref: "elsewhere.json" } } },
    required: ["mail"],
    additionalProperties: false,
  };
  assert.ok(validate({ mail: "a@b.example" }, [cite("/mail", "Lamp")], schema));
  for (const data of [{}, { mail: CANARY }, { mail: 5 }, { mail: "a@b.example", more: CANARY }]) {
    await refused("SCHEMA_MISMATCH", () => validate(data, [], schema));
  }
  await refused("SCHEMA_MISMATCH", check({ type: "number" }, "5"), /must be number/);
});

test("validateProvenance() ends, whatever schema and data have been thought out", async () => {
  const check = (schema: unknown, data: unknown) => () => validate(data, [cite("", "Lamp")], schema);
  await refused("EXTRACTION_LIMIT", check({ $ref: "#" }, CANARY), /refers to itself/);
  const doubling = Object.fromEntries(Array.from({ length: 40 }, (_item, index) => {
    const next = { $ref: `#/definitions/a${index + 1}` };
    return [`a${index}`, { anyOf: [next, next] }];
  }));
  const schema = { $ref: "#/definitions/a0", definitions: { ...doubling, a40: { type: "null" } } };
  await refused("EXTRACTION_LIMIT", check(schema, CANARY), /too many steps/);
  await refused("SCHEMA_MISMATCH", check({ pattern: "^(a+)+$" }, `${"a".repeat(40)}!`));
  assert.ok(check({ pattern: "^(?!no)" }, "yes")(), "the caller may use lookaround");
});

test("errors carry at most 20 bounded issues", async () => {
  const data = Object.fromEntries(
    Array.from({ length: 50 }, (_item, index) => [`${index}`.repeat(400), "no"]),
  );
  try {
    validate(data, [], { additionalProperties: { type: "number" } });
    assert.fail("it was accepted");
  } catch (error) {
    const { issues } = error as { issues: { pointer: string; message: string }[] };
    assert.equal(issues.length, 20);
    for (const { pointer, message } of issues) assert.ok(pointer.length <= 300 && message.length <= 300);
  }
  await Promise.resolve();
});

test("every value of arbitrary JSON needs its citation, and having them all suffices", () => {
  const leavesOf = (value: unknown, pointer = ""): string[] => {
    const children = typeof value === "object" && value !== null ? Object.entries(value) : [];
    if (children.length === 0) return [pointer];
    return children.flatMap(([key, child]) =>
      leavesOf(child, `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`)
    );
  };
  const safe = fc.jsonValue({ maxDepth: 4 }).filter((value) => !JSON.stringify(value).includes("__proto__"));
  fc.assert(fc.property(safe, fc.nat(), (data, pick) => {
    const citations = leavesOf(data).map((pointer) => cite(pointer, "Lamp"));
    assert.deepEqual(JSON.stringify(validate(data, citations).data), JSON.stringify(data));
    const left = citations.filter((_citation, index) => index !== pick % citations.length);
    assert.throws(() => validate(data, left), { code: "INCOMPLETE_EVIDENCE" });
  }));
});
