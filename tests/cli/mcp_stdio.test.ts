// @ts-types="@modelcontextprotocol/sdk/client/index"
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
// @ts-types="@modelcontextprotocol/sdk/shared/stdio"
import { ReadBuffer, serializeMessage } from "@modelcontextprotocol/sdk/shared/stdio.js";
// @ts-types="@modelcontextprotocol/sdk/shared/transport"
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
// @ts-types="@modelcontextprotocol/sdk/types"
import type { JSONRPCMessage, Tool } from "@modelcontextprotocol/sdk/types.js";
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { test } from "node:test";
import { type RunningCli, servePages, startCli, until } from "./support.ts";

const PAGE = "<!doctype html><title>Hello</title><h1>Hello there</h1><button>Press</button>";

/** The SDK's own framing over a child that the test started, so that all of its stdout can be looked at. */
function transportOf(cli: RunningCli): Transport {
  const { stdin, stdout } = cli.child;
  const buffer = new ReadBuffer();
  const transport: Transport = {
    start: () => {
      stdout?.on("data", (text: string) => {
        buffer.append(Buffer.from(text));
        for (let message = buffer.readMessage(); message !== null; message = buffer.readMessage()) {
          transport.onmessage?.(message);
        }
      });
      return Promise.resolve();
    },
    send: (message: JSONRPCMessage) =>
      new Promise<void>((settle, reject) => {
        stdin?.write(serializeMessage(message), (error) => error ? reject(error) : settle());
      }),
    close: () => {
      stdin?.end();
      transport.onclose?.();
      return Promise.resolve();
    },
  };
  return transport;
}

test("the server speaks MCP over stdio and nothing else, and leaves nothing when the client hangs up", async (context) => {
  const site = await servePages(context, { "/": PAGE });
  const cli = await startCli(context, []);
  const client = new Client({ name: "test", version: "0" });
  await client.connect(transportOf(cli));
  assert.equal(client.getServerVersion()?.name, "tablaze");
  const { tools } = await client.listTools();
  assert.ok(tools.some(({ name }: Tool) => name === "tab_open"));
  assert.deepEqual(cli.descendants(), [], "no browser before it is needed");

  const opened = await client.callTool({ name: "tab_open", arguments: { url: `${site.origin}/` } });
  const { session_id, tree } = opened.structuredContent as { session_id: string; tree: string };
  assert.match(tree, /# Hello there/);
  assert.match(tree, /button: Press/);
  const seen = await client.callTool({ name: "tab_snapshot", arguments: { session_id } });
  assert.match((seen.structuredContent as { tree: string }).tree, /Hello there/);
  const wrong = await client.callTool({ name: "tab_snapshot", arguments: { session_id: "none" } });
  assert.equal(wrong.isError, true);
  const closed = await client.callTool({ name: "tab_close", arguments: { session_id } });
  assert.equal((closed.structuredContent as { closed: boolean }).closed, true);
  assert.ok(cli.descendants().length > 0, "the browser stays warm");

  await client.close();
  const end = await cli.ended;
  assert.equal(end.exitCode, 0, end.stderr);
  for (const line of end.stdout.trimEnd().split("\n")) assert.equal(JSON.parse(line).jsonrpc, "2.0");
  await until(() => cli.descendants().length === 0);
  assert.deepEqual(await cli.temporaryFiles(), []);
});

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  test(`the server ends with 0 and without a browser on ${signal}`, async (context) => {
    const site = await servePages(context, { "/": PAGE });
    const cli = await startCli(context, []);
    const client = new Client({ name: "test", version: "0" });
    await client.connect(transportOf(cli));
    await client.callTool({ name: "tab_open", arguments: { url: `${site.origin}/` } });
    cli.signal(signal);
    const end = await cli.ended;
    assert.equal(end.exitCode, 0, end.stderr);
    await until(() => cli.descendants().length === 0);
    assert.deepEqual(await cli.temporaryFiles(), []);
  });
}
