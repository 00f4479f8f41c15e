import fc from "fast-check";
import assert from "node:assert/strict";
import { test } from "node:test";
import { parseArguments } from "../../../src/mcp/arguments/parse_arguments.ts";
import { toPublishedSchema } from "../../../src/mcp/published_schema.ts";
import { ALL_TOOLS } from "../../../src/mcp/tools/all.ts";
import { argumentsNear } from "./arbitrary_arguments.ts";
import { asPublished, withNulls, withTexts } from "./argument_forms.ts";
import { callForRefusal, callForReply, withClient } from "./connect.ts";
import { FakePort } from "./fake_port.ts";

const FORMS = {
  "null for what is absent": withNulls,
  "text for numbers": withTexts,
  "as published": asPublished,
};

for (const [form, change] of Object.entries(FORMS)) {
  test(`arguments mean the same with ${form}, at the top and inside lists`, () => {
    for (const tool of ALL_TOOLS) {
      const published = toPublishedSchema(tool.input);
      let compared = 0;
      fc.assert(
        fc.property(argumentsNear(tool.name), (given) => {
          const plain: unknown = JSON.parse(JSON.stringify(given));
          const exact = tool.input.safeParse(plain);
          // what a script gets may be anything, so there a text stays one until the script is run
          if (!exact.success || (tool.name === "tab_script" && exact.data.input !== undefined)) return;
          compared += 1;
          const { input, ...parsed } = parseArguments(tool, change(published, plain));
          assert.equal(input ?? null, null);
          assert.deepEqual(parsed, exact.data);
        }),
        { numRuns: 300 },
      );
      assert(compared > 0, `${tool.name}: ${compared} compared`);
    }
  });
}

const act = (action: Record<string, unknown>): Record<string, unknown> => ({
  session_id: "s",
  snapshot_id: "s:1",
  actions: [action],
});

test("a list or an object as JSON text, and a whole number for a text, are taken", async () => {
  const port = new FakePort();
  await withClient(port, async (client) => {
    for (
      const given of [
        { ...act({}), actions: JSON.stringify([{ type: "fill", ref: "e1", value: 42, nth: null }]) },
        { ...act({}), actions: [JSON.stringify({ type: "fill", ref: "e1", value: "42" })] },
      ]
    ) {
      const { body } = await callForReply(client, "tab_act", given);
      assert.equal(body.ok, true, JSON.stringify(body));
    }
  });
  const filled = port.calls.map((call) => JSON.stringify(call));
  assert.equal(filled.length, 2);
  for (const call of filled) assert.match(call, /"value":"42"/);
});

test("what has two readings, or none, is refused with field, given and expected in one line", async () => {
  const cases: readonly (readonly [string, Record<string, unknown>, RegExp])[] = [
    ["tab_open", { url: null }, /^"url" is null: expected a text of 1 to 8192 characters$/],
    ["tab_open", {}, /^"url" is missing: expected a text/],
    ["tab_open", { url: ["u"] }, /^"url" is a list of 1: expected a text/],
    ["tab_open", { url: 1.5 }, /^"url" is 1\.5: expected a text/],
    [
      "tab_snapshot",
      { session_id: "s", max_chars: "many" },
      /^"max_chars" is a text of 4 characters: .*number from/,
    ],
    ["tab_snapshot", { session_id: "s", mode: "part" }, /^"mode" is "part": expected one of /],
    [
      "tab_act",
      act({ type: "check", ref: "e1", checked: "on" }),
      /^"actions\[0\]\.checked" is .*: expected true or false$/,
    ],
    [
      "tab_act",
      act({ type: "check", ref: null, checked: true }),
      /^"actions\[0\]\.ref" is null: expected a text/,
    ],
    [
      "tab_act",
      act({ type: "click", ref: "e1", value: "x" }),
      /no field "value" in actions\[0\] \(click\): expected type, ref, clicks\?/,
    ],
    ["tab_act", act({ ref: "e1" }), /^"actions\[0\]\.type" is missing: expected one of click/],
    [
      "tab_act",
      { ...act({}), actions: [] },
      /^"actions" is a list of 0: expected a list of 1 to 20 entries$/,
    ],
    ["tab_act", { ...act({}), actions: "click e1" }, /^"actions" is a text of 8 characters: expected a list/],
    [
      "tab_verify",
      { session_id: "s", checks: [{ kind: "count", selector: "a", value: "none" }] },
      /^"checks\[0\]\.value" is a text/,
    ],
  ];
  await withClient(new FakePort(), async (client) => {
    for (const [tool, given, reason] of cases) {
      assert.match(await callForRefusal(client, tool, given), reason);
    }
  });
});
