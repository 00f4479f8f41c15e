import { type ActionContext, expectOk } from "../action_context.ts";
import type { Aim } from "../aim.ts";
import { expectDelivered, guardedInput } from "../input.ts";
import { goToEnd } from "./model_keys.ts";

/** A word alone is typed key by key, so that the editor offers what it would offer to a person. */
const WORD = /^\w+$/;

/**
 * Types into an editor that closes brackets and indents lines by itself: what it would change arrives in one piece. Says
 * whether the document went away.
 */
export async function typeInModel(
  context: ActionContext,
  target: Aim,
  text: string,
  hadFocus: boolean,
): Promise<boolean> {
  const { tab, deadline, log } = context;
  const { ref, frameId } = target;
  if (!hadFocus && await goToEnd(context, target)) return true;
  if (text === "") return false;
  if (!WORD.test(text)) {
    expectOk(await tab.agent.call(frameId, "paste", [ref, text], deadline));
    log.delivered = true;
    return false;
  }
  const report = await guardedInput(context, { ref, frameId }, () => tab.page.keyboard.type(text));
  expectDelivered(report, ref);
  return report === "document_gone";
}
