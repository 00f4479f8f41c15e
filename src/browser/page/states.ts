// States of an element in words.
import { CHECKABLE, EXPANDABLE, SELECTABLE } from "./role_tables.ts";
import { composedParent, deepActiveElement } from "./flat_tree.ts";
import { isNativelyDisabled } from "./roles.ts";

function isTrue(element: Element, attribute: string): boolean {
  return element.getAttribute(attribute)?.toLowerCase() === "true";
}

/** Checked, unchecked or mixed; null for what cannot be checked. */
export function checkedState(element: Element, role: string): "true" | "false" | "mixed" | null {
  if (element.localName === "input") {
    const input = element as HTMLInputElement;
    if (input.type === "checkbox" || input.type === "radio") {
      return input.indeterminate ? "mixed" : input.checked ? "true" : "false";
    }
  }
  if (!CHECKABLE.has(role)) return null;
  const written = element.getAttribute("aria-checked")?.toLowerCase();
  if (written === "true" || written === "mixed") return written;
  return written === undefined && !/^(?:checkbox|radio|switch|menuitemcheckbox|menuitemradio)$/.test(role)
    ? null
    : "false";
}

/** What the states of one pass share. */
export class StateCache {
  readonly active: Element | null = deepActiveElement();
  readonly #disabled = new Map<Element, boolean>();

  /** `aria-disabled` on an element or around it. */
  isDisabledByAria(element: Element): boolean {
    let disabled = this.#disabled.get(element);
    if (disabled === undefined) {
      const written = element.getAttribute("aria-disabled")?.toLowerCase();
      const parent = written === "true" || written === "false" ? null : composedParent(element);
      disabled = written === "true" || (parent !== null && this.isDisabledByAria(parent));
      this.#disabled.set(element, disabled);
    }
    return disabled;
  }
}

/** Disabled natively, or by `aria-disabled` on itself or around it. */
export function isDisabled(element: Element, cache = new StateCache()): boolean {
  return isNativelyDisabled(element) || cache.isDisabledByAria(element);
}

/** True, false, or null when the element cannot be expanded. */
export function expandedState(element: Element, role: string): boolean | null {
  if (element.localName === "summary") {
    const details = element.parentElement;
    if (details?.localName === "details") return (details as HTMLDetailsElement).open;
  }
  const written = EXPANDABLE.has(role) ? element.getAttribute("aria-expanded")?.toLowerCase() : undefined;
  return written === "true" ? true : written === "false" ? false : null;
}

/** Accepts more than one line of text. */
export function isMultiline(element: Element, role: string): boolean {
  if (element.localName === "textarea") return true;
  return role === "textbox" && (isTrue(element, "aria-multiline") ||
    ((element as HTMLElement).isContentEditable === true &&
      element.getAttribute("aria-multiline") !== "false"));
}

/** True for a link or form control that opens another tab. */
export function opensNewTab(element: Element): boolean {
  if (element.localName === "a" || element.localName === "area") {
    const target = (element.getAttribute("target") ??
      document.head?.querySelector("base[target]")?.getAttribute("target") ??
      "").toLowerCase();
    return element.hasAttribute("href") &&
      (target === "_blank" || (target !== "" && !target.startsWith("_")));
  }
  const control = element as HTMLButtonElement;
  if (
    control.form !== undefined && control.form !== null &&
    /^(?:submit|image)$/.test(control.type)
  ) {
    return (control.getAttribute("formtarget") ?? control.form.getAttribute("target"))?.toLowerCase() ===
      "_blank";
  }
  return false;
}

/** States in the order in which they are shown. Unchecked says nothing for a checkbox: the role says that it could be. */
export function statesOf(element: Element, role: string, cache: StateCache): string[] {
  const states: string[] = [];
  const tag = element.localName;
  const checked = checkedState(element, role);
  if (checked === "true") states.push("checked");
  else if (checked === "mixed") states.push("mixed");
  if (isDisabled(element, cache)) states.push("disabled");
  const expanded = expandedState(element, role);
  if (expanded !== null) states.push(expanded ? "expanded" : "collapsed");
  if (
    SELECTABLE.has(role) && (isTrue(element, "aria-selected") ||
      (tag === "option" && (element as HTMLOptionElement).selected))
  ) states.push("selected");
  const pressed = role === "button" ? element.getAttribute("aria-pressed")?.toLowerCase() : undefined;
  if (pressed === "true") states.push("pressed");
  else if (pressed === "mixed") states.push("partly pressed");
  else if (pressed === "false") states.push("not pressed");
  const field = element as HTMLInputElement;
  const isField = tag === "input" || tag === "textarea" || tag === "select";
  if ((isField && field.required) || isTrue(element, "aria-required")) states.push("required");
  if (isInvalid(element, isField)) states.push("invalid");
  if ((isField && tag !== "select" && field.readOnly && isTyped(field)) || isTrue(element, "aria-readonly")) {
    states.push("readonly");
  }
  const current = element.getAttribute("aria-current")?.toLowerCase();
  if (current !== undefined && current !== "" && current !== "false") states.push("current");
  if (isTrue(element, "aria-busy")) states.push("busy");
  if (isMultiline(element, role)) states.push("multiline");
  if (
    (tag === "select" && (element as HTMLSelectElement).multiple) ||
    isTrue(element, "aria-multiselectable") ||
    (tag === "input" && field.multiple && (field.type === "file" || field.type === "email"))
  ) states.push("multiple");
  if (opensNewTab(element)) states.push("opens new tab");
  if (element === cache.active && element !== document.body) states.push("focused");
  return states;
}

function isTyped(field: HTMLInputElement): boolean {
  return field.localName === "textarea" ||
    !/^(?:checkbox|radio|range|color|button|submit|reset|image|file|hidden)$/
      .test(field.type);
}

function isInvalid(element: Element, isField: boolean): boolean {
  const written = element.getAttribute("aria-invalid")?.toLowerCase();
  if (written !== undefined && written !== "" && written !== "false") return true;
  // `:invalid` matches an untouched required field too; what a person sees is `:user-invalid`.
  return isField && element.matches(":user-invalid");
}
