import { BrowserError, type BrowserErrorCode } from "../../contracts/errors.ts";
import { DocumentGone } from "../agent_client.ts";
import { type Deadline, DeadlineOver } from "../deadline.ts";
import { type FrameBook, MAIN_FRAME_ID } from "../frame_book.ts";
import { frameOfRef } from "../ids.ts";
import type { PageFailure } from "../page/protocol.ts";
import type { Session } from "../session.ts";
import type { Tab } from "../tab.ts";

/** What is known about the input of one action. */
export interface InputLog {
  /** Input arrived in the page, or may have. */
  delivered: boolean;
  /** Input was sent and its end was never seen: what the page did with it cannot be known. */
  isUnknown: boolean;
}

/** What one action works with. */
export interface ActionContext {
  readonly session: Session;
  readonly tab: Tab;
  readonly book: FrameBook;
  /** An action before it in the batch may have opened something. */
  readonly isAfterActivation: boolean;
  /** When this action must have ended. */
  readonly deadline: Deadline;
  /** Requests begun after this mark belong to the batch. */
  readonly journalMark: number;
  readonly log: InputLog;
}

/** What an action knows about its own effect. */
export interface ActionOutcome {
  /** `done`: confirmed; `ask`: done if anything changed; `unseen`: input arrived, the effect need not be visible. */
  readonly certainty: "done" | "ask" | "unseen";
  readonly value?: string;
  readonly valueFilled?: boolean;
  readonly checked?: boolean;
  /** What received the input, where the action did not name it. */
  readonly hit?: string;
  /** The target says that it opens a new tab. */
  readonly opensNewTab?: boolean;
}

/** The browser's id of the frame that a ref belongs to. */
export function frameForRef(tab: Tab, book: FrameBook, ref: string): string {
  const frameId = frameOfRef(ref);
  if (frameId === undefined) {
    throw new BrowserError("INVALID_ARGUMENT", `"${ref.slice(0, 40)}" is no ref; refs look like e12 or f1e3`);
  }
  const browserId = frameId === MAIN_FRAME_ID ? tab.mainFrameId : book.browserId(frameId);
  if (browserId === undefined) {
    throw new BrowserError(
      "STALE_REFERENCE",
      `No observation of this session showed ${ref}; call tab_snapshot`,
    );
  }
  return browserId;
}

/** A failure inside the page as an error. */
export function pageError(failure: PageFailure): BrowserError {
  return new BrowserError(failure.code, failure.message);
}

/** Unwraps an answer of the in-page code. */
export function expectOk<T extends { readonly ok: true }>(answer: T | PageFailure): T {
  if (answer.ok) return answer;
  throw pageError(answer);
}

/** Turns what went wrong underneath an action into an error that a planner can act on. */
export function actionError(error: unknown, ref: string | undefined, code: BrowserErrorCode): unknown {
  if (error instanceof DocumentGone) {
    return new BrowserError(
      "STALE_REFERENCE",
      `The document that ${ref ?? "the action"} belongs to was replaced; call tab_snapshot and plan again`,
    );
  }
  if (error instanceof DeadlineOver && error.reason === "timeout") {
    return new BrowserError(
      code,
      `The page did not answer within the action's time; call tab_snapshot to see its state`,
    );
  }
  return error;
}
