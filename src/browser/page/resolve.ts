// From a ref to its element, as long as it still means what was shown.
import type { PageFailure } from "./protocol.ts";
import { computeRole, RoleCache } from "./roles.ts";
import { describe, type Meaning, meaningChange, meaningOf } from "./meaning.ts";
import { NameCache } from "./names.ts";
import type { Scene } from "./scene.ts";
import { StyleCache } from "./style_cache.ts";

/** A ref that still stands for what was shown. */
export interface Resolved {
  readonly ref: string;
  readonly element: Element;
  readonly meaning: Meaning;
}

/** Makes a failure. */
export function failure(code: PageFailure["code"], message: string, busy = false): PageFailure {
  return { ok: false, code, message, ...(busy ? { busy } : {}) };
}

/** Meaning of an element now, with the word it was shown with as long as its role is the same. */
export function meaningNow(element: Element, shown: Meaning): Meaning {
  const names = new NameCache(new StyleCache(), new RoleCache());
  const role = computeRole(element) ?? "generic";
  return meaningOf(element, role === shown.role ? shown.word : role, names);
}

/** Element and meaning of a ref, or why it cannot be used. */
export function resolve(scene: Scene, ref: string): Resolved | PageFailure {
  const entry = scene.refs.get(ref);
  if (entry === undefined) {
    return failure("STALE_REFERENCE", `${ref} was never shown in this document; observe the page again`);
  }
  const element = entry.element.deref();
  if (element === undefined || !element.isConnected || element.ownerDocument !== document) {
    return failure(
      "STALE_REFERENCE",
      `${ref} (${describe(entry.meaning)}) is no longer in the page; observe the page again`,
    );
  }
  const meaning = meaningNow(element, entry.meaning);
  const change = meaningChange(entry.meaning, meaning);
  if (change !== null) {
    return failure("STALE_REFERENCE", `${ref} ${change}; observe the page again before acting on it`);
  }
  return { ref, element, meaning };
}
