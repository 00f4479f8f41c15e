import type { AgentFailure, AgentPlannerMetric } from "../../contracts/result.ts";

/**
 * What a person can do about a failed run, in one sentence.
 *
 * @param failure how it failed
 * @param asked the planner that was asked last
 * @returns undefined where nothing general can be said
 */
export function remedyFor(
  { phase, code, httpStatus, retryable }: AgentFailure,
  asked: AgentPlannerMetric["planner"] = "primary",
): string | undefined {
  if (phase === "persistence") {
    return "Check that the checkpoint's folder exists, is writable and has space, and that no other process goes on " +
      "with the run; the earlier checkpoint is intact";
  }
  if (phase !== "planner") return undefined;
  const isBackup = asked === "fallback";
  const endpoint = isBackup ? "--fallback-endpoint" : "--endpoint";
  switch (code) {
    case "PLANNER_HTTP_ERROR":
      return httpRemedy(httpStatus, retryable, isBackup);
    case "PLANNER_INVALID_RESPONSE":
      return `The answer was no usable decision: check that ${endpoint} is the complete URL of the provider's chat ` +
        "endpoint, and that the model can call tools";
    case "PLANNER_RESPONSE_TOO_LARGE":
      return `The answer was larger than a decision can be: check that ${endpoint} is a chat endpoint`;
    case "PLANNER_TRANSPORT_FAILED":
    case "PLANNER_RESPONSE_READ_FAILED":
      return isBackup
        ? "The connection to the backup broke as well: try again"
        : "The connection broke: try again, let it retry with --planner-retries, or name a backup with --fallback-model";
    case "PLANNER_PROCESS_FAILED":
      return "The Codex command failed: run it by hand once, and check its login";
    default:
      return undefined;
  }
}

function httpRemedy(httpStatus: number | undefined, retryable: boolean, isBackup: boolean): string {
  const endpoint = isBackup ? "--fallback-endpoint" : "--endpoint";
  if (httpStatus === 401 || httpStatus === 403) {
    const variable = isBackup
      ? "--fallback-api-key-env names"
      : "--api-key-env names (TABLAZE_API_KEY by default)";
    return `The provider refused the key: check the variable that ${variable}, and that the key may use this model`;
  }
  if (httpStatus === 402) {
    return isBackup
      ? "The provider of the backup asks for payment: check the account"
      : "The provider asks for payment: check the account, or name a backup with --fallback-model";
  }
  if (httpStatus === 404 || httpStatus === 405) {
    return `Nothing answers there: check that ${endpoint} is the complete URL of the chat endpoint, and the name of the model`;
  }
  if (httpStatus !== undefined && httpStatus >= 300 && httpStatus < 400) {
    return `The endpoint redirects, and a redirect is not followed: give its final URL with ${endpoint}`;
  }
  if (retryable) {
    return isBackup
      ? "The provider of the backup is busy or broken at the moment as well: try again"
      : "The provider is busy or broken at the moment: try again, let it retry with --planner-retries, or name a backup " +
        "with --fallback-model";
  }
  return "The provider refused the request: check the name of the model, and that it can call tools";
}
