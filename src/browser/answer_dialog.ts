import type { DialogOptions, DialogResult } from "../contracts/browser_tools.ts";
import { BrowserError } from "../contracts/errors.ts";
import { countCharacters } from "./count_characters.ts";
import { type Deadline, DeadlineOver } from "./deadline.ts";
import { observeOrPark } from "./observe_or_park.ts";
import type { Session } from "./session.ts";
import { settle, SETTLE_MS, waitUntilParsed } from "./settle.ts";

const MAX_PROMPT_CHARS = 10_000;
const CLOSING_MS = 250;

/**
 * Answers the open dialog, lets the page go on and come to rest, and observes it; with no dialog open, keeps the answer
 * for the next one.
 *
 * @throws `DIALOG_NOT_OPEN` | `INVALID_ARGUMENT` | RangeError | TypeError | DeadlineOver
 */
export async function answerDialog(
  session: Session,
  { action, promptText }: DialogOptions,
  deadline: Deadline,
  signal: AbortSignal,
): Promise<DialogResult> {
  checkOptions(action, promptText);
  const { sessionId: session_id, dialogs } = session;
  if (!dialogs.isOpen) {
    dialogs.arm({ action, promptText });
    return { session_id, armed: action };
  }
  const tab = session.activeTab;
  const journalMark = tab?.journal.mark() ?? 0;
  const { type, message, handled } = await dialogs.answer({ action, promptText }, deadline);
  const answered = { type, message, handled };
  if (type === "beforeunload") await mayClose(session, deadline);
  if (session.isClosed) return { session_id, answered, session_closed: true };
  const snapshot = await observeOrPark(session, signal, async () => {
    const active = session.tab();
    await waitUntilParsed(active, deadline);
    await settle(active, {
      journalMark: active === tab ? journalMark : active.journal.mark(),
      frameIds: [active.mainFrameId],
      deadline: deadline.within(SETTLE_MS),
      navigationDeadline: deadline,
    });
  });
  // while the next dialog is open there is nothing to show of the page
  const next = snapshot.dialog_open;
  return { session_id, answered, ...(next === undefined ? { snapshot } : { dialog_open: next }) };
}

function checkOptions(action: unknown, promptText: unknown): void {
  if (action !== "accept" && action !== "dismiss") {
    throw new TypeError(`"action" must be accept or dismiss: current value is ${String(action)}`);
  }
  if (promptText === undefined) return;
  if (typeof promptText !== "string" || countCharacters(promptText) > MAX_PROMPT_CHARS) {
    throw new RangeError(`"promptText" must be a text of at most ${MAX_PROMPT_CHARS} characters`);
  }
  if (action === "dismiss") {
    throw new BrowserError(
      "INVALID_ARGUMENT",
      "prompt_text goes with accept: a dismissed prompt has no text",
    );
  }
}

/** A tab whose dialog about leaving was accepted may be about to close, and the session with its last tab. */
async function mayClose(session: Session, deadline: Deadline): Promise<void> {
  const until = deadline.within(CLOSING_MS);
  try {
    while (!session.isClosed && !until.isOver) await until.sleep(20);
  } catch (error) {
    if (!(error instanceof DeadlineOver) || !session.isClosed) throw error;
  }
}
