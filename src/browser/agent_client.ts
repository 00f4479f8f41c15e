import { BrowserError } from "../contracts/errors.ts";
import { type Deadline, DeadlineOver } from "./deadline.ts";
import { messageOf } from "../contracts/thrown.ts";
import { cleanMessage } from "./failures.ts";
import { PAGE_AGENT_GLOBAL, type PageAgent } from "./page/protocol.ts";
import { exposeClosedRoots } from "./unseen/closed_roots.ts";
import { exposeListeners } from "./unseen/listeners.ts";
import type { PageWorlds, World } from "./worlds.ts";

/** Functions of the in-page code whose answer is JSON. */
export type AgentMethod = Exclude<keyof PageAgent, "frameElement">;

/** What a function of the in-page code answers. */
export type AgentAnswer<M extends AgentMethod> = Awaited<ReturnType<PageAgent[M]>>;

/** The document that was asked is no longer there: it was replaced, or its frame was removed. */
export class DocumentGone extends Error {
  /** @param frameId the browser's id of the frame */
  constructor(frameId: string) {
    super(`the document of frame ${frameId} is gone`);
    this.name = "DocumentGone";
  }
}

// A string is cheaper to carry than a deep object, which the browser would copy property by property.
const CALL = `async function (method, args) {
  return JSON.stringify(await globalThis.${PAGE_AGENT_GLOBAL}[method](...JSON.parse(args))) ?? "null";
}`;

/** Calls the in-page code of a page's documents. */
export class AgentClient {
  readonly #worlds: PageWorlds;

  /** @param worlds where the documents of the page are found */
  constructor(worlds: PageWorlds) {
    this.#worlds = worlds;
  }

  /**
   * Asks a document's code.
   *
   * @throws DocumentGone | DeadlineOver
   */
  async call<M extends AgentMethod>(
    frameId: string,
    method: M,
    args: Parameters<PageAgent[M]>,
    deadline: Deadline,
  ): Promise<AgentAnswer<M>> {
    const world = await this.#world(frameId, deadline);
    const { result } = await this.#send(frameId, world, deadline, {
      functionDeclaration: CALL,
      arguments: [{ value: method }, { value: JSON.stringify(args) }],
      returnByValue: true,
      awaitPromise: true,
    });
    // the other side of this call is our own code, compiled against the same interface
    return JSON.parse(String(result.value)) as AgentAnswer<M>;
  }

  /** Like {@link call}, and once more when the document was replaced meanwhile: for questions that change nothing. */
  async read<M extends AgentMethod>(
    frameId: string,
    method: M,
    args: Parameters<PageAgent[M]>,
    deadline: Deadline,
  ): Promise<AgentAnswer<M>> {
    try {
      return await this.call(frameId, method, args, deadline);
    } catch (error) {
      if (!(error instanceof DocumentGone)) throw error;
      return await this.call(frameId, method, args, deadline);
    }
  }

  /** The browser's id of a child frame that the last observation of the parent listed; `undefined` when it is gone. */
  async childFrameId(parentId: string, index: number, deadline: Deadline): Promise<string | undefined> {
    const world = await this.#world(parentId, deadline);
    const { result } = await this.#send(parentId, world, deadline, {
      functionDeclaration: `function (index) { return globalThis.${PAGE_AGENT_GLOBAL}.frameElement(index); }`,
      arguments: [{ value: index }],
    });
    if (result.objectId === undefined) return undefined;
    const { objectId } = result;
    try {
      const { node } = await deadline.race(world.session.send("DOM.describeNode", { objectId }));
      return node.frameId;
    } finally {
      world.session.send("Runtime.releaseObject", { objectId }).catch(() => {});
    }
  }

  /**
   * Makes closed shadow roots of a document visible to the in-page code.
   *
   * @returns whether all of them were found
   * @throws DocumentGone | DeadlineOver
   */
  exposeClosedRoots(frameId: string, deadline: Deadline): Promise<boolean> {
    return this.#expose(frameId, deadline, exposeClosedRoots);
  }

  /**
   * Lets the in-page code know which elements of a document scripts listen to.
   *
   * @returns whether they were asked for: a very large document is not
   * @throws DocumentGone | DeadlineOver
   */
  exposeListeners(frameId: string, deadline: Deadline): Promise<boolean> {
    return this.#expose(frameId, deadline, exposeListeners);
  }

  async #expose<T>(
    frameId: string,
    deadline: Deadline,
    expose: (world: World, deadline: Deadline) => Promise<T>,
  ): Promise<T> {
    const world = await this.#world(frameId, deadline);
    try {
      return await expose(world, deadline);
    } catch (error) {
      if (error instanceof DeadlineOver || !isContextLost(error)) throw error;
      this.#worlds.forget(frameId, world);
      throw new DocumentGone(frameId);
    }
  }

  /**
   * Puts files into the file field of a ref.
   *
   * @throws DocumentGone | DeadlineOver
   */
  async setFiles(frameId: string, ref: string, files: readonly string[], deadline: Deadline): Promise<void> {
    const world = await this.#world(frameId, deadline);
    const { result } = await this.#send(frameId, world, deadline, {
      functionDeclaration: `function (ref) { return globalThis.${PAGE_AGENT_GLOBAL}.elementOf(ref); }`,
      arguments: [{ value: ref }],
    });
    const { objectId } = result;
    if (objectId === undefined) throw new DocumentGone(frameId);
    try {
      await deadline.race(world.session.send("DOM.setFileInputFiles", { files: [...files], objectId }));
    } finally {
      world.session.send("Runtime.releaseObject", { objectId }).catch(() => {}); // its document went away
    }
  }

  async #world(frameId: string, deadline: Deadline): Promise<World> {
    const world = await deadline.race(this.#worlds.find(frameId));
    if (world === undefined) throw new DocumentGone(frameId);
    return world;
  }

  async #send(
    frameId: string,
    world: World,
    deadline: Deadline,
    call: {
      functionDeclaration: string;
      arguments: { value: unknown }[];
      returnByValue?: boolean;
      awaitPromise?: boolean;
    },
  ): Promise<{ result: { value?: unknown; objectId?: string } }> {
    try {
      const answer = await deadline.race(
        world.session.send("Runtime.callFunctionOn", { ...call, uniqueContextId: world.contextId }),
      );
      const { exceptionDetails } = answer;
      if (exceptionDetails === undefined) return answer;
      const text = exceptionDetails.exception?.description ?? exceptionDetails.text;
      throw new BrowserError("INTERNAL_ERROR", `The code inside the page failed: ${cleanMessage(text)}`);
    } catch (error) {
      if (!isContextLost(error)) throw error;
      this.#worlds.forget(frameId, world);
      throw new DocumentGone(frameId);
    }
  }
}

function isContextLost(error: unknown): boolean {
  return /context|navigated|Promise was collected|Session closed|Target closed|has been closed|detached/i
    .test(
      error instanceof BrowserError ? "" : messageOf(error),
    );
}
