import type { SnapshotResult } from "../contracts/browser.ts";
import { Deadline } from "./deadline.ts";
import type { Browser, BrowserContext } from "./driver.ts";
import { isGone } from "./failures.ts";
import { navigateTab } from "./navigation.ts";
import { OBSERVE_TIMEOUT_MS, observeSession } from "./observe_session.ts";
import { Session } from "./session.ts";
import { resolveSnapshotOptions } from "./snapshots.ts";

/** What an opening needs. */
export interface OpenRequest {
  /** A checked address. */
  readonly url: string;
  /** Milliseconds for the navigation; the start of the browser has its own limit. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly browser: () => Promise<Browser>;
  /** Called when a browser turned out to have ended. */
  readonly onGone: (browser: Browser) => void;
  /** Called when the session exists and is about to navigate. */
  readonly onOpened: (session: Session) => void;
  readonly onClosed: (session: Session) => void;
}

const START_TIMEOUT_MS = 40_000;
const VIEWPORT = { width: 1280, height: 800 } as const;

/**
 * Opens a session and observes its first page. When that fails or is cancelled nothing is left behind, pages that the
 * browser reports late included.
 */
export async function openSession(request: OpenRequest): Promise<SnapshotResult> {
  const start = new Deadline(START_TIMEOUT_MS, request.signal);
  const session = await newSession(request, start);
  try {
    const tab = await start.race(session.start());
    request.onOpened(session);
    await navigateTab(
      tab,
      { action: "goto", url: request.url },
      new Deadline(request.timeoutMs, request.signal),
    );
    const view = resolveSnapshotOptions({});
    return await observeSession(session, view, new Deadline(OBSERVE_TIMEOUT_MS, request.signal));
  } catch (error) {
    await new Deadline(1000).race(session.close()).catch(() => {}); // the first failure is the one to tell
    throw error;
  }
}

async function newSession(request: OpenRequest, deadline: Deadline): Promise<Session> {
  const browser = await deadline.race(request.browser());
  try {
    return await sessionIn(browser, request, deadline);
  } catch (error) {
    if (!isGone(error)) throw error;
    request.onGone(browser); // it ended while it was idle: nothing was opened yet, so a new one may do it
    return await sessionIn(await deadline.race(request.browser()), request, deadline);
  }
}

async function sessionIn(browser: Browser, request: OpenRequest, deadline: Deadline): Promise<Session> {
  const creating = browser.newContext({ viewport: VIEWPORT, acceptDownloads: true });
  let context: BrowserContext;
  try {
    context = await deadline.race(creating);
  } catch (error) {
    creating.then((late) => late.close()).catch(() => {}); // it may still come
    throw error;
  }
  return new Session(context, request.onClosed);
}
