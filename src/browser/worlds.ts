import type { BrowserContext, CDPSession, Frame, Page } from "./driver.ts";
import { PAGE_SOURCE } from "./page_bundle.generated.ts";
import type { Initiators } from "./causes/initiators.ts";
import { declineSignIns } from "./loading/sign_ins.ts";
import { shownFrames } from "./shown_frames.ts";
import { PAGE_WORLD } from "./page/protocol.ts";

const MAX_ADDRESS_CHARS = 8192;
/** Windows of one page that are remembered; a page that asks for more is not worked with, but floods. */
const MAX_OPENINGS = 1000;

/** A document that has just come reports its contexts one by one. */
const ARRIVAL_MS = 100;

/** Where the in-page code of one document lives. */
export interface World {
  readonly session: CDPSession;
  /** Id of the execution context, unique over all processes and documents. */
  readonly contextId: string;
  /** Number of the context within its process. */
  readonly contextNumber: number;
  /** Id of the context that the page's own scripts run in, if it is known. */
  readonly pageContextId?: string;
}

/**
 * The isolated worlds of a page's documents, by the browser's frame id. The in-page code is put into every document
 * before the page's own scripts run. Frames of other sites live in other processes, with a session of their own.
 */
export class PageWorlds {
  readonly #context: BrowserContext;
  readonly #page: Page;
  readonly #initiators: Initiators;
  readonly #worlds = new Map<string, World>();
  readonly #pageContexts = new Map<string, { readonly session: CDPSession; readonly id: string }>();
  readonly #awaited = new Map<string, () => void>();
  readonly #sessions = new Set<CDPSession>();
  readonly #framesWithSession = new WeakSet<Frame>();
  readonly #openings: string[] = [];
  #root: CDPSession | undefined;
  #mainFrameId = "";

  private constructor(context: BrowserContext, page: Page, initiators: Initiators) {
    this.#context = context;
    this.#page = page;
    this.#initiators = initiators;
  }

  /** Connects to a page. Documents that it shows already get the in-page code at once. */
  static async attach(context: BrowserContext, page: Page, initiators: Initiators): Promise<PageWorlds> {
    const worlds = new PageWorlds(context, page, initiators);
    worlds.#root = await context.newCDPSession(page);
    worlds.#mainFrameId = await worlds.#prepare(worlds.#root);
    return worlds;
  }

  /** The browser's id of the top frame. */
  get mainFrameId(): string {
    return this.#mainFrameId;
  }

  /** Addresses of the windows that the page asked for, in order. The driver knows of one only when it was answered. */
  get openings(): readonly string[] {
    return this.#openings;
  }

  /** The session of the top document, for commands that concern the whole page. */
  get rootSession(): CDPSession {
    if (this.#root === undefined) throw new Error("the page's session is not ready");
    return this.#root;
  }

  /** Finds, or makes, the world of a frame's present document; `undefined` when there is no such frame any more. */
  async find(frameId: string): Promise<World | undefined> {
    const known = this.#worlds.get(frameId);
    if (known !== undefined) return known;
    await this.#attachFrames();
    if (!this.#worlds.has(frameId) && frameId === this.#mainFrameId) await this.#arrival(frameId);
    return this.#worlds.get(frameId) ?? await this.#create(frameId);
  }

  /** Forgets a world that turned out to be gone. */
  forget(frameId: string, world: World): void {
    if (this.#worlds.get(frameId) === world) this.#worlds.delete(frameId);
  }

  /** The browser's ids of all frames that have a document, the top frame first. */
  async frameIds(): Promise<readonly string[]> {
    await this.#attachFrames();
    const others = [...this.#worlds.keys()].filter((id) => id !== this.#mainFrameId);
    return [this.#mainFrameId, ...others];
  }

  /** The browser's ids of the child frames that a person can see. */
  async shownFrames(): Promise<ReadonlySet<string>> {
    await this.#attachFrames();
    return await shownFrames([...this.#sessions], (frameId) => this.#worlds.get(frameId));
  }

  /** Opens sessions for frames of other sites that have none yet. */
  async #attachFrames(): Promise<void> {
    const mainFrame = this.#page.mainFrame();
    const unknown = this.#page.frames().filter((frame) =>
      frame !== mainFrame && !this.#framesWithSession.has(frame)
    );
    await Promise.all(unknown.map(async (frame) => {
      this.#framesWithSession.add(frame);
      try {
        const session = await this.#context.newCDPSession(frame);
        session.once("close", () => this.#framesWithSession.delete(frame));
        await this.#prepare(session);
      } catch {
        this.#framesWithSession.delete(frame); // it lives in its parent's process at present, or it is gone
      }
    }));
  }

  /** Waits for the world that every new document gets by itself: making it once more would begin everything anew. */
  #arrival(frameId: string): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        this.#awaited.delete(frameId);
        resolve();
      };
      const earlier = this.#awaited.get(frameId);
      this.#awaited.set(frameId, () => {
        earlier?.();
        end();
      });
      const timer = setTimeout(end, ARRIVAL_MS);
    });
  }

