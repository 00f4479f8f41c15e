import type { AgentCheckpoint } from "./checkpoint.ts";
import type { PlannerFailureCode } from "./errors.ts";
import type { AgentMessage, AgentToolCall } from "./planner.ts";
import type { AgentToolResult } from "./tools.ts";

/** How a run ended. */
export type AgentStatus = "succeeded" | "failed" | "needs_input" | "cancelled" | "limit_reached";

/** Where an infrastructure or application failure happened. */
export type AgentFailurePhase = "planner" | "catalog" | "application" | "persistence" | "executor";

/** Fixed diagnostic codes; see the table in the runner's documentation. */
export type AgentFailureCode =
  | PlannerFailureCode
  | "TOOL_CATALOG_FAILED"
  | "TOOL_CATALOG_INVALID"
  | "TOOL_NAMES_DUPLICATED"
  | "INITIALIZATION_TOOL_MISSING"
  | "EXECUTION_IDENTITY_INVALID"
  | "EXECUTION_IDENTITY_MISMATCH"
  | "TOOL_CATALOG_CLOSE_FAILED"
  | "EVENT_HOOK_FAILED"
  | "METRICS_HOOK_FAILED"
  | "COMPLETION_HOOK_FAILED"
  | "RETRY_POLICY_FAILED"
  | "USAGE_HOOK_FAILED"
  | "CHECKPOINT_PERSISTENCE_FAILED"
  | "CHECKPOINT_PERSISTENCE_TIMEOUT"
  | "EXECUTOR_FAILED";

/** A diagnosis without any raw message, URL, credential or stack. */
export interface AgentFailure {
  /** Where it happened. */
  readonly phase: AgentFailurePhase;
  /** Fixed code. */
  readonly code: AgentFailureCode;
  /** The known policy recognises this failure as worth another attempt; no promise that it helps. */
  readonly retryable: boolean;
  /** HTTP status of the provider’s answer, when there was one. */
  readonly httpStatus?: number;
}

/** A passing verification that a finish decision cited and the gate accepted. */
export interface AgentEvidence {
  /** Executor-made id of the call. */
  readonly toolCallId: string;
  /** `tab_verify`, or `tab_act` with `post_checks`. */
  readonly tool: string;
  /** Session that was verified. */
  readonly sessionId: string;
  /** Arguments of the call. */
  readonly arguments: Readonly<Record<string, unknown>>;
  /** One entry a check, as the browser reported it. */
  readonly checks: readonly Readonly<Record<string, unknown>>[];
  /** What the tool returned. */
  readonly result: AgentToolResult;
}

/** A partial result that was accepted while the run went on. It does not imply that the task succeeded. */
export interface AgentPartial {
  /** Unique within the run. */
  readonly key: string;
  /** Schema-valid data. */
  readonly data: unknown;
  /** The cited verifications as they were when the partial was accepted. */
  readonly evidence: readonly AgentEvidence[];
  /** Planning step of the publication. */
  readonly step: number;
}

/** What the runner found when it evaluated one of the operator's own check sets. */
export interface AgentAcceptanceResult {
  /** Name of the set. */
  readonly name: string;
  /** Whether all its checks passed. */
  readonly passed: boolean;
  /** Planning step of the claim that was judged. */
  readonly step: number;
  /** Call of the runner that evaluated it; absent when there was no page to check. */
  readonly toolCallId?: string;
  /** Session that was checked. */
  readonly sessionId?: string;
  /** One entry a check, as the browser reported it. */
  readonly checks?: readonly Readonly<Record<string, unknown>>[];
}

/** Measured facts of one planner attempt. */
export interface AgentPlannerMetric {
  /** Planning step, from 1. */
  readonly step: number;
  /** Which planner was asked. */
  readonly planner: "primary" | "fallback";
  /** Number of the attempt within its step, from 1. */
  readonly attempt: number;
  /** Milliseconds of the attempt. */
  readonly latencyMs: number;
  /** Whether it gave a decision. */
  readonly outcome: "success" | "error";
}

/** What a run reports while it goes on. `step` 0 is initialisation. */
export type AgentEvent =
  | { readonly type: "started"; readonly runId: string; readonly step: 0 }
  | { readonly type: "planning"; readonly step: number }
  | { readonly type: "decision"; readonly step: number; readonly decision: string; readonly detail?: string }
  | { readonly type: "tool_start"; readonly step: number; readonly call: AgentToolCall }
  | {
    readonly type: "tool_end";
    readonly step: number;
    readonly call: AgentToolCall;
    readonly result: AgentToolResult;
    readonly elapsedMs: number;
  }
  | {
    readonly type: "tool_skipped";
    readonly step: number;
    readonly call: AgentToolCall;
    readonly reason: string;
  }
  | { readonly type: "feedback"; readonly step: number; readonly content: string }
  | { readonly type: "published"; readonly step: number; readonly key: string }
  | {
    readonly type: "compacted";
    readonly step: number;
    /** Serialised bytes of history. */
    readonly bytesBefore: number;
    readonly bytesAfter: number;
  }
  | { readonly type: "paused" | "resumed" | "steered"; readonly step: number }
  | { readonly type: "failure"; readonly step: number; readonly failure: AgentFailure }
  | { readonly type: "finished"; readonly step: number; readonly status: AgentStatus };

/** The outcome of a run. */
export interface AgentRunResult {
  /** How it ended. */
  readonly status: AgentStatus;
  /** Random id of the run, kept when it is resumed. */
  readonly runId: string;
  /** The model's summary, on success. */
  readonly summary?: string;
  /** Why the run ended without success, in one sentence. */
  readonly reason?: string;
  /** The question for a person, with `needs_input`. */
  readonly question?: string;
  /** Final data of a succeeded run; schema-valid when a final schema was given. */
  readonly data?: unknown;
  /** Partial results that were accepted, however the run ended. */
  readonly partials: readonly AgentPartial[];
  /** Cited and accepted evidence; empty unless the run succeeded. */
  readonly evidence: readonly AgentEvidence[];
  /**
   * The operator's own checks as they were last evaluated, up to the first set that did not pass; absent when no claim
   * came so far that they were.
   */
  readonly acceptance?: readonly AgentAcceptanceResult[];
  /** Planning steps used. */
  readonly steps: number;
  /** Tool calls dispatched. */
  readonly toolCalls: number;
  /** Planner attempts, retries and fallbacks included. */
  readonly plannerCalls: number;
  /** Tokens that providers reported to the usage meter; absent without one. */
  readonly reportedTokens?: number;
  /** Active milliseconds, whole. */
  readonly elapsedMs: number;
  /** The retained conversation. */
  readonly history: readonly AgentMessage[];
  /** Everything that was reported. */
  readonly events: readonly AgentEvent[];
  /** One entry for each planner attempt. */
  readonly metrics: readonly AgentPlannerMetric[];
  /** Diagnosis of an infrastructure or application failure. */
  readonly failure?: AgentFailure;
  /** A call whose effects are uncertain because the run ended while it was under way. */
  readonly inFlightToolCall?: AgentToolCall;
  /** Calls that may have had an effect nobody knows; they must be checked before anything is repeated. */
  readonly ambiguousCalls: readonly AgentToolCall[];
  /** The run as it ended, fit for `resume`; its time includes the last save. */
  readonly checkpoint: AgentCheckpoint;
}
