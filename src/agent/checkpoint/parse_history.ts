import type { AgentCheckpointGroup, AgentOmittedCalls } from "../../contracts/checkpoint.ts";
import type { AgentMessage, AgentToolCall } from "../../contracts/planner.ts";
import { MAX_LISTED_CALLS } from "../compaction.ts";
import { copyJson } from "../copy_json.ts";
import { OWN_CALL_STATEMENT } from "../own_calls.ts";
import { parseToolResult } from "../tool_results.ts";
import { invalid, readChoice, readFields, readList, readRecord, readText, readWhole } from "./fields.ts";

/** What the history says about itself, for checking the rest against it. */
export interface ParsedHistory {
  readonly groups: readonly AgentCheckpointGroup[];
  /** Retained calls in order. */
  readonly calls: readonly AgentToolCall[];
  /** Results by call id. */
  readonly results: ReadonlyMap<string, ReturnType<typeof parseToolResult>>;
  /** Calls of the runner's own, which no planner decided. */
  readonly ownCallIds: ReadonlySet<string>;
  /** Decisions of the planner among the groups. */
  readonly decisions: number;
}

const MAX_GROUPS = 5_000_000;
const MAX_CALLS_IN_GROUP = 20;
const MAX_NAME_CHARS = 200;
const KINDS = ["task", "summary", "operator", "turn", "initialization", "publication", "feedback"] as const;

/** Reads the groups of a run: order, pairing, ids and who may say what. */
export function parseHistory(value: unknown, runId: string, task: string): ParsedHistory {
  const reader = new HistoryReader(runId, task);
  const groups = readList(value, "history", MAX_GROUPS).map((group, index) => reader.group(group, index));
  if (groups.length === 0) throw invalid("history", "must begin with the task");
  return { groups: Object.freeze(groups), ...reader.found };
}

/** Reads what is known of omitted calls. */
export function parseOmitted(value: unknown, runId: string): AgentOmittedCalls {
  const place = "omitted";
  const fields = readFields(value, place, ["calls", "unlistedCalls", "messages"]);
  const seen = new Set<string>();
  const calls = readList(fields.calls, `${place}.calls`, MAX_LISTED_CALLS).map((raw, index) => {
    const at = `${place}.calls[${index}]`;
    const call = readFields(raw, at, ["id", "name", "outcome"]);
    const id = readText(call.id, `${at}.id`, { max: 200 });
    callNumber(id, runId, `${at}.id`);
    if (seen.has(id)) throw invalid(`${at}.id`, "is there twice");
    seen.add(id);
    return Object.freeze({
      id,
      name: readText(call.name, `${at}.name`, { max: MAX_NAME_CHARS }),
      outcome: readChoice(call.outcome, `${at}.outcome`, ["ok", "error"]),
    });
  });
  return Object.freeze({
    calls: Object.freeze(calls),
    unlistedCalls: readWhole(fields.unlistedCalls, `${place}.unlistedCalls`, 0, 100_000_000),
    messages: readWhole(fields.messages, `${place}.messages`, 1, 1_000_000_000),
  });
}

/** A registered call of the run. */
export function parseCall(value: unknown, place: string, runId: string): AgentToolCall {
  const fields = readFields(value, place, ["id", "name", "arguments"]);
  const id = readText(fields.id, `${place}.id`, { max: 200 });
  callNumber(id, runId, `${place}.id`);
  const input = readRecord(fields.arguments, `${place}.arguments`);
  // arguments are sent to nobody again, but they are shown to planners and compared
  const copied = copyJson(input, { maxValues: 500_000, maxDepth: 110, lenient: false });
  if (!copied.ok) throw invalid(`${place}.arguments`, "cannot have come from a planner");
  return Object.freeze({
    id,
    name: readText(fields.name, `${place}.name`, { max: MAX_NAME_CHARS }),
    arguments: input,
  });
}

/** The sequence number in a call id. */
export function callNumber(id: string, runId: string, place: string): number {
  const number = id.startsWith(`${runId}-`) ? id.slice(runId.length + 1) : "";
  if (!/^[1-9]\d{0,9}$/.test(number)) throw invalid(place, "is no call of this run");
  return Number(number);
}

class HistoryReader {
  readonly #runId: string;
  readonly #task: string;
  readonly found = {
    calls: [] as AgentToolCall[],
    results: new Map<string, ReturnType<typeof parseToolResult>>(),
    ownCallIds: new Set<string>(),
    decisions: 0,
  };
  #lastNumber = 0;

  constructor(runId: string, task: string) {
    this.#runId = runId;
    this.#task = task;
  }

