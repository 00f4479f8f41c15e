// Where calls go. Loaded with the first one: a client that only lists the tools needs no parser and no handler.
import { dispatch } from "./dispatcher.ts";
import type { CallToolResult } from "./sdk_server.ts";
import type { BrowserTool, ToolContext } from "./tool.ts";
import { ALL_TOOLS } from "./tools/all.ts";

const TOOLS: ReadonlyMap<string, BrowserTool> = new Map(ALL_TOOLS.map((tool) => [tool.name, tool]));

/** Runs one call of a tool that the catalog has. */
export async function callTool(name: string, given: unknown, context: ToolContext): Promise<CallToolResult> {
  const tool = TOOLS.get(name);
  if (tool === undefined) throw new TypeError(`The catalog has "${name}", and no tool is called so`);
  return await dispatch(tool, given, context);
}
