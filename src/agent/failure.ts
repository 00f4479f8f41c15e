import type { PlannerFailureCode } from "../contracts/errors.ts";
import type { AgentFailure, AgentFailureCode, AgentFailurePhase } from "../contracts/result.ts";

/** An infrastructure or application failure on its way to the run's result. Carries no raw message. */
export class RunFailure extends Error {
  readonly failure: AgentFailure;

  constructor(phase: AgentFailurePhase, code: AgentFailureCode, retryable = false, httpStatus?: number) {
    super(code);
    this.failure = httpStatus === undefined
      ? { phase, code, retryable }
      : { phase, code, retryable, httpStatus };
  }
}

/** Unwinds to the end of the run after a stop reason was set. */
export class RunStopped extends Error {
  constructor() {
    super("the run is over");
    this.name = "AbortError"; // tools and planners see it as the reason of their signal
  }
}

/** What is known about a failed planner call. */
export interface PlannerErrorFacts {
  readonly code: PlannerFailureCode | "USAGE_HOOK_FAILED";
  readonly retryable: boolean;
  readonly fallbackEligible: boolean;
  readonly httpStatus?: number;
}

const PLANNER_CODES: ReadonlySet<string> = new Set<PlannerFailureCode>([
  "PLANNER_FAILED",
  "PLANNER_PROCESS_FAILED",
  "PLANNER_TRANSPORT_FAILED",
  "PLANNER_HTTP_ERROR",
  "PLANNER_INVALID_RESPONSE",
  "PLANNER_RESPONSE_TOO_LARGE",
  "PLANNER_RESPONSE_READ_FAILED",
  "PLANNER_TOOL_NAME_CONFLICT",
]);

const UNCLASSIFIED: PlannerErrorFacts = { code: "PLANNER_FAILED", retryable: false, fallbackEligible: false };

/** Reads what a thrown value says about itself. Only fixed codes, two booleans and a status are taken over. */
export function readPlannerError(error: unknown): PlannerErrorFacts {
  try {
    if (typeof error !== "object" || error === null) return UNCLASSIFIED;
    const { code, retryable, fallbackEligible, httpStatus } = error as Record<string, unknown>;
    if (code === "USAGE_HOOK_FAILED") return { code, retryable: false, fallbackEligible: false };
    if (typeof code !== "string" || !PLANNER_CODES.has(code)) return UNCLASSIFIED;
    return {
      code: code as PlannerFailureCode,
      retryable: retryable === true,
      fallbackEligible: fallbackEligible === true || retryable === true,
      ...(isHttpStatus(httpStatus) ? { httpStatus } : {}),
    };
  } catch {
    return UNCLASSIFIED; // a getter of the thrown object threw
  }
}

function isHttpStatus(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 100 && value <= 599;
}

const FAILURE_REASONS: Readonly<Record<AgentFailurePhase, string>> = {
  planner: "The planner failed",
  catalog: "The tool catalog could not be used",
  application: "A hook of the application failed",
  persistence: "The run could not be saved",
  executor: "The run failed unexpectedly",
};

/** One sentence for people, made of fixed words, the code and the HTTP status. */
export function failureReason(failure: AgentFailure): string {
  const status = failure.httpStatus === undefined ? "" : `, HTTP status ${failure.httpStatus}`;
  return `${FAILURE_REASONS[failure.phase]} (${failure.code}${status}).`;
}
