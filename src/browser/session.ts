import type { TabInfo } from "../contracts/browser.ts";
import { BrowserError } from "../contracts/errors.ts";
import { CallQueue } from "./call_queue.ts";
import type { OpenDialog } from "../contracts/browser_tools.ts";
import { ArtifactFolder } from "./artifacts.ts";
import { DialogDesk } from "./dialogs.ts";
import { DownloadDesk } from "./downloads.ts";
import type { BrowserContext, Page } from "./driver.ts";
import { FileDesk } from "./file_desk.ts";
import type { GrantedFile } from "../platform/granted_file.ts";
import type { Deadline } from "./deadline.ts";
import { NetworkJournal } from "./network_journal.ts";
import { FrameBook } from "./frame_book.ts";
import { newSessionId } from "./ids.ts";
import { SecretBook } from "./secret_book.ts";
import { type SnapshotHead, SnapshotShelf } from "./snapshots.ts";
import { badStatus } from "./loading/document_watch.ts";
import { noteIncident } from "../platform/incidents.ts";
import { Tab } from "./tab.ts";
import { namePage } from "./urls.ts";

/** What a session gets from its engine. */
export interface SessionParts {
  /** Where its files go. */
  readonly artifacts?: ArtifactFolder;
  /** Receives the cause of what failed unforeseen, line by line. @default standard error */
  readonly onNotice?: (line: string) => void;
  /** Keep a network journal. */
  readonly captureNetwork?: boolean;
  /** Files of the operator that pages may get. */
  readonly grantedFiles?: readonly GrantedFile[];
}

/** A browser session: one isolated context with the tabs it owns. */
export class Session {
  /** Short random id. */
  readonly sessionId: string = newSessionId();
  /** Calls run one after another. */
  readonly queue: CallQueue = new CallQueue();
  /** Ids and nesting of frames. */
  readonly book: FrameBook = new FrameBook();
  /** What its sensitive fields hold; nothing of it may leave. */
  readonly secrets: SecretBook = new SecretBook();
  /** Observations. */
  readonly shelf: SnapshotShelf = new SnapshotShelf(this.sessionId);
  /** Native dialogs of all tabs. */
  readonly dialogs: DialogDesk;
  /** Downloads of all tabs. */
  readonly downloads: DownloadDesk;
  /** Files that uploads may name. */
  readonly files: FileDesk;
  /** Responses of all tabs, when the engine keeps them. */
  readonly network: NetworkJournal | undefined;
  readonly #onNotice: ((line: string) => void) | undefined;
  readonly #context: BrowserContext;
  readonly #tabs = new Map<string, Tab>();
  readonly #attaching = new Set<Promise<unknown>>();
  readonly #onClosed: (session: Session) => void;
  readonly #end = new AbortController();
  #active: Tab | undefined;
  #tabCount = 0;
  #activations = 0;
  #isClosed = false;
  #isLost = false;

