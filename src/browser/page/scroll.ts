// Scrolling.
import type { PageFailure } from "./protocol.ts";
import { flatParent } from "./flat_tree.ts";
import { resolve } from "./resolve.ts";
import type { Scene } from "./scene.ts";

function tryScroll(scroller: Element, dx: number, dy: number): boolean {
  const { scrollLeft, scrollTop } = scroller;
  scroller.scrollBy({ left: dx, top: dy, behavior: "instant" });
  return scroller.scrollLeft !== scrollLeft || scroller.scrollTop !== scrollTop;
}

function canScroll(element: Element): boolean {
  const { overflowX, overflowY } = getComputedStyle(element);
  return [overflowX, overflowY].some((overflow) => /^(?:auto|scroll|overlay)$/.test(overflow)) &&
    (element.scrollHeight > element.clientHeight || element.scrollWidth > element.clientWidth);
}

function isPage(element: Element): boolean {
  return element === document.body || element === document.documentElement ||
    element === document.scrollingElement;
}

/** The scroller that fills most of the viewport, for pages whose window does not scroll. */
function mainScroller(): Element | null {
  for (
    let at = document.elementFromPoint(innerWidth / 2, innerHeight / 2);
    at !== null;
    at = flatParent(at)
  ) {
    if (!isPage(at) && canScroll(at)) return at;
  }
  return null;
}

/** What scrolls the document: the page itself, or the box that stands for it. */
export function pageScroller(): Element {
  const page = document.scrollingElement ?? document.documentElement;
  return page.scrollHeight > page.clientHeight + 1 ? page : mainScroller() ?? page;
}

/** Scrolls what a ref stands for, its nearest scroller, or the page. */
export function scroll(
  scene: Scene,
  ref: string | null,
  dx: number,
  dy: number,
): { readonly ok: true; readonly moved: boolean } | PageFailure {
  if (ref !== null) {
    const resolved = resolve(scene, ref);
    if (!("element" in resolved)) return resolved;
    for (let at: Element | null = resolved.element; at !== null; at = flatParent(at)) {
      if (!isPage(at) && canScroll(at)) return { ok: true, moved: tryScroll(at, dx, dy) };
    }
  }
  const page = document.scrollingElement ?? document.documentElement;
  if (tryScroll(page, dx, dy)) return { ok: true, moved: true };
  const main = mainScroller();
  return { ok: true, moved: main !== null && tryScroll(main, dx, dy) };
}

/** Scrolls a target into the middle of the viewport, and of every scroller around it. */
export function reveal(
  scene: Scene,
  ref: string,
): { readonly ok: true; readonly moved: boolean } | PageFailure {
  const resolved = resolve(scene, ref);
  if (!("element" in resolved)) return resolved;
  const { element } = resolved;
  const before = element.getBoundingClientRect();
  element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  const after = element.getBoundingClientRect();
  return { ok: true, moved: before.left !== after.left || before.top !== after.top };
}
