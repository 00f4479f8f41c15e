// What stands at a point, or has the focus, in whichever frame that is.
import type { ActionContext } from "./action_context.ts";

const MAX_DEPTH = 100;

/** What has the focus, in words, followed into child frames. */
export async function describeFocus(context: ActionContext): Promise<string> {
  const { tab, deadline } = context;
  let frameId = tab.mainFrameId;
  for (let depth = 0;; depth += 1) {
    const { what, frame } = await tab.agent.call(frameId, "focused", [], deadline);
    if (frame === undefined || depth === MAX_DEPTH) return what;
    const child = await tab.agent.childFrameId(frameId, frame, deadline);
    if (child === undefined) return what;
    frameId = child;
  }
}
