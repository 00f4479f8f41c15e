// Which elements a script's listeners make usable. A listener may stand on the thing itself, on a list whose items it
// serves, or on half the page; only the first two say something about a single element.
import { isDrawn, isListenedShape } from "./drawings/shapes.ts";

const listened = new WeakSet<Element>();
let isAnyListened = false;

const CONTROL =
  "a[href],button,input,select,textarea,summary,iframe,[contenteditable],[tabindex],[role=button],[role=link]," +
  "[role=checkbox],[role=menuitem],[role=option],[role=tab]";
const FLOW = /^(?:p|h[1-6]|br|hr|b|strong|i|em|small|code|pre|dl|dt|dd|table|thead|tbody|tfoot)$/;
/** Roles of a chart or map that takes the focus as a whole. */
const WHOLE_DRAWING = /^(?:img|application|document|graphics-\w+|figure|region|group)\b/;
const MAX_OWN_CHARS = 200;

/** Remembers elements that have a listener for a pointer. */
export function registerListened(elements: Iterable<Element>): void {
  for (const element of elements) {
    listened.add(element);
    isAnyListened = true;
  }
}

function holdsControl(element: Element): boolean {
  return element.querySelector(CONTROL) !== null;
}

/** One of several of a kind, side by side: a list item, a tile, a star. */
function isOneOfMany(element: Element): boolean {
  if (FLOW.test(element.localName) && (element.textContent ?? "").trim() !== "") return false; // an icon has none
  return element.nextElementSibling?.localName === element.localName ||
    element.previousElementSibling?.localName === element.localName;
}

function standsForItself(element: Element): boolean {
  if (element === document.body || element === document.documentElement) return false;
  const first = element.firstElementChild;
  if (first !== null && first !== element.lastElementChild && isOneOfMany(first)) return false;
  if (holdsControl(element) || (element.textContent ?? "").length > MAX_OWN_CHARS) return false;
  const { width, height } = element.getBoundingClientRect();
  return width * height < innerWidth * innerHeight / 2 && showsSomething(element);
}

/** False for what only catches the pointer: an empty strip at a column's edge, a veil. */
function showsSomething(element: Element): boolean {
  if ((element.textContent ?? "").trim() !== "" || element.querySelector("img,svg,canvas") !== null) {
    return true;
  }
  if (/^(?:img|svg|canvas)$/.test(element.localName) || element.shadowRoot !== null) return true;
  const { backgroundColor, backgroundImage } = getComputedStyle(element);
  const isBlank = /^(?:transparent|rgba\(.*, 0\))$/.test(backgroundColor) && backgroundImage === "none";
  return !isBlank || ["::before", "::after"].some((pseudo) => {
    const { content } = getComputedStyle(element, pseudo);
    return content !== "none" && content !== "normal";
  });
}

/** True when a script listens to this very element, whatever it is. */
export function hasListener(element: Element): boolean {
  return listened.has(element);
}

/** True when a listener is there for this element: on itself, or on the list that it is an item of. */
export function isListened(element: Element): boolean {
  if (!isAnyListened) return false;
  const around = element.parentElement?.closest(CONTROL);
  // what is drawn for a select may hold its options
  if (around?.matches("a,button,summary,[role]") === true && around.querySelector("select") === null) {
    if (!isDrawn(element) || !WHOLE_DRAWING.test(around.getAttribute("role") ?? "")) return false;
  }
  if (isDrawn(element)) return isListenedShape(element, hasListener);
  if (listened.has(element)) return standsForItself(element);
  const parent = element.parentElement;
  return parent !== null && listened.has(parent) && parent !== document.body && isOneOfMany(element) &&
    !holdsControl(element) && (element.textContent ?? "").length <= MAX_OWN_CHARS;
}
