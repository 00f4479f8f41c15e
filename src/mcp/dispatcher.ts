import type { CallToolResult } from "./sdk_server.ts";
import { cleanErrorText } from "./hygiene.ts";
import { parseArguments } from "./arguments/parse_arguments.ts";
import { toErrorReply, toResultReply, toThrownReply } from "./reply.ts";
import type { BrowserTool, ToolContext } from "./tool.ts";

const DEFAULT_REPLY_CHARS = 100_000;

/**
 * Runs one call: parses, checks rules between arguments, hands over to the tool, turns the outcome into a reply. Every
 * rule that holds for all tools stands here. It throws nothing: whatever goes wrong is a reply as well.
 */
export async function dispatch(
  tool: BrowserTool,
  given: unknown,
  { port, signal, onNotice }: ToolContext,
): Promise<CallToolResult> {
  let privateValues: readonly string[] = [];
  try {
    const input = parseArguments(tool, given);
    privateValues = tool.privateValues?.(input) ?? [];
    const conflict = tool.findConflict?.(input);
    if (conflict !== undefined) {
      return toErrorReply("INVALID_ARGUMENT", cleanErrorText(conflict, privateValues));
    }
    signal.throwIfAborted();
    const result = await tool.handle({ port, signal }, input);
    return toResultReply(result, {
      maxChars: tool.replyLimit?.(input) ?? DEFAULT_REPLY_CHARS,
      privateValues,
      isFailure: tool.isFailure ?? (() => false),
    });
  } catch (error) {
    return toThrownReply(error, { isCancelled: signal.aborted, privateValues, onNotice });
  }
}
