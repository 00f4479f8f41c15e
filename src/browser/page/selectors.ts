// CSS selectors, through shadow roots where the light tree holds no match.
import type { PageFailure } from "./protocol.ts";
import { shadowRootsBelow } from "./flat_tree.ts";

/** A selector that is not one. */
export const INVALID_SELECTOR = "The selector is not valid CSS";

/** Elements that match, in document order; null when the selector is not valid. */
export function matchAll(selector: string): Element[] | null {
  try {
    const light = [...document.querySelectorAll(selector)];
    if (light.length > 0) return light;
    return shadowRootsBelow(document).flatMap((root) => [...root.querySelectorAll(selector)]);
  } catch {
    return null;
  }
}

/** The one element that matches, or why there is none. */
export function one(selector: string): { readonly element: Element } | PageFailure {
  const found = matchAll(selector);
  if (found === null) {
    return { ok: false, code: "INVALID_ARGUMENT", message: `${INVALID_SELECTOR}: ${selector}` };
  }
  const [element] = found;
  if (element === undefined || found.length !== 1) {
    return {
      ok: false,
      code: "SELECTOR_COUNT",
      message: `The selector must match exactly one element and matches ${found.length}: ${selector}`,
    };
  }
  return { element };
}
