import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Site, startSite } from "./engine_site.ts";
import { type Body, type Shown, ToolCalls } from "./tool_calls.ts";

let site: Site;
let calls: ToolCalls;

before(async () => {
  site = await startSite({
    "/": `<h1>Blue  mug</h1><span id=price>14.00</span><span id=stock>12</span><b id=sale>true</b>
      <ul><li>Dishwasher safe</li><li>300 ml</li></ul><a id=more href="/details?x=1">More</a><i id=empty></i>
      <input id=note value="For Ada"><input id=gift type=checkbox checked>
      <select id=size><option value=s>Small<option value=l selected>Large</select>
      <input id=pin type=password value=7731><input id=card autocomplete=cc-number value=4111>
      <input id=token type=hidden value=abc><p id=ghost hidden>Not shown</p>
      <p id=long>${"long ".repeat(5000)}</p>${"<em>x</em>".repeat(21)}
      ${Array.from({ length: 6 }, (_item, index) => `<s class=s${index}>x</s>`.repeat(20)).join("")}
      <input id=order type=submit value="Order now"><button id=plain value=p1>Plain</button>
      <meter id=left max=10 value=4></meter><progress id=busy></progress>
      <select id=many multiple><option id=m1 selected>One<option id=m2>Two</select>
      <div hidden><u id=deep>Not shown</u></div>`,
    "/frames": `<iframe src="/"></iframe>`,
  });
  calls = await ToolCalls.start({ timeoutMs: 5000 });
});

after(async () => {
  await calls.stop();
  await site.close();
});

async function withPage(path: string, use: (opened: Shown) => Promise<void>): Promise<void> {
  const opened = await calls.open(site.origin + path);
  try {
    await use(opened);
  } finally {
    await calls.close(opened);
  }
}

const field = (selector: string, extra: Record<string, unknown> = {}): Record<string, unknown> => ({
  name: "value",
  selector,
  mode: "text",
  ...extra,
});

test("fields become typed data, with the place of each value", () =>
  withPage("/", async ({ session_id }) => {
    const body = await calls.ok("tab_extract_structured", {
      session_id,
      schema: {
        type: "object",
        properties: {
          name: { type: "string" },
          price: { type: "number" },
          stock: { type: "integer" },
          sale: { type: "boolean" },
          features: { type: "array", items: { type: "string" }, minItems: 2 },
          link: { type: "string" },
          note: { type: "string" },
          gift: { type: "boolean" },
          size: { type: "string" },
        },
        required: ["name", "price"],
        additionalProperties: false,
      },
      fields: [
        { name: "name", selector: "h1", mode: "text", required: true },
        { name: "price", selector: "#price", mode: "text", type: "number", required: true },
        { name: "stock", selector: "#stock", mode: "text", type: "integer" },
        { name: "sale", selector: "#sale", mode: "text", type: "boolean" },
        { name: "features", selector: "li", mode: "text", multiple: true },
        { name: "link", selector: "#more", mode: "attribute", attribute: "href" },
        { name: "note", selector: "#note", mode: "value" },
        { name: "gift", selector: "#gift", mode: "value", type: "boolean" },
        { name: "size", selector: "#size", mode: "value" },
        { name: "missing", selector: "#nowhere", mode: "text" },
      ],
    });
    assert.deepEqual(body.data, {
      name: "Blue mug",
      price: 14,
      stock: 12,
      sale: true,
      features: ["Dishwasher safe", "300 ml"],
      link: "/details?x=1",
      note: "For Ada",
      gift: true,
      size: "l",
    });
    assert.deepEqual([body.schema_validated, body.provenance], [true, "dom-observation"]);
    const citations = body.citations as { pointer: string; quote: string }[];
    assert.deepEqual(citations.find(({ pointer }) => pointer === "/price"), {
      pointer: "/price",
      url: `${site.origin}/`,
      selector: "#price",
      matchIndex: 0,
      mode: "text",
      quote: "14.00",
    });
    assert.deepEqual(
      citations.filter(({ pointer }) => pointer.startsWith("/features/")).map(({ quote }) => quote),
      [
        "Dishwasher safe",
        "300 ml",
      ],
    );
  }));

