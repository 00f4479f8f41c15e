import type { AgentCheckpoint } from "../contracts/checkpoint.ts";
import type { AgentToolCall } from "../contracts/planner.ts";
import type { AgentAcceptanceResult, AgentFailure, AgentPlannerMetric } from "../contracts/result.ts";
import type { RunDeps } from "../contracts/run.ts";
import type { RunCounters, TokenCount } from "./budgets.ts";
import type { EventLog } from "./events.ts";
import type { EvidenceGate } from "./evidence_gate.ts";
import type { History } from "./history.ts";
import type { ResolvedOptions } from "./options.ts";
import type { PartialLedger } from "./partials.ts";
import type { ReferenceGuard } from "./references.ts";
import type { SchemaCheck } from "./schema.ts";
import type { StallDetector } from "./stall.ts";
import type { StopState } from "./stop.ts";

/** A call that was sent and has not come back. */
export interface InFlightCall {
  readonly call: AgentToolCall;
  readonly effect: "read" | "write";
}

/** Progress of the trusted steps before planning. A step counts once its call is registered, and never runs again. */
export interface InitializationState {
  /** Calls of the steps that were registered, in order. */
  readonly callIds: string[];
  /** The session that the first step opened. */
  sessionId: string | undefined;
  /** A step failed or all are done: the rest is the planner's business. */
  over: boolean;
}

/** Active time. */
export interface RunTime {
  /** Of the clock, in milliseconds. */
  readonly startedAt: number;
  /** Milliseconds that earlier processes used. */
  readonly earlierMs: number;
}

/** What a checkpoint ties a run to, besides its task. */
export type RunBindings = Pick<
  AgentCheckpoint,
  | "outputSchemaHash"
  | "partialSchemaHash"
  | "acceptanceHash"
  | "requiresCompletionPolicy"
  | "requiresPartialPolicy"
  | "executionIdentity"
>;

/** Everything one run holds. The parts guard their own state; the few open fields belong to the executor. */
export interface RunContext {
  readonly options: ResolvedOptions;
  readonly deps: RunDeps;
  readonly runId: string;
  readonly instructions: string;
  readonly stop: StopState;
  readonly counters: RunCounters;
  readonly history: History;
  readonly gate: EvidenceGate;
  readonly references: ReferenceGuard;
  readonly events: EventLog;
  readonly stall: StallDetector | undefined;
  readonly partials: PartialLedger;
  readonly finalSchema: SchemaCheck | undefined;
  readonly metrics: AgentPlannerMetric[];
  readonly ambiguousCalls: AgentToolCall[];
  readonly time: RunTime;
  readonly tokens: TokenCount;
  /** What the operator's own checks gave when they were last evaluated. */
  acceptance: readonly AgentAcceptanceResult[] | undefined;
  readonly persistence: { isBroken: boolean };
  /** How far the trusted steps before planning got. */
  readonly initialization: InitializationState;
  /** A call that the checkpoint claims only to have read, until trusted metadata confirms it. */
  claimedRead: AgentToolCall | undefined;
  /** Completed with the execution identity once that is known. */
  bindings: RunBindings;
  inFlight: InFlightCall | undefined;
  /** Digest of the last lease's binding; stays in memory only. */
  contextKey: string | undefined;
  /** The latest diagnosis that nothing recovered from. */
  failure: AgentFailure | undefined;
}
