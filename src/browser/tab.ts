import type { BrowserContext, CDPSession, Page } from "./driver.ts";
import { AgentClient, DocumentGone } from "./agent_client.ts";
import { Deadline, DeadlineOver } from "./deadline.ts";
import type { DialogDesk } from "./dialogs.ts";
import type { DownloadDesk } from "./downloads.ts";
import { DocumentWatch } from "./loading/document_watch.ts";
import type { PageChanges } from "./page/protocol.ts";
import { Initiators } from "./causes/initiators.ts";
import { RequestJournal } from "./request_journal.ts";
import { PageWorlds } from "./worlds.ts";

const ASK_TIMEOUT_MS = 300;

/** Sizes in CSS pixels, as far as they are used. */
export interface LayoutMetrics {
  readonly cssVisualViewport: {
    readonly clientWidth: number;
    readonly clientHeight: number;
    readonly pageX: number;
    readonly pageY: number;
  };
  readonly cssContentSize: { readonly width: number; readonly height: number };
}

/** A tab that a session owns: the driver's page and everything that listens to it. */
export class Tab {
  /** Id within the session, for example `t1`. */
  readonly tabId: string;
  /** The driver's page. */
  readonly page: Page;
  /** Calls the in-page code. */
  readonly agent: AgentClient;
  /** What the page asked for over the network. */
  readonly journal: RequestJournal;
  /** How its requests began. */
  readonly initiators: Initiators;
  /** How its document came. */
  readonly document: DocumentWatch;
  /** Native dialogs of the session. */
  readonly dialogs: DialogDesk;
  /** The tab that opened this one. */
  readonly openerId: string | undefined;
  readonly #worlds: PageWorlds;
  readonly #downloads: DownloadDesk;
  readonly #windows = new Set<string>();
  #navigations = 0;
  #hasCrashed = false;

  private constructor(
    tabId: string,
    page: Page,
    openerId: string | undefined,
    worlds: PageWorlds,
    watch: PageWatch,
  ) {
    this.tabId = tabId;
    this.page = page;
    this.openerId = openerId;
    this.agent = new AgentClient(worlds);
    this.journal = watch.journal;
    this.initiators = watch.initiators;
    this.document = watch.document;
    this.dialogs = watch.dialogs;
    this.#downloads = watch.downloads;
    this.#worlds = worlds;
    page.on("framenavigated", (frame) => {
      if (frame === page.mainFrame()) this.#navigations += 1;
    });
    page.on("crash", () => this.#hasCrashed = true);
  }

  /** Connects to a page that the context made or that a page opened. */
  static async attach(
    context: BrowserContext,
    page: Page,
    tabId: string,
    desks: { readonly dialogs: DialogDesk; readonly downloads: DownloadDesk },
    openerId?: string,
  ): Promise<Tab> {
    // listening begins before the first wait: a popup may begin a download while it is being attached
    desks.downloads.watch(page);
    const initiators = new Initiators();
    const watch = {
      initiators,
      journal: new RequestJournal(page, initiators),
      document: new DocumentWatch(page),
      ...desks,
    };
    const worlds = await PageWorlds.attach(context, page, initiators);
    if (openerId !== undefined) await watch.document.ask(worlds.rootSession, new Deadline(ASK_TIMEOUT_MS));
    return new Tab(tabId, page, openerId, worlds, watch);
  }

  /** Names of the files whose download the page began, in order. */
  get downloads(): readonly string[] {
    return this.#downloads.namesOf(this.page);
  }

  /** Addresses of the windows that the page asked for, in order, whether it got them or not. */
  get openings(): readonly string[] {
    return this.#worlds.openings;
  }

  /** How many windows the page got since this was asked last, whether they are tabs by now or still wait for a server. */
  async countNewWindows(deadline: Deadline): Promise<number> {
    const { targetInfos } = await deadline.race(this.debugSession.send("Target.getTargets"));
    const fresh = targetInfos.filter(({ type, openerId, targetId }) =>
      type === "page" && openerId === this.mainFrameId && !this.#windows.has(targetId)
    );
    for (const { targetId } of fresh) this.#windows.add(targetId);
    return fresh.length;
  }

  /** The browser's id of the top frame. */
  get mainFrameId(): string {
    return this.#worlds.mainFrameId;
  }

  /** Address of the top document. */
  get url(): string {
    return this.page.url();
  }

  /** How often the top document was replaced or changed its address. */
  get navigations(): number {
    return this.#navigations;
  }

  /** Whether the page can still be used. */
  get isUsable(): boolean {
    return !this.#hasCrashed && !this.page.isClosed();
  }

  /** Whether the renderer of the page crashed. */
  get hasCrashed(): boolean {
    return this.#hasCrashed;
  }

  /** The browser's ids of all frames with a document, the top frame first. */
  frameIds(): Promise<readonly string[]> {
    return this.#worlds.frameIds();
  }

  /** The browser's ids of the child frames that a person can see. */
  shownFrames(): Promise<ReadonlySet<string>> {
    return this.#worlds.shownFrames();
  }

  /** Sizes and positions of the document and the viewport. */
  layout(): Promise<LayoutMetrics> {
    return this.#worlds.rootSession.send("Page.getLayoutMetrics");
  }

  /** The debugger's session of the top document. */
  get debugSession(): CDPSession {
    return this.#worlds.rootSession;
  }

  /** Drops files on a point of the viewport. */
  async dropFiles(
    { x, y }: { readonly x: number; readonly y: number },
    files: readonly string[],
  ): Promise<void> {
    const data = { items: [], files: [...files], dragOperationsMask: 1 };
    for (const type of ["dragEnter", "dragOver", "drop"] as const) {
      await this.#worlds.rootSession.send("Input.dispatchDragEvent", { type, x, y, data });
    }
  }

  /** Ends a navigation that is under way. */
  async stopLoading(): Promise<void> {
    await this.#worlds.rootSession.send("Page.stopLoading").catch(() => {}); // the page closed meanwhile
  }

  /** Title of the top document; empty when it does not answer. */
  async title(deadline: Deadline): Promise<string> {
    try {
      return await deadline.within(1000).race(this.page.title());
    } catch (error) {
      if (error instanceof DeadlineOver && error.reason !== "timeout") throw error;
      return "";
    }
  }

  /** What has changed in a frame's document; `undefined` when the document is gone or does not answer. */
  async mutations(frameId: string, deadline: Deadline): Promise<PageChanges | undefined> {
    return await this.#changes(frameId, "mutations", deadline);
  }

  /** Like {@link mutations}, counted from now on. */
  async beginAction(frameId: string, deadline: Deadline): Promise<PageChanges | undefined> {
    return await this.#changes(frameId, "beginAction", deadline);
  }

  async #changes(
    frameId: string,
    method: "mutations" | "beginAction",
    deadline: Deadline,
  ): Promise<PageChanges | undefined> {
    try {
      return await this.agent.call(frameId, method, [], deadline);
    } catch (error) {
      if (error instanceof DocumentGone) return undefined;
      if (error instanceof DeadlineOver && error.reason === "timeout") return undefined;
      throw error;
    }
  }
}

/** What listens to a page from its first moment on. */
interface PageWatch {
  readonly initiators: Initiators;
  readonly journal: RequestJournal;
  readonly document: DocumentWatch;
  readonly dialogs: DialogDesk;
  readonly downloads: DownloadDesk;
}
