import { Deadline } from "./deadline.ts";
import type { Browser } from "./driver.ts";
import type { Session } from "./session.ts";

interface Spare {
  readonly browser: Browser;
  readonly session: Promise<Session | undefined>;
}

interface Wish {
  readonly browser: Browser;
  readonly create: () => Promise<Session>;
}

const IDLE_MS = 250;
const CLOSE_TIMEOUT_MS = 2000;

/**
 * One session with a blank page, prepared while nobody waits: making a context and its first page takes the browser
 * longer than most pages take to load. There is never more than one, it never outlives its browser, and it is only begun
 * when no call has run for a quarter of a second, so that it takes nothing from the work of a page.
 */
export class SpareSession {
  #spare: Spare | undefined;
  #wish: Wish | undefined;
  #running = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isOver = false;

  /**
   * Asks for a session to be prepared, unless there is one.
   *
   * @param create makes a started session; when it fails the next opening does without a spare
   */
  want(browser: Browser, create: () => Promise<Session>): void {
    if (this.#isOver || this.#spare?.browser === browser) return;
    this.#wish = { browser, create };
    this.#schedule();
  }

  /** Runs a call: nothing is begun meanwhile. */
  async during<T>(call: () => Promise<T>): Promise<T> {
    this.#running += 1;
    clearTimeout(this.#timer);
    try {
      return await call();
    } finally {
      this.#running -= 1;
      this.#schedule();
    }
  }

  /** Hands over the prepared session of this browser, if there is one that can be used. */
  async take(browser: Browser, deadline: Deadline): Promise<Session | undefined> {
    const spare = this.#spare;
    if (spare === undefined || spare.browser !== browser) return undefined;
    this.#spare = undefined;
    let session: Session | undefined;
    try {
      session = await deadline.race(spare.session);
    } catch (error) {
      discard(spare);
      throw error;
    }
    if (session?.isClosed === false && session.activeTab?.isUsable === true) return session;
    discard(spare);
    return undefined;
  }

  /**
   * Closes the prepared session.
   *
   * @param isOver no further one is prepared
   */
  drop(isOver = false): void {
    this.#isOver ||= isOver;
    this.#wish = undefined;
    clearTimeout(this.#timer);
    const spare = this.#spare;
    this.#spare = undefined;
    if (spare !== undefined) discard(spare);
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    if (this.#wish === undefined || this.#running > 0) return;
    this.#timer = setTimeout(() => this.#begin(), IDLE_MS);
  }

  #begin(): void {
    const wish = this.#wish;
    this.#wish = undefined;
    if (wish === undefined || this.#spare !== undefined || !wish.browser.isConnected()) return;
    this.#spare = { browser: wish.browser, session: wish.create().catch(() => undefined) };
  }
}

function discard({ session }: Spare): void {
  session.then((ready) =>
    ready === undefined ? undefined : new Deadline(CLOSE_TIMEOUT_MS).race(ready.close())
  )
    .catch(() => {}); // it ended with its browser
}
