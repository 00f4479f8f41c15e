import type { AgentDecision, AgentPlannerRequest } from "../contracts/planner.ts";
import { CONTROL_TOOL_NAMES, parseControlCall } from "./control_tools.ts";
import { invalidResponse, responseTooLarge } from "./failures.ts";
import { isRecord, parseUntrustedJson } from "./parse_json.ts";

/** A function call as a model made it: its name, and arguments that are already an object. */
export interface ModelCall {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/**
 * Makes a decision of a model's calls. A name outside the catalog passes: the executor tells the model so.
 *
 * @param calls every call of the response, in order
 * @param request what the planner was asked
 * @param maxBytes most bytes of the decision as JSON, which can be longer than the text it was read from
 * @throws AgentPlannerError when there is no call, or a control call is not alone
 */
export function toDecision(
  calls: readonly ModelCall[],
  request: AgentPlannerRequest,
  maxBytes: number,
): AgentDecision {
  const [first] = calls;
  if (first === undefined) throw invalidResponse("it calls no tool, and text alone decides nothing");
  const control = calls.some((call) => CONTROL_TOOL_NAMES.has(call.name));
  if (control && calls.length > 1) throw invalidResponse("it mixes a control decision with other calls");
  const decision: AgentDecision = control
    ? parseControlCall(first.name, first.arguments, request)
    : { type: "tools", calls };
  if (new TextEncoder().encode(JSON.stringify(decision)).byteLength > maxBytes) throw responseTooLarge();
  return decision;
}

/** Checks the name of a call. */
export function readCallName(value: unknown): string {
  if (typeof value !== "string" || value === "" || value.length > 256) {
    throw invalidResponse("a call has no valid name");
  }
  return value;
}

/** Checks arguments that arrive as an object. */
export function readArgumentObject(value: unknown): Readonly<Record<string, unknown>> {
  if (!isRecord(value)) throw invalidResponse("the arguments of a call are not an object");
  return value;
}

/** Reads arguments that arrive as JSON text. */
export function readArgumentText(value: unknown): Readonly<Record<string, unknown>> {
  const parsed = typeof value === "string" ? parseUntrustedJson(value) : undefined;
  if (parsed === undefined || !parsed.ok) throw invalidResponse("the arguments of a call are not valid JSON");
  return readArgumentObject(parsed.value);
}
