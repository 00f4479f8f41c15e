import type { CDPSession, Page } from "../driver.ts";
import type { Deadline } from "../deadline.ts";

const WORLD = "tablaze_state";

interface FrameTree {
  readonly frame: { readonly id: string };
  readonly childFrames?: readonly FrameTree[];
}

/** Runs functions of ours in a page's documents, out of sight of the page's own code. */
export class PageProbe {
  readonly #session: CDPSession;

  private constructor(session: CDPSession) {
    this.#session = session;
  }

  /** Connects for as long as the work takes. */
  static async use<T>(page: Page, deadline: Deadline, work: (probe: PageProbe) => Promise<T>): Promise<T> {
    const connecting = page.context().newCDPSession(page);
    const session = await deadline.race(connecting);
    try {
      return await deadline.race(work(new PageProbe(session)));
    } finally {
      session.detach().catch(() => {}); // the page closed meanwhile
    }
  }

  /** Frames in the process of the top document, the top frame first. Frames of other sites live elsewhere. */
  async frameIds(): Promise<readonly string[]> {
    const { frameTree } = await this.#session.send("Page.getFrameTree");
    const walk = (
      { frame, childFrames = [] }: FrameTree,
    ): string[] => [frame.id, ...childFrames.flatMap(walk)];
    return walk(frameTree);
  }

  /** Calls a function in a frame. Its argument and result are JSON. */
  async call<Argument, Result>(
    frameId: string,
    method: (argument: Argument) => Result | Promise<Result>,
    argument: Argument,
  ): Promise<Result> {
    const { executionContextId } = await this.#session.send("Page.createIsolatedWorld", {
      frameId,
      worldName: WORLD,
    });
    const { result, exceptionDetails } = await this.#session.send("Runtime.evaluate", {
      expression: `(${String(method)})(${JSON.stringify(argument)})`,
      contextId: executionContextId,
      returnByValue: true,
      awaitPromise: true,
    });
    if (exceptionDetails !== undefined) throw new Error("the document could not be read");
    return result.value as Result;
  }

  /** Runs a function in every new document of this page, before the page's own code, until the work is done. */
  async beforeDocuments<Argument, T>(
    method: (argument: Argument) => void,
    argument: Argument,
    work: () => Promise<T>,
  ): Promise<T> {
    await this.#session.send("Page.enable");
    const { identifier } = await this.#session.send("Page.addScriptToEvaluateOnNewDocument", {
      source: `(${String(method)})(${JSON.stringify(argument)})`,
      worldName: WORLD,
    });
    try {
      return await work();
    } finally {
      await this.#session.send("Page.removeScriptToEvaluateOnNewDocument", { identifier }).catch(() => {});
    }
  }
}
