// Drawn shapes in words: SVG primitives and coloured boxes, for a reader that cannot see.
import { flatParent, isInside, shadowRootsBelow } from "./flat_tree.ts";
import { type Color, parseColor } from "./paint.ts";
import type { Pass } from "./pass.ts";

const PRIMITIVES = "circle,ellipse,rect,line,polyline,polygon,path";
const BOXES = "div,span,i,b,td,li,p,section,button,a";
/** Shapes listed at most. */
const SHAPE_LIMIT = 200;
/** Elements looked at in search of coloured boxes. */
const SCAN_LIMIT = 20_000;

const COLORS: readonly (readonly [name: string, red: number, green: number, blue: number])[] = [
  ["black", 0, 0, 0],
  ["white", 255, 255, 255],
  ["grey", 128, 128, 128],
  ["light grey", 211, 211, 211],
  ["dark grey", 64, 64, 64],
  ["red", 230, 20, 20],
  ["dark red", 128, 0, 0],
  ["orange", 255, 150, 0],
  ["brown", 140, 75, 25],
  ["yellow", 250, 235, 30],
  ["olive", 128, 128, 0],
  ["green", 20, 150, 40],
  ["light green", 140, 235, 140],
  ["dark green", 0, 80, 0],
  ["cyan", 0, 220, 230],
  ["teal", 0, 128, 128],
  ["blue", 30, 60, 230],
  ["light blue", 150, 200, 245],
  ["navy", 0, 0, 100],
  ["purple", 130, 30, 160],
  ["magenta", 240, 40, 230],
  ["pink", 255, 180, 200],
];

/** Name of the nearest common colour. */
export function colorName([red, green, blue]: Color): string {
  let best = { name: "", distance: Infinity };
  for (const [name, r, g, b] of COLORS) {
    const distance = (red - r) ** 2 + (green - g) ** 2 + (blue - b) ** 2;
    if (distance < best.distance) best = { name, distance };
  }
  return best.name;
}

function visibleColor(text: string): string | null {
  const color = parseColor(text);
  return color === null || color[3] <= 0.05 ? null : colorName(color);
}

function paintOf(element: Element, style: CSSStyleDeclaration): string | null {
  if (!("ownerSVGElement" in element)) return visibleColor(style.backgroundColor);
  const fill = visibleColor(style.fill);
  const stroke = visibleColor(style.stroke);
  return fill ?? (stroke === null ? null : `${stroke} outline`);
}

function refAround(pass: Pass, element: Element): string {
  for (let at: Element | null = element; at !== null; at = flatParent(at)) {
    const ref = pass.refs.shownRef(at);
    if (ref !== undefined) return ` in ${ref}`;
  }
  return "";
}

function shapeLine(pass: Pass, element: Element): string | null {
  const style = pass.styles.of(element);
  if (style.visibility !== "visible" || Number(style.opacity) <= 0.05) return null;
  const isSvg = "ownerSVGElement" in element;
  if (!isSvg && (element.childElementCount > 0 || element.textContent?.trim() !== "")) return null;
  const { x, y, width, height } = element.getBoundingClientRect();
  if ((width < 2 && height < 2) || !pass.isInScope(element)) return null;
  const color = paintOf(element, style);
  if (color === null) return null;
  const radius = isSvg ? "" : style.borderTopLeftRadius;
  const isRound = radius === "50%" || Number.parseFloat(radius) >= Math.min(width, height) / 2;
  const kind = isSvg ? element.localName : isRound && width > 0 ? "round box" : "box";
  const place = `${Math.round(x + width / 2)},${Math.round(y + height / 2)}`;
  return `shape: ${color} ${kind} at ${place} size ${Math.round(width)}x${Math.round(height)}${
    refAround(pass, element)
  }`;
}

/** Lines for what is drawn below the root of a pass. */
export function graphicsLines(pass: Pass): string[] {
  const lines: string[] = [];
  const scopes = [pass.root, ...shadowRootsBelow(pass.root)];
  let looked = 0;
  for (const scope of scopes) {
    for (const element of scope.querySelectorAll(`${PRIMITIVES},${BOXES}`)) {
      if (++looked > SCAN_LIMIT) return [...lines, "shapes: more than were looked at"];
      if (!element.checkVisibility() || !isInside(pass.root, element)) continue;
      const line = shapeLine(pass, element);
      if (line === null) continue;
      if (lines.length === SHAPE_LIMIT) return [...lines, "shapes: more than are listed"];
      lines.push(line);
    }
  }
  return lines;
}
