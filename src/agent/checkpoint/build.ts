import { AGENT_CHECKPOINT_VERSION } from "../../contracts/checkpoint.ts";
import type {
  AgentCheckpoint,
  AgentCheckpointCounters,
  AgentCheckpointPhase,
  AgentPendingTool,
} from "../../contracts/checkpoint.ts";
import type { RunContext } from "../context.ts";
import type { ResolvedOptions } from "../options.ts";
import { ownString } from "../records.ts";
import { notDispatched, outcomeUnknown } from "../tool_results.ts";

/** A call about to be sent. */
export interface PendingCall extends AgentPendingTool {
  /** False for a call of the runner's own, which costs the planner's budget nothing. */
  readonly isCounted: boolean;
}

/** Longest overrun of the time budget that is recorded, for processes that were suspended: milliseconds. */
export const MAX_OVERRUN_MS = 86_400_000;

/**
 * The run as it stands now. Calls that have no result yet get one that claims nothing; the history and everything else
 * that did not change since the last checkpoint is shared with it, not copied.
 */
export function buildCheckpoint(
  context: RunContext,
  phase: AgentCheckpointPhase,
  pending?: PendingCall,
): AgentCheckpoint {
  const { options, history, bindings, initialization, gate, claimedRead } = context;
  if (claimedRead !== undefined && pending === undefined) {
    const claim = { call: claimedRead, effect: "read", isCounted: false } as const;
    return buildCheckpoint({ ...context, claimedRead: undefined }, "before_tool", claim);
  }
  const { omitted } = history;
  const { systemPrompt, initialSteps } = options;
  // a change that may have happened counts as the last one
  const pendingSession = pending?.effect === "write"
    ? ownString(pending.call.arguments, "session_id")
    : undefined;
  const lastChangedSessionId = pendingSession ?? gate.latestSessionId;
  return Object.freeze({
    version: AGENT_CHECKPOINT_VERSION,
    runId: context.runId,
    phase,
    task: options.task,
    ...(systemPrompt === undefined ? {} : { systemPrompt }),
    limits: limitsOf(options),
    counters: countersOf(context, pending),
    history: history.saved((call) =>
      call.id === pending?.call.id ? outcomeUnknown() : notDispatched("the run had not reached it.")
    ),
    ...(omitted.messages === 0 ? {} : { omitted }),
    ...(pending === undefined ? {} : { pendingTool: { call: pending.call, effect: pending.effect } }),
    ambiguousCalls: context.ambiguousCalls.slice(),
    partials: context.partials.entries,
    ...(initialSteps.length === 0 ? {} : {
      initialization: {
        status: initialization.callIds.length === 0 ? "not_started" as const : "attempted" as const,
        steps: initialSteps,
        callIds: initialization.callIds.slice(),
      },
    }),
    ...bindings,
    ...(lastChangedSessionId === undefined ? {} : { lastChangedSessionId }),
  });
}

/** Active milliseconds of the run, earlier processes included. */
export function activeMs({ time, deps }: RunContext): number {
  return Math.round(time.earlierMs + deps.clock.now() - time.startedAt);
}

function limitsOf(options: ResolvedOptions): AgentCheckpoint["limits"] {
  const { maxSteps, maxToolCalls, timeoutMs, maxHistoryBytes, maxReportedTokens } = options;
  const limits = { maxSteps, maxToolCalls, timeoutMs, maxHistoryBytes };
  return maxReportedTokens === undefined ? limits : { ...limits, maxReportedTokens };
}

function countersOf(context: RunContext, pending: PendingCall | undefined): AgentCheckpointCounters {
  const { counters, options } = context;
  return {
    steps: counters.steps,
    // counted before it is sent: a crash after the effect must not give the call back to the budget
    toolCalls: counters.toolCalls + (pending?.isCounted === true ? 1 : 0),
    plannerCalls: counters.plannerCalls,
    callSequence: counters.callSequence,
    elapsedMs: Math.min(activeMs(context), options.timeoutMs + MAX_OVERRUN_MS),
    ...(options.usageMeter === undefined ? {} : { reportedTokens: context.tokens.used() }),
  };
}
