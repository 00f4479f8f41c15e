// The server with a real browser behind it. It loads no driver, no planner and no runner, so that serving starts fast.
import { BrowserEngine } from "../browser/engine.ts";
import type { BrowserOptions } from "../contracts/browser.ts";
import type { McpServer } from "../mcp/sdk_server.ts";
import { createMcpServer } from "../mcp/server.ts";

export { connectAgentTools } from "../mcp/in_memory_client.ts";

/** A browser MCP server with the engine behind it. */
export interface TablazeServer {
  /** Connect it to one transport, or hand it to `connectAgentTools`. */
  readonly server: McpServer;
  /** The browser as a program uses it. It starts on the first `open`. */
  readonly engine: BrowserEngine;
  /**
   * Closes the browser and all sessions; a second call waits for the same end.
   *
   * @throws `CLEANUP_INCOMPLETE` when the end cannot be confirmed within two seconds
   */
  dispose(): Promise<void>;
}

/**
 * Makes a browser MCP server. Nothing starts before the first tool call that needs a browser. When the transport
 * closes, the engine is disposed.
 *
 * @param options which browser to use and how
 * @throws TypeError | RangeError for an option outside its range
 */
export function createServer(options: BrowserOptions = {}): TablazeServer {
  const engine = new BrowserEngine(options);
  const { captureNetwork = false, allowPageScript = false, onNotice } = options;
  const server = createMcpServer(engine, { captureNetwork, allowPageScript, onNotice });
  let disposal: Promise<void> | undefined;
  const dispose = (): Promise<void> => disposal ??= engine.dispose();
  server.server.onclose = () => {
    dispose().catch(() => {}); // whoever calls dispose() hears of it
  };
  return { server, engine, dispose };
}
