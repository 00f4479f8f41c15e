// Child frames seen from their parent document.
import { deepElementFromPoint } from "./flat_tree.ts";
import { nameCover } from "./hit_test.ts";
import type { Scene } from "./scene.ts";

/** Asks whether a point hits the frame's element. */
export function hitsFrame(
  scene: Scene,
  frame: number,
  x: number,
  y: number,
): { readonly hit: boolean; readonly coveredBy?: string } {
  const element = scene.frames[frame];
  const hit = deepElementFromPoint(x, y);
  if (element !== undefined && hit === element) return { hit: true };
  return { hit: false, coveredBy: nameCover(scene, hit) };
}

/** Offset of the frame's content box in this viewport; null when the frame is gone. */
export function frameOffset(
  scene: Scene,
  frame: number,
  scroll: boolean,
): { readonly x: number; readonly y: number } | null {
  const element = scene.frames[frame];
  if (element === undefined || !element.isConnected) return null;
  let box = element.getBoundingClientRect();
  if (scroll && (box.top < 0 || box.left < 0 || box.bottom > innerHeight || box.right > innerWidth)) {
    element.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
    box = element.getBoundingClientRect();
  }
  const { paddingLeft, paddingTop } = getComputedStyle(element);
  return {
    x: box.left + element.clientLeft + Number.parseFloat(paddingLeft),
    y: box.top + element.clientTop + Number.parseFloat(paddingTop),
  };
}
