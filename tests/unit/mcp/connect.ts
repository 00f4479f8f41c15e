// @ts-types="@modelcontextprotocol/sdk/client/index"
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
// @ts-types="@modelcontextprotocol/sdk/inMemory"
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
// @ts-types="@modelcontextprotocol/sdk/types"
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import assert from "node:assert/strict";
import type { BrowserPort } from "../../../src/contracts/browser.ts";
import { createMcpServer, type McpServerOptions } from "../../../src/mcp/server.ts";

/** A reply, with its text block checked against its data. */
export interface Reply {
  readonly body: Readonly<Record<string, unknown>>;
  readonly isError: boolean;
}

/** A real SDK client of a server over `port`. */
export async function withClient(
  port: BrowserPort,
  use: (client: Client) => Promise<void>,
  options: McpServerOptions = {},
): Promise<void> {
  const server = createMcpServer(port, options);
  const client = new Client({ name: "test", version: "1" });
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  await server.connect(serverSide);
  await client.connect(clientSide);
  try {
    await use(client);
  } finally {
    await client.close();
  }
}

/** Calls a tool and asserts what holds for every envelope. */
export async function callForReply(
  client: Client,
  name: string,
  given: Record<string, unknown>,
): Promise<Reply> {
  const result = await client.callTool({ name, arguments: given }) as CallToolResult;
  const [block] = result.content;
  assert.equal(result.content.length, 1);
  assert(block?.type === "text");
  assert(result.structuredContent !== undefined, block.text);
  assert.equal(block.text, JSON.stringify(result.structuredContent));
  assert.equal(Object.keys(result.structuredContent)[0], "ok");
  if (result.structuredContent.ok === false) assert.equal(result.isError, true);
  return { body: result.structuredContent, isError: result.isError === true };
}

/** Calls a tool with arguments that its schema refuses; returns the one line that says why. */
export async function callForRefusal(
  client: Client,
  name: string,
  given: Record<string, unknown>,
): Promise<string> {
  const { body, isError } = await callForReply(client, name, given);
  assert.equal(isError, true, `not refused: ${JSON.stringify(given).slice(0, 300)}`);
  const { code, message } = body.error as { readonly code: string; readonly message: string };
  assert.equal(code, "INVALID_ARGUMENT");
  assert(message.length <= 300 && !message.includes("\n"), message);
  return message;
}
