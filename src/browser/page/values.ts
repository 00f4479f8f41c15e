// Reads and sets what controls hold.
import type { PageControlState, PageFailure } from "./protocol.ts";
import { deepActiveElement, isInside } from "./flat_tree.ts";
import { isUnseenSelect, nativePartOf } from "./drawn_controls/pairs.ts";
import { drawnEditor } from "./editors/drawn_editor.ts";
import { pickOption } from "./options/native.ts";
import { describe } from "./meaning.ts";
import { renderedText } from "./rendered_text.ts";
import { failure, resolve } from "./resolve.ts";
import { computeRole } from "./roles.ts";
import type { Scene } from "./scene.ts";
import { isSensitive, liveValue } from "./sensitive.ts";
import { checkedState, isDisabled } from "./states.ts";
import { StyleCache } from "./style_cache.ts";
import { isTypable } from "./target.ts";

/** Live state of an element; a sensitive value is only said to be there or not. */
export function stateOf(element: Element): PageControlState {
  const checked = checkedState(element, computeRole(element) ?? "");
  const isChecked = checked === null ? {} : { checked: checked === "true" };
  if (isSensitive(element)) return { ok: true, valueFilled: liveValue(element) !== "", ...isChecked };
  const value = valueOf(nativePartOf(element) ?? element);
  return { ok: true, ...(value === null ? {} : { value }), ...isChecked };
}

/** Value of a field, not of a button; null where there is none. */
export function valueOf(element: Element): string | null {
  const tag = element.localName;
  if (tag === "select") {
    const select = element as HTMLSelectElement;
    return select.multiple ? [...select.selectedOptions].map(({ value }) => value).join(", ") : select.value;
  }
  // it holds what was typed last, or what is selected: the text is in the page's own model
  if (drawnEditor(element) !== null) return null;
  if (tag === "input" || tag === "textarea") {
    const { type } = element as HTMLInputElement;
    if (type === "file") {
      return [...(element as HTMLInputElement).files ?? []].map(({ name }) => name).join(", ");
    }
    return /^(?:button|submit|reset|image|checkbox|radio)$/.test(type)
      ? null
      : (element as HTMLInputElement).value;
  }
  if ((element as HTMLElement).isContentEditable === true) {
    return renderedText(element, new StyleCache(), { editable: true }).replace(/\n$/, "");
  }
  return element.getAttribute("aria-valuetext") ?? element.getAttribute("aria-valuenow");
}

/** Live state of a ref. */
export function state(scene: Scene, ref: string): PageControlState | PageFailure {
  const resolved = resolve(scene, ref);
  return "element" in resolved ? stateOf(resolved.element) : resolved;
}

/** Gives the focus to a target, or to what a label stands for. */
export function focus(scene: Scene, ref: string): { readonly ok: true } | PageFailure {
  const resolved = resolve(scene, ref);
  if (!("element" in resolved)) return resolved;
  const { element, meaning } = resolved;
  const what = `${ref} (${describe(meaning)})`;
  if (isDisabled(element)) return failure("TARGET_DISABLED", `${what} is disabled`);
  const taker = element.localName === "label" ? (element as HTMLLabelElement).control ?? element : element;
  (taker as HTMLElement).focus({ preventScroll: true });
  if (isInside(taker, deepActiveElement())) return { ok: true };
  return failure(
    "UNSUPPORTED_FLOW",
    `${what} does not take the focus; click it, or press the key without a ref`,
  );
}

/** Selects all content of a typable target, focused. */
export function selectAll(scene: Scene, ref: string): { readonly ok: true } | PageFailure {
  const resolved = resolve(scene, ref);
  if (!("element" in resolved)) return resolved;
  const { element, meaning } = resolved;
  if (!isTypable(element)) return failure("NOT_EDITABLE", `${ref} (${describe(meaning)}) takes no text`);
  (element as HTMLElement).focus({ preventScroll: true });
  if (element.localName === "input" || element.localName === "textarea") {
    (element as HTMLInputElement).select();
  } else {
    const selection = getSelection();
    const range = document.createRange();
    range.selectNodeContents(element);
    selection?.removeAllRanges();
    selection?.addRange(range);
  }
  return { ok: true };
}

