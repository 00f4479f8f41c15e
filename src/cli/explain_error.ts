import { errorCode } from "../contracts/errors.ts";
import { messageOf } from "../contracts/thrown.ts";
import { incidentId } from "../platform/incidents.ts";
import { printable } from "./printable.ts";

/** One line for the person at the keyboard about a command that ended with an error. */
export function explainError(error: unknown, signal: AbortSignal): string {
  const code = errorCode(error);
  const message = messageOf(error);
  if (code === "USAGE" || code === "OPERATOR_FILE") return printable(message, 1000);
  if (signal.aborted) return "Cancelled before anything was started";
  const kind = isUnforeseen(error, signal) ? ` (error ${incidentId(error)})` : ` (${code})`;
  return printable(`Failed${kind}: ${message}`, 1000);
}

/** Whether nobody threw this on purpose, so that its stack is worth more than its words. */
export function isUnforeseen(error: unknown, signal: AbortSignal): boolean {
  const code = errorCode(error);
  return !signal.aborted && (code === undefined || code === "INTERNAL_ERROR");
}
