import { ErrorCode, McpError } from "./sdk_server.ts";
import { z } from "zod";
import type { BrowserTool } from "./tool.ts";

const MAX_ISSUES = 8;
const MAX_ISSUE_CHARS = 300;

function describeIssue({ message, path }: z.core.$ZodIssue): string {
  const line = path.length === 0 ? message : `${message} at ${z.core.toDotPath(path)}`;
  return line.length <= MAX_ISSUE_CHARS ? line : `${line.slice(0, MAX_ISSUE_CHARS - 1)}…`;
}

/** Arguments as a client on the other side of a pipe would have sent them. */
function toPlainJson(given: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(given));
  } catch {
    return undefined; // a cycle or a bigint, which no protocol message can carry
  }
}

/**
 * Parses the arguments of a call.
 *
 * @throws {McpError} in the protocol library's own form of refused arguments, bounded in length
 */
export function parseArguments(tool: BrowserTool, given: unknown): Readonly<Record<string, unknown>> {
  const parsed = tool.input.safeParse(toPlainJson(given));
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  const lines = issues.slice(0, MAX_ISSUES).map(describeIssue);
  if (issues.length > MAX_ISSUES) lines.push(`and ${issues.length - MAX_ISSUES} more`);
  throw new McpError(
    ErrorCode.InvalidParams,
    `Input validation error: Invalid arguments for tool ${tool.name}: ${lines.join("\n")}`,
  );
}
