// Reads what a tool result says about checks. Pure: whether it counts as evidence is the gate's business.
import type { AgentToolCall } from "../contracts/planner.ts";
import type { AgentEvidence } from "../contracts/result.ts";
import type { AgentToolResult } from "../contracts/tools.ts";
import { canonicalJson, isRecord, ownString } from "./records.ts";
import { isFailed } from "./tool_results.ts";

/** A passing verification that belongs to the request it answers. */
export interface Verification {
  readonly evidence: AgentEvidence;
  /** Every check had held before the batch already. */
  readonly allHeldBefore: boolean;
  /** Canonical JSON of each requested check. */
  readonly requested: readonly string[];
}

/** Reads a `tab_verify` result; `undefined` unless it is whole, passing and about the requested session. */
export function readVerify(call: AgentToolCall, result: AgentToolResult): Verification | undefined {
  if (isFailed(result) || result.structuredContent === undefined) return undefined;
  return readChecks(call, result, result.structuredContent, call.arguments.checks, false);
}

/** Reads passing `post_checks` of a completed `tab_act` batch. */
export function readPostChecks(call: AgentToolCall, result: AgentToolResult): Verification | undefined {
  const body = result.structuredContent;
  if (isFailed(result) || body === undefined || !isRecord(body.verification)) return undefined;
  if (body.batch_complete !== true || body.partial === true || body.replan_required === true) {
    return undefined;
  }
  if (body.outcome_unknown === true || body.session_closed === true || isRecord(body.failed)) {
    return undefined;
  }
  if (ownString(body, "session_id") !== ownString(call.arguments, "session_id")) return undefined;
  return readChecks(call, result, body.verification, call.arguments.post_checks, true);
}

function readChecks(
  call: AgentToolCall,
  result: AgentToolResult,
  body: Readonly<Record<string, unknown>>,
  requested: unknown,
  kindsRequired: boolean,
): Verification | undefined {
  const sessionId = ownString(call.arguments, "session_id");
  const { checks } = body;
  if (sessionId === undefined || ownString(body, "session_id") !== sessionId) return undefined;
  if (body.passed !== true || body.ok === false || body.isError === true) return undefined;
  if (!Array.isArray(requested) || !Array.isArray(checks)) return undefined;
  if (checks.length === 0 || checks.length !== requested.length) return undefined;
  if (!checks.every((check, index) => answers(check, requested[index], index, kindsRequired))) {
    return undefined;
  }
  return {
    evidence: Object.freeze({
      toolCallId: call.id,
      tool: call.name,
      sessionId,
      arguments: call.arguments,
      checks,
      result,
    }),
    allHeldBefore: checks.every((check) => isRecord(check) && check.already_held === true),
    requested: requested.map(canonicalJson),
  };
}

function answers(check: unknown, request: unknown, index: number, kindRequired: boolean): boolean {
  if (!isRecord(check) || !isRecord(request) || check.pass !== true) return false;
  if (check.index !== undefined && check.index !== index) return false;
  if (check.kind === undefined) return !kindRequired;
  return check.kind === request.kind;
}

/** Canonical JSON of the post-checks that held before their batch ran, whether or not the batch verified anything. */
export function checksHeldBefore(call: AgentToolCall, result: AgentToolResult): readonly string[] {
  const requested = call.arguments.post_checks;
  const verification = result.structuredContent?.verification;
  if (!Array.isArray(requested) || !isRecord(verification) || !Array.isArray(verification.checks)) return [];
  return verification.checks.flatMap((check: unknown, index) =>
    isRecord(check) && check.already_held === true && index < requested.length
      ? [canonicalJson(requested[index])]
      : []
  );
}
