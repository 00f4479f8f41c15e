import type { CDPSession } from "./driver.ts";
import type { World } from "./worlds.ts";

// A frame that nobody can see proves nothing: no size, or hidden by style, in its parent's document.
const IS_SHOWN = `function () {
  return this.clientWidth > 1 && this.clientHeight > 1 && this.checkVisibility({ opacityProperty: true, visibilityProperty: true });
}`;

/**
 * Which frames of a page are shown: their element, and those of all frames around them, have a size and are not hidden.
 * The top frame is not among them.
 *
 * @param sessions sessions of all processes that the page's frames live in
 * @param worldOf the isolated world of a frame's document; asking there, the page does not notice
 */
export async function shownFrames(
  sessions: readonly CDPSession[],
  worldOf: (frameId: string) => World | undefined,
): Promise<ReadonlySet<string>> {
  const parents = await parentIds(sessions);
  const shown = new Map<string, boolean>();
  await Promise.all([...parents].map(async ([id, parentId]) => {
    const world = worldOf(parentId);
    shown.set(id, world !== undefined && await isOwnerShown(world, id));
  }));
  const isShown = (id: string): boolean => {
    const parentId = parents.get(id);
    return parentId === undefined || (shown.get(id) === true && isShown(parentId));
  };
  return new Set([...parents.keys()].filter(isShown));
}

interface FrameTree {
  readonly frame: { readonly id: string; readonly parentId?: string };
  readonly childFrames?: readonly FrameTree[];
}

/** The frame around each child frame. */
async function parentIds(sessions: readonly CDPSession[]): Promise<Map<string, string>> {
  const parents = new Map<string, string>();
  const collect = ({ frame, childFrames = [] }: FrameTree): void => {
    if (frame.parentId !== undefined) parents.set(frame.id, frame.parentId);
    childFrames.forEach(collect);
  };
  await Promise.all(sessions.map(async (session) => {
    try {
      const { frameTree } = await session.send("Page.getFrameTree");
      collect(frameTree);
    } catch {
      // its frame went away
    }
  }));
  return parents;
}

async function isOwnerShown({ session, contextNumber }: World, frameId: string): Promise<boolean> {
  try {
    const { backendNodeId } = await session.send("DOM.getFrameOwner", { frameId });
    const { object: { objectId } } = await session.send("DOM.resolveNode", {
      backendNodeId,
      executionContextId: contextNumber,
    });
    if (objectId === undefined) return false;
    const { result } = await session.send("Runtime.callFunctionOn", {
      functionDeclaration: IS_SHOWN,
      objectId,
      returnByValue: true,
    });
    session.send("Runtime.releaseObject", { objectId }).catch(() => {}); // its document went away
    return result.value === true;
  } catch {
    return false; // the frame, or the document around it, went away
  }
}
