import type { AgentEvidence, AgentPartial } from "../../contracts/result.ts";
import { MAX_BYTES, MAX_ENTRIES, publicationNote } from "../partials.ts";
import { canonicalJson, isRecord } from "../records.ts";
import { parseToolResult } from "../tool_results.ts";
import { jsonBytes } from "../utf8.ts";
import { invalid, readFields, readList, readRecord, readText, readWhole } from "./fields.ts";
import { callNumber, type ParsedHistory } from "./parse_history.ts";

/** As many as a decision can ask for. */
const MAX_CHECKS = 500_000;

/** What partials are checked against. */
export interface PartialFacts {
  readonly history: ParsedHistory;
  readonly runId: string;
  readonly steps: number;
}

/** Reads accepted partial results; each must have its note in the history. */
export function parsePartials(value: unknown, facts: PartialFacts): readonly AgentPartial[] {
  const partials = readList(value, "partials", MAX_ENTRIES)
    .map((partial, index) => readPartial(partial, `partials[${index}]`, facts));
  if (new Set(partials.map(({ key }) => key)).size !== partials.length) {
    throw invalid("partials", "holds a key twice");
  }
  const bytes = partials.reduce((sum, { data }) => sum + jsonBytes(data), 0);
  if (bytes > MAX_BYTES) throw invalid("partials", "are larger than a run may publish");
  const notes = facts.history.groups.flatMap(({ kind, messages: [first] }) =>
    kind === "publication" && first?.role === "assistant" ? [first.content] : []
  );
  const expected = partials.map(publicationNote);
  if (canonicalJson(notes) !== canonicalJson(expected)) {
    throw invalid("partials", "do not fit their notes in the history");
  }
  return Object.freeze(partials);
}

function readPartial(value: unknown, place: string, facts: PartialFacts): AgentPartial {
  const fields = readFields(value, place, ["key", "data", "evidence", "step"]);
  if (!Object.hasOwn(fields, "data")) throw invalid(`${place}.data`, "must not be missing");
  const evidence = readList(fields.evidence, `${place}.evidence`, 100)
    .map((entry, index) => readEvidence(entry, `${place}.evidence[${index}]`, facts.runId));
  if (evidence.length === 0) throw invalid(`${place}.evidence`, "must not be empty");
  return Object.freeze({
    key: readText(fields.key, `${place}.key`, { max: 200 }),
    data: fields.data,
    evidence: Object.freeze(evidence),
    step: readWhole(fields.step, `${place}.step`, 1, facts.steps),
  });
}

function readEvidence(value: unknown, place: string, runId: string): AgentEvidence {
  const names = ["toolCallId", "tool", "sessionId", "arguments", "checks", "result"];
  const fields = readFields(value, place, names);
  const toolCallId = readText(fields.toolCallId, `${place}.toolCallId`);
  callNumber(toolCallId, runId, `${place}.toolCallId`);
  const checks = readList(fields.checks, `${place}.checks`, MAX_CHECKS);
  if (checks.length === 0 || !checks.every((check) => isRecord(check) && check.pass === true)) {
    throw invalid(`${place}.checks`, "must all have passed");
  }
  const result = parseToolResult(fields.result);
  if (result === undefined) throw invalid(`${place}.result`, "is no tool result");
  return Object.freeze({
    toolCallId,
    tool: readText(fields.tool, `${place}.tool`, { max: 200 }),
    sessionId: readText(fields.sessionId, `${place}.sessionId`),
    arguments: readRecord(fields.arguments, `${place}.arguments`),
    checks: checks as AgentEvidence["checks"],
    result,
  });
}
