// Which elements get a ref.
import { CONTROL_ROLES } from "./role_tables.ts";
import { flatParent } from "./flat_tree.ts";
import { isListened, registerListened } from "./listened.ts";

/** Why an element gets a ref. */
export type Reason =
  | "control"
  | "editable"
  | "drawing"
  | "media"
  | "scrollable"
  | "focusable"
  | "draggable"
  | "clickable";

/** Marks elements that a script listens to: their listeners can be seen from outside the page only. */
export function registerClickables(elements: Iterable<Element>): void {
  registerListened(elements);
}

const ROVING =
  /^(?:gridcell|row|columnheader|rowheader|listbox|grid|tree|treegrid|menu|menubar|radiogroup|tablist)$/;

/** True where editing begins: the element can be edited and what is around it cannot. */
export function isEditingHost(element: Element): boolean {
  if (!element.hasAttribute("contenteditable")) {
    return element.localName === "body" && element.ownerDocument.designMode === "on";
  }
  if ((element as HTMLElement).isContentEditable !== true) return false;
  const parent = flatParent(element);
  return (parent as HTMLElement | null)?.isContentEditable !== true;
}

/** True when the element itself scrolls. */
export function isScroller(element: Element, style: CSSStyleDeclaration): boolean {
  const x = style.overflowX;
  if (x === "visible" || x === "clip" || element === document.body || element === document.documentElement) {
    return false;
  }
  const y = style.overflowY;
  const scrolls = (overflow: string): boolean =>
    overflow === "auto" || overflow === "scroll" || overflow === "overlay";
  return (scrolls(y) && element.scrollHeight > element.clientHeight + 1 && element.clientHeight > 1) ||
    (scrolls(x) && element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 1);
}

/** True when nothing but this element stands in a control: the control's ref will do. */
function fillsControl({ parentElement: parent }: Element): boolean {
  return parent?.childElementCount === 1 && (parent.hasAttribute("tabindex") || parent.hasAttribute("role"));
}

/** The reason for a ref, or null. `pointerBegins` says that the pointer cursor begins at this element. */
export function reasonFor(
  element: Element,
  role: string | null,
  style: CSSStyleDeclaration,
  pointerBegins: boolean,
): Reason | null {
  const tag = element.localName;
  if (role !== null && CONTROL_ROLES.has(role)) return "control";
  if (tag === "select" || tag === "textarea" || tag === "summary") return "control";
  if (tag === "input") return (element as HTMLInputElement).type === "hidden" ? null : "control";
  if (isEditingHost(element)) return "editable";
  if (tag === "body" || tag === "html") return null;
  if (tag === "canvas") return "drawing";
  if (tag === "video" || (tag === "audio" && element.hasAttribute("controls"))) return "media";
  if (tag === "label" && (element as HTMLLabelElement).control !== null) return null;
  if (isScroller(element, style)) return "scrollable";
  if (element.hasAttributes()) {
    if (element.hasAttribute("tabindex")) {
      if ((element as HTMLElement).tabIndex >= 0) return "focusable";
      if (role !== null && ROVING.test(role)) return "focusable";
    }
    if (element.getAttribute("draggable") === "true" && !fillsControl(element)) return "draggable";
    if (element.hasAttribute("onclick") || element.hasAttribute("onmousedown")) return "clickable";
  }
  return pointerBegins || isListened(element) ? "clickable" : null;
}
