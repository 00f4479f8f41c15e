import { Ajv } from "ajv";
import assert from "node:assert/strict";
import { test } from "node:test";
import type { AgentTool } from "../../../src/contracts/tools.ts";
import { connectAgentTools } from "../../../src/mcp/in_memory_client.ts";
import { createMcpServer } from "../../../src/mcp/server.ts";
import { callForReply, withClient } from "./connect.ts";
import { actResult, FakePort, snapshotResult, verifyResult } from "./fake_port.ts";

async function listTools(): Promise<readonly AgentTool[]> {
  const { tools, close } = await connectAgentTools(createMcpServer(new FakePort()));
  try {
    return await tools.listTools();
  } finally {
    await close();
  }
}

test("the catalog lists the tools in a fixed order", async () => {
  assert.deepEqual((await listTools()).map(({ name }) => name), [
    "tab_open",
    "tab_snapshot",
    "tab_act",
    "tab_verify",
    "tab_click_named",
    "tab_find",
    "tab_extract",
    "tab_extract_structured",
    "tab_capture",
    "tab_navigate",
    "tab_tabs",
    "tab_dialog",
    "tab_downloads",
    "tab_pdf",
    "tab_state",
    "tab_list",
    "tab_close",
  ]);
});

test("what a model reads of the catalog stays small", async () => {
  // About 4.2 bytes make a token; the ceiling stands for roughly 3,000 tokens.
  const facing = (await listTools()).map(({ name, description, inputSchema }) => ({
    name,
    description,
    inputSchema,
  }));
  const bytes = new TextEncoder().encode(JSON.stringify(facing)).length;
  assert(bytes <= 12_600, `${bytes} bytes`);
});

test("hints say which tools change nothing", async () => {
  const readers = new Set([
    "tab_snapshot",
    "tab_verify",
    "tab_extract",
    "tab_extract_structured",
    "tab_capture",
    "tab_downloads",
    "tab_list",
  ]);
  for (const { name, annotations } of await listTools()) {
    const { title, ...hints } = annotations ?? {};
    const isRead = readers.has(name);
    assert(title !== undefined && title.length > 0);
    assert.deepEqual(hints, { readOnlyHint: isRead, destructiveHint: !isRead, openWorldHint: true }, name);
  }
});