  async #create(frameId: string): Promise<World | undefined> {
    for (const session of this.#sessions) {
      try {
        await session.send("Page.createIsolatedWorld", { frameId, worldName: PAGE_WORLD });
        const world = this.#worlds.get(frameId); // its creation is reported before the command is answered
        if (world === undefined) continue;
        await session.send("Runtime.evaluate", { expression: PAGE_SOURCE, uniqueContextId: world.contextId });
        return world;
      } catch {
        // not a frame of this session
      }
    }
    return undefined;
  }

  async #prepare(session: CDPSession): Promise<string> {
    session.on("Runtime.executionContextCreated", ({ context }) => {
      const frameId: unknown = context.auxData?.frameId;
      if (typeof frameId !== "string") return;
      if (String(context.auxData?.isDefault) === "true") {
        this.#pageContexts.set(frameId, { session, id: context.uniqueId });
      }
      if (context.name !== PAGE_WORLD) return;
      const pageContextId = this.#pageContexts.get(frameId)?.id; // reported before those of isolated worlds
      this.#worlds.set(frameId, {
        session,
        contextId: context.uniqueId,
        contextNumber: context.id,
        ...(pageContextId !== undefined && { pageContextId }),
      });
      this.#awaited.get(frameId)?.();
    });
    session.on("Runtime.executionContextDestroyed", ({ executionContextUniqueId }) => {
      this.#drop((each) => each.session === session, executionContextUniqueId);
    });
    session.on("Runtime.executionContextsCleared", () => this.#drop((each) => each.session === session));
    session.on("Page.windowOpen", ({ url }) => {
      if (this.#openings.length < MAX_OPENINGS) this.#openings.push(url.slice(0, MAX_ADDRESS_CHARS));
    });
    session.once("close", () => {
      this.#sessions.delete(session);
      this.#drop((each) => each.session === session);
    });
    this.#sessions.add(session);
    const [tree] = await Promise.all([
      session.send("Page.getFrameTree"),
      session.send("Page.enable"),
      session.send("Runtime.enable"),
      declineSignIns(session),
      this.#initiators.watch(session),
      session.send("Page.addScriptToEvaluateOnNewDocument", {
        source: PAGE_SOURCE,
        worldName: PAGE_WORLD,
        runImmediately: true,
      }),
    ]);
    return tree.frameTree.frame.id;
  }

  #drop(isOf: (each: { readonly session: CDPSession }) => boolean, contextId?: string): void {
    for (const [frameId, world] of this.#worlds) {
      if (isOf(world) && (contextId ?? world.contextId) === world.contextId) this.#worlds.delete(frameId);
    }
    for (const [frameId, context] of this.#pageContexts) {
      if (isOf(context) && (contextId ?? context.id) === context.id) this.#pageContexts.delete(frameId);
    }
  }
}
