import type { AgentContent, AgentToolResult } from "../contracts/tools.ts";
import { copyJson } from "./copy_json.ts";
import { isRecord } from "./records.ts";

const COPY_OPTIONS = { maxValues: 5_000_000, maxDepth: 200, lenient: true } as const;

/** A frozen copy of a tool's result, or `undefined` when it is not one. */
export function parseToolResult(raw: unknown): AgentToolResult | undefined {
  const copied = copyJson(raw, COPY_OPTIONS);
  if (!copied.ok || !isRecord(copied.value)) return undefined;
  const { content, structuredContent, isError } = copied.value as Record<string, unknown>;
  if (!Array.isArray(content) || !content.every(isBlock)) return undefined;
  if (structuredContent !== undefined && !isRecord(structuredContent)) return undefined;
  if (isError !== undefined && typeof isError !== "boolean") return undefined;
  return Object.freeze({
    content: content as readonly AgentContent[],
    ...(structuredContent === undefined ? {} : { structuredContent }),
    ...(isError === undefined ? {} : { isError }),
  });
}

function isBlock(block: unknown): boolean {
  if (!isRecord(block) || typeof block.type !== "string") return false;
  if (block.type === "text") return typeof block.text === "string";
  if (block.type === "image") return typeof block.data === "string" && typeof block.mimeType === "string";
  return true;
}

/** True when the tool says that it failed. */
export function isFailed(result: AgentToolResult): boolean {
  return result.isError === true || result.structuredContent?.ok === false;
}

/** True when the tool says that the plan no longer fits the page. */
export function asksToReplan(result: AgentToolResult): boolean {
  return result.structuredContent?.replan_required === true;
}

/** Codes of results that the runner itself writes. */
export type RunnerResultCode =
  | "NOT_DISPATCHED"
  | "OUTCOME_UNKNOWN"
  | "OBSERVATION_REQUIRED"
  | "TOOL_CALL_FAILED"
  | "TOOL_RESULT_INVALID";

/** A result of the runner's own, in place of one that no tool gave. */
export function runnerResult(code: RunnerResultCode, message: string): AgentToolResult {
  const body = { ok: false, error: { code, message } };
  return Object.freeze({
    content: Object.freeze([{ type: "text", text: JSON.stringify(body) }]),
    structuredContent: body,
    isError: true,
  });
}

/** The result of a call that was never sent. */
export function notDispatched(why: string): AgentToolResult {
  return runnerResult("NOT_DISPATCHED", `This call was not sent: ${why}`);
}

/** The result of a call whose effect nobody knows. */
export function outcomeUnknown(): AgentToolResult {
  return runnerResult(
    "OUTCOME_UNKNOWN",
    "The outcome of this call is not known. It must not be repeated blindly.",
  );
}
