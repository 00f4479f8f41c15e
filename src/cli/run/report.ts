import type { CodexDiagnostic } from "../../assemble/models.ts";
import type { AgentModelUsage, AgentToolCall } from "../../contracts/planner.ts";
import type {
  AgentAcceptanceResult,
  AgentEvidence,
  AgentFailure,
  AgentPlannerMetric,
  AgentRunResult,
  AgentStatus,
} from "../../contracts/result.ts";
import { remedyFor } from "./remedy.ts";

/** Why resources of a finished run could not be confirmed as released. */
export interface CleanupFailure {
  readonly code: string;
  readonly message: string;
}

/** A call by name; what it was called with stays out of reports. */
interface ReportedCall {
  readonly tool_call_id: string;
  readonly tool: string;
}

/** A cited verification. Checks may hold text of the page. */
interface ReportedEvidence extends ReportedCall {
  readonly session_id: string;
  readonly checks: AgentEvidence["checks"];
}

/** One of the operator's check sets. Checks may hold text of the page. */
interface ReportedAcceptance {
  readonly name: string;
  readonly passed: boolean;
  readonly step: number;
  readonly tool_call_id?: string;
  readonly session_id?: string;
  readonly checks?: AgentAcceptanceResult["checks"];
}

/** What the planners of a run left behind. */
export interface PlannerRecords {
  /** What providers reported, in order. */
  readonly modelUsage: readonly AgentModelUsage[];
  /** Whether retries or a backup were configured. */
  readonly recovery: boolean;
  readonly diagnostics: readonly CodexDiagnostic[] | undefined;
  readonly fallbackDiagnostics: readonly CodexDiagnostic[] | undefined;
  readonly extractionDiagnostics: readonly CodexDiagnostic[] | undefined;
  /** Whether checks that held before the last change could be evidence. */
  readonly vacuousEvidence: boolean;
}

/**
 * The report of `tablaze run`. Its own fields are in snake case; records that the library defines (`checks`,
 * `model_usage`, `planner_metrics`, `provider_diagnostics`, `failure`) are passed on as they are. No prompt, argument or history is in it, yet
 * it is not redacted: summary, data and checks may hold text of the page.
 */
export interface RunReport {
  readonly status: AgentStatus;
  readonly summary?: string;
  readonly reason?: string;
  readonly question?: string;
  /** Outcome of the agent, when failed cleanup made the run fail. */
  readonly agent_status?: AgentStatus;
  readonly agent_reason?: string;
  readonly run_id: string;
  readonly steps: number;
  readonly tool_calls: number;
  readonly planner_calls: number;
  /** Whole milliseconds. */
  readonly elapsed_ms: number;
  /** Tokens that providers reported, of all processes of the run; absent when none reported any. */
  readonly reported_tokens?: number;
  readonly evidence: readonly ReportedEvidence[];
  /** Present when checks that held before the last change could be evidence. */
  readonly vacuous_evidence_allowed?: true;
  /** The operator's own checks as they were last evaluated, up to the first set that did not pass. */
  readonly acceptance?: readonly ReportedAcceptance[];
  readonly data?: unknown;
  readonly partials?: readonly {
    readonly key: string;
    readonly step: number;
    readonly data: unknown;
    readonly evidence: readonly ReportedEvidence[];
  }[];
  readonly model_usage: readonly AgentModelUsage[];
  readonly planner_metrics: readonly AgentPlannerMetric[];
  /** Whether the backup model was asked; present when retries or a backup were configured. */
  readonly fallback_used?: boolean;
  /** What the Codex CLI did, when it is the first model. */
  readonly provider_diagnostics?: readonly CodexDiagnostic[];
  /** What the Codex CLI did, when it is the backup. */
  readonly fallback_provider_diagnostics?: readonly CodexDiagnostic[];
  /** What the Codex CLI did, when it extracts. */
  readonly extraction_provider_diagnostics?: readonly CodexDiagnostic[];
  readonly failure?: AgentFailure;
  /** What a person can do about the failure. */
  readonly hint?: string;
  /** The run ended while this call was under way. */
  readonly in_flight_tool_call?: ReportedCall;
  /** Calls whose effects nobody knows; look before anything is repeated. */
  readonly ambiguous_calls?: readonly ReportedCall[];
  readonly cleanup?: { readonly status: "incomplete" } & CleanupFailure;
}

/**
 * Makes the report of a finished run.
 *
 * @param result what the runner returned
 * @param planners what its planners reported
 * @param cleanupFailure set when browser or tools could not be released
 */
export function toReport(
  result: AgentRunResult,
  planners: PlannerRecords,
  cleanupFailure?: CleanupFailure,
): RunReport {
  const { summary, reason, question, data, failure, inFlightToolCall, reportedTokens = 0 } = result;
  const cleanupReason = "The run is over, but what it used could not be confirmed as released";
  const outcome = cleanupFailure === undefined
    ? { status: result.status, ...optional({ summary, reason, question }) }
    : {
      status: "failed" as const,
      reason: cleanupReason,
      agent_status: result.status,
      agent_reason: reason ?? summary ?? question ?? result.status,
    };
  return {
    ...outcome,
    run_id: result.runId,
    steps: result.steps,
    tool_calls: result.toolCalls,
    planner_calls: result.plannerCalls,
    elapsed_ms: result.elapsedMs,
    ...(reportedTokens === 0 ? {} : { reported_tokens: reportedTokens }),
    evidence: result.evidence.map(toEvidence),
    ...(planners.vacuousEvidence ? { vacuous_evidence_allowed: true } : {}),
    ...optional({ acceptance: result.acceptance?.map(toAcceptance) }),
    ...optional({ data }),
    ...(result.partials.length === 0 ? {} : {
      partials: result.partials.map(({ key, step, data, evidence }) => ({
        key,
        step,
        data,
        evidence: evidence.map(toEvidence),
      })),
    }),
    model_usage: planners.modelUsage,
    planner_metrics: result.metrics,
    ...(planners.recovery
      ? { fallback_used: result.metrics.some(({ planner }) => planner === "fallback") }
      : {}),
    ...optional({
      provider_diagnostics: planners.diagnostics,
      fallback_provider_diagnostics: planners.fallbackDiagnostics,
      extraction_provider_diagnostics: planners.extractionDiagnostics,
    }),
    ...optional({
      failure,
      hint: failure === undefined ? undefined : remedyFor(failure, result.metrics.at(-1)?.planner),
    }),
    ...(inFlightToolCall === undefined ? {} : { in_flight_tool_call: toCall(inFlightToolCall) }),
    ...(result.ambiguousCalls.length === 0 ? {} : { ambiguous_calls: result.ambiguousCalls.map(toCall) }),
    ...(cleanupFailure === undefined
      ? {}
      : { cleanup: { status: "incomplete" as const, ...cleanupFailure } }),
  };
}

function toEvidence({ toolCallId, tool, sessionId, checks }: AgentEvidence): ReportedEvidence {
  return { tool_call_id: toolCallId, tool, session_id: sessionId, checks };
}

function toAcceptance(
  { name, passed, step, toolCallId, sessionId, checks }: AgentAcceptanceResult,
): ReportedAcceptance {
  return { name, passed, step, ...optional({ tool_call_id: toolCallId, session_id: sessionId, checks }) };
}

function toCall({ id, name }: AgentToolCall): ReportedCall {
  return { tool_call_id: id, tool: name };
}

/** Leaves out what is undefined, so that a field is there only when it says something. */
function optional<T extends Record<string, unknown>>(
  fields: T,
): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
