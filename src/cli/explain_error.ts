import { errorCode } from "../contracts/errors.ts";
import { printable } from "./printable.ts";

/** One line for the person at the keyboard about a command that ended with an error. */
export function explainError(error: unknown, signal: AbortSignal): string {
  const code = errorCode(error);
  const message = error instanceof Error ? error.message : String(error);
  if (code === "USAGE" || code === "OPERATOR_FILE") return printable(message, 1000);
  if (signal.aborted) return "Cancelled before anything was started";
  return printable(`Failed${code === undefined ? "" : ` (${code})`}: ${message}`, 1000);
}
