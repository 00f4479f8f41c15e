import type { Client } from "./sdk_client.ts";
import { CallToolResultSchema, ListToolsResultSchema } from "./sdk_server.ts";
import type { AgentTool, AgentToolClient, AgentToolResult } from "../contracts/tools.ts";

/** The part of a connected SDK client that is used. */
export type ConnectedClient = Pick<Client, "request">;

/** Options of a tool client. */
export interface McpToolClientOptions {
  /**
   * Milliseconds after which an unanswered call is given up, 1–2,147,483,647. Long, so that a tool's own budget, the
   * caller's signal or a run's deadline decides. @default 600000
   */
  readonly callTimeoutMs?: number;
}

/** A page of the catalog, as far as it is used; the SDK has checked its form. */
interface CatalogPage {
  readonly tools: readonly AgentTool[];
  readonly nextCursor?: string;
}

const MAX_PAGES = 100;
const MAX_TOOLS = 1000;
const LIST_TIMEOUT_MS = 75_000;

/** The caller's own abort comes back as it was, not as the protocol library's time-out. */
async function keepAbortReason<Result>(
  result: Promise<Result>,
  signal: AbortSignal | undefined,
): Promise<Result> {
  try {
    return await result;
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}

function withSignal(
  timeout: number,
  signal: AbortSignal | undefined,
): { timeout: number; signal?: AbortSignal } {
  return signal === undefined ? { timeout } : { timeout, signal };
}

async function listTools(
  client: ConnectedClient,
  signal: AbortSignal | undefined,
): Promise<readonly AgentTool[]> {
  const tools: AgentTool[] = [];
  const seen = new Set<string>();
  let cursor: string | undefined;
  do {
    const request = { method: "tools/list" as const, params: cursor === undefined ? {} : { cursor } };
    const answer = client.request(request, ListToolsResultSchema, withSignal(LIST_TIMEOUT_MS, signal));
    const page = await keepAbortReason(answer, signal) as CatalogPage;
    for (const { name, description, inputSchema, outputSchema, annotations } of page.tools) {
      tools.push({
        name,
        inputSchema,
        ...(description === undefined ? {} : { description }),
        ...(outputSchema === undefined ? {} : { outputSchema }),
        ...(annotations === undefined ? {} : { annotations }),
      });
    }
    cursor = page.nextCursor;
    if (tools.length > MAX_TOOLS) throw new RangeError(`The server lists more than ${MAX_TOOLS} tools`);
    if (cursor !== undefined && seen.has(cursor)) {
      throw new TypeError("The server's tool list goes round in a circle");
    }
    if (cursor !== undefined) seen.add(cursor);
    if (seen.size >= MAX_PAGES) {
      throw new RangeError(`The server's tool list has more than ${MAX_PAGES} pages`);
    }
  } while (cursor !== undefined);
  return tools;
}

/**
 * Wraps a connected MCP SDK client, of a process or a remote server, as tools of a run. The client stays the caller's.
 *
 * Results come back as the server sent them. They are not compared with a tool's `outputSchema`: the SDK would turn an
 * honest error reply into an exception, and a write that happened into one that nobody knows of.
 *
 * @throws {RangeError} when `callTimeoutMs` is out of range
 */
export function createMcpToolClient(
  client: ConnectedClient,
  { callTimeoutMs = 600_000 }: McpToolClientOptions = {},
): AgentToolClient {
  if (!Number.isInteger(callTimeoutMs) || callTimeoutMs < 1 || callTimeoutMs > 2_147_483_647) {
    throw new RangeError(
      `Cannot create tool client as "callTimeoutMs" must be an integer from 1 to 2147483647: current value is ${callTimeoutMs}`,
    );
  }
  return {
    listTools: ({ signal } = {}) => listTools(client, signal),
    callTool: async ({ name, arguments: given }, { signal } = {}) => {
      const request = { method: "tools/call" as const, params: { name, arguments: { ...given } } };
      const answer = client.request(request, CallToolResultSchema, withSignal(callTimeoutMs, signal));
      return await keepAbortReason(answer, signal) as AgentToolResult;
    },
  };
}
