import type { Deadline } from "./deadline.ts";
import type { Tab } from "./tab.ts";

/** How long a page is given to come to rest after input, in milliseconds. */
export const SETTLE_MS = 800;
const QUIET_MS = 100;
const POLL_MS = 25;

/** What a page is watched for. */
export interface SettleRequest {
  /** Requests begun before this mark are none of this action's. */
  readonly journalMark: number;
  /** Browser's ids of the frames whose documents are watched, the top frame among them. */
  readonly frameIds: readonly string[];
  readonly deadline: Deadline;
  /** Whether a navigation that the action began may take longer than the rest, up to this deadline. */
  readonly navigationDeadline: Deadline;
  /** Milliseconds without any activity that count as rest. @default 100 */
  readonly quietMs?: number;
  /** The navigation is over: what is seen is its document, not one that is about to be left. */
  readonly isArrived?: boolean;
}

/** Starts counting changes in the documents of these frames. */
export async function watchFrames(tab: Tab, frameIds: readonly string[], deadline: Deadline): Promise<void> {
  await Promise.all(frameIds.map(async (frameId) => {
    try {
      await tab.agent.read(frameId, "watchMutations", [], deadline);
    } catch {
      if (deadline.cancelled) throw deadline.check();
      // a document that is gone or hangs has nothing to watch
    }
  }));
}

/**
 * Waits until what the action began has come to an end: a new document, requests, changes in the documents. Bounded;
 * a page that never rests is observed as it is then.
 *
 * @throws DeadlineOver only when the caller gave up
 */
export async function settle(tab: Tab, request: SettleRequest): Promise<void> {
  const { journalMark, deadline, navigationDeadline, quietMs: enoughMs = QUIET_MS } = request;
  let restSinceMs = performance.now();
  let isArrived = request.isArrived === true;
  while (tab.isUsable) {
    const navigation = tab.journal.pending(journalMark).some(({ isNavigation }) => isNavigation);
    if (navigation) {
      await waitForDocument(tab, journalMark, navigationDeadline);
      restSinceMs = performance.now();
      isArrived = true;
      if (navigationDeadline.isOver) return;
    }
    if (deadline.isOver && !navigation) return;
    const states = await Promise.all(request.frameIds.map((id) => tab.mutations(id, deadline.within(500))));
    const isBusy = states.some((state) => state?.busy === true);
    const pending = tab.journal.pending(journalMark);
    // a document without a script has nothing to wait for; one that input has to act on first may still be left
    if (isArrived && pending.length === 0 && states.every((state) => state?.still === true)) return;
    if (pending.length > 0 || isBusy) restSinceMs = performance.now();
    const quietMs = Math.min(
      performance.now() - Math.max(restSinceMs, tab.journal.lastEndMs),
      ...states.map((state) => state === undefined || state.count === 0 ? Infinity : state.quietMs),
    );
    if (pending.length === 0 && quietMs >= enoughMs) return;
    // at rest so far: nothing to ask before the rest is long enough
    const missingMs = pending.length === 0 && !isBusy ? enoughMs - quietMs : 0;
    await deadline.sleep(missingMs > 0 ? missingMs : POLL_MS);
    if (deadline.isOver) return;
  }
}

/** Waits until the new document has been parsed, or the request for it came to nothing (a download, no content). */
async function waitForDocument(tab: Tab, journalMark: number, deadline: Deadline): Promise<void> {
  const before = tab.navigations;
  while (!deadline.isOver && tab.isUsable) {
    const isPending = tab.journal.pending(journalMark).some(({ isNavigation }) => isNavigation);
    if (tab.navigations > before || !isPending) break;
    await deadline.sleep(POLL_MS);
  }
  await waitUntilParsed(tab, deadline);
}

const STALLED_MS = 2000;

/**
 * Waits until the top document has been parsed. A document whose body does not end is taken as it is once it has been
 * quiet for two seconds.
 *
 * @throws DeadlineOver only when the caller gave up
 */
export async function waitUntilParsed(tab: Tab, deadline: Deadline): Promise<void> {
  let isParsed = false;
  const parsed = tab.page.waitForLoadState("domcontentloaded", { timeout: deadline.remainingMs + 1 })
    .then(() => isParsed = true, () => isParsed = true);
  const startMs = performance.now();
  await watchFrames(tab, [tab.mainFrameId], deadline.within(500));
  while (!isParsed && !deadline.isOver) {
    await deadline.within(POLL_MS * 2).race(parsed).catch(() => deadline.cancelled && deadline.check());
    if (isParsed || performance.now() - startMs < STALLED_MS) continue;
    const state = await tab.mutations(tab.mainFrameId, deadline.within(500));
    if (state !== undefined && state.quietMs >= STALLED_MS) return;
  }
}