test("extractStructured() of the engine is the same without a protocol", () =>
  withPage("/", async ({ session_id }) => {
    const options = {
      schema: { properties: { price: { type: "number" } }, required: ["price"] },
      fields: [{ name: "price", selector: "#price", mode: "text", type: "number", required: true }],
    } as const;
    const { session_id: _session, ok: _ok, ...reply } = await calls.ok("tab_extract_structured", {
      session_id,
      ...options,
    });
    const extraction = await calls.engine.extractStructured(session_id, options);
    assert.deepEqual(JSON.parse(JSON.stringify(extraction)), reply);
    const wrong = { ...options, fields: [{ ...options.fields[0], selector: "h1" }] };
    await assert.rejects(calls.engine.extractStructured(session_id, wrong), { code: "TYPE_CONVERSION" });
  }));

test("a frame is read when it is named, or was observed last", () =>
  withPage("/frames", async ({ session_id }) => {
    const given = { session_id, schema: true, fields: [field("h1", { required: true })] };
    await calls.fails("tab_extract_structured", given, "MISSING_FIELD");
    const body = await calls.ok("tab_extract_structured", { ...given, frame_id: "f1" });
    assert.deepEqual(body.data, { value: "Blue mug" });
    await calls.ok("tab_snapshot", { session_id, frame_id: "f1" });
    assert.deepEqual((await calls.ok("tab_extract_structured", given)).data, { value: "Blue mug" });
    await calls.fails("tab_extract_structured", { ...given, frame_id: "f0" }, "MISSING_FIELD");
    await calls.fails("tab_extract_structured", { ...given, frame_id: "f9" }, "FRAME_NOT_FOUND");
  }));

test("a schema cannot hold up the server, whatever the page says", () =>
  withPage("/", async ({ session_id }) => {
    const cases: [Record<string, unknown>, string][] = [
      [{ $ref: "#" }, "EXTRACTION_LIMIT"],
      [{ properties: { value: { pattern: "^((?:\\w+ ?)+)+!$" } } }, "SCHEMA_MISMATCH"],
      [{ properties: { value: { pattern: "^(?=x)" } } }, "INVALID_SCHEMA"],
    ];
    for (const [schema, code] of cases) {
      const given = { session_id, schema, fields: [field("h1", { required: true })] };
      await calls.fails("tab_extract_structured", given, code);
    }
  }));

test("each way in which a plan and a page do not fit has its code", () =>
  withPage("/", async ({ session_id }) => {
    const cases: [Record<string, unknown>, string][] = [
      [field("#nowhere", { required: true }), "MISSING_FIELD"],
      [field("#empty"), "MISSING_FIELD"],
      [field("li"), "INVALID_CANDIDATE"],
      [field("h1", { type: "number" }), "TYPE_CONVERSION"],
      [field("#stock", { type: "boolean" }), "TYPE_CONVERSION"],
      [field("#long"), "TRUNCATED_FIELD"],
      [field("em", { multiple: true }), "EXTRACTION_LIMIT"],
      [field("h1["), "INVALID_ARGUMENT"],
      [field("#more", { mode: "attribute", attribute: "title" }), "INVALID_ARGUMENT"],
      [field("#note"), "INVALID_ARGUMENT"],
      [field("#note", { mode: "attribute", attribute: "value" }), "INVALID_ARGUMENT"],
      [field("h1", { mode: "value" }), "INVALID_ARGUMENT"],
      [field("h1", { attribute: "id" }), "INVALID_FIELD_PLAN"],
      [field("h1", { mode: "attribute" }), "INVALID_FIELD_PLAN"],
      [field("#pin", { mode: "value" }), "SENSITIVE_VALUE"],
      [field("#card", { mode: "value" }), "SENSITIVE_VALUE"],
      [field("#token", { mode: "attribute", attribute: "value" }), "SENSITIVE_VALUE"],
      [field("#pin", { mode: "attribute", attribute: "value" }), "SENSITIVE_VALUE"],
      [field("#ghost"), "NOT_VISIBLE"],
      [field("#deep"), "NOT_VISIBLE"],
      [field("#order"), "INVALID_ARGUMENT"],
      [field("#order", { mode: "attribute", attribute: "VALUE" }), "INVALID_ARGUMENT"],
      [field("#plain", { mode: "attribute", attribute: "value" }), "INVALID_ARGUMENT"],
      [field("#busy", { mode: "value" }), "INVALID_ARGUMENT"],
    ];
    for (const [one, code] of cases) {
      const message = await calls.fails(
        "tab_extract_structured",
        { session_id, schema: true, fields: [one] },
        code,
      );
      assert.doesNotMatch(message, /7731|4111|abc|Blue|Not shown/, `${code}: ${message}`);
    }
  }));

