import type { AgentRunResult } from "../contracts/result.ts";
import { activeMs, buildCheckpoint } from "./checkpoint/build.ts";
import { saveCheckpoint } from "./checkpoint/save.ts";
import type { RunContext } from "./context.ts";
import { failureReason, RunFailure } from "./failure.ts";
import type { StopReason } from "./stop.ts";
import { notDispatched, outcomeUnknown } from "./tool_results.ts";
import { recordFailure } from "./with_lease.ts";

/** Closes the books of a run that is over and writes its result. */
export async function finishRun(context: RunContext): Promise<AgentRunResult> {
  settleCalls(context);
  const stopped = context.stop.reason?.failure;
  if (stopped !== undefined) recordFailure(context, stopped);
  await saveLast(context);
  announce(context);
  const reason: StopReason = context.stop.reason ??
    { status: "failed", reason: "The run ended without a reason." };
  const succeeded = reason.status === "succeeded";
  const { counters, options: { usageMeter }, inFlight, failure, acceptance } = context;
  const checkpoint = buildCheckpoint(context, "terminal");
  return {
    status: reason.status,
    runId: context.runId,
    ...(reason.summary === undefined ? {} : { summary: reason.summary }),
    ...(reason.reason === undefined ? {} : { reason: reason.reason }),
    ...(reason.question === undefined ? {} : { question: reason.question }),
    ...("data" in reason ? { data: reason.data } : {}),
    partials: context.partials.entries,
    evidence: succeeded ? reason.evidence ?? [] : [],
    ...(acceptance === undefined ? {} : { acceptance }),
    steps: counters.steps,
    toolCalls: counters.toolCalls,
    plannerCalls: counters.plannerCalls,
    ...(usageMeter === undefined ? {} : { reportedTokens: context.tokens.used() }),
    elapsedMs: activeMs(context),
    history: context.history.messages(),
    events: context.events.events,
    metrics: context.metrics.slice(),
    ...(failure === undefined ? {} : { failure }),
    ...(inFlight === undefined ? {} : { inFlightToolCall: inFlight.call }),
    ambiguousCalls: context.ambiguousCalls.slice(),
    checkpoint,
  };
}

async function saveLast(context: RunContext): Promise<void> {
  const { stop, options } = context;
  try {
    await saveCheckpoint(context, "terminal");
  } catch (error) {
    overrule(context, error);
  }
  stop.overruleLateSuccess(options.signal);
}

function settleCalls({ history, inFlight, ambiguousCalls, gate }: RunContext): void {
  if (inFlight?.effect === "write") {
    ambiguousCalls.push(inFlight.call);
    gate.observe({ call: inFlight.call, effect: "write" });
  }
  history.resolveRest((call) =>
    call.id === inFlight?.call.id ? outcomeUnknown() : notDispatched("the run ended first.")
  );
}

function announce(context: RunContext): void {
  const { events, stop, counters } = context;
  try {
    events.emit({ type: "finished", step: counters.steps, status: stop.reason?.status ?? "failed" });
  } catch (error) {
    overrule(context, error);
  }
}

/** The last work of the run failed: that is recorded, and no success is left. */
function overrule(context: RunContext, error: unknown): void {
  if (!(error instanceof RunFailure)) throw error;
  const { failure } = error;
  recordFailure(context, failure);
  context.stop.overruleSuccess({ status: "failed", reason: failureReason(failure), failure });
}
