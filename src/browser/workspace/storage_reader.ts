import type { WorkspaceStorage } from "../../contracts/workspace.ts";
import type { BrowserContext, Frame, Page } from "../driver.ts";
import { originOf } from "../urls.ts";
import type { FrameState } from "./page_state.ts";

/**
 * Reads cookies and stored data of one context again and again. The driver reads the data of origins that no page shows
 * by opening a page for each, which takes most of a second; that is done only when a page came from or went to another
 * origin since the last time, or an origin has databases. Data of an origin that no page has shown meanwhile is as it was.
 */
export class StorageReader {
  readonly #context: BrowserContext;
  readonly #originOfFrame = new WeakMap<Frame, string | null>();
  #stored: WorkspaceStorage | undefined;
  #isStale = true;

  constructor(context: BrowserContext) {
    this.#context = context;
    for (const page of context.pages()) this.#watch(page);
    context.on("page", (page) => {
      this.#isStale = true;
      this.#watch(page);
    });
  }

  /** @param shown what the documents on show hold now */
  async read(shown: readonly FrameState[]): Promise<WorkspaceStorage> {
    if (this.#isStale || this.#stored === undefined || shown.some(({ hasDatabases }) => hasDatabases)) {
      this.#isStale = false;
      this.#stored = await this.#readAll();
      return this.#stored;
    }
    const cookies = await this.#context.cookies();
    const origins = this.#stored.origins.map((entry) => withItems(entry, shown));
    const known = new Set(origins.map(({ origin }) => origin));
    for (const { origin, localItems } of shown) {
      if (known.has(origin) || localItems.length === 0) continue;
      known.add(origin);
      origins.push({ origin, localStorage: toPairs(localItems) });
    }
    this.#stored = { cookies: cookies.map((cookie) => ({ ...cookie })), origins };
    return this.#stored;
  }

  async #readAll(): Promise<WorkspaceStorage> {
    const { cookies, origins } = await this.#context.storageState({ indexedDB: true })
      // a database that cannot be read must not cost the sign-ins
      .catch(() => this.#context.storageState());
    return {
      cookies: cookies.map((cookie) => ({ ...cookie })),
      origins: origins.map((origin) => ({ ...origin })),
    };
  }

  #watch(page: Page): void {
    for (const frame of page.frames()) this.#originOfFrame.set(frame, originOf(frame.url()));
    page.on("framenavigated", (frame) => {
      const origin = originOf(frame.url());
      const before = this.#originOfFrame.get(frame);
      this.#originOfFrame.set(frame, origin);
      if (origin !== before) this.#isStale = true;
    });
    page.on("framedetached", () => this.#isStale = true);
    page.on("close", () => this.#isStale = true);
  }
}

type Entry = WorkspaceStorage["origins"][number];

function withItems(entry: Entry, shown: readonly FrameState[]): Entry {
  const now = shown.find(({ origin }) => origin === entry.origin);
  return now === undefined ? entry : { ...entry, localStorage: toPairs(now.localItems) };
}

function toPairs(items: FrameState["localItems"]): { name: string; value: string }[] {
  return items.map(([name, value]) => ({ name, value }));
}
