import type { AgentAcceptanceResult } from "../contracts/result.ts";
import type { RunContext } from "./context.ts";
import type { ResolvedAcceptance } from "./acceptance_options.ts";
import type { ToolLease } from "./lease.ts";
import { canonicalHttpUrl } from "./http_url.ts";
import { isRecord, ownString } from "./records.ts";
import { runOwnRead } from "./own_calls.ts";
import { isFailed } from "./tool_results.ts";
import { readVerify } from "./verification.ts";

const MAX_SESSIONS = 20;

/**
 * Evaluates the operator's own checks on the live pages.
 *
 * @returns what to tell the planner, or `undefined` when every set passes
 * @throws RunStopped when the run ended
 */
export async function checkAcceptance(context: RunContext, lease: ToolLease): Promise<string | undefined> {
  const results: AgentAcceptanceResult[] = [];
  for (const set of context.options.acceptance) {
    const { problem, ...found } = await checkSet(context, lease, set);
    results.push({ name: set.name, passed: problem === undefined, step: context.counters.steps, ...found });
    context.acceptance = results.slice();
    if (problem !== undefined) {
      return `Not accepted: the operator's check set "${set.name}" does not pass: ${problem}`;
    }
  }
  return undefined;
}

type SetOutcome = Pick<AgentAcceptanceResult, "toolCallId" | "sessionId" | "checks"> & {
  readonly problem?: string;
};

async function checkSet(
  context: RunContext,
  lease: ToolLease,
  set: ResolvedAcceptance,
): Promise<SetOutcome> {
  const sessionIds = await findSessions(context, lease, set);
  if (typeof sessionIds === "string") return { problem: sessionIds };
  let outcome: SetOutcome = {};
  for (const sessionId of sessionIds) {
    const input = {
      session_id: sessionId,
      checks: set.checks,
      ...(set.timeoutMs === undefined ? {} : { timeout_ms: set.timeoutMs }),
    };
    const answered = await runOwnRead(context, lease, "tab_verify", input);
    if (answered === undefined) return { problem: "tab_verify is not available now." };
    const { call, result } = answered;
    const checks: unknown = result.structuredContent?.checks;
    const found = {
      toolCallId: call.id,
      sessionId,
      ...(Array.isArray(checks) && checks.every(isRecord) ? { checks } : {}),
    };
    if (readVerify(call, result) !== undefined) return found;
    // a failed check replaces what was verified there before, whoever asked for it
    context.gate.invalidateSession(sessionId);
    outcome = { ...found, problem: describeFailure(set, result.structuredContent) };
  }
  return outcome;
}

async function findSessions(
  context: RunContext,
  lease: ToolLease,
  set: ResolvedAcceptance,
): Promise<readonly string[] | string> {
  if (set.sessionId !== undefined) return [set.sessionId];
  if (set.url === undefined) {
    const latest = context.gate.latestSessionId;
    return latest === undefined ? "no session was changed yet, so there is no page to check." : [latest];
  }
  const { url } = set;
  const answered = await runOwnRead(context, lease, "tab_list", {});
  if (answered === undefined || isFailed(answered.result)) return "the open sessions cannot be listed now.";
  const sessions: unknown = answered.result.structuredContent?.sessions;
  const matching = (Array.isArray(sessions) ? sessions : []).filter((session) =>
    isRecord(session) && canonicalHttpUrl(ownString(session, "url") ?? "")?.startsWith(url)
  );
  const ids = matching.flatMap((session) => ownString(session, "session_id") ?? []).slice(0, MAX_SESSIONS);
  return ids.length > 0 ? ids : `no open session shows a page whose address begins with ${url}`;
}

function describeFailure(
  set: ResolvedAcceptance,
  body: Readonly<Record<string, unknown>> | undefined,
): string {
  const results: unknown = body?.checks;
  if (!Array.isArray(results)) {
    const code = isRecord(body?.error) ? ownString(body.error, "code") : undefined;
    return `its checks could not be evaluated in that session${code === undefined ? "" : ` (${code})`}.`;
  }
  const failing = set.checks.flatMap((check, index) => {
    const result: unknown = results[index];
    return isRecord(result) && result.pass === true ? [] : [JSON.stringify(check)];
  });
  return failing.length === 0 ? "its result does not answer the checks." : `failing: ${failing.join(", ")}`;
}
