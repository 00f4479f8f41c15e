// Handles of sliders that say nothing of themselves: a small box in a track. What the value is shows only when it moves,
// in a number somewhere in the page: in a field or in text. Hidden fields are private and are not read.
import type { PageFailure, PageHandle } from "../protocol.ts";
import { meaningOf } from "../meaning.ts";
import { NameCache } from "../names.ts";
import { failure, resolve } from "../resolve.ts";
import { computeRole, RoleCache } from "../roles.ts";
import type { Scene } from "../scene.ts";
import { isInsideSensitive, isSensitive } from "../sensitive.ts";
import { StyleCache } from "../style_cache.ts";

const HANDLES = "[class*=handle i],[class*=thumb i],[class*=knob i],[class*=grip i]";
const SELF = /handle|thumb|knob|grip/i;
const MAX_CLIMB = 2;
/** Elements looked at in search of numbers, and the length of a text that may be one with its unit. */
const ELEMENT_LIMIT = 5000;
const TEXT_LIMIT = 60;
const NUMBER = /(?<![\d.])[-−]?\d[\d,]*(?:\.\d+)?/g;

let ids = new WeakMap<Element, number>();
let lastId = 0;

function idOf(element: Element): number {
  let id = ids.get(element);
  if (id === undefined) ids.set(element, id = ++lastId);
  return id;
}

function sizeOf(element: Element): DOMRect {
  return element.getBoundingClientRect();
}

/** The box that a handle moves in, or null where nothing around it is long and thin. */
function trackOf(handle: Element): DOMRect | null {
  const own = sizeOf(handle);
  for (
    let at = handle.parentElement, climbed = 0;
    at !== null && at !== document.body && climbed < 4;
    at = at.parentElement, climbed++
  ) {
    const { width, height } = sizeOf(at);
    const [long, thin] = [Math.max(width, height), Math.min(width, height)];
    if (long > Math.max(own.width, own.height) * 2.5 && long > thin * 2) return sizeOf(at);
  }
  return null;
}

function isHandle(element: Element): boolean {
  const { width, height } = sizeOf(element);
  return width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true }) &&
    trackOf(element) !== null;
}

/** A box without content and without a role that takes the focus and is put in its place by a script. */
function isBareBox(element: Element): boolean {
  return (element as HTMLElement).tabIndex >= 0 && element.childElementCount === 0 &&
    (computeRole(element) ?? "generic") === "generic" && (element.textContent ?? "").trim() === "" &&
    getComputedStyle(element).position === "absolute";
}

/** The handle that an element is, or the only one in it or close around it. */
function handlesOf(element: Element): readonly Element[] {
  const isNamed = SELF.test(element.getAttribute("class") ?? "");
  const isSelf = isNamed || isBareBox(element);
  // a button, a link or a field is what it says, and is pressed by nobody who means a slider beside it
  if (!isSelf && (computeRole(element) ?? "generic") !== "generic" && !element.querySelector(HANDLES)) {
    return [];
  }
  if (isSelf && isHandle(element)) return [element];
  for (let at: Element | null = element, climbed = 0; at !== null && climbed <= MAX_CLIMB; climbed++) {
    if (at === document.body) return [];
    const found: Element[] = [...at.querySelectorAll(HANDLES)].filter(isHandle);
    const outer = found.filter((one) => !found.some((other) => other !== one && other.contains(one)));
    if (outer.length > 0) return outer;
    at = at.parentElement;
  }
  return [];
}

function numbersIn(text: string): number[] {
  if (text.length > TEXT_LIMIT) return [];
  return [...text.matchAll(NUMBER)].map(([word]) => Number(word.replaceAll(",", "").replace("−", "-")));
}

function textOf(element: Element): string {
  if (element.localName === "input") {
    const input = element as HTMLInputElement;
    return /^(?:text|number|range|tel|search)$/.test(input.type) ? input.value : "";
  }
  return [...element.childNodes].map((node) => node.nodeType === Node.TEXT_NODE ? node.nodeValue ?? "" : "")
    .join("").trim();
}

/** Every number that the page shows or holds, by element and place in its text; those of the handle itself first. */
function numbersOf(handle: Element): readonly (readonly [string, number])[] {
  const found: (readonly [string, number])[] = [];
  const now = handle.getAttribute("aria-valuenow");
  if (now !== null && Number.isFinite(Number(now))) found.push(["now", Number(now)]);
  const scope = handle.getRootNode() as Document | ShadowRoot;
  const near: (readonly [string, number])[] = [];
  const far: (readonly [string, number])[] = [];
  const home = handle.parentElement?.parentElement ?? null;
  let count = 0;
  for (const element of scope.querySelectorAll("*")) {
    if (++count > ELEMENT_LIMIT) break;
    if (/^(?:script|style|option|template)$/.test(element.localName)) continue;
    const numbers = numbersIn(textOf(element));
    if (numbers.length === 0 || isSensitive(element) || isInsideSensitive(element)) continue;
    const list = home?.contains(element) === true ? near : far;
    numbers.forEach((value, index) => list.push([`${idOf(element)}.${index}`, value]));
  }
  return [...found, ...near, ...far];
}

/** Where a handle stands, and the numbers that may be its value. */
export function sliderHandle(scene: Scene, ref: string, isFirst: boolean): PageHandle | PageFailure {
  const resolved = isFirst ? resolve(scene, ref) : undefined;
  if (resolved !== undefined && !("element" in resolved)) return resolved;
  const element = scene.refs.get(ref)?.element.deref();
  if (element === undefined || !element.isConnected) {
    return failure("STALE_REFERENCE", `${ref} is no longer in the page; observe the page again`);
  }
  const handles = handlesOf(element);
  const [handle] = handles;
  if (handle === undefined || handles.length > 1) {
    return failure(
      "UNSUPPORTED_FLOW",
      handle === undefined
        ? `${ref} is no slider and holds no handle of one`
        : `${ref} has ${handles.length} handles: use the ref of one, or drag with offset`,
    );
  }
  if (isFirst) ids = new WeakMap();
  const track = trackOf(handle) ?? sizeOf(handle);
  const isVertical = track.height > track.width;
  const { left, top, width, height } = sizeOf(handle);
  const names = new NameCache(new StyleCache(), new RoleCache());
  return {
    ok: true,
    thumb: handle === element && isFirst
      ? ref
      : scene.refs.mintAlias(handle, meaningOf(handle, "focusable", names)),
    takesKeys: (handle as HTMLElement).tabIndex >= 0,
    isVertical,
    place: Math.round(isVertical ? -(top + height / 2) : left + width / 2),
    start: Math.round(isVertical ? -(track.top + track.height) : track.left),
    length: Math.round(isVertical ? track.height : track.width),
    numbers: numbersOf(handle),
  };
}
