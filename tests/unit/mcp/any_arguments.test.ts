import fc from "fast-check";
import assert from "node:assert/strict";
import { test } from "node:test";
// @ts-types="@modelcontextprotocol/sdk/types"
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { EXTRACTION_ERROR_CODES, isBrowserErrorCode } from "../../../src/mcp/error_codes.ts";
import { ALL_TOOLS } from "../../../src/mcp/tools/all.ts";
import { HARD_TO_TELL } from "../../fixtures/thrown_values.ts";
import { argumentsNear } from "./arbitrary_arguments.ts";
import { withClient } from "./connect.ts";
import { FakePort } from "./fake_port.ts";

/** A refusal by the schema, or an envelope; an error envelope carries a known code that is not a crash. */
function assertHonest(result: CallToolResult): void {
  const [block] = result.content;
  assert(block?.type === "text");
  const { structuredContent: body } = result;
  assert(body !== undefined, block.text);
  assert.equal(block.text, JSON.stringify(body));
  if (body.ok === true) return;
  const { code, message } = body.error as { code: string; message: string };
  if (code === "INVALID_ARGUMENT") assert(message.length <= 300 && !message.includes("\n"), message);
  const isKnown = isBrowserErrorCode(code) || Object.hasOwn(EXTRACTION_ERROR_CODES, code);
  assert(isKnown && code !== "INTERNAL_ERROR", block.text);
  assert.equal(result.isError, true);
}

const anything = fc.dictionary(
  fc.oneof(
    fc.constantFrom(
      "session_id",
      "snapshot_id",
      "actions",
      "checks",
      "url",
      "kind",
      "action",
      "__proto__",
      "toString",
    ),
    fc.string(),
  ),
  fc.anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withSparseArray: true,
    withNullPrototype: true,
  }),
  { maxKeys: 6 },
);

for (const { name } of ALL_TOOLS) {
  test(`${name} answers any arguments with a refusal or an envelope`, async () => {
    await withClient(new FakePort(), async (client) => {
      const property = fc.asyncProperty(fc.oneof(argumentsNear(name), anything), async (given) => {
        assertHonest(await client.callTool({ name, arguments: given }) as CallToolResult);
      });
      await fc.assert(property, { numRuns: 150 });
    }, { captureNetwork: true, allowPageScript: true });
  });
}

test("nothing that a port returns or throws crashes a tool", async () => {
  const port = new FakePort();
  await withClient(port, async (client) => {
    const property = fc.asyncProperty(
      fc.oneof(
        fc.anything({ withBigInt: true, withNullPrototype: true }),
        fc.constantFrom(...HARD_TO_TELL.map((make) => make())),
      ),
      fc.boolean(),
      async (value, throws) => {
        port.close = () => throws ? Promise.reject(value) : Promise.resolve(value as never);
        const result = await client.callTool({
          name: "tab_close",
          arguments: { session_id: "s" },
        }) as CallToolResult;
        assert.equal(typeof result.structuredContent?.ok, "boolean");
        if (throws) {
          assert.equal((result.structuredContent?.error as { code: string }).code, "INTERNAL_ERROR");
        }
      },
    );
    await fc.assert(property, { numRuns: 200 });
  });
});
