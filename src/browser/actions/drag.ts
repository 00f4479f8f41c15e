import type { DropPosition, Point } from "../../contracts/actions.ts";
import { BrowserError } from "../../contracts/errors.ts";
import { type ActionContext, type ActionOutcome, expectOk } from "./action_context.ts";
import { type Aim, aim, rootPoint } from "./aim.ts";
import { guardedInput } from "./input.ts";
import { assertInViewport } from "./page_points.ts";

/** Where something is dragged. */
export interface DragGoal {
  readonly target_ref: string;
  readonly position?: DropPosition;
  readonly offset?: Point;
}

/** Steps that a page is given to follow the pointer, and pauses for what it draws meanwhile, in milliseconds. */
const STEPS = 12;
const PAUSE_MS = 40;
const LIFT_PIXELS = 8;

/**
 * Drags a target onto another one with the real pointer. Where the source is draggable the browser makes the drag events
 * of HTML out of that, elsewhere the page sees the pointer move: the same gesture serves both.
 *
 * @throws `NOT_VISIBLE` when both do not fit the viewport | what aiming throws
 */
export async function drag(context: ActionContext, ref: string, goal: DragGoal): Promise<ActionOutcome> {
  if (goal.position !== undefined && goal.offset !== undefined) {
    throw new BrowserError("INVALID_ARGUMENT", "drag takes position or offset, not both");
  }
  await aim(context, ref, "pointer");
  const target = await aim(context, goal.target_ref, "hover");
  const source = await aim(context, ref, "pointer"); // looking for the target may have scrolled
  const end = await endOf(context, source, target, goal);
  assertInViewport(context, [source, end]);
  const { mouse } = context.tab.page;
  const report = await guardedInput(context, source, async () => {
    await mouse.move(source.x, source.y);
    await mouse.down();
    const [dx, dy] = [Math.sign(end.x - source.x), Math.sign(end.y - source.y)];
    await mouse.move(source.x + dx * LIFT_PIXELS, source.y + dy * LIFT_PIXELS, { steps: 3 });
    await context.deadline.sleep(PAUSE_MS);
    await mouse.move(end.x, end.y, { steps: STEPS });
    await context.deadline.sleep(PAUSE_MS);
    await mouse.move(end.x + 1, end.y + 1); // a page may ask for a second look at the same place
    await mouse.move(end.x, end.y);
    await context.deadline.sleep(PAUSE_MS);
    await mouse.up();
  });
  if (report !== "document_gone" && report.delivered === 0) {
    throw new BrowserError(
      "STALE_REFERENCE",
      `${ref} could not be taken hold of${
        report.blockedBy === undefined ? "" : `: ${report.blockedBy} was there`
      }; ` +
        "call tab_snapshot and plan again",
    );
  }
  return { certainty: "ask" };
}

async function endOf(context: ActionContext, source: Aim, target: Aim, goal: DragGoal): Promise<Point> {
  const { agent } = context.tab;
  const isSame = source.frameId === target.frameId;
  const { offset, position = "center" } = goal;
  const point = expectOk(
    await agent.call(
      target.frameId,
      "dropPoint",
      [goal.target_ref, isSame ? source.ref : null, offset === undefined ? position : "corner"],
      context.deadline,
    ),
  );
  const end = offset === undefined ? point : { x: point.x + offset.x, y: point.y + offset.y };
  return await rootPoint(context, target.frameId, end);
}
