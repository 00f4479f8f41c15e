import { type ActionContext, type ActionOutcome, expectOk } from "./action_context.ts";
import { aim } from "./aim.ts";
import { freeInput } from "./free_input.ts";
import { expectDelivered, guardedInput } from "./input.ts";
import { parseKey } from "./keys.ts";
import { describeFocus } from "./page_points.ts";

/** Presses a key or a combination: on a target, which is focused first, or on whatever has the focus. */
export async function press(
  context: ActionContext,
  key: string,
  ref: string | undefined,
): Promise<ActionOutcome> {
  const parsed = parseKey(key);
  const { tab, deadline } = context;
  if (ref === undefined) {
    const hit = await describeFocus(context);
    await freeInput(context, () => tab.page.keyboard.press(parsed));
    return { certainty: "unseen", hit };
  }
  const { frameId } = await aim(context, ref, "focus");
  expectOk(await tab.agent.call(frameId, "focus", [ref], deadline));
  const report = await guardedInput(context, { ref, frameId }, () => tab.page.keyboard.press(parsed));
  expectDelivered(report, ref);
  return { certainty: "unseen" };
}

/** Gives a target the focus, as a person who tabs to it would. */
export async function focus(context: ActionContext, ref: string): Promise<ActionOutcome> {
  const { frameId } = await aim(context, ref, "focus");
  expectOk(await context.tab.agent.call(frameId, "focus", [ref], context.deadline));
  context.log.delivered = true;
  return { certainty: "done" };
}
