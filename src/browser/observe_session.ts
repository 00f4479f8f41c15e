import type { SnapshotResult } from "../contracts/browser.ts";
import { BrowserError, errorCode } from "../contracts/errors.ts";
import { DocumentGone } from "./agent_client.ts";
import { Deadline, DeadlineOver } from "./deadline.ts";
import { type Observation, observeTab } from "./observe.ts";
import type { Session } from "./session.ts";
import {
  DEFAULT_MAX_CHARS,
  type KeptSnapshot,
  resolveSnapshotOptions,
  type SnapshotRequest,
} from "./snapshots.ts";
import type { Tab } from "./tab.ts";

/** Milliseconds that an observation may take by itself. */
export const OBSERVE_TIMEOUT_MS = 15_000;
const MAX_REPLACED = 3;

/**
 * Observes the active tab and keeps the observation as the newest one. A document that is replaced meanwhile is
 * observed anew.
 *
 * @throws `TIMEOUT` when the page does not answer, and what an observation throws
 */
export async function observeSession(
  session: Session,
  request: SnapshotRequest,
  deadline: Deadline,
): Promise<SnapshotResult> {
  const tab = session.tab();
  const observation = await observeStable(tab, session, request, deadline);
  return session.shelf.deliver(observation, request, await session.head(deadline));
}

/** Observes; a document that is replaced meanwhile is observed anew. */
export async function observeStable(
  tab: Tab,
  session: Session,
  request: SnapshotRequest,
  deadline: Deadline,
): Promise<Observation> {
  for (let round = 1;; round += 1) {
    try {
      return await observeTab(tab, session, request, deadline);
    } catch (error) {
      if (error instanceof DeadlineOver && error.reason === "timeout") throw silent(tab);
      if (!(error instanceof DocumentGone)) throw error;
      if (round === MAX_REPLACED) throw silent(tab);
      await deadline.sleep(100);
    }
  }
}

function silent(tab: Tab): BrowserError {
  if (tab.hasCrashed) {
    return new BrowserError(
      "TAB_NOT_FOUND",
      `The page in tab ${tab.tabId} crashed; open a new session with tab_open`,
    );
  }
  return new BrowserError(
    "TIMEOUT",
    `The page in tab ${tab.tabId} did not answer in time: its script is busy or it keeps replacing its document. ` +
      "Call tab_snapshot again, or tab_navigate to leave it",
  );
}

/** How to observe after a batch. */
export interface AfterOptions {
  /** The document was replaced or changed its address: the old scope means nothing there. */
  readonly navigated: boolean;
  readonly full: boolean;
  readonly signal: AbortSignal | undefined;
}

/** The observation that a batch returns, in the scope of the one it used; or why there is none. */
export async function observeAfter(
  session: Session,
  used: KeptSnapshot,
  options: AfterOptions,
): Promise<
  { readonly snapshot: SnapshotResult } | {
    readonly snapshot_error: { readonly code: string; readonly message: string };
  }
> {
  const isSameTab = session.tab().tabId === used.tabId;
  const scoped: SnapshotRequest = { ...used.request, mode: options.full ? "full" : "diff" };
  const whole: SnapshotRequest = {
    ...resolveSnapshotOptions({
      include: used.request.include,
      maxChars: used.request.maxChars ?? DEFAULT_MAX_CHARS,
    }),
    elements: used.request.elements,
    maxElements: used.request.maxElements,
    mode: scoped.mode,
  };
  const deadline = new Deadline(OBSERVE_TIMEOUT_MS, options.signal);
  try {
    if (options.navigated || !isSameTab) {
      return { snapshot: await observeSession(session, whole, deadline) };
    }
    try {
      return { snapshot: await observeSession(session, scoped, deadline) };
    } catch (error) {
      const code = errorCode(error);
      if (code !== "FRAME_NOT_FOUND" && code !== "SELECTOR_COUNT") throw error;
      return { snapshot: await observeSession(session, whole, deadline) }; // the batch removed that part
    }
  } catch (error) {
    if (!(error instanceof BrowserError)) throw error;
    return { snapshot_error: { code: error.code, message: error.message } };
  }
}
