import { type ModelCall, readArgumentText, readCallName } from "../decision.ts";
import { invalidResponse } from "../failures.ts";
import { isRecord } from "../parse_json.ts";
import { readCounter, readIdentifier, type ReportedUsage, withoutAbsent } from "../usage.ts";

type Reply = Readonly<Record<string, unknown>>;

/**
 * Reads the calls of a Chat Completions reply.
 *
 * @throws AgentPlannerError `PLANNER_INVALID_RESPONSE` for a refusal, an answer that stopped early, or an unknown shape
 */
export function readCalls(reply: Reply): readonly ModelCall[] {
  const { choices } = reply;
  if (!Array.isArray(choices) || choices.length !== 1) {
    throw invalidResponse("it does not hold exactly one choice");
  }
  const choice: unknown = choices[0];
  if (!isRecord(choice) || !isRecord(choice["message"])) throw invalidResponse("its choice has no message");
  checkFinishReason(choice["finish_reason"]);
  return readMessage(choice["message"]);
}

/** Reads the counters of a Chat Completions reply; a missing or invalid one stays absent. */
export function readUsage(reply: Reply): ReportedUsage {
  const usage = isRecord(reply["usage"]) ? reply["usage"] : {};
  return {
    counters: withoutAbsent({
      promptTokens: readCounter(usage, "prompt_tokens"),
      completionTokens: readCounter(usage, "completion_tokens"),
      totalTokens: readCounter(usage, "total_tokens"),
      cachedPromptTokens: readCounter(usage["prompt_tokens_details"], "cached_tokens"),
      reasoningTokens: readCounter(usage["completion_tokens_details"], "reasoning_tokens"),
    }),
    ...withoutAbsent({ model: readIdentifier(reply, "model"), responseId: readIdentifier(reply, "id") }),
  };
}

/** Some servers leave the reason out, or say `stop` beside calls. Whatever else they say is no completed decision. */
function checkFinishReason(reason: unknown): void {
  switch (reason) {
    case undefined:
    case null:
    case "stop":
    case "tool_calls":
      return;
    case "length":
      throw invalidResponse("it stopped at the output limit");
    case "content_filter":
      throw invalidResponse("it was stopped by a content filter");
    default:
      throw invalidResponse("it stopped for an unknown reason");
  }
}

function readMessage(message: Record<string, unknown>): readonly ModelCall[] {
  const { role, refusal, tool_calls: calls } = message;
  if (role !== undefined && role !== "assistant") throw invalidResponse("its message is not the assistant's");
  if (refusal !== undefined && refusal !== null && refusal !== "") throw invalidResponse("the model refused");
  if (message["function_call"] !== undefined && message["function_call"] !== null) {
    throw invalidResponse("it uses the retired function_call form");
  }
  if (calls === undefined || calls === null) return [];
  if (!Array.isArray(calls)) throw invalidResponse("its calls are not a list");
  return calls.map(readCall);
}

function readCall(call: unknown): ModelCall {
  if (!isRecord(call) || !isRecord(call["function"])) throw invalidResponse("a call names no function");
  if (call["type"] !== undefined && call["type"] !== "function") {
    throw invalidResponse("a call is of an unknown type");
  }
  const { name, arguments: text } = call["function"];
  return { name: readCallName(name), arguments: readArgumentText(text) };
}
