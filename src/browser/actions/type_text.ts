import { BrowserError } from "../../contracts/errors.ts";
import { type ActionContext, type ActionOutcome, expectOk } from "./action_context.ts";
import type { PageControlState } from "../page/protocol.ts";
import { type Aim, aim } from "./aim.ts";
import { typeInModel } from "./editors/type_model.ts";
import { valueOf } from "./fill.ts";
import { expectDelivered, guardedInput } from "./input.ts";

/**
 * Types a text key by key behind what a target holds, as a person would: every key is an event of its own. Where the
 * page hands the focus on from one small field to the next, as for the digits of a code, typing goes on there.
 */
export async function typeText(context: ActionContext, ref: string, text: string): Promise<ActionOutcome> {
  const { tab, deadline } = context;
  const aimed = await aim(context, ref, "edit");
  const { frameId } = aimed;
  const before = expectOk(await tab.agent.call(frameId, "state", [ref], deadline));
  if (before.valueFilled !== undefined) context.session.secrets.add([text]);
  const { handsOn, hadFocus } = expectOk(await tab.agent.call(frameId, "caretToEnd", [ref], deadline));
  const plain = text.replace(/\r\n?/g, "\n");
  if (aimed.target.isModel === true) {
    if (await typeInModel(context, aimed, plain, hadFocus)) return { certainty: "ask" };
    return await outcome(context, aimed, before);
  }
  const keys = [...plain];
  const typed = handsOn ? keys.splice(0, 1) : keys.splice(0);
  const report = await guardedInput(
    context,
    { ref, frameId },
    () => tab.page.keyboard.type(typed.join("")),
  );
  if (text !== "") expectDelivered(report, ref);
  if (report === "document_gone") return { certainty: "ask" };
  for (const key of keys) await typeOn(context, ref, frameId, key);
  return await outcome(context, aimed, before);
}

async function outcome(
  { tab, deadline }: ActionContext,
  { ref, frameId }: Aim,
  before: PageControlState,
): Promise<ActionOutcome> {
  const after = expectOk(await tab.agent.call(frameId, "state", [ref], deadline));
  return { certainty: after.value === before.value ? "ask" : "done", ...valueOf(after) };
}

async function typeOn(context: ActionContext, ref: string, frameId: string, key: string): Promise<void> {
  const { tab, deadline } = context;
  const next = expectOk(await tab.agent.call(frameId, "nextBox", [ref], deadline));
  if (!next.isThere) {
    throw new BrowserError(
      "ACTION_FAILED",
      `${ref} takes a part of the text only, and the page did not hand the focus on to a field for the rest; ` +
        "call tab_snapshot and fill the fields one by one",
    );
  }
  await guardedInput(context, { ref: next.ref, frameId }, () => tab.page.keyboard.type(key));
}
