import type { CDPSession } from "../driver.ts";
import { MARK_BINDING, PAGE_WORLD } from "../page/protocol.ts";
import type { Origin } from "./attribution.ts";

/** What the browser told of how one request began. */
export interface Initiator extends Origin {
  /** The place in the page's code that it came from, as far as it ran at once; the same for every turn of a poll. */
  readonly site: string;
}

interface Told {
  readonly key: string;
  readonly initiator: Initiator;
}

interface StackTrace {
  readonly callFrames: readonly {
    readonly scriptId: string;
    readonly lineNumber: number;
    readonly columnNumber: number;
  }[];
  readonly parent?: unknown;
}

const NOTED_TYPES = new Set(["Document", "XHR", "Fetch"]);
/** What nobody asked for is forgotten then. */
const MAX_TOLD = 200;
const MAX_FRAMES = 30;
/** How far back handed-on work is followed. */
const ASYNC_DEPTH = 4;

/** How the requests of a page began: which code started them, and whether handlers of input ran at that time. */
export class Initiators {
  readonly #sessions = new Set<CDPSession>();
  #told: Told[] = [];
  #sent = 0;

  /** Listens to one more process of the page. */
  async watch(session: CDPSession): Promise<void> {
    let moment: Origin["moment"] = "other";
    session.on("Runtime.bindingCalled", ({ name, payload }) => {
      if (name === MARK_BINDING) moment = payload === "input" || payload === "tail" ? payload : "other";
    });
    session.on("Network.requestWillBeSent", ({ request, type, initiator }) => {
      if (!NOTED_TYPES.has(type ?? "")) return;
      const { stack } = initiator;
      const origin = {
        site: stack === undefined ? initiator.type : siteOf(stack),
        moment,
        isHandedOn: stack?.parent !== undefined,
      };
      this.#told.push({ key: `${request.method} ${request.url}`, initiator: origin });
      if (this.#told.length > MAX_TOLD) this.#told.shift();
    });
    session.on("Network.webSocketFrameSent", () => {
      if (moment !== "other") this.#sent += 1;
    });
    session.once("close", () => this.#sessions.delete(session));
    this.#sessions.add(session);
    await Promise.all([
      session.send("Network.enable", { maxTotalBufferSize: 0, maxResourceBufferSize: 0 }),
      session.send("Runtime.addBinding", { name: MARK_BINDING, executionContextName: PAGE_WORLD }),
    ]);
  }

  /** Messages that handlers of input sent over a socket. */
  get sentMessages(): number {
    return this.#sent;
  }

  /** What was told of the oldest request of this kind that nobody has asked for yet; each answer is given once. */
  take(method: string, url: string): Initiator | undefined {
    const key = `${method} ${url.replace(/#.*/s, "")}`;
    const index = this.#told.findIndex((told) => told.key === key);
    return index < 0 ? undefined : this.#told.splice(index, 1)[0]?.initiator;
  }

  /** From now on the browser notes what handed work on; what was begun before stays without a note. */
  async beginAction(): Promise<void> {
    await this.#setDepth(0);
    await this.#setDepth(ASYNC_DEPTH);
  }

  /** Ends the notes, which cost a page that works with many promises. */
  async endAction(): Promise<void> {
    await this.#setDepth(0);
  }

  async #setDepth(maxDepth: number): Promise<void> {
    const ignoreGone = (): void => {}; // its process ended
    await Promise.all(
      [...this.#sessions].map((session) =>
        session.send("Runtime.setAsyncCallStackDepth", { maxDepth }).catch(ignoreGone)
      ),
    );
  }
}

function siteOf({ callFrames }: StackTrace): string {
  return callFrames.slice(0, MAX_FRAMES).map(({ scriptId, lineNumber, columnNumber }) =>
    `${scriptId}:${lineNumber}:${columnNumber}`
  ).join(" ");
}
