import type { BrowserWorkspace, WorkspaceSession, WorkspaceTab } from "../../contracts/workspace.ts";
import { BROWSER_WORKSPACE_VERSION } from "../../contracts/workspace.ts";
import { type Deadline, DeadlineOver } from "../deadline.ts";
import type { Session } from "../session.ts";
import type { Tab } from "../tab.ts";
import { PageProbe } from "./page_probe.ts";
import { isRestorableUrl } from "./restorable_url.ts";
import { type FrameState, readFrame } from "./page_state.ts";
import { StorageReader } from "./storage_reader.ts";

const PAGE_TIMEOUT_MS = 1_000;
/** What was last read of a tab, for when its page does not answer. */
const lastKnown = new WeakMap<Tab, WorkspaceTab>();
const readers = new WeakMap<Session, StorageReader>();

/** What an engine says about itself in a workspace. */
export type WorkspaceHead = Pick<BrowserWorkspace, "popupPolicy" | "policyHashes">;

/** Reads what sessions hold. Of a page that does not answer, what was last known of it is kept. */
export async function exportSessions(
  sessions: readonly Session[],
  head: WorkspaceHead,
  deadline: Deadline,
): Promise<BrowserWorkspace> {
  const open = sessions.filter(({ isClosed, tabCount }) => !isClosed && tabCount > 0);
  const saved: WorkspaceSession[] = [];
  for (const session of open) saved.push(await exportSession(session, deadline));
  return { version: BROWSER_WORKSPACE_VERSION, ...head, sessions: saved };
}

async function exportSession(session: Session, deadline: Deadline): Promise<WorkspaceSession> {
  await deadline.race(session.settleTabs());
  const tabs: WorkspaceTab[] = [];
  const shown: FrameState[] = [];
  for (const tab of session.tabs) {
    const { frames, drafts } = await readPage(tab, deadline);
    shown.push(...frames);
    const known = lastKnown.get(tab);
    const current = toTab(tab, frames, drafts);
    const state = frames.length === 0 && known?.url === current.url ? known : current;
    lastKnown.set(tab, state);
    tabs.push(state);
  }
  let reader = readers.get(session);
  if (reader === undefined) readers.set(session, reader = new StorageReader(session.context));
  const storage = await deadline.race(reader.read(shown));
  const active = session.tabs.findIndex((tab) => tab === session.activeTab);
  return { sessionId: session.sessionId, storage, tabs, activeTab: Math.max(0, active) };
}

interface PageState {
  readonly frames: readonly FrameState[];
  readonly drafts: WorkspaceTab["drafts"];
}

async function readPage(tab: Tab, deadline: Deadline): Promise<PageState> {
  const nothing = { frames: [], drafts: [] };
  if (!tab.isUsable || !isRestorableUrl(tab.url)) return nothing;
  const limit = deadline.within(PAGE_TIMEOUT_MS);
  try {
    return await PageProbe.use(tab.page, limit, async (probe) => {
      const ids = await probe.frameIds();
      const states = await Promise.all(
        ids.map((id) => probe.call(id, readFrame, null).catch(() => undefined)),
      );
      const frames = states.filter((state) => state !== undefined);
      // the top document comes first; the code that knows which fields were a password once lives in a world of its own
      const drafts = states[0] === undefined
        ? []
        : await tab.agent.call(tab.mainFrameId, "readDrafts", [], limit);
      return { frames, drafts };
    });
  } catch (error) {
    if (error instanceof DeadlineOver && error.reason === "cancelled") throw error;
    return nothing; // a dialog is open, or the page is busy or gone
  }
}

function toTab(
  tab: Tab,
  [top, ...inner]: readonly FrameState[],
  drafts: WorkspaceTab["drafts"],
): WorkspaceTab {
  const url = isRestorableUrl(tab.url) ? tab.url : "about:blank";
  if (top === undefined) return { url, scroll: [0, 0], sessionStorage: [], drafts: [] };
  const byOrigin = new Map([...inner, top].map((frame) => [frame.origin, frame.sessionItems]));
  return {
    url,
    scroll: top.scroll,
    sessionStorage: [...byOrigin].filter(([, items]) => items.length > 0)
      .map(([origin, items]) => ({ origin, items })),
    drafts,
  };
}
