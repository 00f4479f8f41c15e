// The pointer at places, without any element in mind.
import type { ClickManner, Point } from "../../contracts/actions.ts";
import type { ActionContext, ActionOutcome } from "./action_context.ts";
import { asksForNewTab, clickingOf, holding } from "./click.ts";
import { freeInput } from "./free_input.ts";
import { assertInViewport, describePoint } from "./page_points.ts";

const STEPS = 8;

/** Clicks a point of the viewport; the receipt says what was there. */
export async function clickXy(
  context: ActionContext,
  point: Point,
  manner: ClickManner,
): Promise<ActionOutcome> {
  assertInViewport(context, [point]);
  const { clicks, button, modifiers } = clickingOf(manner);
  const hit = await describePoint(context, point);
  const { mouse } = context.tab.page;
  await holding(
    context,
    modifiers,
    () => freeInput(context, () => mouse.click(point.x, point.y, { clickCount: clicks, button })),
  );
  return { certainty: "ask", hit, opensNewTab: asksForNewTab({ clicks, button, modifiers }) };
}

/** Presses at the first point, moves through the others, and lets go at the last. */
export async function dragXy(context: ActionContext, points: readonly Point[]): Promise<ActionOutcome> {
  assertInViewport(context, points);
  const [start, ...rest] = points;
  if (start === undefined) return { certainty: "ask" };
  const hit = await describePoint(context, start);
  const { mouse } = context.tab.page;
  await freeInput(context, async () => {
    await mouse.move(start.x, start.y);
    await mouse.down();
    for (const { x, y } of rest) await mouse.move(x, y, { steps: STEPS });
    await mouse.up();
  });
  return { certainty: "ask", hit };
}

/** Moves through the points. */
export async function moveXy(context: ActionContext, points: readonly Point[]): Promise<ActionOutcome> {
  assertInViewport(context, points);
  const { mouse } = context.tab.page;
  await freeInput(context, async () => {
    for (const { x, y } of points) await mouse.move(x, y, { steps: STEPS });
  });
  const last = points.at(-1);
  return { certainty: "unseen", ...(last !== undefined && { hit: await describePoint(context, last) }) };
}
