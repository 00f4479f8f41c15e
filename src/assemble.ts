// Builds the real parts and plugs them together. Importing this loads neither the browser driver nor a browser.
import type { McpServer } from "./mcp/sdk_server.ts";
import { previewResume as previewResumeWith, type ResumePreview } from "./agent/checkpoint/resolve_run.ts";
import { runAgent as runAgentWith } from "./agent/run.ts";
import { loadChromiumDriver } from "./browser/driver.ts";
import { BrowserEngine } from "./browser/engine.ts";
import { type BrowserChoice, findBrowser } from "./browser/find_browser.ts";
import type { BrowserOptions } from "./contracts/browser.ts";
import { BrowserError } from "./contracts/errors.ts";
import type { AgentRunResult } from "./contracts/result.ts";
import type { AgentRunOptions } from "./contracts/run.ts";
import { createMcpServer } from "./mcp/server.ts";
import { channelPaths } from "./platform/browser_channels.ts";
import { systemClock } from "./platform/clock.ts";
import { readProcessEnv } from "./platform/env.ts";
import { isExecutableFile } from "./platform/file.ts";
import { sha256Hex } from "./platform/hash.ts";
import { describeMachine } from "./platform/machine.ts";
import { randomId } from "./platform/random.ts";

export { parseAgentCheckpoint } from "./agent/checkpoint/parse.ts";
export type { ResumePreview } from "./agent/checkpoint/resolve_run.ts";
export { parseWorkspace } from "./browser/workspace/parse.ts";
export type { ExtractionIssue } from "./extraction/error.ts";
export { extractWithPlanner } from "./extraction/model_extraction.ts";
export type { ProvenanceResult } from "./extraction/provenance.ts";
export { createModelExtractionToolClient } from "./extraction/tool_client.ts";
export { connectAgentTools } from "./mcp/in_memory_client.ts";
export { serveStdio } from "./mcp/stdio.ts";
export { createAnthropicPlanner } from "./planners/anthropic/planner.ts";
export type { CodexDiagnostic } from "./planners/codex/diagnostic.ts";
export { createCodexPlanner } from "./planners/codex/planner.ts";
export { createOllamaPlanner } from "./planners/ollama/planner.ts";
export { createOpenAICompatiblePlanner } from "./planners/openai_compatible/planner.ts";

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
  const { captureNetwork = false, allowPageScript = false } = options;
  const server = createMcpServer(engine, { captureNetwork, allowPageScript });
  let disposal: Promise<void> | undefined;
  const dispose = (): Promise<void> => disposal ??= engine.dispose();
  server.server.onclose = () => {
    dispose().catch(() => {}); // whoever calls dispose() hears of it
  };
  return { server, engine, dispose };
}

/**
 * Lets a planner work on a task with tools until it is done and verified, or a limit is reached. Expected failures are
 * in the result's `status`.
 *
 * @param options task, tools, planner, limits and hooks
 * @throws TypeError | RangeError for an option outside its range, before anything is started
 */
export function runAgent(options: AgentRunOptions): Promise<AgentRunResult> {
  return runAgentWith(options, { clock: systemClock, randomId, sha256: sha256Hex });
}

/**
 * Checks everything about a resume that can be checked before anything is started.
 *
 * @param options those of the resumed run, without planner and tools
 * @throws CheckpointError | TypeError | RangeError as `runAgent` would
 */
export function previewResume(options: Parameters<typeof previewResumeWith>[0]): ResumePreview {
  return previewResumeWith(options, { sha256: sha256Hex });
}

/**
 * Finds the browser that an engine with these options would start, and starts nothing.
 *
 * @throws `BROWSER_MISSING` with what to do
 */
export async function locateBrowser(options: BrowserOptions = {}): Promise<BrowserChoice> {
  const { channel, executablePath } = options;
  const managedPath = async (): Promise<string> => (await loadChromiumDriver()).executablePath();
  const choice = await findBrowser({ channel, executablePath }, managedPath);
  if (choice.channel === undefined) return choice;
  const paths = channelPaths(choice.channel, describeMachine().platform, readProcessEnv) ??
    [await managedPath()];
  for (const path of paths) {
    if (await isExecutableFile(path)) return choice;
  }
  throw new BrowserError(
    "BROWSER_MISSING",
    `The browser of channel "${choice.channel}" is not installed. Install it, name an executable with ` +
      "--executable-path, or leave the channel out to use any browser that is found",
  );
}
