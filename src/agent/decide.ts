import type {
  AgentDecision,
  AgentFailDecision,
  AgentFinishDecision,
  AgentHumanInputDecision,
  AgentPublishDecision,
  AgentToolsDecision,
} from "../contracts/planner.ts";
import { copyJson } from "./copy_json.ts";
import { cutText } from "../contracts/text.ts";
import { isRecord } from "./records.ts";
import { jsonBytes } from "./utf8.ts";

/** What the current step allows. */
export interface DecisionContext {
  /** Names of the current public catalog. */
  readonly toolNames: ReadonlySet<string>;
  /** Whether a schema for partial results was given. */
  readonly mayPublish: boolean;
}

/** A decision in the runner's own frozen objects, or what to tell the planner. */
export type ParsedDecision =
  | { readonly ok: true; readonly decision: AgentDecision }
  | { readonly ok: false; readonly feedback: string };

/** Names under which the planners offer control decisions to a model; no call may bear one. */
export const CONTROL_TOOL_NAMES: ReadonlySet<string> = new Set([
  "agent_finish",
  "agent_publish",
  "agent_request_input",
  "agent_fail",
]);

/** Bytes of final or partial data. */
export const MAX_DATA_BYTES = 2 * 1024 * 1024;

const MAX_CALLS = 20;
const MAX_TEXT_CHARS = 20_000;
const MAX_EVIDENCE_IDS = 100;
const MAX_KEY_CHARS = 200;
const COPY_OPTIONS = { maxValues: 500_000, maxDepth: 100, lenient: false } as const;

const FIELDS: Readonly<Record<AgentDecision["type"], readonly string[]>> = {
  tools: ["calls"],
  finish: ["summary", "evidence", "data"],
  publish: ["key", "data", "evidence"],
  human_input: ["question"],
  fail: ["reason"],
};
const ALL_FIELDS: readonly string[] = [...new Set(Object.values(FIELDS).flat())];

class Malformed extends Error {}

/** Parses a planner's reply. It is untrusted: nothing past this function sees the reply itself. */
export function parseDecision(reply: unknown, context: DecisionContext): ParsedDecision {
  if (!isRecord(reply)) {
    return refuse("a decision is an object with a type; plain text completes nothing");
  }
  const copied = copyJson(reply, COPY_OPTIONS);
  if (!copied.ok) return refuse(copied.problem.replace(/^value\b/, "the decision"));
  try {
    return { ok: true, decision: readDecision(copied.value as Record<string, unknown>, context) };
  } catch (error) {
    if (error instanceof Malformed) return refuse(error.message);
    throw error;
  }
}

function refuse(problem: string): ParsedDecision {
  return {
    ok: false,
    feedback: `The decision was rejected and nothing was done: ${problem}. ` +
      "Answer with 1 to 20 tool calls, or with one control decision alone.",
  };
}

function readDecision(fields: Record<string, unknown>, context: DecisionContext): AgentDecision {
  const { type } = fields;
  if (!isDecisionType(type)) throw new Malformed("its type is unknown");
  for (const name of ALL_FIELDS) {
    if (Object.hasOwn(fields, name) && !FIELDS[type].includes(name)) {
      throw new Malformed(`a ${type} decision cannot carry "${name}", decisions must not be mixed`);
    }
  }
  switch (type) {
    case "tools":
      return readTools(fields, context);
    case "finish":
      return readFinish(fields);
    case "publish":
      return readPublish(fields, context);
    case "human_input":
      return { type, question: readText(fields, "question") } satisfies AgentHumanInputDecision;
    case "fail":
      return { type, reason: readText(fields, "reason") } satisfies AgentFailDecision;
    default:
      return type satisfies never;
  }
}

function isDecisionType(type: unknown): type is AgentDecision["type"] {
  return typeof type === "string" && Object.hasOwn(FIELDS, type);
}

function readTools(fields: Record<string, unknown>, context: DecisionContext): AgentToolsDecision {
  const { calls } = fields;
  if (!Array.isArray(calls) || calls.length < 1 || calls.length > MAX_CALLS) {
    throw new Malformed(`"calls" must hold 1 to ${MAX_CALLS} calls`);
  }
  return { type: "tools", calls: calls.map((call: unknown) => readCall(call, context)) };
}

function readCall(call: unknown, context: DecisionContext): AgentToolsDecision["calls"][number] {
  if (!isRecord(call) || typeof call.name !== "string") throw new Malformed("a call needs a name");
  if (CONTROL_TOOL_NAMES.has(call.name)) {
    throw new Malformed(`${call.name} must be the only call of its decision`);
  }
  if (!context.toolNames.has(call.name)) {
    throw new Malformed(`there is no tool named ${JSON.stringify(cutText(call.name, 80))}`);
  }
  if (!isRecord(call.arguments)) throw new Malformed(`the arguments of ${call.name} must be an object`);
  return { name: call.name, arguments: call.arguments };
}

function readFinish(fields: Record<string, unknown>): AgentFinishDecision {
  const decision = {
    type: "finish",
    summary: readText(fields, "summary"),
    evidence: readIds(fields),
  } as const;
  return Object.hasOwn(fields, "data") ? { ...decision, data: readData(fields) } : decision;
}

function readPublish(fields: Record<string, unknown>, context: DecisionContext): AgentPublishDecision {
  if (!context.mayPublish) throw new Malformed("this run has no schema for partial results");
  const key = readText(fields, "key");
  if (key.length > MAX_KEY_CHARS) throw new Malformed(`"key" is longer than ${MAX_KEY_CHARS} characters`);
  if (!Object.hasOwn(fields, "data")) throw new Malformed(`a publish decision needs "data"`);
  return { type: "publish", key, data: readData(fields), evidence: readIds(fields) };
}

function readText(fields: Record<string, unknown>, name: string): string {
  const text = fields[name];
  if (typeof text !== "string" || text.trim() === "") throw new Malformed(`"${name}" must be a text`);
  if (text.length > MAX_TEXT_CHARS) {
    throw new Malformed(`"${name}" is longer than ${MAX_TEXT_CHARS} characters`);
  }
  return text;
}

function readIds(fields: Record<string, unknown>): readonly string[] {
  const ids = fields.evidence;
  if (!Array.isArray(ids) || ids.length > MAX_EVIDENCE_IDS || !ids.every((id) => typeof id === "string")) {
    throw new Malformed(`"evidence" must be a list of at most ${MAX_EVIDENCE_IDS} call ids`);
  }
  return [...new Set(ids)] as readonly string[];
}

function readData(fields: Record<string, unknown>): unknown {
  if (jsonBytes(fields.data) > MAX_DATA_BYTES) {
    throw new Malformed(`"data" is larger than ${MAX_DATA_BYTES} bytes`);
  }
  return fields.data;
}
