import { BrowserError } from "../../../contracts/errors.ts";
import { cutText } from "../../../contracts/text.ts";
import { type ActionContext, type ActionOutcome, expectOk } from "../action_context.ts";
import type { Aim } from "../aim.ts";
import { expectDelivered, guardedInput } from "../input.ts";
import { deleteBefore, deleteSelected, goToEnd, readAll } from "./model_keys.ts";

const MAX_EFFECT_CHARS = 200;
const MAX_SAID_CHARS = 200;
const ANSWER_MS = 600;

/** One way of putting a text in the place of the selection. */
type Way = (context: ActionContext, target: Aim, value: string) => Promise<boolean>;

/**
 * Replaces what an editor with a model of its own holds, in one piece, since it closes brackets and indents lines that are
 * typed. What it holds then is read from itself. Nothing is put in twice: a second way is taken only where the first text
 * was read back, and so is replaced.
 *
 * @throws `UNSUPPORTED_FLOW` before anything is changed where the editor does not say what it holds | `ACTION_FAILED` saying
 *   what it holds instead
 */
export async function fillModel(context: ActionContext, target: Aim, given: string): Promise<ActionOutcome> {
  const { tab, deadline } = context;
  const { ref, frameId } = target;
  const value = given.replace(/\r\n?/g, "\n");
  expectOk(await tab.agent.call(frameId, "focus", [ref], deadline));
  const before = await readAll(context, target);
  if (before === "document_gone") return { certainty: "ask" };
  if (before.text === null) {
    throw new BrowserError(
      "UNSUPPORTED_FLOW",
      `${ref} is an editor that does not tell what it holds, so it cannot be filled safely; click it, press ` +
        "Control+A and then type",
    );
  }
  let holds: string | null = before.text;
  for (const put of isSame(holds, value) ? [] : waysFor(value)) {
    if (await put(context, target, value)) return { certainty: "ask" };
    const after = await settled(context, target, value);
    if (after === "document_gone") return { certainty: "ask" };
    holds = after.text;
    // what was not read back may be there all the same
    if (isSame(holds, value) || holds === null || holds === "") break;
  }
  await goToEnd(context, target); // a selection of everything would be lost to the next key
  if (isSame(holds, value)) return { certainty: "done", value: cutText(value, MAX_EFFECT_CHARS) };
  throw new BrowserError(
    "ACTION_FAILED",
    holds === null || holds === ""
      ? `${ref} was given the text and does not tell that it holds it; call tab_snapshot and see what it shows`
      : `${ref} changed what it was given and holds now: "${cutText(holds, MAX_SAID_CHARS)}"`,
  );
}

/** Editors copy the line break of an empty line, too. */
function isSame(text: string | null, value: string): boolean {
  return text === value || (value === "" && text === "\n");
}

function waysFor(value: string): readonly Way[] {
  if (value === "") return [deleteSelected];
  return [...value].length === 1 ? [putPasted, putTyped, putWithLetter] : [putPasted, putTyped];
}

const putPasted: Way = async ({ tab, deadline, log }, { ref, frameId }, value) => {
  expectOk(await tab.agent.call(frameId, "paste", [ref, value], deadline));
  log.delivered = true;
  return false;
};

const putTyped: Way = async (context, { ref, frameId }, value) => {
  const { keyboard } = context.tab.page;
  const report = await guardedInput(context, { ref, frameId }, () => keyboard.insertText(value));
  expectDelivered(report, ref);
  return report === "document_gone";
};

/** A bracket alone would be closed: it goes in with a letter behind it, which is taken away again. */
const putWithLetter: Way = async (context, target, value) => {
  return await deleteSelected(context, target) || await putPasted(context, target, `${value}x`) ||
    await deleteBefore(context, target);
};

/** What the editor holds once it holds what is wanted, or after half a second. */
async function settled(
  context: ActionContext,
  target: Aim,
  value: string,
): Promise<{ readonly text: string | null } | "document_gone"> {
  const soon = context.deadline.within(ANSWER_MS);
  for (;;) {
    const after = await readAll(context, target);
    if (after === "document_gone" || isSame(after.text, value) || soon.remainingMs < 100) return after;
    await soon.sleep(60);
  }
}
