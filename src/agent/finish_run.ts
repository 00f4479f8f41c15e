import type { AgentRunResult } from "../contracts/result.ts";
import type { RunContext } from "./context.ts";
import { failureReason, RunFailure } from "./failure.ts";
import type { StopReason } from "./stop.ts";
import { notDispatched, outcomeUnknown } from "./tool_results.ts";
import { recordFailure } from "./with_lease.ts";

/** Closes the books of a run that is over and writes its result. */
export function finishRun(context: RunContext, startedAt: number): AgentRunResult {
  settleCalls(context);
  const stopped = context.stop.reason?.failure;
  if (stopped !== undefined) recordFailure(context, stopped);
  announce(context);
  const reason: StopReason = context.stop.reason ??
    { status: "failed", reason: "The run ended without a reason." };
  const succeeded = reason.status === "succeeded";
  const { counters, options: { usageMeter }, inFlight, failure } = context;
  return {
    status: reason.status,
    runId: context.runId,
    ...(reason.summary === undefined ? {} : { summary: reason.summary }),
    ...(reason.reason === undefined ? {} : { reason: reason.reason }),
    ...(reason.question === undefined ? {} : { question: reason.question }),
    ...("data" in reason ? { data: reason.data } : {}),
    partials: context.partials.entries,
    evidence: succeeded ? reason.evidence ?? [] : [],
    steps: counters.steps,
    toolCalls: counters.toolCalls,
    plannerCalls: counters.plannerCalls,
    ...(usageMeter === undefined ? {} : { reportedTokens: usageMeter.reportedTokens }),
    elapsedMs: Math.round(context.deps.clock.now() - startedAt),
    history: context.history.messages(),
    events: context.events.events,
    metrics: context.metrics.slice(),
    ...(failure === undefined ? {} : { failure }),
    ...(inFlight === undefined ? {} : { inFlightToolCall: inFlight.call }),
    ambiguousCalls: context.ambiguousCalls.slice(),
  };
}

function settleCalls({ history, inFlight, ambiguousCalls }: RunContext): void {
  if (inFlight?.effect === "write") ambiguousCalls.push(inFlight.call);
  history.resolveRest((call) =>
    call.id === inFlight?.call.id ? outcomeUnknown() : notDispatched("the run ended first.")
  );
}

function announce(context: RunContext): void {
  const { events, stop, counters } = context;
  try {
    events.emit({ type: "finished", step: counters.steps, status: stop.reason?.status ?? "failed" });
  } catch (error) {
    if (!(error instanceof RunFailure)) throw error;
    recordFailure(context, error.failure);
    stop.overruleSuccess({
      status: "failed",
      reason: failureReason(error.failure),
      failure: error.failure,
    });
  }
}
