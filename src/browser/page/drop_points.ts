// Where to let something go so that it lands where it should.
import type { PageFailure } from "./protocol.ts";
import { resolve } from "./resolve.ts";
import type { Scene } from "./scene.ts";

/** Where the dragged thing should land, seen from its target; `above` and `below` lie outside of it, `corner` is its left upper one. */
export type DropEdge = "before" | "after" | "above" | "below" | "center" | "corner";

/** Distance from the edge of what something is dropped beside, in CSS pixels. */
const OUTSIDE = 6;

/** Part of a box that is neither its edge nor its middle. */
const QUARTER = 0.2;

/** Neighbours in one row stand beside each other, else below. */
function isRow(element: Element): boolean {
  const neighbour = element.nextElementSibling ?? element.previousElementSibling;
  if (neighbour === null) return false;
  const own = element.getBoundingClientRect();
  const other = neighbour.getBoundingClientRect();
  return other.left >= own.right - 2 || other.right <= own.left + 2;
}

/** The entry of a list that holds an element, so that source and target can be told to be neighbours. */
function siblingsOf(
  source: Element,
  target: Element,
): { readonly from: Element; readonly to: Element } | null {
  for (let from: Element | null = source; from !== null; from = from.parentElement) {
    const parent: Element | null = from.parentElement;
    if (parent === null || parent === document.body) return null;
    if (!parent.contains(target)) continue;
    let to: Element = target;
    while (to.parentElement !== null && to.parentElement !== parent) to = to.parentElement;
    return to === from ? null : { from, to };
  }
  return null;
}

/**
 * A point on a target. In a sorted list the entries between source and target close up as the source leaves, so "before"
 * a target further on is "after" the entry in front of it, and the other way round.
 */
export function dropPoint(
  scene: Scene,
  targetRef: string,
  sourceRef: string | null,
  position: DropEdge,
): { readonly ok: true; readonly x: number; readonly y: number } | PageFailure {
  const target = resolve(scene, targetRef);
  if (!("element" in target)) return target;
  let place = target.element;
  let edge = position;
  const source = sourceRef === null ? undefined : scene.refs.get(sourceRef)?.element.deref();
  const siblings = source === undefined ? null : siblingsOf(source, place);
  if (siblings !== null && (position === "before" || position === "after")) {
    const isOnward =
      (siblings.from.compareDocumentPosition(siblings.to) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
    place = siblings.to;
    const neighbour = isOnward && position === "before"
      ? place.previousElementSibling
      : !isOnward && position === "after"
      ? place.nextElementSibling
      : null;
    if (neighbour !== null) {
      place = neighbour;
      edge = position === "before" ? "after" : "before";
    }
  }
  const { left, top, width, height } = place.getBoundingClientRect();
  if (edge === "corner") return { ok: true, x: left, y: top };
  if (edge === "above") return { ok: true, x: left + width / 2, y: top - OUTSIDE };
  if (edge === "below") return { ok: true, x: left + width / 2, y: top + height + OUTSIDE };
  const share = edge === "center" ? 0.5 : edge === "before" ? QUARTER : 1 - QUARTER;
  return isRow(place)
    ? { ok: true, x: left + width * share, y: top + height / 2 }
    : { ok: true, x: left + width / 2, y: top + height * share };
}
