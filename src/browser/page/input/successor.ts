// What stands for a target that the page drew anew while input was on its way.
import { flatText } from "../clean_text.ts";
import { composedParent } from "../flat_tree.ts";
import { meaningChange } from "../meaning.ts";
import type { RefBook } from "../refs.ts";
import { meaningNow, type Resolved } from "../resolve.ts";

const ROW_TAGS = /^(?:li|tr|article|option|dd)$/;
const ROW_ROLES = /^(?:row|listitem|option|treeitem|article|menuitem|tab)$/;
const ROW_CHARS = 500;

/** Text of the row that holds an element: it tells one of many equal buttons from the others. Empty without a row. */
export function rowText(element: Element): string {
  for (let at: Element | null = element; at !== null; at = composedParent(at)) {
    if (at.localName === "body") return "";
    if (isRow(at) || (at !== element && hasTwin(at, element.localName))) {
      return flatText(at.textContent ?? "").slice(0, ROW_CHARS);
    }
  }
  return "";
}

function isRow(element: Element): boolean {
  return ROW_TAGS.test(element.localName) || ROW_ROLES.test(element.getAttribute("role") ?? "");
}

/** True where the element beside it is built alike, down to a control of the same tag. */
function hasTwin(element: Element, tag: string): boolean {
  if (element.parentElement === null || element.parentElement.localName === "body") return false;
  return [element.previousElementSibling, element.nextElementSibling].some((beside) =>
    beside !== null && beside.localName === element.localName &&
    beside.classList.item(0) === element.classList.item(0) && beside.querySelector(tag) !== null
  );
}

/**
 * The first of these elements that means what a lost target meant and stands in the same row; null when none does. One
 * that was shown under a ref of its own is no replacement: it was there before.
 */
export function successorAmong(
  candidates: Iterable<Element>,
  { ref, meaning }: Resolved,
  row: string,
  refs: RefBook,
): Resolved | null {
  for (const element of candidates) {
    if (!element.isConnected || !(refs.shownRef(element) === undefined || refs.shownRef(element) === ref)) {
      continue;
    }
    if (meaningChange(meaning, meaningNow(element, meaning)) === null && rowText(element) === row) {
      return { ref, element, meaning };
    }
  }
  return null;
}
