import type { AgentToolCall, AgentToolsDecision } from "../contracts/planner.ts";
import { limitReached } from "./budgets.ts";
import type { RunContext } from "./context.ts";
import { executeCall } from "./executor.ts";
import { RunStopped } from "./failure.ts";
import type { ToolLease } from "./lease.ts";
import { notDispatched } from "./tool_results.ts";

/**
 * Runs the calls of one decision in order. A failure, a request to replan or the operator ends the batch; what was not
 * sent is recorded as skipped and costs nothing.
 *
 * @param onRegistered called once for each call, before the first one is sent
 * @returns the registered calls
 * @throws RunStopped when the run ended
 */
export async function runCalls(
  context: RunContext,
  lease: ToolLease,
  planned: AgentToolsDecision["calls"],
  kind: "turn" | "initialization" = "turn",
  onRegistered: (call: AgentToolCall) => void = () => {},
): Promise<readonly AgentToolCall[]> {
  const { counters, history, options, stop } = context;
  const calls = planned.map(({ name, arguments: input }): AgentToolCall =>
    Object.freeze({ id: counters.nextCallId(context.runId), name, arguments: input })
  );
  history.addCalls(calls, kind);
  for (const call of calls) onRegistered(call);
  if (history.bytes > options.maxHistoryBytes) {
    // a result may exceed the limit for a moment; a call whose record does not fit must not have an effect
    skip(context, calls, "the history is too large.");
    return calls;
  }
  for (const [index, call] of calls.entries()) {
    stop.throwIfStopped();
    if (options.control?.interrupted) {
      skip(context, calls.slice(index), "the operator stepped in.");
      break;
    }
    if (counters.toolCalls >= options.maxToolCalls) {
      skip(context, calls.slice(index), "the budget of tool calls is used up.");
      stop.stop(limitReached(`${options.maxToolCalls} tool calls`, "maxToolCalls (--max-calls)"));
      throw new RunStopped();
    }
    const verdict = await executeCall(context, lease, call);
    if (verdict.next === "go_on") continue;
    skip(context, calls.slice(verdict.next === "skip_this" ? index : index + 1), verdict.why);
    if (verdict.next === "skip_later" && verdict.feedback !== undefined) {
      giveFeedback(context, verdict.feedback);
    }
    break;
  }
  return calls;
}

function skip(context: RunContext, calls: readonly AgentToolCall[], why: string): void {
  // all results first: a hook that throws must not leave a call without one
  for (const call of calls) context.history.addResult(call, notDispatched(why));
  for (const call of calls) {
    context.events.emit({ type: "tool_skipped", step: context.counters.steps, call, reason: why });
  }
}

/** Tells the planner something of the runner's own. */
export function giveFeedback(context: RunContext, content: string): void {
  context.history.addFeedback(content);
  context.events.emit({ type: "feedback", step: context.counters.steps, content });
}
