// @ts-types="@modelcontextprotocol/sdk/client/index"
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
// @ts-types="@modelcontextprotocol/sdk/inMemory"
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
// @ts-types="@modelcontextprotocol/sdk/server/index"
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
// @ts-types="@modelcontextprotocol/sdk/types"
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import type { AgentToolClient } from "../../../src/contracts/tools.ts";
import { connectAgentTools } from "../../../src/mcp/in_memory_client.ts";
import { createMcpServer } from "../../../src/mcp/server.ts";
import { createMcpToolClient } from "../../../src/mcp/tool_client.ts";
import { FakePort } from "./fake_port.ts";

type Page = { readonly tools: readonly Record<string, unknown>[]; readonly nextCursor?: string };

/** A server that is not ours: it answers with whatever it is told. */
async function withRemote(
  answers: {
    readonly list?: (cursor: string | undefined) => Page;
    readonly call?: (
      name: string,
      given: unknown,
    ) => Record<string, unknown> | Promise<Record<string, unknown>>;
  },
  use: (tools: AgentToolClient) => Promise<void>,
  callTimeoutMs?: number,
): Promise<void> {
  const server = new Server({ name: "remote", version: "1" }, { capabilities: { tools: {} } });
  server.setRequestHandler(
    ListToolsRequestSchema,
    ({ params }) => ({ ...answers.list?.(params?.cursor) }),
  );
  server.setRequestHandler(
    CallToolRequestSchema,
    async ({ params }) => ({ ...await answers.call?.(params.name, params.arguments) }),
  );
  const client = new Client({ name: "test", version: "1" });
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  await server.connect(serverSide);
  await client.connect(clientSide);
  try {
    await use(createMcpToolClient(client, callTimeoutMs === undefined ? {} : { callTimeoutMs }));
  } finally {
    await client.close();
  }
}

const tool = (name: string) => ({ name, inputSchema: { type: "object" } });

test("listTools() follows pages and keeps the public fields only", async () => {
  const pages: Record<string, Page> = {
    first: {
      tools: [{
        name: "a",
        title: "A",
        description: "does a",
        inputSchema: { type: "object", properties: { x: { type: "string" } } },
        outputSchema: { type: "object" },
        annotations: { readOnlyHint: true },
        _meta: { private: 1 },
      }],
      nextCursor: "second",
    },
    second: { tools: [tool("b")] },
  };
  await withRemote({ list: (cursor = "first") => pages[cursor] ?? { tools: [] } }, async (tools) => {
    assert.deepEqual(await tools.listTools(), [{
      name: "a",
      description: "does a",
      inputSchema: { type: "object", properties: { x: { type: "string" } } },
      outputSchema: { type: "object" },
      annotations: { readOnlyHint: true },
    }, { name: "b", inputSchema: { type: "object" } }]);
  });
});

test("listTools() gives up on a list that has no end", async () => {
  await withRemote({ list: () => ({ tools: [tool("a")], nextCursor: "same" }) }, async (tools) => {
    await assert.rejects(tools.listTools(), /circle/);
  });
  let page = 0;
  await withRemote({ list: () => ({ tools: [], nextCursor: `${page += 1}` }) }, async (tools) => {
    await assert.rejects(tools.listTools(), /more than 100 pages/);
  });
  const crowd = Array.from({ length: 1001 }, (_, index) => tool(`t${index}`));
  await withRemote({ list: () => ({ tools: crowd }) }, async (tools) => {
    await assert.rejects(tools.listTools(), /more than 1000 tools/);
  });
});

test("listTools() does not mind an output schema that no validator can compile", async () => {
  const outputSchema = { type: "object", properties: { x: { $ref: "https://nowhere.example/schema" } } };
  await withRemote({ list: () => ({ tools: [{ ...tool("a"), outputSchema }] }) }, async (tools) => {
    assert.equal((await tools.listTools()).length, 1);
  });
});

test("callTool() returns results as they were sent, errors beside the output schema too", async () => {
  const outputSchema = { type: "object", properties: { total: { type: "number" } }, required: ["total"] };
  const sent = {
    content: [{ type: "text", text: "no" }, { type: "image", data: "AAAA", mimeType: "image/png" }],
    structuredContent: { ok: false, error: { code: "X", message: "no" } },
    isError: true,
  };
  const seen: unknown[] = [];
  const answers = {
    list: () => ({ tools: [{ ...tool("pay"), outputSchema }] }),
    call: (name: string, given: unknown) => {
      seen.push(name, given);
      return sent;
    },
  };
  await withRemote(answers, async (tools) => {
    await tools.listTools();
    assert.deepEqual(await tools.callTool({ name: "pay", arguments: { amount: 3 } }), sent);
    assert.deepEqual(seen, ["pay", { amount: 3 }]);
  });
});

test("callTool() throws for a result that is none", async () => {
  const malformed: readonly Record<string, unknown>[] = [
    { content: "text" },
    { content: [{ type: "text" }] },
    { content: [], structuredContent: [1] },
    { content: [], isError: "yes" },
  ];
  for (const result of malformed) {
    await withRemote({ call: () => result }, async (tools) => {
      await assert.rejects(tools.callTool({ name: "a", arguments: {} }));
    });
  }
});

test("callTool() gives up after its time-out", async () => {
  await withRemote({ call: () => new Promise(() => {}) }, async (tools) => {
    await assert.rejects(tools.callTool({ name: "a", arguments: {} }), /timed out/);
  }, 20);
});

test("createMcpToolClient() refuses a time-out that no timer can hold", () => {
  const client = new Client({ name: "test", version: "1" });
  for (const callTimeoutMs of [0, -1, 1.5, Number.NaN, 2_147_483_648]) {
    assert.throws(() => createMcpToolClient(client, { callTimeoutMs }), RangeError);
  }
  createMcpToolClient(client, { callTimeoutMs: 2_147_483_647 });
});

test("connectAgentTools() offers a custom tool that was registered before", async () => {
  const server = createMcpServer(new FakePort());
  const config = { description: "Adds", inputSchema: { a: z.number() }, annotations: { readOnlyHint: true } };
  server.registerTool(
    "add_one",
    config,
    ({ a }: { a: number }) => ({ content: [{ type: "text", text: `${a + 1}` }] }),
  );
  const { tools, close } = await connectAgentTools(server);
  const catalog = await tools.listTools();
  assert.equal(catalog.at(-1)?.name, "add_one");
  const result = await tools.callTool({ name: "add_one", arguments: { a: 1 } });
  assert.deepEqual(result.content, [{ type: "text", text: "2" }]);
  const unknown = await tools.callTool({ name: "tab_nothing", arguments: {} });
  assert.equal(unknown.isError, true);
  await close();
});

test("connectAgentTools() refuses a server that is connected, and close() frees it", async () => {
  const port = new FakePort();
  const server = createMcpServer(port);
  const first = await connectAgentTools(server);
  await assert.rejects(connectAgentTools(server), /[Aa]lready connected/);
  await first.close();
  await assert.rejects(first.tools.callTool({ name: "tab_list", arguments: {} }), /Not connected/);
  const second = await connectAgentTools(server);
  assert.equal((await second.tools.listTools()).length, 17);
  await second.close();
  assert.deepEqual(port.calls, []);
});