test("a control says with mode value what it holds, and a refusal says how else to read it", () =>
  withPage("/", async ({ session_id }) => {
    const given = { session_id, schema: true };
    const controls = ["order", "plain", "left", "m1", "m2"];
    const { data } = await calls.ok("tab_extract_structured", {
      ...given,
      fields: controls.map((id) => ({ name: id, selector: `#${id}`, mode: "value" })),
    });
    assert.deepEqual(data, { order: "Order now", plain: "p1", left: "4", m1: "true", m2: "false" });
    const { data: label } = await calls.ok("tab_extract_structured", { ...given, fields: [field("#plain")] });
    assert.deepEqual(label, { value: "Plain" });
    const refusal = await calls.fails(
      "tab_extract_structured",
      { ...given, fields: [field("#many", { mode: "value" })] },
      "INVALID_ARGUMENT",
    );
    assert.match(refusal, /each option/);
  }));

test("a plan reads at most 20 matches a field and 100 together", () =>
  withPage("/", async ({ session_id }) => {
    const fields = (count: number) =>
      Array.from({ length: count }, (_item, index) => ({
        ...field(`.s${index}`, { multiple: true }),
        name: `s${index}`,
      }));
    const given = { session_id, schema: true };
    const { citations } = await calls.ok("tab_extract_structured", { ...given, fields: fields(5) });
    assert.equal((citations as unknown[]).length, 100);
    const message = await calls.fails(
      "tab_extract_structured",
      { ...given, fields: fields(6) },
      "EXTRACTION_LIMIT",
    );
    assert.match(message, /more than 100/);
  }));

test("the data must fit the schema, and the schema must be one", () =>
  withPage("/", async ({ session_id }) => {
    const fields = [field("h1")];
    const { body } = await calls.call("tab_extract_structured", {
      session_id,
      fields,
      schema: { properties: { value: { type: "string", maxLength: 3 } } },
    });
    const { code, issues } = (body as Body).error as { code: string; issues: { pointer: string }[] };
    assert.deepEqual([code, issues[0]?.pointer], ["SCHEMA_MISMATCH", "/value"]);
    await calls.fails(
      "tab_extract_structured",
      { session_id, fields, schema: { type: "text" } },
      "INVALID_SCHEMA",
    );
    await calls.fails(
      "tab_extract_structured",
      { session_id, fields, schema: { $ref: "https://a.example/s.json" } },
      "INVALID_SCHEMA",
    );
    await calls.fails("tab_extract_structured", { session_id, fields, schema: false }, "SCHEMA_MISMATCH");
    await calls.fails(
      "tab_extract_structured",
      { session_id, fields: [field("h1"), field("b")], schema: true },
      "INVALID_FIELD_PLAN",
    );
  }));

test("what does not fit is refused", async () => {
  const session_id = "s-none";
  const schema = true;
  const refused: Record<string, unknown>[] = [
    { session_id, schema, fields: [] },
    { session_id, schema, fields: Array.from({ length: 31 }, () => field("p")) },
    { session_id, schema: "string", fields: [field("p")] },
    { session_id, schema, fields: [field("")] },
    { session_id, schema, fields: [field("x".repeat(1001))] },
    { session_id, schema, fields: [field("p", { name: "" })] },
    { session_id, schema, fields: [field("p", { name: "x".repeat(161) })] },
    { session_id, schema, fields: [field("p", { mode: "html" })] },
    { session_id, schema, fields: [field("p", { type: "date" })] },
    { session_id, schema, fields: [field("p", { mode: "attribute", attribute: "x".repeat(101) })] },
    { session_id, schema, fields: [field("p", { extra: true })] },
  ];
  for (const given of refused) await calls.refuses("tab_extract_structured", given);
  await calls.fails(
    "tab_extract_structured",
    { session_id, schema, fields: [field("p")] },
    "SESSION_NOT_FOUND",
  );
});
