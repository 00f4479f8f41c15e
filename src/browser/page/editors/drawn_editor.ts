// Editors that take text in a field which nobody can see and draw it elsewhere. What they draw stands for the field: it is
// what a person clicks, and it covers nothing of its own widget.
import { flatParent, isInside } from "../flat_tree.ts";
import { isSeen, sightAt } from "../sight.ts";
import { StyleCache } from "../style_cache.ts";

/** The widget around a field that cannot be seen. */
export interface DrawnEditor {
  /** Nearest box around the field that has a size. */
  readonly root: Element;
  /** Where the text is drawn: the pointer over it is that over text. */
  readonly drawn: Element;
}

/** Steps up from the field to the box of its widget. */
const LEVELS = 5;
/** Elements of the widget that are looked at for the one with the text's pointer. */
const SCAN_LIMIT = 300;
/** Fields up to this width or height in CSS pixels cannot be clicked. */
const TINY = 4;
const CONTROLS =
  'a[href],button,input,select,textarea,summary,[contenteditable=""],[contenteditable="true" i],[role="button" i],' +
  '[role="link" i],[role="tab" i],[role="option" i],[role="checkbox" i],[role^="menuitem" i],[role="textbox" i]';

const known = new WeakMap<Element, DrawnEditor>();

/** True for an element that takes text by an EditContext: it has no content of its own that could be edited. */
export function hasEditContext(element: Element): boolean {
  return ((element as { readonly editContext?: unknown }).editContext ?? null) !== null;
}

function mayBeHiddenField(element: Element): boolean {
  if (element.localName === "textarea") return !(element as HTMLTextAreaElement).readOnly;
  return element.localName !== "input" &&
    (element.hasAttribute("contenteditable") && (element as HTMLElement).isContentEditable === true ||
      hasEditContext(element));
}

function isHidden(field: Element): boolean {
  const { width, height } = field.getBoundingClientRect();
  return width <= TINY || height <= TINY || !isSeen(sightAt(field, new StyleCache()));
}

/** True when the field stands where the box is: one that was put aside belongs to no widget around it. */
function holdsPlace(box: DOMRect, field: Element): boolean {
  const { left, top } = field.getBoundingClientRect();
  return left >= box.left - TINY && left <= box.right + TINY && top >= box.top - TINY &&
    top <= box.bottom + TINY;
}

function rootOf(field: Element): Element | null {
  let at = flatParent(field);
  for (let level = 0; level < LEVELS && at !== null; level++, at = flatParent(at)) {
    if (/^(?:html|body|form|main)$/.test(at.localName)) return null;
    const box = at.getBoundingClientRect();
    if (box.width >= 20 && box.height >= 10) return holdsPlace(box, field) ? at : null;
  }
  return null;
}

function drawnIn(root: Element, field: Element): Element | null {
  const around = flatParent(root);
  // a page that has this pointer everywhere says nothing by it
  if (around === null || getComputedStyle(around).cursor === "text") return null;
  let seen = 0;
  for (const element of root.querySelectorAll("*")) {
    if (++seen > SCAN_LIMIT) return null;
    if (element === field || field.contains(element) || element.matches(CONTROLS)) continue;
    const { width, height } = element.getBoundingClientRect();
    if (width < 20 || height < 10 || getComputedStyle(element).cursor !== "text") continue;
    if (element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return element;
  }
  return null;
}

/** The drawn widget that a field without a visible box of its own belongs to; null for any other element. */
export function drawnEditor(field: Element): DrawnEditor | null {
  if (!mayBeHiddenField(field)) return null;
  const before = known.get(field);
  if (before?.drawn.isConnected === true && before.root.contains(before.drawn)) {
    if (isInside(before.root, field)) return before;
  }
  if (!field.checkVisibility({ visibilityProperty: true }) || !isHidden(field)) return null;
  const root = rootOf(field);
  const drawn = root === null ? null : drawnIn(root, field);
  if (root === null || drawn === null) return null;
  const editor = { root, drawn };
  known.set(field, editor);
  return editor;
}

/** Text nodes that are looked at for one that shows something. */
const TEXT_LIMIT = 500;

/** True when text is drawn where it belongs: no line number, and no words that stand for nothing. */
export function showsText(place: Element): boolean {
  const walk = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
  for (let count = 0; count < TEXT_LIMIT && walk.nextNode() !== null; count++) {
    const { data, parentElement: parent } = walk.currentNode as Text;
    if (parent === null || /^[\s\u200b\ufeff]*$/.test(data)) continue;
    if (parent.closest('[class*="placeholder" i]') !== null) continue;
    if (getComputedStyle(parent).cursor !== getComputedStyle(place).cursor) continue;
    if (parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return true;
  }
  return false;
}

/** Boxes where the drawn part can be clicked. */
export function drawnBoxes({ root, drawn }: DrawnEditor): DOMRect[] {
  const around = root.getBoundingClientRect();
  const box = drawn.getBoundingClientRect();
  const left = Math.max(around.left, box.left);
  const top = Math.max(around.top, box.top);
  const right = Math.min(around.right, box.right);
  const bottom = Math.min(around.bottom, box.bottom);
  return right - left < 1 || bottom - top < 1
    ? [around]
    : [new DOMRect(left, top, right - left, bottom - top), around];
}

/** True when input at this element reaches the hidden field of its widget, and no other control inside it. */
export function isDrawnPart(field: Element, hit: Element): boolean {
  const editor = drawnEditor(field);
  if (editor === null || !isInside(editor.root, hit)) return false;
  for (let at: Element | null = hit; at !== null && at !== editor.root; at = flatParent(at)) {
    if (at.matches(CONTROLS)) return false;
  }
  return true;
}
