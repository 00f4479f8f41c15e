import type {
  BrowserWorkspace,
  WorkspaceRestoration,
  WorkspaceSession,
  WorkspaceTab,
} from "../../contracts/workspace.ts";
import { type Deadline, DeadlineOver } from "../deadline.ts";
import { publicUrl } from "../failures.ts";
import { navigateTab } from "../navigation.ts";
import type { Session } from "../session.ts";
import type { Tab } from "../tab.ts";
import { type OpenSession, openWithStorage } from "./open_with_storage.ts";
import { PageProbe } from "./page_probe.ts";
import { fillSessionStorage, scrollBack } from "./page_state.ts";

/** What a restoration needs. */
export interface RestoreRequest {
  readonly workspace: BrowserWorkspace;
  readonly restoreDrafts: boolean;
  /** Milliseconds for each page. */
  readonly pageTimeoutMs: number;
  /** Opens a session of its own with these cookies and this storage, and one blank tab. */
  readonly newSession: OpenSession;
  readonly onOpened: (session: Session) => void;
}

/**
 * Opens fresh sessions with what a workspace holds. A page that cannot be loaded is told and does not end the
 * restoration; when a session cannot be made at all, those made before it are closed again.
 */
export async function restoreSessions(
  request: RestoreRequest,
  deadline: Deadline,
): Promise<WorkspaceRestoration> {
  const sessionMap: Record<string, string> = {};
  const problems: string[] = [];
  const opened: Session[] = [];
  try {
    for (const saved of request.workspace.sessions) {
      const session = await openWithStorage(saved.storage, request.newSession, problems, deadline);
      opened.push(session);
      await restoreTabs(session, saved, request, problems, deadline);
      sessionMap[saved.sessionId] = session.sessionId;
    }
  } catch (error) {
    await Promise.all(opened.map((session) => session.close().catch(() => {})));
    throw error;
  }
  for (const session of opened) request.onOpened(session);
  return { sessionMap, problems };
}

async function restoreTabs(
  session: Session,
  saved: WorkspaceSession,
  request: RestoreRequest,
  problems: string[],
  deadline: Deadline,
): Promise<void> {
  const tabs: Tab[] = [];
  for (const [index, saving] of saved.tabs.entries()) {
    const tab = index === 0 ? session.tab() : await deadline.race(openTab(session));
    tabs.push(tab);
    await restoreTab(tab, saving, request, problems, deadline);
  }
  const active = tabs[saved.activeTab];
  if (active !== undefined) session.activate(active);
}

async function openTab(session: Session): Promise<Tab> {
  const page = await session.context.newPage();
  await session.settleTabs();
  const tab = session.tabs.find((candidate) => candidate.page === page);
  if (tab === undefined) throw new Error("the tab closed while it was opened");
  return tab;
}

async function restoreTab(
  tab: Tab,
  saved: WorkspaceTab,
  { restoreDrafts, pageTimeoutMs }: RestoreRequest,
  problems: string[],
  deadline: Deadline,
): Promise<void> {
  if (saved.url === "about:blank") return;
  const limit = deadline.within(pageTimeoutMs * 2);
  try {
    await PageProbe.use(tab.page, limit, async (probe) => {
      const load = (): Promise<void> =>
        navigateTab(tab, { action: "goto", url: saved.url }, limit.within(pageTimeoutMs));
      await probe.beforeDocuments(fillSessionStorage, saved.sessionStorage, load);
      const [top] = await probe.frameIds();
      if (top === undefined) return;
      if (restoreDrafts && saved.drafts.length > 0) {
        const missing = await tab.agent.call(tab.mainFrameId, "fillDrafts", [saved.drafts], limit);
        if (missing > 0) {
          problems.push(
            `${missing} of ${saved.drafts.length} form fields are not there any more at ${
              publicUrl(saved.url)
            }`,
          );
        }
      }
      await probe.call(top, scrollBack, saved.scroll);
    });
  } catch (error) {
    if (error instanceof DeadlineOver && error.reason === "cancelled") throw error;
    if (!tab.isUsable) throw error;
    problems.push(`${publicUrl(saved.url)} could not be loaded again`);
  }
}
