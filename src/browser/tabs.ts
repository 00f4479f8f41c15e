import type { SnapshotResult, TabInfo } from "../contracts/browser.ts";
import type { TabsOptions, TabsResult } from "../contracts/browser_tools.ts";
import { BrowserError } from "../contracts/errors.ts";
import { Deadline, DeadlineOver } from "./deadline.ts";
import { badStatus } from "./loading/document_watch.ts";
import { navigateTab } from "./navigation.ts";
import { observeOrPark } from "./observe_or_park.ts";
import type { Session } from "./session.ts";
import type { Tab } from "./tab.ts";
import { namePage, parsePageUrl } from "./urls.ts";

const TITLE_TIMEOUT_MS = 500;
const CLOSE_TIMEOUT_MS = 1500;
const POLL_MS = 20;

/** What was asked for, checked. */
export type TabsRequest =
  | { readonly action: "list" }
  | { readonly action: "new"; readonly url: string | undefined }
  | { readonly action: "switch" | "close"; readonly tabId: string };

/**
 * Checks options.
 *
 * @throws TypeError | `INVALID_URL`
 */
export function resolveTabsOptions({ action, tabId, url }: TabsOptions): TabsRequest {
  if (action !== "new" && url !== undefined) throw new TypeError(`"url" goes with action new only`);
  switch (action) {
    case "list":
    case "new":
      if (tabId !== undefined) throw new TypeError(`"tabId" goes with the actions switch and close only`);
      return action === "list"
        ? { action }
        : { action, url: url === undefined ? undefined : parsePageUrl(url) };
    case "switch":
    case "close":
      if (tabId === undefined) throw new TypeError(`"tabId" is required for action ${action}`);
      return { action, tabId };
  }
  throw new TypeError(`"action" must be list, new, switch or close: current value is ${String(action)}`);
}

/**
 * Lists, opens, switches or closes owned tabs.
 *
 * @throws `TAB_NOT_FOUND` | what a navigation or an observation throws
 */
export async function manageTabs(
  session: Session,
  request: TabsRequest,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal },
): Promise<TabsResult> {
  const deadline = new Deadline(timeoutMs, signal);
  switch (request.action) {
    case "list":
      return { session_id: session.sessionId, tabs: await listTabs(session) };
    case "new":
      return await openTab(session, request.url, deadline, signal);
    case "switch":
      return await switchTab(session, tabOf(session, request.tabId), deadline, signal);
    case "close":
      return await closeTab(session, tabOf(session, request.tabId), deadline, signal);
  }
}

async function openTab(
  session: Session,
  url: string | undefined,
  deadline: Deadline,
  signal: AbortSignal,
): Promise<TabsResult> {
  const before = session.tab();
  const opening = session.openTab();
  let tab: Tab;
  try {
    tab = await deadline.race(opening);
  } catch (error) {
    opening.then((late) => late.page.close()).catch(() => {}); // it may still come
    throw error;
  }
  session.activate(tab);
  try {
    const shown = await observeOrPark(session, signal, async () => {
      if (url !== undefined) await navigateTab(tab, { action: "goto", url }, deadline);
    });
    return await observed(session, shown);
  } catch (error) {
    session.activate(before);
    await new Deadline(CLOSE_TIMEOUT_MS).race(tab.page.close()).catch(() => {}); // the first failure is the one to tell
    throw error;
  }
}

async function switchTab(
  session: Session,
  tab: Tab,
  deadline: Deadline,
  signal: AbortSignal,
): Promise<TabsResult> {
  session.activate(tab);
  const shown = await observeOrPark(session, signal, async () => {
    await deadline.within(CLOSE_TIMEOUT_MS).race(tab.page.bringToFront()).catch(ignoreTimeout);
  });
  return await observed(session, shown);
}

async function closeTab(
  session: Session,
  tab: Tab,
  deadline: Deadline,
  signal: AbortSignal,
): Promise<TabsResult> {
  const { sessionId: session_id } = session;
  const isClosed = await closePage(session, tab, deadline);
  const { openDialog } = session;
  if (!isClosed && openDialog !== undefined) {
    return { session_id, tabs: await listTabs(session), dialog_open: openDialog };
  }
  if (session.isClosed || session.tabCount === 0) {
    await new Deadline(CLOSE_TIMEOUT_MS).race(session.close()).catch(() => {}); // its last page is gone already
    return { session_id, tabs: [], session_closed: true };
  }
  return await observed(session, await observeOrPark(session, signal, () => Promise.resolve()));
}

async function observed(session: Session, snapshot: SnapshotResult): Promise<TabsResult> {
  const { tabs, ...rest } = snapshot;
  const { dialog_open } = snapshot;
  return {
    session_id: session.sessionId,
    tabs: tabs ?? await listTabs(session),
    ...(dialog_open === undefined ? { snapshot: rest } : { dialog_open }),
  };
}

/** All tabs, also a single one. A page that does not answer has no title. */
async function listTabs(session: Session): Promise<readonly TabInfo[]> {
  const deadline = new Deadline(TITLE_TIMEOUT_MS);
  return await Promise.all(session.tabs.map(async (tab) => ({
    tab_id: tab.tabId,
    ...namePage(tab.document.url, session.dialogs.isOpen ? "" : await tab.title(deadline)),
    ...badStatus(tab.document.status),
    active: tab === session.activeTab,
  })));
}

function tabOf(session: Session, tabId: string): Tab {
  const tab = session.tabs.find((candidate) => candidate.tabId === tabId);
  if (tab !== undefined) return tab;
  const known = session.tabs.map((one) => one.tabId).join(", ");
  throw new BrowserError("TAB_NOT_FOUND", `There is no tab ${tabId.slice(0, 40)}; this session has ${known}`);
}

/** Closes a tab as a person would: its page may ask first. One that does not answer is closed all the same. */
async function closePage(session: Session, { page }: Tab, deadline: Deadline): Promise<boolean> {
  const until = deadline.within(CLOSE_TIMEOUT_MS);
  try {
    await until.race(page.close({ runBeforeUnload: true }));
    while (!page.isClosed() && !until.isOver) await until.sleep(POLL_MS);
  } catch (error) {
    if (error instanceof DeadlineOver && error.reason === "dialog") return false;
    if (error instanceof DeadlineOver && error.reason === "cancelled" && !session.isClosed) throw error;
  }
  if (!page.isClosed()) await new Deadline(CLOSE_TIMEOUT_MS).race(page.close()).catch(() => {}); // gone with its process
  return true;
}

function ignoreTimeout(error: unknown): void {
  if (!(error instanceof DeadlineOver) || error.reason !== "timeout") throw error;
}
