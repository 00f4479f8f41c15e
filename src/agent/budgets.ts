import type { AgentCheckpointCounters } from "../contracts/checkpoint.ts";
import type { AgentUsageMeter } from "../contracts/run.ts";
import { planCompaction } from "./compaction.ts";
import type { RunContext } from "./context.ts";
import type { ResolvedOptions } from "./options.ts";
import type { StopReason } from "./stop.ts";

/** What was used so far. Never goes down. */
export class RunCounters {
  steps = 0;
  toolCalls = 0;
  plannerCalls = 0;
  callSequence = 0;

  /** @param saved what earlier processes used */
  constructor(saved?: AgentCheckpointCounters) {
    if (saved === undefined) return;
    const { steps, toolCalls, plannerCalls, callSequence } = saved;
    Object.assign(this, { steps, toolCalls, plannerCalls, callSequence });
  }

  /** Registers a call and names it. */
  nextCallId(runId: string): string {
    this.callSequence++;
    return `${runId}-${this.callSequence}`;
  }
}

/** Reported tokens of a run over all its processes. */
export class TokenCount {
  readonly #meter: AgentUsageMeter | undefined;
  readonly #earlier: number;

  /**
   * @param meter where this process hears of usage
   * @param savedTokens what earlier processes reported; a meter that is used on does not count them twice
   */
  constructor(meter: AgentUsageMeter | undefined, savedTokens: number | undefined) {
    this.#meter = meter;
    this.#earlier = savedTokens === undefined ? 0 : savedTokens - (meter?.reportedTokens ?? 0);
  }

  /** Tokens reported up to now. */
  used(): number {
    return this.#earlier + (this.#meter?.reportedTokens ?? 0);
  }
}

/** The reason of a run that used something up. */
export function limitReached(what: string, option: string): StopReason {
  return {
    status: "limit_reached",
    reason: `The budget of ${what} is used up. Allow more with ${option} to go on longer.`,
  };
}

/** The token limit, when providers reported that many. */
export function tokenLimit(options: ResolvedOptions, tokens: TokenCount): StopReason | undefined {
  const { maxReportedTokens } = options;
  if (maxReportedTokens === undefined || tokens.used() < maxReportedTokens) return undefined;
  return limitReached(`${maxReportedTokens} reported tokens`, "maxReportedTokens (--max-tokens)");
}

/**
 * Makes room before planning, or ends the run when even the protected part is too large.
 *
 * @throws RunStopped when the run is over
 */
export function fitHistory(context: RunContext): void {
  const { history, options, gate, ambiguousCalls } = context;
  const { compaction, maxHistoryBytes } = options;
  const bytesBefore = history.bytes;
  if (compaction !== undefined && bytesBefore > Math.min(compaction.triggerBytes, maxHistoryBytes)) {
    const plan = planCompaction(history.groups, history.omitted, {
      keepRecentGroups: compaction.keepRecentGroups,
      protectedCallIds: new Set([...gate.currentCallIds, ...ambiguousCalls.map((call) => call.id)]),
    });
    if (plan !== undefined) {
      history.compact(plan);
      context.events.emit({
        type: "compacted",
        step: context.counters.steps,
        bytesBefore,
        bytesAfter: history.bytes,
      });
    }
  }
  if (history.bytes > maxHistoryBytes) {
    context.stop.stop(limitReached(`${maxHistoryBytes} bytes of history`, "maxHistoryBytes"));
  }
  context.stop.throwIfStopped();
}
