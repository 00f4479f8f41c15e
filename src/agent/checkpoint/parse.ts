import { AGENT_CHECKPOINT_VERSION } from "../../contracts/checkpoint.ts";
import type {
  AgentCheckpoint,
  AgentCheckpointCounters,
  AgentCheckpointLimits,
  AgentPendingTool,
} from "../../contracts/checkpoint.ts";
import type { AgentToolCall } from "../../contracts/planner.ts";
import { CheckpointError } from "../../contracts/errors.ts";
import { copyJson } from "../copy_json.ts";
import { canonicalJson } from "../records.ts";
import { jsonBytes, utf8Bytes } from "../utf8.ts";
import { MAX_OVERRUN_MS } from "./build.ts";
import {
  type Fields,
  invalid,
  optional,
  readChoice,
  readDigest,
  readFields,
  readList,
  readText,
  readWhole,
} from "./fields.ts";
import { parseJsonText } from "./json_text.ts";
import { migrate } from "./migrate.ts";
import { parseCall, type ParsedHistory, parseHistory, parseOmitted } from "./parse_history.ts";
import { parseInitialization } from "./parse_initialization.ts";
import { parsePartials } from "./parse_partials.ts";

/** Serialised bytes that a checkpoint may have. */
export const MAX_CHECKPOINT_BYTES = 256 * 1024 * 1024;

const COPY_OPTIONS = { maxValues: 50_000_000, maxDepth: 240, lenient: true } as const;
const MAX_WHOLE = Number.MAX_SAFE_INTEGER;
/** Attempts within one step: eleven of the first planner, one of the second. */
const MAX_ATTEMPTS = 12;
const PHASES = ["planning", "before_tool", "after_tool", "decision", "terminal"] as const;

/**
 * Checks saved state as strictly as network input and brings it to the current version. That a checkpoint is valid does
 * not show who wrote it: load only files that you trust.
 *
 * @param value a loaded object, or its JSON text; at most 256 MiB
 * @returns a frozen checkpoint of the current version
 * @throws CheckpointError with CHECKPOINT_INVALID, CHECKPOINT_VERSION or CHECKPOINT_TOO_LARGE
 */
export function parseAgentCheckpoint(value: unknown): AgentCheckpoint {
  const copied = copyJson(typeof value === "string" ? readJson(value) : value, COPY_OPTIONS);
  if (!copied.ok) throw invalid("checkpoint", "is not plain data");
  if (typeof value !== "string" && jsonBytes(copied.value) > MAX_CHECKPOINT_BYTES) throw tooLarge();
  return readCheckpoint(migrate(copied.value));
}

function readJson(text: string): unknown {
  if (text.length > MAX_CHECKPOINT_BYTES || utf8Bytes(text) > MAX_CHECKPOINT_BYTES) throw tooLarge();
  return parseJsonText(text);
}

function tooLarge(): CheckpointError {
  return new CheckpointError(
    "CHECKPOINT_TOO_LARGE",
    `Cannot resume as the checkpoint is larger than ${MAX_CHECKPOINT_BYTES} bytes`,
  );
}

