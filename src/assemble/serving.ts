// A server for a client that waits for its catalog: the engine and what parses calls, a hundred files and more, are loaded
// when the catalog is out or the first call comes, whichever is sooner. Options are checked, and files granted, at once.
import { resolveAhead } from "../browser/options.ts";
import type { BrowserOptions, BrowserPort } from "../contracts/browser.ts";
import type { McpServer } from "../mcp/sdk_server.ts";
import { createMcpServer } from "../mcp/server.ts";

export { serveStdio } from "../mcp/stdio.ts";

/** A browser MCP server whose engine comes later. */
export interface ServingRuntime {
  /** Connect it to one transport. */
  readonly server: McpServer;
  /**
   * Closes the browser and all sessions, if there are any.
   *
   * @throws `CLEANUP_INCOMPLETE` when the end cannot be confirmed within two seconds
   */
  dispose(): Promise<void>;
}

/** Milliseconds after which the engine is loaded even if nobody has called: a client has its catalog by then. */
const LOAD_AFTER_MS = 1000;

/**
 * Makes a browser MCP server like `createServer`.
 *
 * @param options which browser to use and how
 * @throws TypeError | RangeError for an option outside its range | OperatorFileError for a granted file
 */
export function createServing(options: BrowserOptions = {}): ServingRuntime {
  const { captureNetwork, allowPageScript, onNotice } = resolveAhead(options);
  let loading: Promise<BrowserPort> | undefined;
  const load = (): Promise<BrowserPort> => {
    clearTimeout(timer);
    return loading ??= import("../browser/engine.ts").then(({ BrowserEngine }) => new BrowserEngine(options));
  };
  const prepare = (): void => {
    Promise.all([load(), import("../mcp/tool_desk.ts")]).catch(() => {}); // the first call tells why
  };
  const timer = setTimeout(prepare, LOAD_AFTER_MS);
  return {
    server: createMcpServer(latePort(load), { captureNetwork, allowPageScript, onNotice }),
    dispose: async () => {
      clearTimeout(timer);
      const engine = await loading?.catch(() => undefined); // one that could not be loaded has nothing to close
      await engine?.dispose();
    },
  };
}

/** A port that waits for the real one with each call. */
function latePort(load: () => Promise<BrowserPort>): BrowserPort {
  return new Proxy({} as BrowserPort, {
    get: (_, name) => async (...given: unknown[]): Promise<unknown> => {
      const port = await load();
      const method: unknown = Reflect.get(port, name);
      if (typeof method !== "function") throw new TypeError(`A browser port has no method "${String(name)}"`);
      return await Reflect.apply(method, port, given) as unknown;
    },
  });
}
