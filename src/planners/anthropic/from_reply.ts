import { type ModelCall, readArgumentObject, readCallName } from "../decision.ts";
import { invalidResponse } from "../failures.ts";
import { isRecord } from "../parse_json.ts";
import { readCounter, readIdentifier, type ReportedUsage, withoutAbsent } from "../usage.ts";

type Reply = Readonly<Record<string, unknown>>;

/**
 * Reads the calls of a Messages reply.
 *
 * @throws AgentPlannerError `PLANNER_INVALID_RESPONSE` unless it is a completed answer of text and client tool calls
 */
export function readCalls(reply: Reply): readonly ModelCall[] {
  const { type, role, content, stop_reason: stopReason } = reply;
  if (type !== "message" || role !== "assistant") {
    throw invalidResponse("it is not a message of the assistant");
  }
  checkStopReason(stopReason);
  if (!Array.isArray(content)) throw invalidResponse("its content is not a list of blocks");
  return content.flatMap(readBlock);
}

/** Reads the counters of a Messages reply. The prompt is summed only when all three of its parts were reported. */
export function readUsage(reply: Reply): ReportedUsage {
  const { usage } = reply;
  const uncachedPromptTokens = readCounter(usage, "input_tokens");
  const cachedPromptTokens = readCounter(usage, "cache_read_input_tokens");
  const cacheCreationPromptTokens = readCounter(usage, "cache_creation_input_tokens");
  return {
    counters: withoutAbsent({
      promptTokens: sumOfAll([uncachedPromptTokens, cachedPromptTokens, cacheCreationPromptTokens]),
      completionTokens: readCounter(usage, "output_tokens"),
      cachedPromptTokens,
      uncachedPromptTokens,
      cacheCreationPromptTokens,
    }),
    ...withoutAbsent({ model: readIdentifier(reply, "model"), responseId: readIdentifier(reply, "id") }),
  };
}

function checkStopReason(stopReason: unknown): void {
  switch (stopReason) {
    case "tool_use":
      return;
    case "max_tokens":
    case "model_context_window_exceeded":
      throw invalidResponse(
        "it stopped at the output limit: raise maxOutputTokens or shorten the conversation",
      );
    case "end_turn":
    case "stop_sequence":
      throw invalidResponse("it calls no tool, and text alone decides nothing");
    case "refusal":
      throw invalidResponse("the model refused");
    default:
      throw invalidResponse("it stopped for an unknown reason");
  }
}

function readBlock(block: unknown): ModelCall[] {
  if (!isRecord(block)) throw invalidResponse("a block of its content is no object");
  switch (block["type"]) {
    case "text":
      if (typeof block["text"] !== "string") throw invalidResponse("a text block has no text");
      return [];
    case "tool_use":
      if (typeof block["id"] !== "string" || block["id"] === "") throw invalidResponse("a call has no id");
      return [{ name: readCallName(block["name"]), arguments: readArgumentObject(block["input"]) }];
    default:
      throw invalidResponse("a block of its content is of an unsupported type");
  }
}

function sumOfAll(parts: readonly (number | undefined)[]): number | undefined {
  let sum = 0;
  for (const part of parts) {
    if (part === undefined) return undefined;
    sum += part;
  }
  return Number.isSafeInteger(sum) ? sum : undefined;
}
