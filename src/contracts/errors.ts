/**
 * Root of every error that Tablaze throws on purpose, apart from built-in errors for wrong arguments. Test `code`,
 * not `instanceof`: two copies of the package may meet in one process.
 */
export class TablazeError extends Error {
  /** Fixed upper-case code, for example `STALE_REFERENCE`. */
  readonly code: string;

  /**
   * An error with a fixed code.
   *
   * @param code fixed upper-case code
   * @param message what happened and what to do next, without page or secret data
   * @param options standard error options; `cause` is kept
   */
  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
    this.code = code;
  }
}

/** Codes of the browser side. Each is listed with its meaning in the tool reference. */
export type BrowserErrorCode =
  | "ACTION_FAILED"
  | "AMBIGUOUS_TARGET"
  | "BATCH_TIMEOUT"
  | "BROWSER_CLOSED"
  | "BROWSER_MISSING"
  | "BROWSER_START_FAILED"
  | "CANCELLED"
  | "CAPTURE_TOO_LARGE"
  | "CLEANUP_INCOMPLETE"
  | "CURSOR_NOT_FOUND"
  | "DIALOG_NOT_OPEN"
  | "DIALOG_OPEN"
  | "DOWNLOAD_NOT_FOUND"
  | "ENGINE_DISPOSED"
  | "FILE_DENIED"
  | "FRAME_NOT_FOUND"
  | "IDEMPOTENCY_CONFLICT"
  | "INTERNAL_ERROR"
  | "INVALID_ARGUMENT"
  | "INVALID_URL"
  | "NAVIGATION_DENIED"
  | "NAVIGATION_FAILED"
  | "NAVIGATION_POLICY_FAILED"
  | "NOT_EDITABLE"
  | "NOT_VISIBLE"
  | "OBSERVATION_TRUNCATED"
  | "OPTION_NOT_FOUND"
  | "PDF_TIMEOUT"
  | "RESPONSE_NOT_FOUND"
  | "RESPONSE_UNREADABLE"
  | "SCRIPT_FAILED"
  | "SECRET_DENIED"
  | "SELECTOR_COUNT"
  | "SENSITIVE_VALUE"
  | "SESSION_NOT_FOUND"
  | "SNAPSHOT_CHANGED"
  | "SNAPSHOT_TRUNCATED"
  | "STALE_REFERENCE"
  | "STALE_SNAPSHOT"
  | "TAB_NOT_FOUND"
  | "TARGET_COVERED"
  | "TARGET_DISABLED"
  | "TARGET_NOT_FOUND"
  | "TIMEOUT"
  | "UNSUPPORTED_FLOW";

/** An expected failure of the browser side: something a planner can react to. */
export class BrowserError extends TablazeError {
  /** Fixed code. */
  declare readonly code: BrowserErrorCode;

  /**
   * An expected failure with one of the fixed codes.
   *
   * @param code one of the fixed codes
   * @param message what was expected, what is there now, which tool to call next
   * @param options standard error options
   */
  constructor(code: BrowserErrorCode, message: string, options?: ErrorOptions) {
    super(code, message, options);
  }
}

/** Extra facts about a failed planner call. */
export interface AgentPlannerErrorOptions extends ErrorOptions {
  /** Fixed diagnostic code. @default "PLANNER_FAILED" */
  readonly code?: PlannerFailureCode;
  /** HTTP status of the provider's answer, when there was one. */
  readonly httpStatus?: number;
}

/** Fixed diagnostic codes of the planner phase. */
export type PlannerFailureCode =
  | "PLANNER_FAILED"
  | "PLANNER_PROCESS_FAILED"
  | "PLANNER_TRANSPORT_FAILED"
  | "PLANNER_HTTP_ERROR"
  | "PLANNER_INVALID_RESPONSE"
  | "PLANNER_RESPONSE_TOO_LARGE"
  | "PLANNER_RESPONSE_READ_FAILED"
  | "PLANNER_TOOL_NAME_CONFLICT";

/** A planner call that failed. Whoever throws it decides whether asking again can help. */
export class AgentPlannerError extends TablazeError {
  /** Fixed code. */
  declare readonly code: PlannerFailureCode;
  /** True when the same request may succeed if it is sent again. */
  readonly retryable: boolean;
  /** True when another planner may be asked, though this one must not be asked again. */
  readonly fallbackEligible: boolean;
  /** HTTP status of the provider's answer, when there was one. */
  readonly httpStatus?: number;

  /**
   * A failed call, with what may be tried next.
   *
   * @param message a fixed sentence without URL, key, header or response body
   * @param retryable whether the same request may succeed if sent again
   * @param fallbackEligible whether another planner may be asked; defaults to `retryable`
   * @param options code, HTTP status and cause
   */
  constructor(
    message: string,
    retryable = false,
    fallbackEligible: boolean = retryable,
    options: AgentPlannerErrorOptions = {},
  ) {
    super(options.code ?? "PLANNER_FAILED", message, options);
    this.retryable = retryable;
    this.fallbackEligible = fallbackEligible;
    if (options.httpStatus !== undefined) this.httpStatus = options.httpStatus;
  }
}

/** The `code` of an error, whichever copy of the package made it; `undefined` for anything else. */
export function errorCode(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  try {
    const { code } = error as { code?: unknown };
    return typeof code === "string" ? code : undefined;
  } catch {
    return undefined; // a getter of something that nobody here made
  }
}

/** Why a checkpoint cannot be used. */
export type CheckpointErrorCode =
  | "CHECKPOINT_AMBIGUITY_UNKNOWN"
  | "CHECKPOINT_CUT"
  | "CHECKPOINT_DAMAGED"
  | "CHECKPOINT_FILE"
  | "CHECKPOINT_INVALID"
  | "CHECKPOINT_IN_USE"
  | "CHECKPOINT_KEY_REQUIRED"
  | "CHECKPOINT_KEY_WRONG"
  | "CHECKPOINT_MISMATCH"
  | "CHECKPOINT_NOT_SEALED"
  | "CHECKPOINT_TOO_LARGE"
  | "CHECKPOINT_VERSION";

/** A checkpoint that cannot be read, or that does not belong to the run it was given to. Nothing was started. */
export class CheckpointError extends TablazeError {
  /** Fixed code. */
  declare readonly code: CheckpointErrorCode;

  /**
   * An expected failure with one of the fixed codes.
   *
   * @param code one of the fixed codes
   * @param message what is wrong and what to do, without content of the checkpoint
   * @param options standard error options
   */
  constructor(code: CheckpointErrorCode, message: string, options?: ErrorOptions) {
    super(code, message, options);
  }
}
