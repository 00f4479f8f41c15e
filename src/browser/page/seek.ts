// Finds a text by scrolling, also in lists that only hold the rows on the screen.
import type { PageFailure } from "./protocol.ts";
import type { PageSeek, SeekStep } from "./protocol_tools.ts";
import { eachFlatChild, isElement } from "./flat_tree.ts";
import { normal } from "./passages.ts";
import { renderedText } from "./rendered_text.ts";
import { failure, resolve } from "./resolve.ts";
import type { Scene } from "./scene.ts";
import { pageScroller } from "./scroll.ts";
import { StyleCache } from "./style_cache.ts";

/** Part of a screen that one step goes on by: the rest is seen twice, so that nothing is cut in two. */
const STEP = 0.85;
const TEXT_BUDGET = 200_000;

/** Takes one step of a search. */
export function seek(scene: Scene, ref: string | null, text: string, step: SeekStep): PageSeek | PageFailure {
  let scroller: Element;
  let root: Element;
  if (ref === null) {
    scroller = pageScroller();
    root = document.body ?? document.documentElement;
  } else {
    const resolved = resolve(scene, ref);
    if (!("element" in resolved)) return resolved;
    scroller = root = resolved.element;
    if (!scrollsDown(root)) {
      return failure(
        "INVALID_ARGUMENT",
        `${ref} does not scroll up and down; leave container_ref out to search the page`,
      );
    }
  }
  const before = scroller.scrollTop;
  let found = false;
  if (step === "look") found = show(root, normal(text));
  else if (step === "top") scroller.scrollTo({ top: 0, behavior: "instant" });
  else scroller.scrollBy({ top: Math.max(40, scroller.clientHeight * STEP), behavior: "instant" });
  const top = scroller.scrollTop;
  const below = Math.max(0, scroller.scrollHeight - scroller.clientHeight - top);
  return { ok: true, found, moved: Math.abs(top - before) >= 1, top, below };
}

function scrollsDown(element: Element): boolean {
  return /^(?:auto|scroll|overlay)$/.test(getComputedStyle(element).overflowY) &&
    element.scrollHeight > element.clientHeight;
}

/** Brings the innermost element that says the text onto the screen; false when none does. */
function show(root: Element, needle: string): boolean {
  const styles = new StyleCache();
  const says = (element: Element): boolean =>
    normal(renderedText(element, styles, { nodeBudget: TEXT_BUDGET })).includes(needle);
  if (!says(root)) return false;
  let at = root;
  for (;;) {
    let inner: Element | null = null;
    eachFlatChild(at, (child) => {
      if (isElement(child) && says(child)) inner = child;
      return inner === null;
    });
    if (inner === null) break;
    at = inner;
  }
  if (!isOnScreen(at, root)) at.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
  return at === root || isOnScreen(at, root);
}

function isOnScreen(element: Element, root: Element): boolean {
  const box = element.getBoundingClientRect();
  const area = root === document.body ? null : root.getBoundingClientRect();
  const top = Math.max(0, area?.top ?? 0);
  const bottom = Math.min(innerHeight, area?.bottom ?? innerHeight);
  return box.bottom > top && box.top < bottom && box.right > 0 && box.left < innerWidth;
}