function fire(element: Element): void {
  element.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
  element.dispatchEvent(new Event("change", { bubbles: true }));
}

const FORMATS: Readonly<Record<string, string>> = {
  date: "YYYY-MM-DD",
  time: "HH:MM",
  "datetime-local": "YYYY-MM-DDTHH:MM",
  month: "YYYY-MM",
  week: "YYYY-Www",
  color: "#rrggbb",
  range: "a number",
  number: "a number",
};

/** Sets a value that cannot be typed. */
export function setValue(scene: Scene, ref: string, value: string): PageControlState | PageFailure {
  const resolved = resolve(scene, ref);
  if (!("element" in resolved)) return resolved;
  const { element, meaning } = resolved;
  const what = `${ref} (${describe(meaning)})`;
  if (isDisabled(element)) return failure("TARGET_DISABLED", `${what} is disabled`);
  const tag = element.localName;
  if (tag !== "input" && tag !== "textarea") return failure("NOT_EDITABLE", `${what} has no value to set`);
  const field = element as HTMLInputElement;
  if (tag === "input" && /^(?:checkbox|radio|button|submit|reset|image|file|hidden)$/.test(field.type)) {
    return failure("NOT_EDITABLE", `${what} is an input of type ${field.type} and has no value to set`);
  }
  if (field.readOnly && field.type !== "range" && field.type !== "color") {
    return failure("NOT_EDITABLE", `${what} is read-only`);
  }
  const before = field.value;
  field.focus({ preventScroll: true });
  field.value = value;
  const outside = outsideOf(field);
  const isOther = field.type === "color"
    ? field.value.toLowerCase() !== value.toLowerCase()
    : field.type === "range"
    ? value.trim() === "" || Number.isNaN(Number(value))
    : value !== "" && field.value === "";
  if (isOther || outside !== null) {
    field.value = before;
    const format = FORMATS[field.type];
    return failure(
      "INVALID_ARGUMENT",
      `${what} does not take this value${outside ?? (format === undefined ? "" : `: give ${format}`)}`,
    );
  }
  if (field.value !== before) fire(field);
  return stateOf(field);
}

/** What forbids the value that a date or time field holds now; null when nothing does. */
function outsideOf(field: HTMLInputElement): string | null {
  if (!/^(?:date|time|datetime-local|month|week)$/.test(field.type) || field.value === "") return null;
  const { rangeUnderflow, rangeOverflow, stepMismatch } = field.validity;
  if (rangeUnderflow || rangeOverflow) {
    const from = field.min === "" ? "" : ` from ${field.min}`;
    const to = field.max === "" ? "" : ` up to ${field.max}`;
    return `: it allows values${from}${to}`;
  }
  return stepMismatch
    ? `: it allows only steps of ${field.step}${field.min === "" ? "" : ` from ${field.min} on`}`
    : null;
}

/** Chooses options of a native select. */
export function selectOptions(
  scene: Scene,
  ref: string,
  values: readonly string[],
): PageControlState | PageFailure {
  const resolved = resolve(scene, ref);
  if (!("element" in resolved)) return resolved;
  const { element, meaning } = resolved;
  const what = `${ref} (${describe(meaning)})`;
  if (element.localName !== "select") {
    return failure(
      "UNSUPPORTED_FLOW",
      `${what} is not a native list of options: click it and then the option`,
    );
  }
  if (isDisabled(element)) return failure("TARGET_DISABLED", `${what} is disabled`);
  const select = element as HTMLSelectElement;
  if (!select.multiple && values.length !== 1) {
    return failure("INVALID_ARGUMENT", `${what} takes exactly one option, not ${values.length}`);
  }
  const chosen = new Set<HTMLOptionElement>();
  for (const value of values) {
    const picked = pickOption(select, value, what);
    if (!("option" in picked)) return failure(picked.code, picked.message);
    chosen.add(picked.option);
  }
  // libraries draw a select of their own over one that nobody sees, and open it when that one gets the focus
  if (!isUnseenSelect(select)) select.focus({ preventScroll: true });
  let changed = false;
  for (const option of select.options) {
    const should = chosen.has(option);
    if (option.selected === should) continue;
    changed = true;
    if (should || select.multiple) option.selected = should;
  }
  if (changed) fire(select);
  return stateOf(select);
}
