import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { z } from "zod";
import { defineTool, internalsOf } from "../../../../src/agent/tools/define_tool.ts";
import { ToolRegistryError } from "../../../../src/agent/tools/error.ts";
import { originOf, parseOrigins } from "../../../../src/agent/tools/origins.ts";
import { type Definition, definition } from "./support.ts";

const WRONG: readonly (readonly [what: string, Readonly<Record<string, unknown>>, RegExp])[] = [
  ["an empty name", { name: "" }, /name must have/],
  ["a name that begins with a digit", { name: "1st" }, /name must have/],
  ["a name of 65 characters", { name: "a".repeat(65) }, /name must have/],
  ["a name with a space", { name: "re fund" }, /name must have/],
  ["no name", { name: undefined }, /name must have/],
  ["a name of the browser tools", { name: "tab_refund" }, /reserved/],
  ["a name of the control tools", { name: "agent_refund" }, /reserved/],
  ["a reserved name in capitals", { name: "TAB_refund" }, /reserved/],
  ["no version", { version: undefined }, /version must have/],
  ["a blank version", { version: "  " }, /version must have/],
  ["a version of 101 characters", { version: "1".repeat(101) }, /version must have/],
  ["a blank description", { description: "" }, /description must have/],
  ["a description of 4,001 characters", { description: "a".repeat(4001) }, /description must have/],
  ["another effect", { effect: "delete" }, /effect must be/],
  ["no handler", { handler: "refund" }, /handler must be a function/],
  ["no schema", { input: { type: "object" } }, /input must be a Zod object schema/],
  ["a schema of a list", { output: z.array(z.string()) }, /output must be a Zod object schema/],
  [
    "a transformed root",
    { input: z.strictObject({}).transform((value) => value) },
    /must be a Zod object schema/,
  ],
  ["a loose input", { input: z.looseObject({}) }, /input must be strict/],
  ["an input that strips", { input: z.object({}) }, /input must be strict/],
  ["an output that strips", { output: z.object({}) }, /output must be strict/],
  [
    "an output with other fields allowed",
    { output: z.object({}).catchall(z.string()) },
    /output must be strict/,
  ],
  ["an output with a date", { output: z.strictObject({ at: z.date() }) }, /JSON Schema cannot describe/],
  [
    "an output that is transformed inside",
    { output: z.strictObject({ at: z.string().transform(Number) }) },
    /JSON Schema cannot describe/,
  ],
  [
    "a schema larger than 64 KiB",
    { input: z.strictObject({ at: z.string().describe("a".repeat(65_536)) }) },
    /larger than 65536 bytes/,
  ],
  ["no origins", { allowedOrigins: [] }, /1 to 100 origins/],
  [
    "101 origins",
    { allowedOrigins: Array.from({ length: 101 }, (_, n) => `https://a${n}.test`) },
    /1 to 100/,
  ],
  ["an origin with a path", { allowedOrigins: ["https://shop.test/"] }, /exact HTTP\(S\) origin/],
  ["an origin with a wildcard", { allowedOrigins: ["https://*.shop.test"] }, /exact HTTP\(S\) origin/],
  ["an origin in capitals", { allowedOrigins: ["https://Shop.test"] }, /exact HTTP\(S\) origin/],
  ["a default port", { allowedOrigins: ["https://shop.test:443"] }, /exact HTTP\(S\) origin/],
  ["another scheme", { allowedOrigins: ["file://"] }, /exact HTTP\(S\) origin/],
  ["an origin that is no text", { allowedOrigins: [7] }, /exact HTTP\(S\) origin/],
  ["an origin twice", { allowedOrigins: ["https://a.test", "https://a.test"] }, /twice/],
];

for (const [what, fields, message] of WRONG) {
  test(`defineTool() refuses ${what}`, () => {
    assert.throws(() => defineTool(definition(fields)), (error) => {
      assert.ok(error instanceof ToolRegistryError);
      assert.equal(error.code, "INVALID_TOOL");
      assert.match(error.message, message);
      assert.ok(error.message.length < 400);
      return true;
    });
  });
}

test("defineTool() refuses what is no definition", () => {
  for (const value of [undefined, null, "refund", []]) {
    assert.throws(() => defineTool(value as unknown as Definition), /must be an object/);
  }
});

test("defineTool() takes the longest texts and asynchronous refinements, and gives a frozen tool", () => {
  const made = defineTool(definition({
    name: `A${"-".repeat(63)}`,
    version: "v".repeat(100),
    description: "d".repeat(4000),
    allowedOrigins: ["https://shop.test", "http://127.0.0.1:8080", "https://[::1]:8443"],
    input: z.strictObject({ a: z.string() }).refine(() => Promise.resolve(true)),
  }));
  assert.ok(Object.isFrozen(made));
  assert.deepEqual(Object.keys(made), ["name", "version", "description", "effect", "allowedOrigins"]);
  assert.ok(Object.isFrozen(made.allowedOrigins));
});

test("a tool publishes its arguments as a caller writes them, and the envelope of its data", () => {
  interface Node {
    readonly name: string;
    readonly child?: Node | undefined;
  }
  const node: z.ZodType<Node> = z.lazy(() => z.strictObject({ name: z.string(), child: node.optional() }));
  const made = defineTool(definition({
    effect: "read",
    input: z.strictObject({ count: z.int().default(1) }),
    output: z.strictObject({ root: node }),
  }));
  const published = internalsOf(made)?.published;
  assert.deepEqual(Object.keys(published ?? {}), [
    "name",
    "description",
    "inputSchema",
    "outputSchema",
    "annotations",
  ]);
  assert.deepEqual(published?.annotations, { readOnlyHint: true });
  assert.equal(published?.inputSchema["required"], undefined, "a field with a default may be left out");
  const output = published?.outputSchema as { required: string[]; additionalProperties: boolean };
  assert.deepEqual(output.required, ["ok", "data"]);
  assert.equal(output.additionalProperties, false);
  // references lead to where the schema of the data stands now
  const references = [...JSON.stringify(output).matchAll(/"\$ref":"([^"]+)"/g)].map(([, to]) => to ?? "");
  assert.ok(references.length > 0);
  for (const reference of references) assert.match(reference, /^#\/properties\/data/);
});

test("only an origin exactly as browsers write it is taken, whatever the text", () => {
  const accepts = (text: string): boolean => {
    try {
      return parseOrigins("t", [text])[0] === text;
    } catch (error) {
      assert.ok(error instanceof ToolRegistryError);
      return false;
    }
  };
  const url = fc.webUrl({
    withFragments: true,
    withQueryParameters: true,
    validSchemes: ["http", "https", "ftp"],
  });
  fc.assert(fc.property(fc.oneof(fc.string(), url, url.map((text) => new URL(text).origin)), (text) => {
    const isOrigin = URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) &&
      new URL(text).origin === text && !text.includes("*");
    assert.equal(accepts(text), isOrigin);
  }));
});

test("the origin of an address is what it is compared with, and some addresses have none", () => {
  assert.equal(originOf("https://shop.test/orders?id=1#top"), "https://shop.test");
  assert.equal(originOf("http://shop.test:8080/"), "http://shop.test:8080");
  for (
    const url of [
      "about:blank",
      "blob:https://shop.test/0000",
      "data:text/html,x",
      "file:///etc/passwd",
      "",
      "shop.test",
    ]
  ) {
    assert.equal(originOf(url), undefined, url);
  }
});
