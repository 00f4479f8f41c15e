// Where an element can be hit, and what is in the way.
import { isDrawn, shapeBox, shapePoints } from "./drawings/shapes.ts";
import { deepElementFromPoint, flatParent, isInside } from "./flat_tree.ts";
import { flatText } from "./clean_text.ts";
import { drawnBoxes, drawnEditor, isDrawnPart } from "./editors/drawn_editor.ts";
import { describe } from "./meaning.ts";
import { NameCache } from "./names.ts";
import { RoleCache } from "./roles.ts";
import type { Scene } from "./scene.ts";
import { StyleCache } from "./style_cache.ts";
import { sliceText } from "../../contracts/text.ts";

/** A point in CSS pixels of the viewport. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Boxes that stand for an element: what is drawn for it, its own and those of its labels, else those of its children. */
export function surfaces(element: Element): DOMRect[] {
  const editor = drawnEditor(element);
  if (editor !== null) return drawnBoxes(editor);
  const { labels } = element as HTMLInputElement;
  const boxes = [...visibleBoxes(element), ...[...labels ?? []].flatMap(visibleBoxes)];
  if (boxes.length > 0 || getComputedStyle(element).display === "none") return boxes;
  return [...element.children].flatMap(visibleBoxes);
}

function visibleBoxes(element: Element): DOMRect[] {
  if (!element.checkVisibility({ visibilityProperty: true })) return [];
  const boxes = isDrawn(element) ? [shapeBox(element)] : [...element.getClientRects()];
  return boxes.filter(({ width, height }) => width > 0 && height > 0);
}

/** Elements whose being hit counts as hitting the target. */
function standIns(element: Element): readonly Element[] {
  const { labels } = element as HTMLInputElement;
  return labels === null || labels === undefined ? [element] : [element, ...labels];
}

/** True when input at this element reaches the target. */
export function reaches(target: Element, hit: Element | null): boolean {
  return hit !== null &&
    (standIns(target).some((standIn) => isInside(standIn, hit)) || isDrawnPart(target, hit));
}

/** Fractions of a box that are tried, the centre first. */
const SPOTS: readonly (readonly [number, number])[] = [
  [0.5, 0.5],
  [0.25, 0.5],
  [0.75, 0.5],
  [0.5, 0.25],
  [0.5, 0.75],
  [0.1, 0.5],
  [0.9, 0.5],
  [0.2, 0.2],
  [0.8, 0.2],
  [0.2, 0.8],
  [0.8, 0.8],
];

/** A point that hits the target, or what was hit at the first point inside the viewport; null when none is inside. */
export function findPoint(
  target: Element,
): { readonly point: Point } | { readonly cover: Element | null } | null {
  let cover: Element | null | undefined;
  for (const box of surfaces(target)) {
    const left = Math.max(box.left, 0);
    const top = Math.max(box.top, 0);
    const right = Math.min(box.right, innerWidth);
    const bottom = Math.min(box.bottom, innerHeight);
    if (right - left < 1 || bottom - top < 1) continue;
    for (const [across, down] of SPOTS) {
      const point = { x: left + (right - left) * across, y: top + (bottom - top) * down };
      const hit = deepElementFromPoint(point.x, point.y);
      if (reaches(target, hit)) return { point };
      if (cover === undefined) cover = hit;
    }
  }
  for (const { x, y } of shapePoints(target)) {
    if (x > 0 && y > 0 && x < innerWidth && y < innerHeight && reaches(target, deepElementFromPoint(x, y))) {
      return { point: { x, y } };
    }
  }
  return cover === undefined ? null : { cover };
}

/** Names the element that is in the way: by ref where it has one, by role and name, else by what the markup says. */
export function nameCover(scene: Scene, cover: Element | null): string {
  if (cover === null) return "something outside the document";
  const names = new NameCache(new StyleCache(), new RoleCache());
  let nearest: string | null = null;
  let fallback: string | null = null;
  for (let at: Element | null = cover; at !== null; at = flatParent(at)) {
    const ref = scene.refs.shownRef(at);
    const entry = ref === undefined ? undefined : scene.refs.get(ref);
    if (entry !== undefined) nearest ??= `${ref} (${describe(entry.meaning)})`;
    const role = names.roles.of(at);
    if (role === "dialog" || role === "alertdialog") {
      const dialog = describe({ word: role, name: cleanName(names, at) });
      return nearest === null ? dialog : `${nearest} in ${dialog}`;
    }
    if (
      fallback === null && role !== null && !/^(?:generic|none|presentation|paragraph|document)$/.test(role)
    ) {
      const name = cleanName(names, at);
      if (name !== "") fallback = describe({ word: role, name });
    }
  }
  return nearest ?? fallback ?? markupOf(cover);
}

function cleanName(names: NameCache, element: Element): string {
  return flatText(names.of(element).text);
}

function markupOf(element: Element): string {
  const id = element.id === "" ? "" : `#${sliceText(element.id, 40)}`;
  const className = (element.getAttribute("class") ?? "").trim().split(/\s+/)[0] ?? "";
  const text = flatText(element.textContent ?? "");
  const said = text === "" ? "" : ` with the text "${sliceText(text, 60)}"`;
  return `${element.localName}${id}${className === "" ? "" : `.${sliceText(className, 40)}`}${said}`;
}
