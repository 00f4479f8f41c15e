import type { SnapshotResult } from "../contracts/browser.ts";
import { Deadline, DeadlineOver } from "./deadline.ts";
import { OBSERVE_TIMEOUT_MS, observeSession } from "./observe_session.ts";
import type { Session } from "./session.ts";
import { resolveSnapshotOptions } from "./snapshots.ts";

const HEAD_TIMEOUT_MS = 300;

/**
 * Does what leads to another page, and observes that. When a native dialog holds the page up on the way, the reply says
 * so in place of an observation: the session goes on with an answer to the dialog.
 *
 * @param lead leads to the page; what it throws is the caller's
 */
export async function observeOrPark(
  session: Session,
  signal: AbortSignal,
  lead: () => Promise<void>,
): Promise<SnapshotResult> {
  try {
    await lead();
    return await observeSession(
      session,
      resolveSnapshotOptions({}),
      new Deadline(OBSERVE_TIMEOUT_MS, signal),
    );
  } catch (error) {
    if (!(error instanceof DeadlineOver) || error.reason !== "dialog") throw error;
    return await parked(session);
  }
}

async function parked(session: Session): Promise<SnapshotResult> {
  const { openDialog } = session;
  const head = await session.head(new Deadline(HEAD_TIMEOUT_MS));
  return session.shelf.park(
    { ...head, ...(openDialog !== undefined && { dialog_open: openDialog }) },
    session.tab().url,
  );
}
