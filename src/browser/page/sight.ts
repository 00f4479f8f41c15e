// What a person can see: not only what is rendered, but also what is transparent, clipped away, off the page or tiny.
import { flatParent } from "./flat_tree.ts";
import { isSameAsBackground, parseColor } from "./paint.ts";
import type { StyleCache } from "./style_cache.ts";

/** How a subtree stands to the eye; handed down the walk. */
export interface Sight {
  readonly opacity: number;
  /** `static` and `positioned` say what kind of element clips everything away. */
  readonly clip: "none" | "static" | "positioned";
  /** Scroll offsets of everything around, the window included: negative places below them can still be reached. */
  readonly scrollX: number;
  readonly scrollY: number;
}

/** Below this product of opacities nothing can be read. */
const OPACITY_FLOOR = 0.05;
/** Boxes up to this size in CSS pixels show nothing. */
const TINY = 1;
/** Places left of or above everything that can be scrolled to. */
const FAR_INDENT = -500;

/** Sight at the root of the document. */
export function rootSight(): Sight {
  return { opacity: 1, clip: "none", scrollX: scrollX, scrollY: scrollY };
}

/** Sight of a node's surroundings, built from the root down: for looking at one element alone. */
export function sightAt(element: Element, styles: StyleCache): Sight {
  const chain: Element[] = [];
  for (let at: Element | null = element; at !== null; at = flatParent(at)) chain.push(at);
  return chain.reduceRight((sight, at) => descend(sight, at, styles.of(at)), rootSight());
}

/** True when content at this place can be seen, its own colours aside. */
export function isSeen(sight: Sight): boolean {
  return sight.opacity > OPACITY_FLOOR && sight.clip === "none";
}

/** Sight inside an element, given the sight around it. */
export function descend(around: Sight, element: Element, style: CSSStyleDeclaration): Sight {
  const opacity = style.opacity;
  const overflow = style.overflowX;
  const clipPath = style.clipPath;
  const clip = style.clip;
  if (
    opacity === "1" && overflow === "visible" && clipPath === "none" && clip === "auto" &&
    style.filter === "none" && around.clip === "none"
  ) {
    return around;
  }
  const position = style.position;
  let clipped = around.clip;
  if (position === "fixed" || (position === "absolute" && clipped === "static")) clipped = "none";
  if (
    clipped === "none" && (clipsAway(clipPath) || (clip !== "auto" && /^(?:absolute|fixed)$/.test(position) &&
      isEmptyClip(clip)))
  ) clipped = "positioned";
  let { scrollX: left, scrollY: top } = around;
  if (overflow !== "visible" && element !== document.documentElement && element !== document.body) {
    if (clipped === "none") {
      const box = element.getBoundingClientRect();
      if (
        (box.width <= TINY || box.height <= TINY) && style.display !== "inline" &&
        style.display !== "contents"
      ) {
        clipped = position === "static" ? "static" : "positioned";
      }
    }
    left += Math.abs(element.scrollLeft);
    top += Math.abs(element.scrollTop);
  }
  return {
    opacity: around.opacity * Number(opacity) * filteredOpacity(style.filter),
    clip: clipped,
    scrollX: left,
    scrollY: top,
  };
}

function filteredOpacity(filter: string): number {
  const [, part] = /\bopacity\(([\d.]+)\)/.exec(filter) ?? [];
  return part === undefined ? 1 : Number(part);
}

function clipsAway(clipPath: string): boolean {
  if (clipPath === "none") return false;
  const inset = /^inset\(([\d.]+)%(?:\s+([\d.]+)%)?/.exec(clipPath);
  if (inset !== null) return Number(inset[1]) >= 50 || Number(inset[2] ?? 0) >= 50;
  // a polygon whose corners are all one point
  if (/^polygon\((?:(?:nonzero|evenodd), )?([^,]+)(?:, \1)*\)$/.test(clipPath)) return true;
  return /^(?:circle|ellipse)\(0(?:px|%)?[ )]/.test(clipPath) || /^rect\((?:0(?:px)?\s+){3}0/.test(clipPath);
}

function isEmptyClip(clip: string): boolean {
  const [top = 0, right = 0, bottom = 0, left = 0] = (clip.match(/-?[\d.]+(?=px)|auto/g) ?? []).map((part) =>
    part === "auto" ? Number.NaN : Number(part)
  );
  return right - left <= TINY || bottom - top <= TINY;
}

const range = document.createRange();

/** Box of a text node, or of all that an element holds. */
export function textBox(element: Element, text: Node | null): DOMRect {
  if (text === null) range.selectNodeContents(element);
  else range.selectNode(text);
  const box = range.getBoundingClientRect();
  range.collapse(true);
  return box;
}

/** True when text that stands directly in this element can be seen; `text` is one of its text nodes. */
export function isTextSeen(element: Element, sight: Sight, styles: StyleCache, text: Node | null): boolean {
  if (!isSeen(sight)) return false;
  const style = styles.of(element);
  if (Number.parseFloat(style.fontSize) <= TINY || Number.parseFloat(style.textIndent) <= FAR_INDENT) {
    return false;
  }
  let box = element.getBoundingClientRect();
  if (box.width <= TINY || box.height <= TINY) {
    box = textBox(element, text);
    if (box.width <= TINY || box.height <= TINY) return false;
  }
  if (box.bottom + sight.scrollY <= 0) return false;
  if (box.right + sight.scrollX <= 0 && style.direction === "ltr" && !isRightToLeftPage()) return false;
  const color = parseColor(style.webkitTextFillColor); // that of the text, unless the page says otherwise
  if (color === null) return true;
  return !isSameAsBackground(element, color, box, styles);
}

function isRightToLeftPage(): boolean {
  return getComputedStyle(document.documentElement).direction === "rtl";
}
