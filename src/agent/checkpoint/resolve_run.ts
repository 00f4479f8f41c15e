import type { AgentCheckpoint } from "../../contracts/checkpoint.ts";
import type { AgentRunOptions, RunDeps } from "../../contracts/run.ts";
import { type ResolvedOptions, resolveOptions } from "../options.ts";
import {
  bindingsOf,
  checkBindings,
  inheritInitialSteps,
  inheritOptions,
  readResumption,
  type Resumption,
  unresolvedCalls,
} from "./resume.ts";

/** Options of a new or resumed run with everything filled in. */
export function resolveRun(options: AgentRunOptions, resumed: Resumption | undefined): ResolvedOptions {
  if (resumed === undefined) return resolveOptions(options);
  const resolved = resolveOptions(inheritOptions(options, resumed));
  return { ...resolved, initialSteps: inheritInitialSteps(resolved.initialSteps, resumed) };
}

/** What a resume would meet, found out without planner, tools or browser. */
export interface ResumePreview {
  readonly checkpoint: AgentCheckpoint;
  /** Calls whose effects nobody vouched for: the run would stop before it did anything. */
  readonly unresolved: AgentCheckpoint["ambiguousCalls"];
  /** The budget that is used up already, by the name of its option. */
  readonly exhausted: "maxSteps" | "maxToolCalls" | "timeoutMs" | "maxReportedTokens" | undefined;
}

const NOTHING = (): never => {
  throw new Error("a preview runs nothing");
};

/**
 * Checks everything about a resume that can be checked before anything is started.
 *
 * @throws CheckpointError | TypeError | RangeError as `runAgent` would
 */
export function previewResume(
  options: Omit<AgentRunOptions, "tools" | "planner"> & Required<Pick<AgentRunOptions, "resume">>,
  deps: Pick<RunDeps, "sha256">,
): ResumePreview {
  const whole = { ...options, planner: NOTHING, tools: { listTools: NOTHING, callTool: NOTHING } };
  const resumed = readResumption(whole);
  if (resumed === undefined) throw new TypeError("Cannot preview a resume without a checkpoint");
  const resolved = resolveRun(whole, resumed);
  checkBindings(bindingsOf(resolved, deps), resumed);
  const { checkpoint, reconciliationNote } = resumed;
  return {
    checkpoint,
    unresolved: reconciliationNote === undefined ? unresolvedCalls(checkpoint) : [],
    exhausted: exhaustedBudget(resolved, checkpoint.counters),
  };
}

function exhaustedBudget(
  { maxSteps, maxToolCalls, timeoutMs, maxReportedTokens }: ResolvedOptions,
  used: AgentCheckpoint["counters"],
): ResumePreview["exhausted"] {
  if (used.steps >= maxSteps) return "maxSteps";
  if (used.toolCalls >= maxToolCalls) return "maxToolCalls";
  if (used.elapsedMs >= timeoutMs) return "timeoutMs";
  if (maxReportedTokens !== undefined && (used.reportedTokens ?? 0) >= maxReportedTokens) {
    return "maxReportedTokens";
  }
  return undefined;
}
