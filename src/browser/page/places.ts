// What stands somewhere: at a point, or where the focus is.
import { deepActiveElement, deepElementFromPoint, shadowRootsBelow } from "./flat_tree.ts";
import { nameCover } from "./hit_test.ts";
import { refreshMasks } from "./sensitive.ts";
import type { Scene } from "./scene.ts";

/** Something in words; `frame` when it is a child frame, which knows more. */
export interface Place {
  readonly what: string;
  readonly frame?: number;
}

/** Index of a child frame's element, noted now when no observation listed it. */
export function frameIndex(scene: Scene, element: Element): number | undefined {
  if (element.localName !== "iframe" && element.localName !== "frame") return undefined;
  const known = scene.frames.indexOf(element);
  if (known >= 0) return known;
  scene.frames = [...scene.frames, element];
  return scene.frames.length - 1;
}

/** Describes an element as a place. */
export function placeOf(scene: Scene, element: Element | null): Place {
  refreshMasks();
  if (element === null || element === document.body || element === document.documentElement) {
    return { what: "the page itself" };
  }
  const frame = frameIndex(scene, element);
  return { what: nameCover(scene, element), ...(frame === undefined ? {} : { frame }) };
}

/** What has the focus. */
export function focused(scene: Scene): Place {
  return placeOf(scene, deepActiveElement());
}

/** Notes frame elements that no observation listed; the number of frames known now. */
export function listFrames(scene: Scene): number {
  for (const root of [document, ...shadowRootsBelow(document)]) {
    for (const element of root.querySelectorAll("iframe,frame")) frameIndex(scene, element);
  }
  return scene.frames.length;
}

/** What a point of this viewport hits. */
export function placeAt(scene: Scene, x: number, y: number): Place {
  return placeOf(scene, deepElementFromPoint(x, y));
}
