// What stands at a point, or has the focus, in whichever frame that is.
import type { Point } from "../../contracts/actions.ts";
import { BrowserError } from "../../contracts/errors.ts";
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

/** What a point of the viewport hits, in words, followed into child frames. */
export async function describePoint(context: ActionContext, point: Point): Promise<string> {
  const { tab, deadline } = context;
  let frameId = tab.mainFrameId;
  let { x, y } = point;
  for (let depth = 0;; depth += 1) {
    const { what, frame } = await tab.agent.call(frameId, "placeAt", [x, y], deadline);
    if (frame === undefined || depth === MAX_DEPTH) return what;
    const offset = await tab.agent.call(frameId, "frameOffset", [frame, false], deadline);
    const child = await tab.agent.childFrameId(frameId, frame, deadline);
    if (child === undefined || offset === null) return what;
    frameId = child;
    x -= offset.x;
    y -= offset.y;
  }
}

/** @throws `NOT_VISIBLE` naming the first point that the viewport does not show */
export function assertInViewport({ tab }: ActionContext, points: readonly Point[]): void {
  const { width, height } = tab.page.viewportSize() ?? { width: Infinity, height: Infinity };
  const outside = points.find(({ x, y }) => x < 0 || y < 0 || x >= width || y >= height);
  if (outside === undefined) return;
  throw new BrowserError(
    "NOT_VISIBLE",
    `The point ${Math.round(outside.x)},${
      Math.round(outside.y)
    } lies outside the viewport of ${width}x${height}; scroll ` +
      "first, so that everything that takes part is shown",
  );
}
