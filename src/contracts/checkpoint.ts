// The saved state of a run, as programs store it and hand it back.
import type { AgentExecutionIdentity } from "./tools.ts";
import type { AgentMessage, AgentToolCall } from "./planner.ts";
import type { AgentPartial } from "./result.ts";

/** Version of the checkpoints that this release writes. Versions 1 to 6 are still read. */
export const AGENT_CHECKPOINT_VERSION = 7;

/**
 * Where in its work a run was saved: before a planner is asked, before and after a tool call, when a decision has been
 * carried out, and at the end.
 */
export type AgentCheckpointPhase = "planning" | "before_tool" | "after_tool" | "decision" | "terminal";

/** Budgets in force when the run was saved; they hold on resume unless they are given anew. */
export interface AgentCheckpointLimits {
  /** Planning steps. */
  readonly maxSteps: number;
  /** Dispatched tool calls. */
  readonly maxToolCalls: number;
  /** Active milliseconds. */
  readonly timeoutMs: number;
  /** Serialised bytes of history. */
  readonly maxHistoryBytes: number;
  /** Tokens that providers may report, when that is limited. */
  readonly maxReportedTokens?: number;
}

/** What was used so far. Goes on after a resume. */
export interface AgentCheckpointCounters {
  /** Planning steps, the one that was under way included. */
  readonly steps: number;
  /** Dispatched tool calls, one about to be sent included. */
  readonly toolCalls: number;
  /** Planner attempts. */
  readonly plannerCalls: number;
  /** Number of the last registered call; the next one gets the next number. */
  readonly callSequence: number;
  /** Active milliseconds up to this save, whole; the time between two processes is not in it. */
  readonly elapsedMs: number;
  /** Tokens that providers reported, when the run had a usage meter. */
  readonly reportedTokens?: number;
}

/** Why a group of messages may or may not be left out later. */
export type AgentMessageGroupKind =
  | "task"
  | "summary"
  | "operator"
  | "turn"
  | "initialization"
  | "publication"
  | "feedback";

/** Messages that only make sense together. Every call in a group has its result in the same group. */
export interface AgentCheckpointGroup {
  /** What the group is. */
  readonly kind: AgentMessageGroupKind;
  /** In order; at least one. */
  readonly messages: readonly AgentMessage[];
}

/** What is still known of calls that left the history. */
export interface AgentOmittedCalls {
  /** The latest omitted calls, at most 200. */
  readonly calls: readonly { readonly id: string; readonly name: string; readonly outcome: "ok" | "error" }[];
  /** Omitted calls that are not in the list any more. */
  readonly unlistedCalls: number;
  /** Messages that left the history. */
  readonly messages: number;
}

/** One trusted step before the first model request. */
export type AgentInitialStep =
  | { readonly kind: "open"; readonly url: string }
  | { readonly kind: "navigate"; readonly url: string }
  | { readonly kind: "new_tab"; readonly url: string }
  | { readonly kind: "click"; readonly name: string; readonly role?: string };

/** The trusted steps before planning. A step counts as attempted once its call is registered, and never runs again. */
export interface AgentCheckpointInitialization {
  /** Whether any step was registered. */
  readonly status: "not_started" | "attempted";
  /** All trusted steps, 1 to 20. */
  readonly steps: readonly AgentInitialStep[];
  /** Registered calls, one a step, from the first step on. */
  readonly callIds: readonly string[];
}

/** A call that was about to be sent when the run was saved. It may or may not have happened. */
export interface AgentPendingTool {
  /** The call, which stands in the last group of the history. */
  readonly call: AgentToolCall;
  /** What the call was taken for; checked against trusted metadata before a resumed run goes on. */
  readonly effect: "read" | "write";
}

/**
 * A run that can go on later. Holds the whole retained history, so it is as sensitive as the pages and the task are.
 * Every part is frozen, and successive checkpoints of a run share what did not change between them.
 */
export interface AgentCheckpoint {
  /** Version of the form. */
  readonly version: typeof AGENT_CHECKPOINT_VERSION;
  /** Id of the run; call ids begin with it. */
  readonly runId: string;
  /** Where the run was saved. */
  readonly phase: AgentCheckpointPhase;
  /** The trusted task; a resume must name the same. */
  readonly task: string;
  /** Text of the application, inherited unless it is replaced. */
  readonly systemPrompt?: string;
  /** Budgets. */
  readonly limits: AgentCheckpointLimits;
  /** What was used. */
  readonly counters: AgentCheckpointCounters;
  /** The retained history; the first group is the task. */
  readonly history: readonly AgentCheckpointGroup[];
  /** Present once the history was compacted. */
  readonly omitted?: AgentOmittedCalls;
  /** Present in phase `before_tool`. */
  readonly pendingTool?: AgentPendingTool;
  /** Calls whose effects nobody knows. A run with such calls does not go on before they are reconciled. */
  readonly ambiguousCalls: readonly AgentToolCall[];
  /** Accepted partial results, at most 100 and 2 MiB of data. */
  readonly partials: readonly AgentPartial[];
  /** Present when the run has trusted steps before planning. */
  readonly initialization?: AgentCheckpointInitialization;
  /** SHA-256 of the canonical final schema, when there is one. */
  readonly outputSchemaHash?: string;
  /** SHA-256 of the canonical partial schema, when there is one. */
  readonly partialSchemaHash?: string;
  /** SHA-256 of the operator's acceptance without its session ids, when there is one. */
  readonly acceptanceHash?: string;
  /** The run had `validateCompletion`; it does not go on without one. */
  readonly requiresCompletionPolicy?: true;
  /** The run had `validatePartial`; it does not go on without one. */
  readonly requiresPartialPolicy?: true;
  /** Whom the tools acted for, with bound execution. */
  readonly executionIdentity?: AgentExecutionIdentity;
  /** Session of the last change, when it is known. */
  readonly lastChangedSessionId?: string;
}

/** An application's word on calls whose effects were not known. */
export interface AgentReconciliation {
  /** Ids of the calls whose actual effects were checked; all ambiguous ones must be among them. */
  readonly resolvedCallIds: readonly string[];
  /** What was found, for the planner: 1–4,000 characters, no credentials. */
  readonly note: string;
}
