import type { PlannerFailureCode } from "../../contracts/errors.ts";

/** Where an answer failed its checks. */
export type CodexValidationStage = "output" | "envelope" | "arguments_json" | "arguments_schema" | "decision";

/** Facts about one planner call. Every field is fixed: no text of the CLI, the model or the provider is in it. */
export interface CodexDiagnostic {
  /** Planning step of the request. */
  readonly step: number;
  /** Outcome of the planner call. */
  readonly status: "succeeded" | "failed" | "cancelled";
  /** `OK`, `CANCELLED`, or the code of the failure. */
  readonly code: "OK" | "CANCELLED" | "USAGE_HOOK_FAILED" | PlannerFailureCode;
  /** Exit code of the last process; null when a signal ended it or it never started. */
  readonly exitCode: number | null;
  /** The last event that ended a turn. */
  readonly terminalEvent: "turn.completed" | "turn.failed" | "none";
  /** Error notifications of the CLI, none of which ends a turn by itself. */
  readonly errorNotifications: number;
  /** Extra calls that only asked for well-formed arguments. */
  readonly formatRetries: 0 | 1;
  /** Present when an answer failed its checks, also when a retry then passed them. */
  readonly validationStage?: CodexValidationStage;
  /** Measured milliseconds of the whole planner call, whole. */
  readonly latencyMs: number;
}