function readCheckpoint(fields: Fields): AgentCheckpoint {
  const runId = readText(fields.runId, "runId", { max: 100 });
  if (!/^[\w-]+$/.test(runId)) throw invalid("runId", "has characters that no run id has");
  const task = readText(fields.task, "task");
  if (task.trim() === "") throw invalid("task", "must not be blank");
  const phase = readChoice(fields.phase, "phase", PHASES);
  const limits = readLimits(fields.limits);
  const counters = readCounters(fields.counters, limits);
  const history = parseHistory(fields.history, runId, task);
  const omitted = optional("omitted", fields.omitted, (value) => parseOmitted(value, runId));
  const pending = optional("pendingTool", fields.pendingTool, (value) => readPending(value, runId, history));
  const partials = parsePartials(fields.partials, { history, runId, steps: counters.steps });
  const initialization = optional(
    "initialization",
    fields.initialization,
    (value) => parseInitialization(value, history),
  );
  if (initialization.initialization === undefined && hasKind(history, "initialization")) {
    throw invalid("history", "holds an initialization that the run does not have");
  }
  if ((phase === "before_tool") !== (pending.pendingTool !== undefined)) {
    throw invalid("pendingTool", "does not fit the phase");
  }
  if (hasKind(history, "summary") !== (omitted.omitted !== undefined)) {
    throw invalid("omitted", "does not fit the history");
  }
  const ambiguousCalls = readAmbiguous(fields.ambiguousCalls, runId, history);
  if (ambiguousCalls.some(({ id }) => id === pending.pendingTool?.call.id)) {
    throw invalid("ambiguousCalls", "holds the pending call");
  }
  checkCounters(counters, { history, omitted: omitted.omitted, isPlanning: phase === "planning" });
  const schemas = {
    ...optional(
      "outputSchemaHash",
      fields.outputSchemaHash,
      (value) => readDigest(value, "outputSchemaHash"),
    ),
    ...optional(
      "partialSchemaHash",
      fields.partialSchemaHash,
      (value) => readDigest(value, "partialSchemaHash"),
    ),
  };
  if (schemas.partialSchemaHash === undefined && partials.length > 0) {
    throw invalid("partials", "need a partial schema");
  }
  return Object.freeze({
    version: AGENT_CHECKPOINT_VERSION,
    runId,
    phase,
    task,
    ...optional("systemPrompt", fields.systemPrompt, (value) => readText(value, "systemPrompt", { min: 0 })),
    limits,
    counters,
    history: history.groups,
    ...omitted,
    ...pending,
    ambiguousCalls,
    partials,
    ...initialization,
    ...schemas,
    ...optional("acceptanceHash", fields.acceptanceHash, (value) => readDigest(value, "acceptanceHash")),
    ...readFlag("requiresCompletionPolicy", fields),
    ...readFlag("requiresPartialPolicy", fields),
    ...optional("executionIdentity", fields.executionIdentity, readIdentity),
    ...optional(
      "lastChangedSessionId",
      fields.lastChangedSessionId,
      (value) => readText(value, "lastChangedSessionId"),
    ),
  });
}

function hasKind({ groups }: ParsedHistory, kind: ParsedHistory["groups"][number]["kind"]): boolean {
  return groups.some((group) => group.kind === kind);
}

function readFlag<Key extends string>(key: Key, fields: Fields): { readonly [K in Key]?: true } {
  return optional(key, fields[key], (value) => {
    if (value !== true) throw invalid(key, "must be true or absent");
    return value;
  });
}

function readLimits(value: unknown): AgentCheckpointLimits {
  const names = ["maxSteps", "maxToolCalls", "timeoutMs", "maxHistoryBytes", "maxReportedTokens"];
  const fields = readFields(value, "limits", names);
  const read = (name: string, max = MAX_WHOLE): number => readWhole(fields[name], `limits.${name}`, 1, max);
  return Object.freeze({
    maxSteps: read("maxSteps"),
    maxToolCalls: read("maxToolCalls"),
    timeoutMs: read("timeoutMs", 2_147_483_647),
    maxHistoryBytes: read("maxHistoryBytes"),
    ...optional("maxReportedTokens", fields.maxReportedTokens, () => read("maxReportedTokens")),
  });
}

function readCounters(value: unknown, limits: AgentCheckpointLimits): AgentCheckpointCounters {
  const names = ["steps", "toolCalls", "plannerCalls", "callSequence", "elapsedMs", "reportedTokens"];
  const fields = readFields(value, "counters", names);
  const read = (name: string, max: number): number => readWhole(fields[name], `counters.${name}`, 0, max);
  const steps = read("steps", limits.maxSteps);
  return Object.freeze({
    steps,
    toolCalls: read("toolCalls", limits.maxToolCalls),
    plannerCalls: read("plannerCalls", Math.min(MAX_WHOLE, steps * MAX_ATTEMPTS)),
    callSequence: read("callSequence", 9_999_999_999),
    elapsedMs: read("elapsedMs", limits.timeoutMs + MAX_OVERRUN_MS),
    ...optional("reportedTokens", fields.reportedTokens, () => read("reportedTokens", MAX_WHOLE)),
  });
}

