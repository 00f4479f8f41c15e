// Where typed text goes.
import type { PageFailure } from "./protocol.ts";
import { deepActiveElement, flatParent, isInside } from "./flat_tree.ts";
import { describe, meaningOf } from "./meaning.ts";
import { NameCache } from "./names.ts";
import { failure, resolve } from "./resolve.ts";
import { computeRole, RoleCache } from "./roles.ts";
import type { Scene } from "./scene.ts";
import { StyleCache } from "./style_cache.ts";
import { isTypable } from "./target.ts";

/** Fields for one character, or two, of a longer text: the page moves the focus on by itself. */
const SMALL_FIELD = 2;

function isSmall(element: Element): boolean {
  const { maxLength } = element as HTMLInputElement;
  return element.localName === "input" && maxLength > 0 && maxLength <= SMALL_FIELD;
}

/** Focuses a typable target and puts the caret behind its content, unless the caret is in it already. */
export function caretToEnd(
  scene: Scene,
  ref: string,
): { readonly ok: true; readonly handsOn: boolean; readonly hadFocus: boolean } | PageFailure {
  const resolved = resolve(scene, ref);
  if (!("element" in resolved)) return resolved;
  const { element, meaning } = resolved;
  if (!isTypable(element)) return failure("NOT_EDITABLE", `${ref} (${describe(meaning)}) takes no text`);
  const handsOn = isSmall(element);
  if (isInside(element, deepActiveElement())) return { ok: true, handsOn, hadFocus: true };
  (element as HTMLElement).focus({ preventScroll: true });
  if (element.localName === "input" || element.localName === "textarea") {
    const field = element as HTMLInputElement;
    try {
      field.setSelectionRange(field.value.length, field.value.length);
    } catch {
      // number and email fields know no caret: the browser puts it at the end
    }
  } else {
    const range = document.createRange();
    range.selectNodeContents(element);
    range.collapse(false);
    const selection = getSelection();
    selection?.removeAllRanges();
    selection?.addRange(range);
  }
  return { ok: true, handsOn, hadFocus: false };
}

/** Levels up to what holds all the small fields of one text. */
const GROUP_LEVELS = 4;

/** The small field that the page moved the focus to, if it belongs with the one of `ref`. */
export function nextBox(
  scene: Scene,
  ref: string,
): { readonly ok: true; readonly isThere: true; readonly ref: string } | {
  readonly ok: true;
  readonly isThere: false;
} | PageFailure {
  const entry = scene.refs.get(ref);
  const element = entry?.element.deref();
  const active = deepActiveElement();
  if (element === undefined) return failure("STALE_REFERENCE", `${ref} is no longer in the page`);
  if (active === null || active === element || !isSmall(active)) return { ok: true, isThere: false };
  let group: Element | null = element;
  for (let level = 0; level < GROUP_LEVELS && group !== null; level++) {
    group = flatParent(group);
    if (group !== null && isInside(group, active)) {
      const names = new NameCache(new StyleCache(), new RoleCache());
      const meaning = meaningOf(active, computeRole(active) ?? "generic", names);
      return { ok: true, isThere: true, ref: scene.refs.mintAlias(active, meaning) };
    }
  }
  return { ok: true, isThere: false };
}
