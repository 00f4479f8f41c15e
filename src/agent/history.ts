import type {
  AgentCheckpointGroup,
  AgentMessageGroupKind as GroupKind,
  AgentOmittedCalls as OmittedCalls,
} from "../contracts/checkpoint.ts";
import type { AgentMessage, AgentToolCall } from "../contracts/planner.ts";
import type { AgentToolResult } from "../contracts/tools.ts";
import { type CompactionPlan, omittedText } from "./compaction.ts";
import { notDispatched } from "./tool_results.ts";
import { jsonBytes } from "./utf8.ts";
import { toWellFormedData } from "../contracts/text.ts";

/** Messages that only make sense together, with their serialised size. */
export interface MessageGroup {
  readonly kind: GroupKind;
  readonly messages: readonly AgentMessage[];
  readonly bytes: number;
}

interface OpenGroup {
  readonly kind: GroupKind;
  readonly messages: AgentMessage[];
  bytes: number;
  /** The group as it was last saved; current while it has as many messages. */
  saved?: AgentCheckpointGroup;
}

/** The conversation. Only appended to, apart from compaction; sizes are kept so that no step serialises it again. */
export class History {
  #groups: OpenGroup[] = [];
  #messages: AgentMessage[] = [];
  #bytes = 0;
  #omitted: OmittedCalls = { calls: [], unlistedCalls: 0, messages: 0 };
  /** Registered calls of the last group that have no result yet, in order. */
  readonly #unresolved = new Map<string, AgentToolCall>();
  /** The groups as they were last saved. */
  #saved: AgentCheckpointGroup[] = [];

  constructor(task: string) {
    this.#begin("task", { role: "user", source: "task", content: task });
  }

  /** The history of a checkpoint that was parsed. */
  static restore(
    task: string,
    groups: readonly AgentCheckpointGroup[],
    omitted: OmittedCalls | undefined,
  ): History {
    const history = new History(task);
    for (const { kind, messages: [first, ...rest] } of groups.slice(1)) {
      if (first === undefined) continue;
      history.#begin(kind, first);
      for (const message of rest) history.#append(message);
    }
    if (omitted !== undefined) history.#omitted = omitted;
    return history;
  }

  /** The groups as a checkpoint holds them. What did not change since the last time is the same object. */
  saved(placeholder: (call: AgentToolCall) => AgentToolResult): readonly AgentCheckpointGroup[] {
    this.#saved.splice(Math.max(0, this.#saved.length - 1)); // only the last group can have grown
    for (const group of this.#groups.slice(this.#saved.length)) this.#saved.push(savedGroup(group));
    const groups = this.#saved.slice();
    const last = groups.at(-1);
    if (this.#unresolved.size > 0 && last !== undefined) {
      const rest = this.unresolvedCalls.map((call) => toolMessage(call, placeholder(call)));
      const messages = Object.freeze([...last.messages, ...rest]);
      groups[groups.length - 1] = Object.freeze({ kind: last.kind, messages });
    }
    return Object.freeze(groups);
  }

  /** Serialised bytes of all messages. */
  get bytes(): number {
    return this.#bytes;
  }

  get groups(): readonly MessageGroup[] {
    return this.#groups;
  }

  get omitted(): OmittedCalls {
    return this.#omitted;
  }

  /** A copy of the list; the messages themselves are frozen. */
  messages(): readonly AgentMessage[] {
    return this.#messages.slice();
  }

  /** Registers a decision to call tools. Every call must get a result before the next group begins. */
  addCalls(calls: readonly AgentToolCall[], kind: "turn" | "initialization", content?: string): void {
    this.#begin(kind, { role: "assistant", toolCalls: calls, ...(content === undefined ? {} : { content }) });
    for (const call of calls) this.#unresolved.set(call.id, call);
  }

  /** Records the one result of a registered call. */
  addResult(call: AgentToolCall, result: AgentToolResult): void {
    if (!this.#unresolved.delete(call.id)) throw new Error(`call ${call.id} has its result already`);
    this.#append(toolMessage(call, result));
  }

  /** Calls that still wait for a result. */
  get unresolvedCalls(): readonly AgentToolCall[] {
    return [...this.#unresolved.values()];
  }

  /** The result of a call, while it is among the retained messages. */
  resultOf(callId: string): AgentToolResult | undefined {
    const found = this.#messages.findLast((message) =>
      message.role === "tool" && message.toolCallId === callId
    );
    return found?.role === "tool" ? found.result : undefined;
  }

  /** A control decision or a rejected one, as a short text. */
  addStatement(content: string, kind: "turn" | "publication" = "turn"): void {
    this.#begin(kind, { role: "assistant", toolCalls: Object.freeze([]), content });
  }

  /** What the runner says about the group before. */
  addFeedback(content: string): void {
    const message: AgentMessage = { role: "user", source: "feedback", content };
    if (this.#groups.at(-1)?.kind === "task") this.#begin("feedback", message);
    else if (this.#groups.at(-1)?.kind === "operator") this.#begin("feedback", message);
    else this.#append(message);
  }

  /** What the runner says by itself, in a group of its own. */
  addNotice(content: string): void {
    this.#begin("feedback", { role: "user", source: "feedback", content });
  }

  /** Trusted text of the operator. Never left out. */
  addOperator(content: string): void {
    this.#begin("operator", { role: "user", source: "operator", content });
  }

  /** Gives every call that still waits a result that claims nothing. */
  resolveRest(
    toResult: (call: AgentToolCall) => AgentToolResult = () => notDispatched("the run ended first."),
  ): void {
    for (const call of this.unresolvedCalls) this.addResult(call, toResult(call));
  }

  /** Leaves the planned groups out and puts one message of metadata after the task. */
  compact(plan: CompactionPlan): void {
    const leaving = new Set(plan.leaveOut);
    const kept = this.#groups.filter((group) => !leaving.has(group) && group.kind !== "summary");
    const summary: AgentMessage = freeze({
      role: "user",
      source: "feedback",
      content: omittedText(plan.omitted),
    });
    const [task, ...rest] = kept;
    if (task === undefined) throw new Error("the task left the history");
    this.#saved = [];
    this.#omitted = plan.omitted;
    this.#groups = [task, { kind: "summary", messages: [summary], bytes: jsonBytes(summary) }, ...rest];
    this.#messages = this.#groups.flatMap((group) => group.messages);
    this.#bytes = this.#groups.reduce((sum, group) => sum + group.bytes, 0);
  }

  #begin(kind: GroupKind, message: AgentMessage): void {
    if (this.#unresolved.size > 0) throw new Error("a group is not complete");
    this.#groups.push({ kind, messages: [], bytes: 0 });
    this.#append(message);
  }

  #append(given: AgentMessage): void {
    const message = toWellFormedData(given);
    const group = this.#groups.at(-1);
    if (group === undefined) throw new Error("the history has no group");
    const bytes = jsonBytes(message);
    group.messages.push(freeze(message));
    group.bytes += bytes;
    this.#messages.push(message);
    this.#bytes += bytes;
  }
}

function savedGroup(group: OpenGroup): AgentCheckpointGroup {
  if (group.saved?.messages.length !== group.messages.length) {
    group.saved = Object.freeze({ kind: group.kind, messages: Object.freeze(group.messages.slice()) });
  }
  return group.saved;
}

function freeze(message: AgentMessage): AgentMessage {
  if (message.role === "assistant") Object.freeze(message.toolCalls);
  return Object.freeze(message);
}

function toolMessage({ id, name }: AgentToolCall, result: AgentToolResult): AgentMessage {
  return freeze({ role: "tool", toolCallId: id, name, result });
}
