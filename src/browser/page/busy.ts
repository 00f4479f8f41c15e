// Whether the page shows that it is at work, so that waiting may help.
import { flatParent } from "./flat_tree.ts";
import { isJustChanging } from "./mutations.ts";

const SIGNS = [
  '[aria-busy="true"]',
  "progress:not([value])",
  '[role="progressbar"]:not([aria-valuenow])',
  '[class*="spinner" i]',
  '[class*="loader" i]',
  '[class*="loading" i]',
  '[class*="skeleton" i]',
].join(",");
/** Signs looked at. */
const SIGN_LIMIT = 20;
/** A document that has been changing for longer does not come to rest. */
const CHANGING_LIMIT_MS = 1000;

function isOnScreen(element: Element): boolean {
  if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
  const box = element.getBoundingClientRect();
  return box.width > 1 && box.height > 1 && box.bottom > 0 && box.right > 0 && box.top < innerHeight &&
    box.left < innerWidth;
}

/** The page loads, or shows a spinner, a running bar or `aria-busy`. */
export function isPageBusy(): boolean {
  if (document.readyState === "loading") return true;
  const signs = document.querySelectorAll(SIGNS);
  for (let index = 0; index < signs.length && index < SIGN_LIMIT; index++) {
    const sign = signs[index] as Element;
    if (sign !== document.body && sign !== document.documentElement && isOnScreen(sign)) return true;
    if (sign.getAttribute("aria-busy") === "true" && isOnScreen(sign)) return true;
  }
  return false;
}

/** The element, or something around it, is being animated and will come to rest. */
export function isAnimated(element: Element): boolean {
  for (let at: Element | null = element; at !== null; at = flatParent(at)) {
    for (const animation of at.getAnimations()) {
      if (animation.playState !== "running") continue;
      const { endTime } = animation.effect?.getComputedTiming() ?? {};
      if (typeof endTime === "number" && Number.isFinite(endTime)) return true;
    }
  }
  return false;
}

function isAboutToMove(element: Element): boolean {
  for (let at: Element | null = element; at !== null; at = flatParent(at)) {
    if (at.getAnimations().some((animation) => animation.pending)) return true;
  }
  return false;
}

/** Frames to wait for at most until one has really been drawn. */
const DRAWN_FRAME_TRIES = 3;

/**
 * Waits until a frame has been drawn in which the element's animations have begun. On a slow machine a frame callback
 * may run without the page's time having gone on, and a target that is about to move would look as if it rested.
 */
export async function drawnFrame(element: Element, nextFrame: () => Promise<void>): Promise<void> {
  for (let tries = 0; tries < DRAWN_FRAME_TRIES; tries++) {
    const before = document.timeline.currentTime;
    await nextFrame();
    if (document.timeline.currentTime !== before && !isAboutToMove(element)) return;
  }
}

/** Waiting may help this target. */
export function mayBecomeReady(element: Element): boolean {
  return isPageBusy() || isAnimated(element) || isJustChanging(CHANGING_LIMIT_MS);
}
