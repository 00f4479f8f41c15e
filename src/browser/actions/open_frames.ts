import { DocumentGone } from "../agent_client.ts";
import type { ActionContext } from "./action_context.ts";

const MAX_FRAMES = 100;

/**
 * The browser's ids of all frames that are shown now, the top frame first; those that came after the last observation
 * are noted, so that points in them can be found.
 */
export async function openFrames(context: ActionContext): Promise<readonly string[]> {
  const { tab, deadline } = context;
  const shown = await deadline.race(tab.shownFrames());
  const frames: string[] = [];
  const visit = async (frameId: string): Promise<void> => {
    frames.push(frameId);
    for (const child of await children(context, frameId)) {
      if (child !== undefined && shown.has(child) && frames.length < MAX_FRAMES) await visit(child);
    }
  };
  await visit(tab.mainFrameId);
  return frames;
}

async function children(
  { tab, book, deadline }: ActionContext,
  frameId: string,
): Promise<readonly (string | undefined)[]> {
  try {
    const count = await tab.agent.call(frameId, "listFrames", [], deadline);
    const indexes = Array.from({ length: count }, (_, index) => index);
    const ids = await Promise.all(indexes.map((index) => tab.agent.childFrameId(frameId, index, deadline)));
    book.setChildren(frameId, ids);
    return ids;
  } catch (error) {
    if (error instanceof DocumentGone) return []; // replaced just now
    throw error;
  }
}