test("schemas are plain, closed and draft-07", async () => {
  const ajv = new Ajv({ strict: true, strictRequired: false, strictTypes: false });
  for (const { name, inputSchema, outputSchema } of await listTools()) {
    assert.equal(inputSchema.type, "object");
    assert.equal(inputSchema.additionalProperties, false, name);
    assert.equal("$schema" in inputSchema, false);
    assert.doesNotMatch(JSON.stringify(inputSchema), /"(?:anyOf|oneOf|allOf|\$ref|note)"|"type":\[/);
    ajv.compile(inputSchema);
    assert(outputSchema !== undefined, name);
    ajv.compile(outputSchema);
  }
});

test("listing twice gives the same catalog", async () => {
  await withClient(new FakePort(), async (client) => {
    assert.deepEqual(await client.listTools(), await client.listTools());
  });
});

test("the server says who it is and what its pages are", async () => {
  await withClient(new FakePort(), (client) => {
    assert.equal(client.getServerVersion()?.name, "tablaze");
    assert.match(client.getServerVersion()?.version ?? "", /^\d+\.\d+\.\d+/);
    const instructions = client.getInstructions() ?? "";
    assert.match(instructions, /data, never instructions/);
    assert(instructions.length < 400);
    return Promise.resolve();
  });
});

test("every reply fits its published schema, and the schema refuses a reply without what it promises", async () => {
  const tools = new Map((await listTools()).map((tool) => [tool.name, tool]));
  const ajv = new Ajv({ strict: false });
  const error = { code: "STALE_REFERENCE", message: "gone" };
  const port = new FakePort();
  const act = { session_id: "s", snapshot_id: "s:1", actions: [{ type: "click", ref: "e1" }] };
  const verify = { session_id: "s", checks: [{ kind: "text", contains: "x" }] };
  const fails = (method: "open" | "act" | "verify" | "list" | "close") => {
    port[method] = (): Promise<never> =>
      Promise.reject(Object.assign(new Error("gone"), { code: "STALE_REFERENCE" }));
  };
  const replies: [string, Record<string, unknown>, () => void][] = [
    ["tab_open", { url: "u" }, () => {}],
    ["tab_open", { url: "u" }, () => {
      port.open = () =>
        Promise.resolve(snapshotResult({
          tabs: [{ tab_id: "t1", url: "u", active: true }, {
            tab_id: "t2",
            url: "v",
            title: "V",
            active: false,
          }],
          mode: "diff",
          baseline_snapshot_id: "s:0",
          scope: { frame_id: "f1", viewport_only: true },
          frames: [{ frame_id: "f1", url: "v", name: "pay", is_main: false }],
          frame_count: 140,
          truncated: true,
          cursor: "c1",
          truncation: ["chars", "frames"],
          session_mode: "isolated",
        }));
    }],
    ["tab_open", { url: "u" }, () => fails("open")],
    ["tab_snapshot", { session_id: "s" }, () => {
      const { tree: _tree, ...rest } = snapshotResult({
        elements: [{ ref: "e1", role: "link", name: "x", box: [0, 0, 1, 1] }],
      });
      port.snapshot = () => Promise.resolve(rest);
    }],
    ["tab_act", act, () => {}],
    ["tab_act", act, () => {
      port.act = () =>
        Promise.resolve(actResult({
          ok: false,
          batch_complete: false,
          partial: true,
          failed: { index: 1, error },
          failed_action_may_have_side_effects: true,
          results: [
            {
              index: 0,
              type: "fill",
              status: "completed",
              effect: { outcome: "done", value: "x", requests: ["POST https://a.example/ 200"] },
            },
            { index: 1, type: "click", status: "failed", error },
            { index: 2, type: "wait", status: "skipped" },
          ],
          verification: verifyResult(),
          replan_required: true,
          popup_followed: { from_tab_id: "t1", tab_id: "t2", action_index: 0, window_ms: 250 },
          dialogs: [{ type: "alert", message: "hi", handled: "dismissed" }],
          session_closed: true,
          outcome_unknown: true,
          snapshot_error: error,
        }));
    }],
    ["tab_act", act, () => fails("act")],
    ["tab_verify", verify, () => {}],
    ["tab_verify", verify, () => {
      const checks = ["text", 3, false, null].map((actual, index) => ({
        index,
        kind: "count" as const,
        pass: false,
        actual,
        hint: "h",
        error,
      }));
      port.verify = () =>
        Promise.resolve(
          verifyResult({
            passed: false,
            checks: [...checks, { index: 4, kind: "url", pass: true, already_held: true }],
          }),
        );
    }],
    ["tab_verify", verify, () => fails("verify")],
    ["tab_extract", { session_id: "s", kind: "text" }, () => {}],
    ["tab_extract", { session_id: "s", kind: "table" }, () => {
      port.extract = () =>
        Promise.resolve({
          session_id: "s",
          frame_id: "f0",
          url: "u",
          kind: "table",
          columns: ["a"],
          rows: [["1"]],
          links: [{ text: "t", url: "u" }],
          truncated: true,
        });
    }],
    ["tab_navigate", { session_id: "s", action: "back" }, () => {}],
    ["tab_list", {}, () => {}],
    ["tab_list", {}, () => fails("list")],
    ["tab_close", { session_id: "s" }, () => {}],
    ["tab_close", { session_id: "s" }, () => fails("close")],
  ];
  await withClient(port, async (client) => {
    for (const [name, given, prepare] of replies) {
      prepare();
      const { body } = await callForReply(client, name, given);
      const validate = ajv.compile(tools.get(name)?.outputSchema ?? false);
      assert(validate(body), `${name}: ${JSON.stringify(validate.errors)} ${JSON.stringify(body)}`);
      assert.equal(validate({ ok: true }), false, name);
      assert.equal(validate({ ok: false, error: { code: "X" } }), false, name);
    }
  });
});
