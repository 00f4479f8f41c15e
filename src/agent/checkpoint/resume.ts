// What a resumed run takes over from its checkpoint, and what must fit before anything is started.
import type { AgentCheckpoint, AgentInitialStep } from "../../contracts/checkpoint.ts";
import { CheckpointError } from "../../contracts/errors.ts";
import type { AgentRunOptions, RunDeps } from "../../contracts/run.ts";
import type { RunBindings } from "../context.ts";
import { badOption } from "../option_checks.ts";
import type { ResolvedOptions } from "../options.ts";
import { canonicalJson, isRecord } from "../records.ts";
import { parseAgentCheckpoint } from "./parse.ts";

/** A checkpoint with what the caller says about it. */
export interface Resumption {
  readonly checkpoint: AgentCheckpoint;
  readonly sessionMap: ReadonlyMap<string, string>;
  readonly feedback: string | undefined;
  /** Present when the caller vouches for the ambiguous calls. */
  readonly reconciliationNote: string | undefined;
}

const MAX_FEEDBACK_CHARS = 10_000;
const MAX_NOTE_CHARS = 4_000;
const MAX_SESSIONS = 1_000;

/**
 * Reads the options that concern a resume.
 *
 * @returns `undefined` for a new run
 * @throws CheckpointError when the checkpoint cannot be used | TypeError when an option is wrong
 */
export function readResumption(options: AgentRunOptions): Resumption | undefined {
  if (options.resume === undefined) {
    for (const name of ["resumeSessionMap", "resumeFeedback", "reconciliation"] as const) {
      if (options[name] !== undefined) throw badOption(name, "needs resume");
    }
    return undefined;
  }
  const checkpoint = parseAgentCheckpoint(options.resume);
  if (options.task !== checkpoint.task) {
    throw mismatch("the task is not the one that the run was started with");
  }
  return {
    checkpoint,
    sessionMap: readSessionMap(options.resumeSessionMap),
    feedback: readWords("resumeFeedback", options.resumeFeedback, MAX_FEEDBACK_CHARS),
    reconciliationNote: readReconciliation(options.reconciliation, checkpoint),
  };
}

/** Options in which everything that was not given anew is what the checkpoint says. */
export function inheritOptions(options: AgentRunOptions, { checkpoint }: Resumption): AgentRunOptions {
  const { limits, counters, systemPrompt } = checkpoint;
  const maxReportedTokens = options.maxReportedTokens ?? limits.maxReportedTokens;
  if (options.maxSteps !== undefined && options.maxSteps < counters.steps) {
    throw badOption("maxSteps", `must not be lower than the ${counters.steps} steps that are used already`);
  }
  if (options.maxToolCalls !== undefined && options.maxToolCalls < counters.toolCalls) {
    throw badOption(
      "maxToolCalls",
      `must not be lower than the ${counters.toolCalls} calls that are used already`,
    );
  }
  return {
    ...options,
    maxSteps: options.maxSteps ?? limits.maxSteps,
    maxToolCalls: options.maxToolCalls ?? limits.maxToolCalls,
    timeoutMs: options.timeoutMs ?? limits.timeoutMs,
    maxHistoryBytes: options.maxHistoryBytes ?? limits.maxHistoryBytes,
    ...(maxReportedTokens === undefined ? {} : { maxReportedTokens }),
    ...(options.systemPrompt !== undefined || systemPrompt === undefined ? {} : { systemPrompt }),
  };
}

/** The trusted steps of a resumed run: those that were saved. New ones cannot be brought in. */
export function inheritInitialSteps(
  given: readonly AgentInitialStep[],
  { checkpoint }: Resumption,
): readonly AgentInitialStep[] {
  const saved = checkpoint.initialization?.steps ?? [];
  if (given.length > 0 && canonicalJson(given) !== canonicalJson(saved)) {
    throw mismatch("what is opened before planning is not what the run was started with");
  }
  return saved;
}

