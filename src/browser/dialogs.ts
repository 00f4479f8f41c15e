import type { OpenDialog } from "../contracts/browser_tools.ts";
import { BrowserError } from "../contracts/errors.ts";
import { type Deadline, DeadlineOver } from "./deadline.ts";
import type { BrowserContext, Dialog, Page } from "./driver.ts";
import { excerpt } from "./page/clean_text.ts";

/** A native dialog that opened, and what became of it. */
export interface DialogRecord {
  readonly type: string;
  readonly message: string;
  handled: "accepted" | "dismissed" | "open";
}

/** An answer to a dialog. */
export interface DialogAnswer {
  readonly action: "accept" | "dismiss";
  readonly promptText?: string | undefined;
}

const MAX_MESSAGE_CHARS = 300;
const MAX_RECORDS = 20;

interface Parked {
  readonly dialog: Dialog;
  readonly record: DialogRecord;
}

/**
 * Native dialogs of a session's pages. One that nobody armed an answer for stays open until it is answered: nothing is
 * accepted on its own, and nothing is dismissed either. The page does nothing meanwhile, so every wait of the running
 * call ends at once.
 */
export class DialogDesk {
  #records: DialogRecord[] = [];
  #parked: Parked[] = [];
  #armed: DialogAnswer | undefined;
  #interrupt = new AbortController();
  #unfinished: Promise<unknown>[] = [];
  #afterwards: (() => Promise<unknown>)[] = [];
  #count = 0;

  /** @param context listened to from its first page on */
  constructor(context: BrowserContext) {
    context.on("dialog", (dialog) => this.#opened(dialog));
  }

  /** Dialogs that opened and were left open so far, to compare before and after an input. */
  get count(): number {
    return this.#count;
  }

  /** Whether a dialog waits for an answer. */
  get isOpen(): boolean {
    return this.#parked.length > 0;
  }

  /** Aborts when the next dialog opens and stays open; its reason is a {@link DeadlineOver}. */
  get signal(): AbortSignal {
    return this.#interrupt.signal;
  }

  /** The dialog that waits for an answer, as replies show it. */
  describeOpen(
    tabIdOf: (page: Page) => string | undefined,
    activeTabId: string | undefined,
  ): OpenDialog | undefined {
    const parked = this.#parked[0];
    if (parked === undefined) return undefined;
    const { dialog, record } = parked;
    const page = dialog.page();
    const tabId = page === null ? undefined : tabIdOf(page);
    const suggestion = dialog.type() === "prompt" ? dialog.defaultValue() : "";
    return {
      type: record.type,
      message: record.message,
      ...(suggestion !== "" && { default_value: excerpt(suggestion, MAX_MESSAGE_CHARS) }),
      ...(tabId !== undefined && tabId !== activeTabId && { tab_id: tabId }),
    };
  }

  /** Hands over the dialogs that were answered since the last call. */
  take(): readonly DialogRecord[] {
    const records = this.#records.filter(({ handled }) => handled !== "open");
    this.#records = this.#records.filter(({ handled }) => handled === "open");
    return records;
  }

  /** Whether a dialog of this type was dismissed since the records were last handed over. */
  wasDismissed(type: string): boolean {
    return this.#records.some((record) => record.type === type && record.handled === "dismissed");
  }

  /** The error for a call that cannot do its work while a dialog is open. */
  error(): BrowserError {
    const record = this.#parked[0]?.record;
    const what = record === undefined ? "a dialog" : `its ${record.type} dialog ("${record.message}")`;
    return new BrowserError(
      "DIALOG_OPEN",
      `The page waits for an answer to ${what} and does nothing else; call tab_dialog to accept or dismiss it`,
    );
  }

  /** Sets the answer for the next dialog, and only for that one. */
  arm(answer: DialogAnswer): void {
    this.#armed = answer;
  }

  /** Notes work that a dialog interrupted: it goes on when the dialog is answered. */
  interrupted(work: Promise<unknown>): void {
    this.#unfinished.push(work.catch(() => {}));
  }

  /** Notes what is to be done once the page runs again. */
  afterwards(work: () => Promise<unknown>): void {
    this.#afterwards.push(work);
  }

  /**
   * Answers the open dialog, and waits for the end of what it interrupted.
   *
   * @param deadline ends early when the next dialog opens
   * @throws `DIALOG_NOT_OPEN` | `INVALID_ARGUMENT`, the dialog stays open then | DeadlineOver
   */
  async answer(answer: DialogAnswer, deadline: Deadline): Promise<DialogRecord> {
    const parked = this.#parked[0];
    if (parked === undefined) throw notOpen();
    if (answer.promptText !== undefined && parked.record.type !== "prompt") {
      throw new BrowserError(
        "INVALID_ARGUMENT",
        `prompt_text goes with a prompt only; the open dialog is of type ${parked.record.type}`,
      );
    }
    this.#gone(parked);
    try {
      await deadline.race(give(parked.dialog, answer));
    } catch (error) {
      if (!(error instanceof DeadlineOver)) throw notOpen();
      if (error.reason !== "dialog") throw error; // else the answer arrived: the page ran on to its next dialog
    }
    const { record } = parked;
    record.handled = answer.action === "accept" ? "accepted" : "dismissed";
    await this.#goOn(deadline);
    this.#records = this.#records.filter((other) => other !== record); // the caller hears of it at once
    return record;
  }

  async #goOn(deadline: Deadline): Promise<void> {
    if (this.#unfinished.length > 0) {
      await deadline.race(Promise.all(this.#unfinished)).catch(keepInterruption);
    }
    if (this.isOpen) return; // the next dialog interrupts the same work again
    this.#unfinished = [];
    const afterwards = this.#afterwards;
    this.#afterwards = [];
    for (const work of afterwards) await work().catch(() => {}); // the document may be gone: nothing to undo there
  }

  #opened(dialog: Dialog): void {
    const record: DialogRecord = {
      type: dialog.type(),
      message: excerpt(dialog.message(), MAX_MESSAGE_CHARS),
      handled: "open",
    };
    this.#records.push(record);
    if (this.#records.length > MAX_RECORDS) this.#records.shift();
    const armed = this.#armed;
    this.#armed = undefined;
    if (armed !== undefined) {
      record.handled = armed.action === "accept" ? "accepted" : "dismissed";
      give(dialog, armed).catch(() => {}); // the page closed meanwhile
      return;
    }
    this.#count += 1;
    const parked = { dialog, record };
    this.#parked.push(parked);
    dialog.page()?.once("close", () => this.#gone(parked));
    dialog.page()?.once("crash", () => this.#gone(parked));
    const interrupt = this.#interrupt;
    this.#interrupt = new AbortController();
    interrupt.abort(new DeadlineOver("dialog"));
  }

  #gone(parked: Parked): void {
    this.#parked = this.#parked.filter((other) => other !== parked);
  }
}

/** What a person would do: a prompt that is accepted without a text keeps what it suggests. */
function give(dialog: Dialog, { action, promptText }: DialogAnswer): Promise<void> {
  if (action === "dismiss") return dialog.dismiss();
  return dialog.type() === "prompt" ? dialog.accept(promptText ?? dialog.defaultValue()) : dialog.accept();
}

function keepInterruption(error: unknown): void {
  if (error instanceof DeadlineOver && error.reason === "cancelled") throw error;
}

function notOpen(): BrowserError {
  return new BrowserError(
    "DIALOG_NOT_OPEN",
    "The dialog is not open any more: its page closed it or went away; call tab_snapshot to see what is there",
  );
}
