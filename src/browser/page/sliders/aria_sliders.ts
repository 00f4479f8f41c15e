// Sliders: native ranges and those of ARIA.
import type { PageFailure, PageSlider } from "../protocol.ts";
import { describe, meaningOf } from "../meaning.ts";
import { NameCache } from "../names.ts";
import { failure, resolve } from "../resolve.ts";
import { computeRole, RoleCache } from "../roles.ts";
import type { Scene } from "../scene.ts";
import { StyleCache } from "../style_cache.ts";

function number(text: string | null): number | undefined {
  if (text === null || text.trim() === "") return undefined;
  const value = Number(text);
  return Number.isFinite(value) ? value : undefined;
}

/** What is dragged along the track; the element itself, or the only one inside it. */
function thumbOf(element: Element): Element | null {
  const isThumb = (at: Element): boolean =>
    at.matches("input[type=range i]") || computeRole(at) === "slider" || computeRole(at) === "spinbutton";
  if (isThumb(element)) return element;
  const inner = [...element.querySelectorAll("input[type=range i],[role=slider],[role=spinbutton]")];
  return inner.length === 1 ? inner[0] ?? null : null;
}

/** The box that a thumb moves in. */
function trackOf(thumb: Element, isVertical: boolean): DOMRect {
  const size = (box: DOMRect): number => isVertical ? box.height : box.width;
  const own = thumb.getBoundingClientRect();
  for (let at = thumb.parentElement; at !== null && at !== document.body; at = at.parentElement) {
    const box = at.getBoundingClientRect();
    if (size(box) > size(own) * 3) return box;
  }
  return own;
}

/** State of a slider. */
export function slider(scene: Scene, ref: string, isFirst: boolean): PageSlider | PageFailure {
  const resolved = isFirst ? resolve(scene, ref) : undefined;
  if (resolved !== undefined && !("element" in resolved)) return resolved;
  const entry = scene.refs.get(ref);
  const element = entry?.element.deref();
  if (entry === undefined || element === undefined || !element.isConnected) {
    return failure("STALE_REFERENCE", `${ref} is no longer in the page; observe the page again`);
  }
  const thumb = thumbOf(element);
  if (thumb === null) {
    return failure(
      "UNSUPPORTED_FLOW",
      `${ref} (${describe(entry.meaning)}) is no slider and does not hold exactly one`,
    );
  }
  const isNative = thumb.localName === "input" && (thumb as HTMLInputElement).type === "range";
  const input = thumb as HTMLInputElement;
  const isVertical = thumb.getAttribute("aria-orientation") === "vertical";
  const [value, min, max] = isNative
    ? [number(input.value), number(input.min) ?? 0, number(input.max) ?? 100]
    : [
      number(thumb.getAttribute("aria-valuenow")),
      number(thumb.getAttribute("aria-valuemin")),
      number(thumb.getAttribute("aria-valuemax")),
    ];
  if (value === undefined) {
    return failure(
      "UNSUPPORTED_FLOW",
      `${ref} (${describe(entry.meaning)}) does not say its value as a number`,
    );
  }
  const names = new NameCache(new StyleCache(), new RoleCache());
  const { left, top, width, height } = trackOf(thumb, isVertical);
  return {
    ok: true,
    isNative,
    value,
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
    ...(isNative && input.step !== "any" ? { step: number(input.step) ?? 1 } : {}),
    isVertical,
    isReversed: !isVertical && getComputedStyle(thumb).direction === "rtl",
    thumb: thumb === element && isFirst
      ? ref
      : scene.refs.mintAlias(thumb, meaningOf(thumb, computeRole(thumb) ?? "slider", names)),
    track: [left, top, width, height],
  };
}