/** What ties a run to its schemas and policies. */
export function bindingsOf(options: ResolvedOptions, { sha256 }: Pick<RunDeps, "sha256">): RunBindings {
  const { finalOutputSchema, partialOutputSchema, acceptance } = options;
  const digest = (value: unknown): string => sha256(canonicalJson(value));
  // sessions get new ids when a browser is restored
  const rules = acceptance.map(({ sessionId: _sessionId, ...set }) => set);
  return {
    ...(finalOutputSchema === undefined ? {} : { outputSchemaHash: digest(finalOutputSchema) }),
    ...(partialOutputSchema === undefined ? {} : { partialSchemaHash: digest(partialOutputSchema) }),
    ...(rules.length === 0 ? {} : { acceptanceHash: digest(rules) }),
    ...(options.validateCompletion === undefined ? {} : { requiresCompletionPolicy: true }),
    ...(options.validatePartial === undefined ? {} : { requiresPartialPolicy: true }),
  };
}

/**
 * Refuses to go on with other schemas or without a policy that the run had.
 *
 * @throws CheckpointError with CHECKPOINT_MISMATCH
 */
export function checkBindings(now: RunBindings, { checkpoint }: Resumption): void {
  const kinds = [
    ["outputSchemaHash", "final output schema"],
    ["partialSchemaHash", "partial output schema"],
    ["acceptanceHash", "operator's acceptance"],
  ] as const;
  for (const [key, name] of kinds) {
    if (now[key] === checkpoint[key]) continue;
    const problem = checkpoint[key] === undefined
      ? `the run was started without ${name}`
      : `the ${name} is not the one that the run was started with`;
    throw mismatch(problem);
  }
  for (
    const [key, name] of [
      ["requiresCompletionPolicy", "validateCompletion"],
      ["requiresPartialPolicy", "validatePartial"],
    ] as const
  ) {
    if (checkpoint[key] && !now[key]) throw mismatch(`the run needs its ${name} again`);
  }
}

/** Calls that stand between the checkpoint and going on. */
export function unresolvedCalls(checkpoint: AgentCheckpoint): AgentCheckpoint["ambiguousCalls"] {
  const { ambiguousCalls, pendingTool } = checkpoint;
  return pendingTool?.effect === "write" ? [...ambiguousCalls, pendingTool.call] : ambiguousCalls;
}

function readSessionMap(value: unknown): ReadonlyMap<string, string> {
  if (value === undefined) return new Map();
  const name = "resumeSessionMap";
  if (!isRecord(value) || Object.keys(value).length > MAX_SESSIONS) {
    throw badOption(name, `must map at most ${MAX_SESSIONS} old session ids to new ones`);
  }
  const entries = Object.entries(value).map(([before, after]): [string, string] => {
    if (typeof after !== "string" || after === "") throw badOption(name, "must map to session ids");
    return [before, after];
  });
  const map = new Map(entries);
  if (new Set(map.values()).size !== map.size) throw badOption(name, "must not map two sessions to one");
  return map;
}

function readWords(name: string, value: unknown, maxChars: number): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== "string" || value.trim() === "" || value.length > maxChars) {
    throw badOption(name, `must be a text of 1 to ${maxChars} characters`);
  }
  return value;
}

function readReconciliation(value: unknown, checkpoint: AgentCheckpoint): string | undefined {
  if (value === undefined) return undefined;
  const name = "reconciliation";
  if (!isRecord(value) || !Array.isArray(value.resolvedCallIds)) {
    throw badOption(name, "must have resolvedCallIds and a note");
  }
  const note = readWords(`${name}.note`, value.note, MAX_NOTE_CHARS);
  if (note === undefined) throw badOption(`${name}.note`, "must not be missing");
  const ids: readonly unknown[] = value.resolvedCallIds;
  const open = unresolvedCalls(checkpoint).map(({ id }) => id);
  const unknown = ids.find((id) => !open.some((other) => other === id));
  if (unknown !== undefined || ids.length === 0) {
    throw new CheckpointError(
      "CHECKPOINT_AMBIGUITY_UNKNOWN",
      "Cannot resume as the reconciliation names a call whose outcome is not in doubt, or none",
    );
  }
  return open.every((id) => ids.includes(id)) ? note : undefined;
}

function mismatch(problem: string): CheckpointError {
  return new CheckpointError("CHECKPOINT_MISMATCH", `Cannot resume as ${problem}`);
}