  group(value: unknown, index: number): AgentCheckpointGroup {
    const place = `history[${index}]`;
    const fields = readFields(value, place, ["kind", "messages"]);
    const kind = readChoice(fields.kind, `${place}.kind`, KINDS);
    if ((kind === "task") !== (index === 0)) throw invalid(`${place}.kind`, "stands in the wrong place");
    if (kind === "summary" && index !== 1) throw invalid(`${place}.kind`, "stands in the wrong place");
    const messages = readList(fields.messages, `${place}.messages`, MAX_GROUPS);
    const [first, ...rest] = messages.map((message, at) =>
      this.#message(message, `${place}.messages[${at}]`, kind, at)
    );
    if (first === undefined) throw invalid(`${place}.messages`, "must not be empty");
    this.#checkOrder(place, kind, first, rest);
    return Object.freeze({ kind, messages: Object.freeze([first, ...rest]) });
  }

  #message(value: unknown, place: string, kind: AgentCheckpointGroup["kind"], index: number): AgentMessage {
    const { role } = readRecord(value, place);
    switch (role) {
      case "user": {
        const fields = readFields(value, place, ["role", "source", "content"]);
        const own = kind === "task" || kind === "operator" ? kind : "feedback";
        const source = readChoice(fields.source, `${place}.source`, [own]);
        const content = readText(fields.content, `${place}.content`);
        if (kind === "task" && content !== this.#task) throw invalid(`${place}.content`, "is not the task");
        return Object.freeze({ role, source, content });
      }
      case "assistant": {
        if (index !== 0) throw invalid(place, "must begin its group");
        const fields = readFields(value, place, ["role", "toolCalls", "content"]);
        const toolCalls = readList(fields.toolCalls, `${place}.toolCalls`, MAX_CALLS_IN_GROUP)
          .map((call, at) => this.#newCall(call, `${place}.toolCalls[${at}]`));
        const content = fields.content === undefined
          ? undefined
          : readText(fields.content, `${place}.content`);
        return Object.freeze({
          role,
          toolCalls: Object.freeze(toolCalls),
          ...(content === undefined ? {} : { content }),
        });
      }
      case "tool": {
        const fields = readFields(value, place, ["role", "toolCallId", "name", "result"]);
        const toolCallId = readText(fields.toolCallId, `${place}.toolCallId`);
        const result = parseToolResult(readFields(fields.result, `${place}.result`, RESULT_FIELDS));
        if (result === undefined) throw invalid(`${place}.result`, "is no tool result");
        if (this.found.results.has(toolCallId)) throw invalid(place, "is a second result of its call");
        this.found.results.set(toolCallId, result);
        return Object.freeze({
          role,
          toolCallId,
          name: readText(fields.name, `${place}.name`),
          result,
        });
      }
      default:
        throw invalid(`${place}.role`, "is unknown");
    }
  }

  #newCall(value: unknown, place: string): AgentToolCall {
    const call = parseCall(value, place, this.#runId);
    const number = callNumber(call.id, this.#runId, `${place}.id`);
    if (number <= this.#lastNumber) throw invalid(`${place}.id`, "is out of order");
    this.#lastNumber = number;
    this.found.calls.push(call);
    return call;
  }

  #checkOrder(
    place: string,
    kind: AgentCheckpointGroup["kind"],
    first: AgentMessage,
    rest: readonly AgentMessage[],
  ): void {
    const calls = first.role === "assistant" ? first.toolCalls : [];
    const speaks = kind === "turn" || kind === "initialization" || kind === "publication";
    if (speaks !== (first.role === "assistant") || first.role === "tool") {
      throw invalid(place, "begins with the wrong message");
    }
    if (kind === "initialization" && calls.length !== 1) throw invalid(place, "must hold one call");
    if (kind === "publication" && calls.length !== 0) throw invalid(place, "must hold no call");
    if ((kind === "task" || kind === "operator") && rest.length > 0) throw invalid(place, "is too long");
    calls.forEach((call, index) => {
      const answer = rest[index];
      if (answer?.role !== "tool" || answer.toolCallId !== call.id || answer.name !== call.name) {
        throw invalid(place, `does not pair call ${index + 1} with its result`);
      }
    });
    if (rest.slice(calls.length).some((message) => message.role !== "user")) {
      throw invalid(place, "holds a result without its call");
    }
    if (first.role !== "assistant") return;
    const isOwn = first.content === OWN_CALL_STATEMENT && calls.length === 1;
    if (isOwn) { for (const { id } of calls) this.found.ownCallIds.add(id); }
    else if (kind !== "initialization") this.found.decisions++;
    if (calls.length === 0 && first.content === undefined) throw invalid(place, "says nothing");
  }
}

const RESULT_FIELDS = ["content", "structuredContent", "isError"];
