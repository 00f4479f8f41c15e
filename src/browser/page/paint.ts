// Colours: whether text has the colour of what is painted behind it.
import { flatParent, isInside } from "./flat_tree.ts";
import type { StyleCache } from "./style_cache.ts";

/** Red, green, blue 0–255 and alpha 0–1. */
export type Color = readonly [red: number, green: number, blue: number, alpha: number];

const parsed = new Map<string, Color | null>();

/** A computed colour, or null where it is not an RGB one. */
export function parseColor(text: string): Color | null {
  let color = parsed.get(text);
  if (color === undefined) {
    const match = /^rgba?\(([\d.]+), ([\d.]+), ([\d.]+)(?:, ([\d.]+))?\)$/.exec(text);
    color = match === null
      ? null
      : [Number(match[1]), Number(match[2]), Number(match[3]), match[4] === undefined ? 1 : Number(match[4])];
    if (parsed.size > 1_000) parsed.clear();
    parsed.set(text, color);
  }
  return color;
}

interface Background {
  /** Null when it cannot be told: an image, a blend. */
  readonly color: Color | null;
  readonly owner: Element;
}

const backgrounds = new WeakMap<StyleCache, Map<Element, Background>>();

function backgroundOf(element: Element, styles: StyleCache): Background {
  let known = backgrounds.get(styles);
  if (known === undefined) backgrounds.set(styles, known = new Map());
  let background = known.get(element);
  if (background === undefined) {
    background = ownBackground(element, styles) ?? parentBackground(element, styles);
    known.set(element, background);
  }
  return background;
}

function ownBackground(element: Element, styles: StyleCache): Background | null {
  const style = styles.of(element);
  if (style.backgroundImage !== "none") return { color: null, owner: element };
  const color = parseColor(style.backgroundColor);
  if (color?.[3] === 0) return null;
  return { color: color?.[3] === 1 ? color : null, owner: element };
}

function parentBackground(element: Element, styles: StyleCache): Background {
  const parent = flatParent(element);
  if (parent !== null) return backgroundOf(parent, styles);
  const isDark = styles.of(element).colorScheme.includes("dark");
  return { color: isDark ? null : [255, 255, 255, 1], owner: element };
}

/** Channels may differ by this much and still look alike. */
const ALIKE = 8;

function isAlike(one: Color, other: Color): boolean {
  return [0, 1, 2].every((channel) => Math.abs((one[channel] ?? 0) - (other[channel] ?? 0)) <= ALIKE);
}

/**
 * True when text of this colour cannot be told from what is behind it. Where something else may be painted behind the
 * text (a picture, a positioned box, generated content), the text counts as seen.
 */
export function isSameAsBackground(
  element: Element,
  color: Color,
  box: DOMRect,
  styles: StyleCache,
): boolean {
  const transparent = color[3] <= 0.05;
  if (!transparent) {
    const { color: behind } = backgroundOf(element, styles);
    if (behind === null || color[3] < 1 || !isAlike(color, behind)) return false;
  }
  const style = styles.of(element);
  if (style.textShadow !== "none" || Number.parseFloat(style.webkitTextStrokeWidth) > 0) return false;
  if (style.backgroundClip.includes("text")) return false;
  return transparent || !isPaintedOver(element, backgroundOf(element, styles).owner, box, styles);
}

interface Painter {
  readonly element: Element;
  readonly box: DOMRect;
}

const painters = new WeakMap<StyleCache, Map<Element, readonly Painter[]>>();
/** Elements looked at for one background. */
const PAINTER_SCAN = 2_000;

function paintersIn(owner: Element, styles: StyleCache): readonly Painter[] {
  let known = painters.get(styles);
  if (known === undefined) painters.set(styles, known = new Map());
  let found = known.get(owner);
  if (found === undefined) {
    const list: Painter[] = [];
    let looked = 0;
    for (const element of owner.querySelectorAll("*")) {
      if (++looked > PAINTER_SCAN) break;
      if (paints(element, styles)) list.push({ element, box: element.getBoundingClientRect() });
    }
    found = list;
    known.set(owner, found);
  }
  return found;
}

function paints(element: Element, styles: StyleCache): boolean {
  if (/^(?:img|video|canvas|svg|picture|object|embed|iframe)$/.test(element.localName)) return true;
  return hasOwnPaint(styles.of(element)) || ["::before", "::after"].some((pseudo) => {
    const style = getComputedStyle(element, pseudo);
    return style.content !== "none" && hasOwnPaint(style);
  });
}

function hasOwnPaint(style: CSSStyleDeclaration): boolean {
  return style.backgroundImage !== "none" || (parseColor(style.backgroundColor)?.[3] ?? 1) > 0.05;
}

function isPaintedOver(element: Element, owner: Element, box: DOMRect, styles: StyleCache): boolean {
  const x = box.left + box.width / 2;
  const y = box.top + box.height / 2;
  return paintersIn(owner, styles).some(({ element: other, box: area }) =>
    area.left <= x && x <= area.right && area.top <= y && y <= area.bottom && !isInside(element, other)
  );
}
