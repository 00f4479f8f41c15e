// What each version of a checkpoint may hold, and how an older one becomes a current one. A version is migrated only when
// it is strictly what that version was: a field that came later makes it invalid, and nothing newer is made up for it.
import { AGENT_CHECKPOINT_VERSION } from "../../contracts/checkpoint.ts";
import { CheckpointError } from "../../contracts/errors.ts";
import { isRecord } from "../records.ts";
import { type Fields, invalid, readFields, readRecord, readText } from "./fields.ts";

/** Version in which each field appeared. */
const FIELD_SINCE: Readonly<Record<string, number>> = {
  version: 1,
  runId: 1,
  phase: 1,
  task: 1,
  systemPrompt: 1,
  limits: 1,
  counters: 1,
  history: 1,
  omitted: 1,
  pendingTool: 1,
  ambiguousCalls: 1,
  requiresCompletionPolicy: 1,
  partials: 5,
  initialization: 5,
  outputSchemaHash: 5,
  partialSchemaHash: 5,
  requiresPartialPolicy: 5,
  executionIdentity: 5,
  acceptanceHash: 7,
  lastChangedSessionId: 7,
};

/** Fields of parts that appeared later than their part. */
const PART_FIELD_SINCE = [
  { part: "limits", field: "maxReportedTokens", since: 7 },
  { part: "counters", field: "reportedTokens", since: 7 },
] as const;

/** Kinds of trusted steps that each version knows; version 5 has one opening and stores its address alone. */
const STEP_KINDS: ReadonlyMap<number, readonly string[]> = new Map([
  [6, ["open", "navigate", "new_tab"]],
  [7, ["open", "navigate", "new_tab", "click"]],
]);

/**
 * The top level of a current checkpoint. Its parts are not checked here.
 *
 * @throws CheckpointError with CHECKPOINT_VERSION or CHECKPOINT_INVALID
 */
export function migrate(value: unknown): Fields {
  const { version } = readRecord(value, "checkpoint");
  if (
    typeof version !== "number" || !Number.isInteger(version) || version < 1 ||
    version > AGENT_CHECKPOINT_VERSION
  ) {
    throw new CheckpointError(
      "CHECKPOINT_VERSION",
      `Cannot resume as the checkpoint's version is not one of 1 to ${AGENT_CHECKPOINT_VERSION}: ` +
        "a newer release may have written it",
    );
  }
  const known = Object.keys(FIELD_SINCE).filter((field) => (FIELD_SINCE[field] ?? 0) <= version);
  const fields = readFields(value, `checkpoint of version ${version}`, known);
  for (const { part, field, since } of PART_FIELD_SINCE) {
    const found = fields[part];
    if (version < since && isRecord(found) && Object.hasOwn(found, field)) {
      throw invalid(part, `has the unknown field "${field}"`);
    }
  }
  const { initialization } = fields;
  return {
    ...fields,
    version: AGENT_CHECKPOINT_VERSION,
    ...(version < 5 ? { partials: [] } : {}),
    ...(initialization === undefined ? {} : { initialization: toSteps(initialization, version) }),
  };
}

function toSteps(value: unknown, version: number): Fields {
  const place = "initialization";
  if (version === 5) {
    const { status, url, callId } = readFields(value, place, ["status", "url", "callId"]);
    const callIds = callId === undefined ? [] : [readText(callId, `${place}.callId`)];
    return { status, steps: [{ kind: "open", url }], callIds };
  }
  const fields = readRecord(value, place);
  const kinds = STEP_KINDS.get(version) ?? [];
  const steps: unknown = fields.steps;
  if (Array.isArray(steps)) {
    for (const step of steps) {
      if (isRecord(step) && !kinds.includes(String(step.kind))) {
        throw invalid(`${place}.steps`, `holds a step that version ${version} does not know`);
      }
    }
  }
  return fields;
}
