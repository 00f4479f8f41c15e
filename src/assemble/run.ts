// The runner with real time, ids and digests, and what a saved run is read with.
import { previewResume as previewResumeWith, type ResumePreview } from "../agent/checkpoint/resolve_run.ts";
import { runAgent as runAgentWith } from "../agent/run.ts";
import type { AgentRunResult } from "../contracts/result.ts";
import type { AgentRunOptions } from "../contracts/run.ts";
import { systemClock } from "../platform/clock.ts";
import { sha256Hex } from "../platform/hash.ts";
import { randomId } from "../platform/random.ts";

export { parseAgentCheckpoint } from "../agent/checkpoint/parse.ts";
export { unresolvedCalls } from "../agent/checkpoint/resume.ts";
export type { ResumePreview } from "../agent/checkpoint/resolve_run.ts";
export { checkWorkspaceFits } from "../browser/workspace/fits.ts";
export { parseWorkspace } from "../browser/workspace/parse.ts";

/**
 * Lets a planner work on a task with tools until it is done and verified, or a limit is reached. Expected failures are
 * in the result's `status`.
 *
 * @param options task, tools, planner, limits and hooks
 * @throws TypeError | RangeError for an option outside its range, before anything is started
 */
export function runAgent(options: AgentRunOptions): Promise<AgentRunResult> {
  return runAgentWith(options, { clock: systemClock, randomId, sha256: sha256Hex });
}

/**
 * Checks everything about a resume that can be checked before anything is started.
 *
 * @param options those of the resumed run, without planner and tools
 * @throws CheckpointError | TypeError | RangeError as `runAgent` would
 */
export function previewResume(options: Parameters<typeof previewResumeWith>[0]): ResumePreview {
  return previewResumeWith(options, { sha256: sha256Hex });
}
