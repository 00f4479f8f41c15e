import { BrowserError } from "../../contracts/errors.ts";
import { type ActionContext, type ActionOutcome, expectOk } from "./action_context.ts";
import { aim } from "./aim.ts";
import { fillModel } from "./editors/fill_model.ts";
import { fillRich } from "./fill_rich.ts";
import { expectDelivered, guardedInput } from "./input.ts";
import { cutText } from "../../contracts/text.ts";

const MAX_EFFECT_CHARS = 200;

// No keystrokes make these values: the browser shows parts or a picker.
const SET_KINDS = /^input:(date|time|datetime-local|month|week|color|range)$/;

/**
 * Replaces the content of an editable target. Text arrives as real input; pickers get their value set. The field's own
 * idea of the value is read back.
 */
export async function fill(context: ActionContext, ref: string, value: string): Promise<ActionOutcome> {
  const { tab, deadline, log } = context;
  const aimed = await aim(context, ref, "edit");
  const { frameId, target } = aimed;
  if (SET_KINDS.test(target.kind)) {
    const state = expectOk(await tab.agent.call(frameId, "setValue", [ref, value], deadline));
    log.delivered = true;
    if (state.value !== value) throw refused(ref, target.kind);
    return { certainty: "done", ...valueOf(state) };
  }
  if (target.isModel === true) return await fillModel(context, aimed, value);
  if (!/^(?:input|textarea)/.test(target.kind)) return await fillRich(context, aimed, value);
  const before = expectOk(await tab.agent.call(frameId, "state", [ref], deadline));
  // before it is typed: a handler of the page may repeat it in a dialog at once
  if (before.valueFilled !== undefined) context.session.secrets.add([value]);
  expectOk(await tab.agent.call(frameId, "selectAll", [ref], deadline));
  const isEmptyAlready = value === "" && before.value === "";
  if (!isEmptyAlready) {
    const { keyboard } = tab.page;
    const report = await guardedInput(
      context,
      { ref, frameId },
      () => value === "" ? keyboard.press("Delete") : keyboard.insertText(value),
    );
    expectDelivered(report, ref);
    if (report === "document_gone") return { certainty: "ask" };
  }
  const after = expectOk(await tab.agent.call(frameId, "state", [ref], deadline));
  if (after.valueFilled === false && value !== "") throw refused(ref, target.kind);
  if (after.value !== undefined && after.value !== normalised(value) && after.value === before.value) {
    throw refused(ref, target.kind);
  }
  return { certainty: "done", ...valueOf(after) };
}

/** What a receipt says of a field's state. */
export function valueOf(
  state: { readonly value?: string; readonly valueFilled?: boolean },
): Partial<ActionOutcome> {
  return {
    ...(state.value !== undefined && { value: cutText(state.value, MAX_EFFECT_CHARS) }),
    ...(state.valueFilled !== undefined && { valueFilled: state.valueFilled }),
  };
}

function normalised(value: string): string {
  return value.replace(/\r\n?/g, "\n");
}

function refused(ref: string, kind: string): BrowserError {
  return new BrowserError(
    "ACTION_FAILED",
    `The field ${ref} (${kind}) did not take the value; it keeps what it had. Check the form that it expects, for ` +
      "example 2030-12-31 for a date or 09:30 for a time",
  );
}
