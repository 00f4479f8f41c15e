// @ts-types="@modelcontextprotocol/sdk/client/index"
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
// @ts-types="@modelcontextprotocol/sdk/inMemory"
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import type { BrowserPort } from "../../../src/contracts/browser.ts";
import { connectAgentTools } from "../../../src/mcp/in_memory_client.ts";
import { createMcpServer } from "../../../src/mcp/server.ts";
import { FakePort } from "./fake_port.ts";

const TOOLS: readonly (readonly [tool: string, method: keyof BrowserPort, given: Record<string, unknown>])[] =
  [
    ["tab_open", "open", { url: "u" }],
    ["tab_snapshot", "snapshot", { session_id: "s" }],
    ["tab_act", "act", { session_id: "s", snapshot_id: "s:1", actions: [{ type: "click", ref: "e1" }] }],
    ["tab_verify", "verify", { session_id: "s", checks: [{ kind: "text", contains: "x" }] }],
    ["tab_extract", "extract", { session_id: "s", kind: "text" }],
    ["tab_navigate", "navigate", { session_id: "s", action: "back" }],
    ["tab_close", "close", { session_id: "s" }],
    ["tab_click_named", "clickNamed", { session_id: "s", name: "Save" }],
    ["tab_find", "findText", { session_id: "s", text: "x" }],
    [
      "tab_extract_structured",
      "readFields",
      { session_id: "s", schema: true, fields: [{ name: "a", selector: "p", mode: "text" }] },
    ],
    ["tab_capture", "screenshot", { session_id: "s" }],
    ["tab_tabs", "tabs", { session_id: "s", action: "list" }],
    ["tab_dialog", "dialog", { session_id: "s", action: "accept" }],
    ["tab_downloads", "downloads", { session_id: "s", download_id: "d1" }],
    ["tab_pdf", "pdf", { session_id: "s" }],
    ["tab_state", "saveState", { session_id: "s" }],
    ["tab_network", "network", { session_id: "s" }],
    ["tab_script", "script", { session_id: "s", snapshot_id: "s:1", source: "return 1" }],
  ];

/** Lets a call of `method` hang until its signal aborts. */
function hang(
  port: FakePort,
  method: keyof BrowserPort,
): { readonly entered: Promise<void>; readonly left: Promise<void> } {
  let enter = (): void => {};
  let leave = (): void => {};
  const entered = new Promise<void>((resolve) => enter = resolve);
  const left = new Promise<void>((resolve) => leave = resolve);
  const stand = (...given: readonly unknown[]): Promise<never> => {
    const { signal } = given.at(-1) as { signal: AbortSignal };
    enter();
    return new Promise((_resolve, reject) => {
      signal.addEventListener("abort", () => {
        leave();
        reject(signal.reason);
      });
    });
  };
  Object.assign(port, { [method]: stand });
  return { entered, left };
}

for (const [tool, method, given] of TOOLS) {
  test(`cancelling ${tool} reaches the browser and keeps the caller's reason`, async () => {
    const port = new FakePort();
    const { entered, left } = hang(port, method);
    const server = createMcpServer(port, { captureNetwork: true, allowPageScript: true });
    const { tools, close } = await connectAgentTools(server);
    const reason = new Error("changed my mind");
    const controller = new AbortController();
    const call = tools.callTool({ name: tool, arguments: given }, { signal: controller.signal });
    await entered;
    controller.abort(reason);
    await assert.rejects(call, reason);
    await left;
    await close();
  });
}

test("closing the connection aborts what is under way", async () => {
  const port = new FakePort();
  const { entered, left } = hang(port, "act");
  const { tools, close } = await connectAgentTools(createMcpServer(port));
  const call = tools.callTool({ name: "tab_act", arguments: TOOLS[2]?.[2] ?? {} });
  const failed = assert.rejects(call, /Connection closed/);
  await entered;
  await close();
  await left;
  await failed;
});

test("a call that is cancelled before it starts reaches no browser", async () => {
  const port = new FakePort();
  const { tools, close } = await connectAgentTools(createMcpServer(port));
  const reason = new Error("too late");
  await assert.rejects(
    tools.callTool({ name: "tab_list", arguments: {} }, { signal: AbortSignal.abort(reason) }),
    reason,
  );
  await close();
  assert.deepEqual(port.calls, []);
});

test("a cancelled handler that answers anyway does not break the connection", async () => {
  const port = new FakePort();
  let answer = (): void => {};
  let enter = (): void => {};
  const entered = new Promise<void>((resolve) => enter = resolve);
  port.list = () => {
    enter();
    return new Promise((resolve) => answer = () => resolve([]));
  };
  const server = createMcpServer(port);
  const client = new Client({ name: "test", version: "1" });
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  await server.connect(serverSide);
  await client.connect(clientSide);
  const controller = new AbortController();
  const call = client.callTool({ name: "tab_list", arguments: {} }, undefined, { signal: controller.signal });
  await entered;
  controller.abort();
  await assert.rejects(call);
  answer();
  const next = await client.callTool({ name: "tab_close", arguments: { session_id: "s" } });
  assert.equal(next.isError, undefined);
  await client.close();
});
