// CSS selectors, through shadow roots where the light tree holds no match.
import type { PageFailure } from "./protocol.ts";
import { shadowRootsBelow } from "./flat_tree.ts";
import { isSensitive } from "./sensitive.ts";

/** A selector that is not one. */
export const INVALID_SELECTOR =
  "The selector is not valid CSS, or tests the value attribute on a page whose sensitive field holds one";

/** Looks into the `value` attribute: `[value^=x]`, also written with escapes or a namespace. */
const TESTS_VALUE = /\[\s*(?:[*\w]*\|)?\s*value\s*[~|^$*]?=/i;

function unescaped(selector: string): string {
  return selector.replace(
    /\\([0-9a-f]{1,6})\s?|\\(.)/gi,
    (_, code: string | undefined, sign: string) =>
      code === undefined ? sign : String.fromCodePoint(Math.min(parseInt(code, 16), 0x10ffff)),
  );
}

/** A field here has its secret in its `value` attribute, where a selector could feel for it sign by sign. */
function hasWrittenSecret(): boolean {
  for (const root of [document, ...shadowRootsBelow(document)]) {
    for (const field of root.querySelectorAll("input[value]:not([value=''])")) {
      if (isSensitive(field)) return true;
    }
  }
  return false;
}

/** Whether a selector could be used to find out what a sensitive field holds. */
export function feelsForSecrets(selector: string): boolean {
  return TESTS_VALUE.test(unescaped(selector)) && hasWrittenSecret();
}

/** Elements that match, in document order; null when the selector is not valid, or could feel for a secret. */
export function matchAll(selector: string): Element[] | null {
  try {
    if (feelsForSecrets(selector)) return null;
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