  /**
   * @param context a context of its own, without pages
   * @param onClosed called once when the session has ended, for whatever reason
   * @param parts what the engine's options ask for
   */
  constructor(context: BrowserContext, onClosed: (session: Session) => void, parts: SessionParts = {}) {
    this.#context = context;
    this.#onNotice = parts.onNotice;
    this.#onClosed = onClosed;
    this.dialogs = new DialogDesk(context);
    this.downloads = new DownloadDesk(parts.artifacts ?? new ArtifactFolder());
    this.files = new FileDesk(parts.grantedFiles ?? [], this.downloads);
    this.network = parts.captureNetwork === true ? new NetworkJournal() : undefined;
    context.on("page", (page) => this.#attached(this.#adopt(page)));
    context.once("close", () => this.lost()); // one that closes unasked was lost with its browser
  }

  /** Writes down the cause of a part that failed unforeseen, and gives the id that leads to it. */
  noteIncident(error: unknown): string {
    return noteIncident(error, this.#onNotice, (text) => this.secrets.hideText(text));
  }

  /** Opens the first tab. */
  async start(): Promise<Tab> {
    await this.#context.newPage(); // reported by the context before this resolves
    await this.settleTabs();
    return this.tab();
  }

  /** Opens another tab, blank; it is not made the active one. */
  async openTab(): Promise<Tab> {
    const page = await this.#context.newPage(); // reported by the context before this resolves
    await this.settleTabs();
    const tab = this.tabs.find((candidate) => candidate.page === page);
    if (tab !== undefined) return tab;
    throw new BrowserError("TAB_NOT_FOUND", "The new tab closed before it could be used; try again");
  }

  /** The driver's context. */
  get context(): BrowserContext {
    return this.#context;
  }

  /** Whether the session has ended. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Whether it ended because the browser did. */
  get isLost(): boolean {
    return this.#isLost;
  }

  /** Aborts when the session has ended: calls under way need not wait for pages that are gone. */
  get endSignal(): AbortSignal {
    return this.#end.signal;
  }

  /** Number of owned tabs. */
  get tabCount(): number {
    return this.#tabs.size;
  }

  /** Owned tabs, oldest first. */
  get tabs(): readonly Tab[] {
    return [...this.#tabs.values()];
  }

  /**
   * The active tab.
   *
   * @throws `SESSION_NOT_FOUND` when the session has ended | `TAB_NOT_FOUND` when its page crashed
   */
  tab(): Tab {
    if (this.#isClosed || this.#active === undefined) {
      throw new BrowserError(
        "SESSION_NOT_FOUND",
        `Session ${this.sessionId} has ended; open a new one with tab_open`,
      );
    }
    if (this.#active.hasCrashed) {
      throw new BrowserError(
        "TAB_NOT_FOUND",
        `The page in tab ${this.#active.tabId} crashed; open a new session with tab_open`,
      );
    }
    return this.#active;
  }

  /** The active tab, whatever its state; `undefined` when the session has none. */
  get activeTab(): Tab | undefined {
    return this.#active;
  }

  /** How often another tab became the active one. */
  get activations(): number {
    return this.#activations;
  }

  /** The dialog that waits for an answer, if there is one. */
  get openDialog(): OpenDialog | undefined {
    return this.dialogs.describeOpen(
      (page) => this.tabs.find((tab) => tab.page === page)?.tabId,
      this.#active?.tabId,
    );
  }

  /** Makes an owned tab the active one. */
  activate(tab: Tab): void {
    if (this.#tabs.get(tab.tabId) !== tab || this.#active === tab) return;
    this.#active = tab;
    this.#activations += 1;
  }

  /** Waits until pages that the browser reported are owned tabs. */
  async settleTabs(): Promise<void> {
    while (this.#attaching.size > 0) await Promise.all(this.#attaching);
  }

  /** Owned tabs as a reply lists them; `undefined` when there is one only. */
  async listTabs(deadline: Deadline): Promise<readonly TabInfo[] | undefined> {
    if (this.#tabs.size < 2) return undefined;
    return await Promise.all(this.tabs.map(async (tab) => ({
      tab_id: tab.tabId,
      ...namePage(tab.document.url, await tab.title(deadline)),
      ...badStatus(tab.document.status),
      active: tab === this.#active,
    })));
  }

  /** Where the session is, for replies. */
  async head(deadline: Deadline): Promise<SnapshotHead> {
    const tabs = await this.listTabs(deadline);
    const files = this.files.available();
    const { tabId, document: { status, signIns } } = this.tab();
    return {
      tab_id: tabId,
      ...badStatus(status),
      ...(signIns.length > 0 && { sign_in: signIns }),
      ...(tabs !== undefined && { tabs }),
      ...(files.length > 0 && { available_files: files }),
    };
  }

  /** Closes the context with all its pages. Closing twice is no error. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    const closing = this.#context.close();
    this.#ended();
    await closing;
  }

  /** Notes that the browser is gone: there is nothing left to close. */
  lost(): void {
    if (this.#isClosed) return;
    this.#isLost = true;
    this.#ended();
  }

  #attached(work: Promise<unknown>): void {
    const tracked = work.catch(() => {}).finally(() => this.#attaching.delete(tracked));
    this.#attaching.add(tracked);
  }

  async #adopt(page: Page): Promise<void> {
    const tabId = `t${++this.#tabCount}`;
    this.network?.watch(page, tabId);
    const opener = await page.opener();
    const openerId = this.tabs.find((tab) => tab.page === opener)?.tabId;
    const tab = await Tab.attach(this.#context, page, tabId, this, openerId);
    if (page.isClosed()) return;
    this.#tabs.set(tabId, tab);
    this.#active ??= tab;
    page.once("close", () => this.#removed(tab));
  }

  #removed(tab: Tab): void {
    this.#tabs.delete(tab.tabId);
    if (this.#active === tab) {
      this.#activations += 1;
      this.#active = (tab.openerId === undefined ? undefined : this.#tabs.get(tab.openerId)) ??
        this.tabs.at(-1);
    }
    if (this.#tabs.size > 0) return;
    // not at once: when the browser is lost its pages close first, and that is another matter
    setTimeout(() => this.close().catch(() => {}), 0);
  }

  #ended(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#onClosed(this);
    this.#end.abort();
    this.files.remove().catch(() => {}); // copies in a private folder, which the system clears in the end
  }
}
