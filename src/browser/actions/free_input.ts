import type { ActionContext } from "./action_context.ts";
import { dialogError, sendInput } from "./input.ts";

/**
 * Sends input that is aimed at a place, or at the focus, and not at an element that was observed: nothing can guard it.
 *
 * @throws DeadlineOver when a native dialog opened
 */
export async function freeInput(context: ActionContext, send: () => Promise<unknown>): Promise<void> {
  const dialogsBefore = context.tab.dialogs.count;
  context.log.delivered = true;
  await sendInput(context, send);
  if (context.tab.dialogs.count > dialogsBefore) throw dialogError(context);
}
