import type { SnapshotResult } from "../contracts/browser.ts";
import { BrowserError } from "../contracts/errors.ts";
import { Deadline } from "./deadline.ts";
import type { Browser, BrowserContext, StorageState } from "./driver.ts";
import { initialCapture } from "./initial_capture.ts";
import { isGone } from "./failures.ts";
import { navigateTab } from "./navigation.ts";
import { observeOrPark } from "./observe_or_park.ts";
import { Session, type SessionParts } from "./session.ts";
import type { SpareSession } from "./spare_session.ts";

/** What an opening needs. */
export interface OpenRequest {
  /** A checked address. */
  readonly url: string;
  /** Milliseconds for the navigation; the start of the browser has its own limit. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly browser: () => Promise<Browser>;
  /** Cookies and storage to begin with. */
  readonly storageState: StorageState | undefined;
  readonly spare: SpareSession;
  /** What each session gets from the engine. */
  readonly parts: SessionParts;
  /** Called when a browser turned out to have ended. */
  readonly onGone: (browser: Browser) => void;
  /** Called when the session exists and is about to navigate. */
  readonly onOpened: (session: Session) => void;
  /** Called once when the session, or the spare one, has ended. */
  readonly onClosed: (session: Session) => void;
}

const START_TIMEOUT_MS = 40_000;

/** Options of every isolated context. */
export const CONTEXT_OPTIONS = { viewport: { width: 1280, height: 800 }, acceptDownloads: true } as const;

/**
 * Opens a session and observes its first page. When that fails or is cancelled nothing is left behind, pages that the
 * browser reports late included. Afterwards the next session is prepared.
 */
export async function openSession(request: OpenRequest): Promise<SnapshotResult> {
  const start = new Deadline(START_TIMEOUT_MS, request.signal);
  const { session, browser } = await newSession(request, start);
  try {
    request.onOpened(session);
    const signal = AbortSignal.any([request.signal, session.endSignal, session.dialogs.signal]);
    const target = { action: "goto", url: request.url } as const;
    const snapshot = await observeOrPark(
      session,
      signal,
      () => navigateTab(session.tab(), target, new Deadline(request.timeoutMs, signal)),
    );
    return session.secrets.hide({ ...snapshot, ...await initialCapture(session, signal) });
  } catch (error) {
    await new Deadline(1000).race(session.close()).catch(() => {}); // the first failure is the one to tell
    throw session.secrets.hideError(asOpening(error));
  } finally {
    request.spare.want(
      browser,
      () => startedSession(browser, request, undefined, new Deadline(START_TIMEOUT_MS)),
    );
  }
}

/** The advice of later calls does not fit here: the session that it speaks of is gone. */
function asOpening(error: unknown): unknown {
  if (!(error instanceof BrowserError) || error.code !== "TIMEOUT") return error;
  return new BrowserError(
    "TIMEOUT",
    "The page did not answer in time: its script is busy, or it keeps replacing its document. Nothing of it was kept; " +
      "call tab_open again, perhaps with another address",
    { cause: error },
  );
}

interface NewSession {
  readonly session: Session;
  readonly browser: Browser;
}

async function newSession(request: OpenRequest, deadline: Deadline): Promise<NewSession> {
  const browser = await deadline.race(request.browser());
  try {
    return { browser, session: await sessionIn(browser, request, deadline) };
  } catch (error) {
    if (!isGone(error)) throw error;
    request.onGone(browser); // it ended while it was idle: nothing was opened yet, so a new one may do it
    const next = await deadline.race(request.browser());
    return { browser: next, session: await sessionIn(next, request, deadline) };
  }
}

async function sessionIn(browser: Browser, request: OpenRequest, deadline: Deadline): Promise<Session> {
  const { storageState } = request;
  const spare = storageState === undefined ? await request.spare.take(browser, deadline) : undefined;
  return spare ?? await startedSession(browser, request, storageState, deadline);
}

/** A session of its own context with one blank tab. */
export async function startedSession(
  browser: Browser,
  { parts, onClosed }: Pick<OpenRequest, "parts" | "onClosed">,
  storageState: StorageState | undefined,
  deadline: Deadline,
): Promise<Session> {
  const creating = browser.newContext({
    ...CONTEXT_OPTIONS,
    ...(storageState !== undefined && { storageState }),
  });
  let context: BrowserContext;
  try {
    context = await deadline.race(creating);
  } catch (error) {
    creating.then((late) => late.close()).catch(() => {}); // it may still come
    throw error;
  }
  const session = new Session(context, onClosed, parts);
  try {
    await deadline.race(session.start());
    return session;
  } catch (error) {
    await new Deadline(1000).race(session.close()).catch(() => {});
    throw error;
  }
}
