import { AgentPlannerError } from "../../contracts/errors.ts";
import { invalidResponse, responseTooLarge } from "../failures.ts";
import type { CodexEvents } from "./events.ts";
import type { InferenceOutcome } from "./inference.ts";

/** A failure of the CLI's process. A transient one may be retried; any of them may be answered by another planner. */
export function processFailed(what: string, retryable: boolean): AgentPlannerError {
  return new AgentPlannerError(`The Codex CLI failed: ${what}`, retryable, true, {
    code: "PLANNER_PROCESS_FAILED",
  });
}

/** Why a run of the CLI cannot be accepted; undefined when it completed its turn and returned with success. */
export function processFailure(
  { end, exitCode }: Pick<InferenceOutcome, "end" | "exitCode">,
  { fault, terminalEvent }: Pick<CodexEvents, "fault" | "terminalEvent">,
): AgentPlannerError | undefined {
  // A fault is seen before the end that it causes, and an end before the exit code that follows from it.
  if (fault === "external_tool") return invalidResponse("the CLI used a tool of its own, which is refused");
  if (fault === "not_json_lines") return invalidResponse("the CLI's events are not JSON lines");
  switch (end) {
    case "not_found":
      return processFailed("its executable was not found: install it or set codexCommand", false);
    case "not_started":
      return processFailed("it may not be started here: grant --allow-run for its executable", false);
    case "timed_out":
      return processFailed("it did not answer in time", true);
    case "output_too_large":
      return responseTooLarge();
    case "cancelled":
    case "stopped":
      return processFailed("it was ended", false);
    case "exited":
      break;
    default:
      return end satisfies never;
  }
  if (terminalEvent === "turn.failed") {
    return processFailed("its turn failed: check its login and the model", true);
  }
  if (exitCode !== 0) return processFailed("its process ended without success: check its login", true);
  if (terminalEvent === "none") return processFailed("it ended without completing its turn", true);
  return undefined;
}
