import { describeMachine } from "../../../platform/machine.ts";
import { type ActionContext, expectOk } from "../action_context.ts";
import type { Aim } from "../aim.ts";
import { expectDelivered, guardedInput } from "../input.ts";

/** Time in milliseconds for an editor to take up a key: some learn of a selection from the document, a moment later. */
const TAKE_UP_MS = 40;

/** The key that goes to the end of a text. */
const END = describeMachine().platform === "darwin" ? "Meta+ArrowDown" : "Control+End";

/** Presses keys in an editor that has the focus; says whether the document went away. */
async function pressIn(context: ActionContext, { ref, frameId }: Aim, key: string): Promise<boolean> {
  const { keyboard } = context.tab.page;
  const report = await guardedInput(context, { ref, frameId }, () => keyboard.press(key));
  expectDelivered(report, ref);
  if (report !== "document_gone") await context.deadline.sleep(TAKE_UP_MS);
  return report === "document_gone";
}

/** Puts the caret behind all that an editor holds. */
export function goToEnd(context: ActionContext, target: Aim): Promise<boolean> {
  return pressIn(context, target, END);
}

/** Selects all that an editor holds by its own key, and reads it; text is null where it does not say. */
export async function readAll(
  context: ActionContext,
  target: Aim,
): Promise<{ readonly text: string | null } | "document_gone"> {
  if (await pressIn(context, target, "ControlOrMeta+A")) return "document_gone";
  const { frameId, ref } = target;
  return expectOk(await context.tab.agent.call(frameId, "copied", [ref], context.deadline));
}

/** Takes away what is selected. */
export function deleteSelected(context: ActionContext, target: Aim): Promise<boolean> {
  return pressIn(context, target, "Delete");
}

/** Takes away the character before the caret. */
export function deleteBefore(context: ActionContext, target: Aim): Promise<boolean> {
  return pressIn(context, target, "Backspace");
}
