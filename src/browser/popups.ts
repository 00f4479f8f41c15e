import type { Deadline } from "./deadline.ts";
import type { Session } from "./session.ts";
import type { Tab } from "./tab.ts";

/** How long a popup may take to appear after the input that opened it, in milliseconds. */
export const POPUP_WINDOW_MS = 250;
const POLL_MS = 20;

/** Tabs that appeared since a moment. */
export interface NewTabs {
  /** All of them, oldest first. */
  readonly tabs: readonly Tab[];
  /** The one that the acted-on tab opened, if nothing else appeared. */
  readonly single: Tab | undefined;
}

/**
 * Tabs that are not among the known ones. Waits for the first one within the popup window when one is expected.
 *
 * @throws DeadlineOver when the caller gave up
 */
export async function newTabs(
  session: Session,
  known: readonly Tab[],
  opener: Tab,
  isExpected: boolean,
  deadline: Deadline,
): Promise<NewTabs> {
  const until = deadline.within(isExpected ? POPUP_WINDOW_MS : 0);
  for (;;) {
    await deadline.within(1000).race(session.settleTabs()).catch(() =>
      deadline.cancelled && deadline.check()
    );
    const tabs = session.tabs.filter((tab) => !known.includes(tab));
    if (tabs.length > 0 || until.isOver) {
      const [first] = tabs;
      return { tabs, single: tabs.length === 1 && first?.openerId === opener.tabId ? first : undefined };
    }
    await until.sleep(POLL_MS);
  }
}
