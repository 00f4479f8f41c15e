import type { PageFailure, PageNeed, PageTarget } from "../page/protocol.ts";
import { type ActionContext, frameForRef, pageError } from "./action_context.ts";

/** A target ready for input, and the point to act on in the viewport of the top document. */
export interface Aim {
  readonly ref: string;
  /** Browser's id of the frame that holds it. */
  readonly frameId: string;
  readonly target: PageTarget;
  readonly x: number;
  readonly y: number;
  /** The point itself is what was meant: it must not be chosen anew. */
  readonly isFixed?: boolean;
}

const PATIENCE_MS = 250;
const POLL_MS = 40;
const MAX_SCROLL_ROUNDS = 3;

// Waiting cannot bring these about.
const FINAL_CODES: readonly PageFailure["code"][] = [
  "STALE_REFERENCE",
  "UNSUPPORTED_FLOW",
  "INVALID_ARGUMENT",
];

/**
 * Waits until a target can take input. A page at rest is given a quarter of a second; one that is visibly busy, or has
 * requests of this batch under way, as long as the action may take.
 *
 * @throws the last reason why it cannot: `TARGET_COVERED` | `TARGET_DISABLED` | `NOT_VISIBLE` | `STALE_REFERENCE` | …
 */
export function aim(context: ActionContext, ref: string, need: PageNeed): Promise<Aim> {
  return aimIn(context, frameForRef(context.tab, context.book, ref), ref, need);
}

/** Like {@link aim}, for a ref that was made within an action and belongs to a known frame. */
export async function aimIn(
  context: ActionContext,
  frameId: string,
  ref: string,
  need: PageNeed,
): Promise<Aim> {
  const startMs = performance.now();
  for (;;) {
    const report = await context.tab.agent.call(frameId, "target", [ref, need], context.deadline);
    const result = report.ok ? await toRootPoint(context, ref, frameId, report, need) : report;
    if (result.ok) return result.aim;
    const isBusy = result.busy === true || context.tab.journal.pending(context.journalMark).length > 0;
    const isFinal = (FINAL_CODES.includes(result.code) && result.mayReturn !== true) ||
      (!isBusy && performance.now() - startMs >= PATIENCE_MS);
    if (isFinal || context.deadline.remainingMs < POLL_MS * 2) throw pageError(result);
    await context.deadline.sleep(POLL_MS);
  }
}

/** Adds the offsets of all frames around the target; in each of them the frame itself must be what the point hits. */
async function toRootPoint(
  context: ActionContext,
  ref: string,
  frameId: string,
  target: PageTarget,
  need: PageNeed,
): Promise<{ readonly ok: true; readonly aim: Aim } | PageFailure> {
  const needsPoint = need === "pointer" || need === "hover";
  let current: PageTarget = target;
  for (let round = 1;; round += 1) {
    const path = pathOf(context, frameId);
    if (path === undefined) return frameLost(ref);
    if (!needsPoint || path.length === 0) {
      return { ok: true, aim: { ref, frameId, target: current, x: current.x, y: current.y } };
    }
    const point = await climb(context, path, current);
    if (point.ok) return { ok: true, aim: { ref, frameId, target: current, x: point.x, y: point.y } };
    if (round === MAX_SCROLL_ROUNDS || point.code === "STALE_REFERENCE") return point;
    await scrollFrames(context, path);
    const again = await context.tab.agent.call(frameId, "target", [ref, need], context.deadline);
    if (!again.ok) return again;
    current = again;
  }
}

/**
 * A point of a frame's viewport as a point of the top document's.
 *
 * @throws `TARGET_COVERED` | `NOT_VISIBLE` | `STALE_REFERENCE` when the frame is not where it was
 */
export async function rootPoint(
  context: ActionContext,
  frameId: string,
  point: { readonly x: number; readonly y: number },
): Promise<{ readonly x: number; readonly y: number }> {
  const path = pathOf(context, frameId);
  if (path === undefined) throw pageError(frameLost("the target"));
  const found = await climb(context, path, point);
  if (!found.ok) throw pageError(found);
  return { x: found.x, y: found.y };
}

interface PathStep {
  readonly parentId: string;
  readonly index: number;
}

/** The frames around a frame, innermost first; `undefined` when one of them was not in its parent's last observation. */
function pathOf(context: ActionContext, frameId: string): PathStep[] | undefined {
  const path: PathStep[] = [];
  let current = frameId;
  while (current !== context.tab.mainFrameId) {
    const link = context.book.link(current);
    if (link === undefined || path.length > 100) return undefined;
    path.push(link);
    current = link.parentId;
  }
  return path;
}

async function climb(
  context: ActionContext,
  path: readonly PathStep[],
  target: { readonly x: number; readonly y: number },
): Promise<{ readonly ok: true; readonly x: number; readonly y: number } | PageFailure> {
  const { agent } = context.tab;
  let { x, y } = target;
  for (const { parentId, index } of path) {
    const offset = await agent.call(parentId, "frameOffset", [index, false], context.deadline);
    if (offset === null) return frameLost("the target");
    x += offset.x;
    y += offset.y;
    const { hit, coveredBy } = await agent.call(parentId, "hitsFrame", [index, x, y], context.deadline);
    if (hit) continue;
    return coveredBy === undefined
      ? {
        ok: false,
        code: "NOT_VISIBLE",
        message: "The target's frame shows no part of it; scroll, or call tab_snapshot",
      }
      : {
        ok: false,
        code: "TARGET_COVERED",
        message:
          `The target's frame is covered by ${coveredBy}; deal with that first, then call tab_snapshot`,
      };
  }
  return { ok: true, x, y };
}

/** Scrolls the frames around a frame's content into view. */
export async function revealFrame(context: ActionContext, frameId: string): Promise<void> {
  const path = pathOf(context, frameId);
  if (path === undefined) throw pageError(frameLost("the target"));
  await scrollFrames(context, path);
}

async function scrollFrames(context: ActionContext, path: readonly PathStep[]): Promise<void> {
  for (const { parentId, index } of [...path].reverse()) {
    await context.tab.agent.call(parentId, "frameOffset", [index, true], context.deadline);
  }
}

function frameLost(ref: string): PageFailure {
  return {
    ok: false,
    code: "STALE_REFERENCE",
    message: `The frame that holds ${ref} is not where it was observed; call tab_snapshot and use its refs`,
  };
}
