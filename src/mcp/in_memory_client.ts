import type { AgentToolClient } from "../contracts/tools.ts";
import { SERVER_VERSION } from "../contracts/version.ts";
import { InMemoryTransport, type McpServer } from "./sdk_server.ts";
import { callEffect } from "./call_effect.ts";
import { createMcpToolClient } from "./tool_client.ts";

/** Tools of a server in the same process. */
export interface InMemoryTools {
  /** The tools, as a run takes them. */
  readonly tools: AgentToolClient;
  /** Ends the connection: calls under way are aborted. The browser behind the server stays as it is. */
  close(): Promise<void>;
}

/**
 * Connects to a fresh server without a process or a socket. A run then meets the protocol, the parsing and the limits
 * that an outside client meets.
 *
 * @throws when the server is connected already
 */
export async function connectAgentTools(server: McpServer): Promise<InMemoryTools> {
  // Loaded late, so that a server that only ever speaks stdio starts without it.
  const { Client } = await import("./sdk_client.ts");
  const client = new Client({ name: "tablaze-agent", version: SERVER_VERSION });
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  await server.connect(serverSide);
  try {
    await client.connect(clientSide);
  } catch (error) {
    await server.close();
    throw error;
  }
  return {
    tools: { ...createMcpToolClient(client), callEffect },
    close: async () => {
      await client.close();
      await server.close();
    },
  };
}
