import { type ActionContext, type ActionOutcome, expectOk } from "./action_context.ts";
import { aim } from "./aim.ts";
import { expectDelivered, guardedInput } from "./input.ts";
import { parseKey } from "./keys.ts";

/** Focuses a target and presses a key or a combination on it. */
export async function press(context: ActionContext, ref: string, key: string): Promise<ActionOutcome> {
  const parsed = parseKey(key);
  const { tab, deadline } = context;
  const { frameId } = await aim(context, ref, "focus");
  expectOk(await tab.agent.call(frameId, "focus", [ref], deadline));
  const report = await guardedInput(context, { ref, frameId }, () => tab.page.keyboard.press(parsed));
  expectDelivered(report, ref);
  return { certainty: "unseen" };
}
