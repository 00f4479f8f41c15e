import { BrowserError, errorCode } from "../contracts/errors.ts";
import { DocumentGone } from "./agent_client.ts";
import { DeadlineOver } from "./deadline.ts";
import { isGone } from "./failures.ts";
import type { Session } from "./session.ts";

/** What is known about the call that failed. */
export interface FailedCall {
  readonly session?: Session;
  readonly isDisposed: boolean;
  /** The caller's own signal. */
  readonly signal: AbortSignal | undefined;
}

/** Gives whatever a call threw a code and words that say what to do next. Wrong arguments keep their built-in error. */
export function explainFailure(error: unknown, { session, isDisposed, signal }: FailedCall): unknown {
  if (error instanceof TypeError || error instanceof RangeError) return error;
  const code = errorCode(error);
  if (isDisposed && code !== "CANCELLED") {
    return new BrowserError(
      "ENGINE_DISPOSED",
      "The browser engine was disposed during the call; create a new one",
      {
        cause: error,
      },
    );
  }
  if (session?.isLost === true) return browserClosed(error);
  if (error instanceof BrowserError) return error;
  if (error instanceof DeadlineOver) {
    if (error.reason === "timeout") {
      return new BrowserError(
        "TIMEOUT",
        "The page did not answer in time; call tab_snapshot again, or tab_navigate",
        {
          cause: error,
        },
      );
    }
    if (error.reason === "dialog" && session !== undefined) return session.dialogs.error();
    if (signal?.aborted !== true && session?.isClosed === true) return sessionEnded(session, error);
    return new BrowserError("CANCELLED", "The call was cancelled", { cause: error });
  }
  if (error instanceof DocumentGone || isGone(error)) {
    if (session?.isClosed === true) return sessionEnded(session, error);
    if (session === undefined) return browserClosed(error);
    return new BrowserError(
      "TIMEOUT",
      "The page was replaced during the call; call tab_snapshot to see what is there",
      {
        cause: error,
      },
    );
  }
  return new BrowserError("INTERNAL_ERROR", "An unexpected error occurred in the browser engine", {
    cause: error,
  });
}

function browserClosed(cause: unknown): BrowserError {
  return new BrowserError(
    "BROWSER_CLOSED",
    "The browser ended during the call, and its sessions with it; open a new session with tab_open",
    { cause },
  );
}

function sessionEnded(session: Session, cause: unknown): BrowserError {
  return new BrowserError(
    "SESSION_NOT_FOUND",
    `Session ${session.sessionId} ended during the call; open a new one with tab_open`,
    { cause },
  );
}
