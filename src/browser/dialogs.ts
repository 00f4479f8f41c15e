import type { Dialog, Page } from "./driver.ts";

/** A native dialog that opened, and what became of it. */
export interface DialogRecord {
  readonly type: string;
  readonly message: string;
  readonly handled: string;
}

const MAX_MESSAGE_CHARS = 300;
const MAX_RECORDS = 20;

/**
 * Native dialogs of a page. One that nobody armed an answer for is dismissed: a page waits for nobody while it is open,
 * and nothing is accepted on its own.
 */
export class DialogWatch {
  #records: DialogRecord[] = [];
  #count = 0;

  /** @param page the page to listen to */
  constructor(page: Page) {
    page.on("dialog", (dialog) => this.#opened(dialog));
  }

  /** Dialogs so far, to compare before and after an input. */
  get count(): number {
    return this.#count;
  }

  /** Hands over the dialogs since the last call. */
  take(): readonly DialogRecord[] {
    const records = this.#records;
    this.#records = [];
    return records;
  }

  /** The newest dialog not handed over yet, in words. */
  describeLast(): string {
    const last = this.#records.at(-1);
    return last === undefined ? "a native dialog" : `a native ${last.type} dialog ("${last.message}")`;
  }

  #opened(dialog: Dialog): void {
    this.#count += 1;
    const message = dialog.message().replace(/\s+/g, " ").slice(0, MAX_MESSAGE_CHARS);
    this.#records.push({ type: dialog.type(), message, handled: "dismissed" });
    if (this.#records.length > MAX_RECORDS) this.#records.shift();
    dialog.dismiss().catch(() => {}); // the page closed meanwhile
  }
}
