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

/** Calls a tool with arguments that its schema refuses; returns the protocol library's text. */
export async function callForRefusal(
  client: Client,
  name: string,
  given: Record<string, unknown>,
): Promise<string> {
  const result = await client.callTool({ name, arguments: given }) as CallToolResult;
  const [block] = result.content;
  assert(block?.type === "text");
  assert.equal(result.isError, true);
  assert.equal(result.structuredContent, undefined, `not refused: ${block.text}`);
  assert.match(
    block.text,
    new RegExp(`^MCP error -32602: (?:Input validation error: )?Invalid arguments for tool ${name}: `),
  );
  return block.text;
}
