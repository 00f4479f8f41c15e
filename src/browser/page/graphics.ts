// Drawn shapes in words: parts and texts of SVG, coloured boxes, pictures in the background, for a reader that cannot see.
import { flatParent, isInside, shadowRootsBelow } from "./flat_tree.ts";
import { escapeName, flatText } from "./clean_text.ts";
import { paintedBox } from "./drawings/boxes.ts";
import { visibleColor } from "./drawings/colors.ts";
import { isDrawn } from "./drawings/shapes.ts";
import { maskSecrets } from "./sensitive.ts";
import { sliceText } from "../../contracts/text.ts";
import type { Pass } from "./pass.ts";

const DRAWN = /^(?:circle|ellipse|rect|line|polyline|polygon|path|text)$/;
/** Characters of one text of a drawing. */
const TEXT_LIMIT = 60;
/** Shapes listed at most. */
const SHAPE_LIMIT = 200;
/** Elements looked at in search of coloured boxes. */
const SCAN_LIMIT = 20_000;

function shapePaint(style: CSSStyleDeclaration): string | null {
  const stroke = visibleColor(style.stroke);
  return visibleColor(style.fill) ?? (stroke === null ? null : `${stroke} outline`);
}

/** What is drawn, in words, without its place. */
function look(element: Element, style: CSSStyleDeclaration, box: DOMRect): string | null {
  if (!isDrawn(element)) {
    const painted = paintedBox(element, style, box);
    return painted === null ? null : `${painted.paint} ${painted.kind}`;
  }
  if (!DRAWN.test(element.localName)) return null;
  const paint = shapePaint(style);
  if (paint === null) return null;
  if (element.localName !== "text") return `${paint} ${element.localName}`;
  const words = maskSecrets(flatText(element.textContent ?? ""), true);
  return words === "" ? null : `${paint} text "${escapeName(sliceText(words, TEXT_LIMIT))}"`;
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
  const box = element.getBoundingClientRect();
  const { x, y, width, height } = box;
  if ((width < 2 && height < 2) || !pass.isInScope(element)) return null;
  const drawn = look(element, style, box);
  if (drawn === null) return null;
  const place = `${Math.round(x + width / 2)},${Math.round(y + height / 2)}`;
  return `shape: ${drawn} at ${place} size ${Math.round(width)}x${Math.round(height)}${
    refAround(pass, element)
  }`;
}

/** Lines for what is drawn below the root of a pass. */
export function graphicsLines(pass: Pass): string[] {
  const lines: string[] = [];
  const scopes = [pass.root, ...shadowRootsBelow(pass.root)];
  let looked = 0;
  for (const scope of scopes) {
    for (const element of scope.querySelectorAll("*")) {
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
