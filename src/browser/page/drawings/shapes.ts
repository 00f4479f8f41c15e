// Parts of an SVG drawing that can be used: a star, a bar of a chart, a country of a map. Most drawings are icons, whose
// parts are nothing on their own.
import { shadowRootOf } from "../flat_tree.ts";
import { parseColor } from "../paint.ts";
import type { StyleCache } from "../style_cache.ts";

const SHAPE = /^(?:g|path|rect|circle|ellipse|line|polyline|polygon|use|image|text)$/;
const SAYING = "text,foreignObject,a,[role],[tabindex],[onclick],[onmousedown]";
/** Parts of one drawing that are asked for their cursor. */
const PARTS_ASKED = 300;

/** True for a part of a drawing, or for the whole of one inside another. */
export function isDrawn(element: Element): element is SVGElement {
  return "ownerSVGElement" in element;
}

/** True when a drawing holds text, or something that can be used. */
export function holdsContent(
  drawing: Element,
  styles: StyleCache,
  isPointer: boolean,
  hasListener: (element: Element) => boolean,
): boolean {
  if (drawing.querySelector(SAYING) !== null) return true;
  let asked = 0;
  for (const part of drawing.getElementsByTagName("*")) {
    if (hasListener(part)) return true;
    if (!isPointer && ++asked <= PARTS_ASKED && styles.of(part).cursor === "pointer") return true;
  }
  return false;
}

/** True when a part says what it is, apart from its look. */
function hasIdentity(part: Element): boolean {
  if (!SHAPE.test(part.localName)) return false;
  for (const { name } of part.attributes) {
    if (/^(?:aria-label|role|tabindex|title|data-(?!name$).+)$/.test(name)) return true; // layers of an editor have data-name
  }
  for (const child of part.children) if (child.localName === "title") return true;
  return false;
}

/** True for a group whose parts are things of their own: the pointer's cursor or a listener on it is meant for each. */
export function isCollection(element: Element): boolean {
  let parts = 0;
  let asked = 0;
  for (const part of element.getElementsByTagName("*")) {
    if (++asked > PARTS_ASKED) break;
    if (hasIdentity(part) && ++parts > 1) return true;
  }
  return false;
}

/** True when a listener on a part, or on the group around it, makes this part a thing to click. */
export function isListenedShape(shape: Element, hasListener: (element: Element) => boolean): boolean {
  if (!SHAPE.test(shape.localName) && shape.localName !== "svg") return false;
  const parent = shape.parentElement;
  if (!hasListener(shape)) {
    return parent !== null && isDrawn(parent) && hasListener(parent) && hasIdentity(shape) &&
      isCollection(parent);
  }
  if (isCollection(shape) || shape.querySelector(SAYING.replace("text,", "")) !== null) return false;
  // Parts with listeners of their own stand for themselves; listeners of a whole chart zoom it or tell where the pointer is.
  for (const part of shape.getElementsByTagName("*")) if (hasListener(part)) return false;
  const { width, height } = shape.getBoundingClientRect();
  return width * height < innerWidth * innerHeight / 2 && isPainted(shape);
}

function isPainted(shape: Element): boolean {
  if (!/^(?:path|rect|circle|ellipse|line|polyline|polygon)$/.test(shape.localName)) return true;
  const { fill, stroke } = getComputedStyle(shape);
  return [fill, stroke].some((paint) => paint !== "none" && (parseColor(paint)?.[3] ?? 1) > 0.05);
}

/** Box of an element; that of a line without height or width is as thick as its stroke. */
export function shapeBox(element: Element): DOMRect {
  const box = element.getBoundingClientRect();
  if ((box.width > 0 && box.height > 0) || !isDrawn(element) || !("getTotalLength" in element)) return box;
  const { stroke, strokeWidth } = getComputedStyle(element);
  const thick = stroke === "none" ? 0 : Math.max(1, Number.parseFloat(strokeWidth) || 0);
  const across = box.width > 0 ? 0 : thick;
  const down = box.height > 0 ? 0 : thick;
  return new DOMRect(box.x - across / 2, box.y - down / 2, box.width + across, box.height + down);
}

/** Parts looked into for a point. */
const PARTS_TRIED = 20;
/** Where on the outline of a shape points are tried. */
const ALONG = [0.125, 0.375, 0.625, 0.875, 0.02] as const;
/** Fractions of a shape's box that are tried for a point inside it. */
const GRID = [0.5, 0.1, 0.9, 0.3, 0.7] as const;

/** Points of the viewport that lie on what is drawn: a ring has none in its middle, a line next to none in its box. */
export function* shapePoints(element: Element): Generator<{ readonly x: number; readonly y: number }> {
  if (!isDrawn(element) || shadowRootOf(element) !== null) return;
  const shapes = "getTotalLength" in element
    ? [element]
    : [...element.querySelectorAll("*")].filter((part) => "getTotalLength" in part);
  for (const part of shapes.slice(0, PARTS_TRIED)) {
    const shape = part as SVGGeometryElement;
    const matrix = shape.getScreenCTM();
    if (matrix === null) continue;
    const { x, y, width, height } = shape.getBBox();
    for (const down of GRID) {
      for (const across of GRID) {
        const point = new DOMPoint(x + width * across, y + height * down);
        if (shape.isPointInFill(point)) yield point.matrixTransform(matrix);
      }
    }
    const length = shape.getTotalLength();
    for (const along of ALONG) yield shape.getPointAtLength(length * along).matrixTransform(matrix);
  }
}
