import type { CodexDiagnostic, ExtractionIssue, ProvenanceResult } from "../../assemble/models.ts";
import type { AgentModelUsage } from "../../contracts/planner.ts";
import { renderJson } from "../render_json.ts";

/** Something that went wrong. */
export interface ExtractProblem {
  readonly code: string;
  readonly message: string;
}

/** How an extraction ended. */
export type ExtractOutcome =
  | { readonly ok: true; readonly result: ProvenanceResult }
  | { readonly ok: false; readonly error: ExtractProblem & { readonly issues?: readonly ExtractionIssue[] } };

/** What the model's planner left behind. */
export interface ExtractRecords {
  readonly modelUsage: readonly AgentModelUsage[];
  readonly diagnostics: readonly CodexDiagnostic[] | undefined;
  /** Set when a process may be left. */
  readonly cleanupFailure: ExtractProblem | undefined;
}

/** What `tablaze-extract` prints. Data and quotes are as sensitive as the sources. */
export function renderExtractReport(
  outcome: ExtractOutcome,
  { modelUsage, diagnostics, cleanupFailure }: ExtractRecords,
  forPeople: boolean,
): string {
  const report = {
    ok: outcome.ok && cleanupFailure === undefined,
    ...(outcome.ok ? outcome.result : { error: outcome.error }),
    model_usage: modelUsage,
    ...(diagnostics === undefined ? {} : { provider_diagnostics: diagnostics }),
    ...(cleanupFailure === undefined ? {} : { cleanup: { status: "incomplete", ...cleanupFailure } }),
  };
  return renderJson(report, forPeople);
}
