import type { AgentToolCall } from "../contracts/planner.ts";
import type { AgentToolResult } from "../contracts/tools.ts";
import { saveCheckpoint } from "./checkpoint/save.ts";
import type { RunContext } from "./context.ts";
import { RunStopped } from "./failure.ts";
import type { ToolLease } from "./lease.ts";
import { isRecord } from "./records.ts";
import { parseToolResult, runnerResult } from "./tool_results.ts";

/** Marks a group of the runner's own in the history. */
export const OWN_CALL_STATEMENT = "The runner evaluates the operator's checks.";

/**
 * Runs one reading call of the runner's own. It is part of the history like any other, and costs the planner's budget
 * nothing, as the planner did not ask for it.
 *
 * @returns the call and its result; `undefined` when the tool is missing or does not only read
 * @throws RunStopped when the run ended
 */
export async function runOwnRead(
  context: RunContext,
  lease: ToolLease,
  name: string,
  input: Readonly<Record<string, unknown>>,
): Promise<{ readonly call: AgentToolCall; readonly result: AgentToolResult } | undefined> {
  const { counters, events, history, stop, deps } = context;
  stop.throwIfStopped();
  if (!lease.toolNames.has(name) || lease.effectOf({ name, arguments: input }) !== "read") return undefined;
  const call: AgentToolCall = Object.freeze({
    id: counters.nextCallId(context.runId),
    name,
    arguments: input,
  });
  history.addCalls([call], "turn", OWN_CALL_STATEMENT);
  await saveCheckpoint(context, "before_tool", { call, effect: "read", isCounted: false });
  events.emit({ type: "tool_start", step: counters.steps, call });
  stop.throwIfStopped();
  const startedAt = deps.clock.now();
  context.inFlight = { call, effect: "read" };
  const result = await send(lease, call, stop.signal);
  context.inFlight = undefined;
  history.addResult(call, result);
  const elapsedMs = Math.round(deps.clock.now() - startedAt);
  events.emit({ type: "tool_end", step: counters.steps, call, result, elapsedMs });
  await saveCheckpoint(context, "after_tool");
  stop.throwIfStopped();
  return { call, result };
}

async function send(lease: ToolLease, call: AgentToolCall, signal: AbortSignal): Promise<AgentToolResult> {
  let envelope: unknown;
  try {
    envelope = await lease.dispatch(call);
  } catch {
    if (signal.aborted) throw new RunStopped();
    return runnerResult("TOOL_CALL_FAILED", "The tool broke off.");
  }
  const result = isRecord(envelope) && envelope.outcome === "completed"
    ? parseToolResult(envelope.result)
    : undefined;
  return result ?? runnerResult("TOOL_RESULT_INVALID", "The tool returned no usable result.");
}