interface CounterFacts {
  readonly history: ParsedHistory;
  readonly omitted: AgentCheckpoint["omitted"];
  readonly isPlanning: boolean;
}

/** Counters must at least cover what the history shows. */
function checkCounters(
  counters: AgentCheckpointCounters,
  { history, omitted, isPlanning }: CounterFacts,
): void {
  const { calls, ownCallIds, decisions } = history;
  const omittedCalls = omitted === undefined ? 0 : omitted.calls.length + omitted.unlistedCalls;
  if (calls.length + omittedCalls !== counters.callSequence) {
    throw invalid("counters.callSequence", "does not count the calls of the history");
  }
  const retained = new Set(calls.map(({ id }) => id));
  if (omitted?.calls.some(({ id }) => retained.has(id))) {
    throw invalid("omitted.calls", "holds a call that is in the history");
  }
  const sent = calls.filter(({ id }) => !ownCallIds.has(id) && wasSent(history, id)).length;
  if (counters.toolCalls < sent) throw invalid("counters.toolCalls", "is lower than the history shows");
  if (counters.toolCalls > counters.callSequence) throw invalid("counters.toolCalls", "is too high");
  if (counters.steps < decisions + (isPlanning ? 1 : 0)) {
    throw invalid("counters.steps", "is lower than the history shows");
  }
  if (counters.plannerCalls < decisions) {
    throw invalid("counters.plannerCalls", "is lower than the history shows");
  }
}

function wasSent(history: ParsedHistory, id: string): boolean {
  const code = runnerCode(history, id);
  return code !== "NOT_DISPATCHED" && code !== "OBSERVATION_REQUIRED";
}

/** Code of a result that the runner wrote, or of one that looks like it. */
function runnerCode(history: ParsedHistory, id: string): unknown {
  const error = history.results.get(id)?.structuredContent?.error;
  return typeof error === "object" && error !== null ? (error as { code?: unknown }).code : undefined;
}

function readPending(value: unknown, runId: string, history: ParsedHistory): AgentPendingTool {
  const fields = readFields(value, "pendingTool", ["call", "effect"]);
  const call = readUnknownOutcome(fields.call, "pendingTool.call", runId, history);
  const lastGroup = history.groups.at(-1)?.messages[0];
  if (lastGroup?.role !== "assistant" || !lastGroup.toolCalls.some(({ id }) => id === call.id)) {
    throw invalid("pendingTool.call", "is not in the last group");
  }
  return Object.freeze({
    call,
    effect: readChoice(fields.effect, "pendingTool.effect", ["read", "write"]),
  });
}

function readAmbiguous(value: unknown, runId: string, history: ParsedHistory): readonly AgentToolCall[] {
  const calls = readList(value, "ambiguousCalls", 10_000).map((call, index) =>
    readUnknownOutcome(call, `ambiguousCalls[${index}]`, runId, history)
  );
  if (new Set(calls.map(({ id }) => id)).size !== calls.length) {
    throw invalid("ambiguousCalls", "holds a call twice");
  }
  return Object.freeze(calls);
}

/** A call of the history whose outcome the history does not claim to know. */
function readUnknownOutcome(
  value: unknown,
  place: string,
  runId: string,
  history: ParsedHistory,
): AgentToolCall {
  const call = parseCall(value, place, runId);
  const recorded = history.calls.find(({ id }) => id === call.id);
  if (recorded === undefined || canonicalJson(recorded) !== canonicalJson(call)) {
    throw invalid(place, "is not the call of the history");
  }
  if (runnerCode(history, call.id) !== "OUTCOME_UNKNOWN") throw invalid(place, "has a known outcome");
  return recorded;
}

function readIdentity(value: unknown): NonNullable<AgentCheckpoint["executionIdentity"]> {
  const place = "executionIdentity";
  const fields = readFields(value, place, ["registryHash", "contextHash"]);
  return Object.freeze({
    registryHash: readDigest(fields.registryHash, `${place}.registryHash`),
    contextHash: readDigest(fields.contextHash, `${place}.contextHash`),
  });
}
