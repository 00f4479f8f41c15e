import type { CDPSession } from "../driver.ts";

/**
 * Objects of the page that one piece of work holds through the debugger. Frames of one site share a session and are read
 * side by side, so every piece has a group of its own: letting go of it leaves the objects of the others alone.
 */
export class ObjectGroup {
  static #count = 0;
  /** Name for the debugger, used once. */
  readonly name: string = `tablaze-${ObjectGroup.#count += 1}`;
  readonly #session: CDPSession;

  /** @param session where the objects live */
  constructor(session: CDPSession) {
    this.#session = session;
  }

  /** Lets go of the objects. */
  release(): void {
    this.#session.send("Runtime.releaseObjectGroup", { objectGroup: this.name }).catch(() => {}); // the page is gone
  }
}
