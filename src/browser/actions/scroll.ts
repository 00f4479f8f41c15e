import { type ActionContext, type ActionOutcome, expectOk, frameForRef } from "./action_context.ts";
import { revealFrame } from "./aim.ts";
import { sendInput } from "./input.ts";

const DEFAULT_PIXELS = 600;

/** A direction of scrolling. */
export type ScrollDirection = "up" | "down" | "left" | "right";

/**
 * Scrolls a target, or the page. Where the page itself does not scroll, the wheel is turned over its middle, as a person
 * would do whose page keeps its content in a scrolling box.
 */
export async function scroll(
  context: ActionContext,
  direction: ScrollDirection,
  pixels: number = DEFAULT_PIXELS,
  ref?: string,
): Promise<ActionOutcome> {
  const { tab, book, deadline, log } = context;
  const [dx, dy] = deltas(direction, pixels);
  const frameId = ref === undefined ? tab.mainFrameId : frameForRef(tab, book, ref);
  const { moved } = expectOk(await tab.agent.call(frameId, "scroll", [ref ?? null, dx, dy], deadline));
  if (moved || ref !== undefined) {
    log.delivered = moved;
    return { certainty: moved ? "done" : "ask" };
  }
  const size = tab.page.viewportSize() ?? { width: 800, height: 600 };
  await sendInput(context, async () => {
    await tab.page.mouse.move(size.width / 2, size.height / 2);
    await tab.page.mouse.wheel(dx, dy);
  });
  log.delivered = true;
  return { certainty: "unseen" };
}

/** Brings a target into the middle of the viewport. */
export async function scrollTo(context: ActionContext, ref: string): Promise<ActionOutcome> {
  const { tab, book, deadline, log } = context;
  const frameId = frameForRef(tab, book, ref);
  const { moved } = expectOk(await tab.agent.call(frameId, "reveal", [ref], deadline));
  await revealFrame(context, frameId);
  log.delivered = moved;
  return { certainty: "done" };
}

function deltas(direction: ScrollDirection, pixels: number): readonly [number, number] {
  switch (direction) {
    case "up":
      return [0, -pixels];
    case "down":
      return [0, pixels];
    case "left":
      return [-pixels, 0];
    case "right":
      return [pixels, 0];
  }
}
