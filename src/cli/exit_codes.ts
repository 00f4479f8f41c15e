import type { AgentStatus } from "../contracts/result.ts";

/** Verified success, or a command that did what it was asked to do. */
export const EXIT_OK = 0;
/** Failure, cancellation, an exhausted budget, incomplete cleanup, wrong usage or configuration. */
export const EXIT_FAILURE = 1;
/** A person has to decide or look before the run can go on. */
export const EXIT_NEEDS_INPUT = 2;

/** The exit code of a run that ended with this status. */
export function exitCodeFor(status: AgentStatus): number {
  switch (status) {
    case "succeeded":
      return EXIT_OK;
    case "needs_input":
      return EXIT_NEEDS_INPUT;
    case "failed":
    case "cancelled":
    case "limit_reached":
      return EXIT_FAILURE;
    default:
      return status satisfies never;
  }
}
