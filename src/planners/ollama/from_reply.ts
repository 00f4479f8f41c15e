import { type ModelCall, readArgumentObject, readCallName } from "../decision.ts";
import { invalidResponse } from "../failures.ts";
import { isRecord } from "../parse_json.ts";
import { readCounter, readIdentifier, type ReportedUsage, withoutAbsent } from "../usage.ts";

type Reply = Readonly<Record<string, unknown>>;

/**
 * Reads the calls of a chat reply.
 *
 * @throws AgentPlannerError `PLANNER_INVALID_RESPONSE` for an unfinished answer, a stop at the limit or an unknown shape
 */
export function readCalls(reply: Reply): readonly ModelCall[] {
  const { done, done_reason: doneReason, message } = reply;
  if (done !== true) throw invalidResponse("it is not finished");
  checkDoneReason(doneReason);
  if (!isRecord(message) || message["role"] !== "assistant") {
    throw invalidResponse("it holds no message of the assistant");
  }
  const { tool_calls: calls } = message;
  if (calls === undefined || calls === null) return [];
  if (!Array.isArray(calls)) throw invalidResponse("its calls are not a list");
  return calls.map(readCall);
}

/** Reads the counters of a chat reply as they are; nothing is summed. */
export function readUsage(reply: Reply): ReportedUsage {
  return {
    counters: withoutAbsent({
      promptTokens: readCounter(reply, "prompt_eval_count"),
      completionTokens: readCounter(reply, "eval_count"),
      cachedPromptTokens: readCounter(reply, "prompt_eval_cached_count"),
    }),
    ...withoutAbsent({ model: readIdentifier(reply, "model") }),
  };
}

/** Older servers give no reason. */
function checkDoneReason(reason: unknown): void {
  switch (reason) {
    case undefined:
    case null:
    case "":
    case "stop":
      return;
    case "length":
      throw invalidResponse(
        "it stopped at the output limit: raise maxOutputTokens or the model's context length",
      );
    default:
      throw invalidResponse("it stopped for an unknown reason");
  }
}

function readCall(call: unknown): ModelCall {
  if (!isRecord(call) || !isRecord(call["function"])) throw invalidResponse("a call names no function");
  const { name, arguments: input } = call["function"];
  return { name: readCallName(name), arguments: readArgumentObject(input) };
}
