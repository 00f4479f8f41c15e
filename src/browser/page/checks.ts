// Evaluates checks that need one document.
import type { BrowserCheck, CheckResult } from "../../contracts/browser.ts";
import { excerpt, flatText } from "./clean_text.ts";
import { drawnEditor } from "./editors/drawn_editor.ts";
import { optionLabel } from "./field_values.ts";
import { shadowRootsBelow } from "./flat_tree.ts";
import { nearestPassage, normal, PASSAGE_LIMIT, passageAround } from "./passages.ts";
import { renderedText } from "./rendered_text.ts";
import { resolve } from "./resolve.ts";
import type { Scene } from "./scene.ts";
import { INVALID_SELECTOR, matchAll, one } from "./selectors.ts";
import { isSensitive, maskSecrets, refreshMasks } from "./sensitive.ts";
import { checkedState, expandedState, isDisabled } from "./states.ts";
import { SELECTABLE } from "./role_tables.ts";
import { computeRole } from "./roles.ts";
import { StyleCache } from "./style_cache.ts";
import { valueOf } from "./values.ts";
import { cutText, toWellFormedText } from "../../contracts/text.ts";

/** Outcome of a check in one document. */
export type PageCheckResult = Omit<CheckResult, "index" | "kind"> & {
  readonly truncated?: boolean;
  /** Waiting cannot help. */
  readonly fatal?: true;
};

/** Nodes that a text check looks at. */
const TEXT_BUDGET = 200_000;

/** Evaluates one check; never throws on what the page or the caller brings. */
export function check(scene: Scene, wanted: BrowserCheck): PageCheckResult {
  refreshMasks();
  switch (wanted.kind) {
    case "text":
      return checkText(wanted.contains);
    case "visible":
      return checkVisible(wanted.selector);
    case "count":
      return checkCount(wanted.selector, wanted.value);
    case "value":
      return checkValue(scene, wanted);
    case "absent":
      return checkAbsent(wanted);
    case "state":
      return checkState(scene, wanted);
    case "attribute":
      return checkAttribute(scene, wanted);
    case "matches":
    case "download":
    case "response":
      return invalid("INVALID_ARGUMENT", `A check of kind ${wanted.kind} concerns no single document`);
    case "url":
      return { pass: location.href === wanted.value, actual: location.href };
    case "title": {
      const title = maskSecrets(flatText(document.title), true);
      return { pass: title.includes(wanted.contains), actual: title };
    }
  }
}

function invalid(code: string, message: string): PageCheckResult {
  return { pass: false, error: { code, message }, fatal: true };
}

/** Passes when nothing that a person can see says the text, or matches the selector. */
function checkAbsent(wanted: Extract<BrowserCheck, { kind: "absent" }>): PageCheckResult {
  if (wanted.text === undefined) {
    const { pass, error } = checkVisible(wanted.selector ?? "");
    if (error !== undefined) return invalid(error.code, error.message);
    return { pass: !pass, actual: !pass };
  }
  const { pass, actual, error, truncated } = checkText(wanted.text);
  if (error !== undefined) return invalid(error.code, error.message);
  if (pass) return { pass: false, ...(actual === undefined ? {} : { actual }), hint: "It is still there" };
  if (truncated !== true) return { pass: true, actual: true };
  return {
    pass: false,
    error: {
      code: "OBSERVATION_TRUNCATED",
      message: "The page is larger than what was read: absence is not proved",
    },
  };
}

/** The element that a check names, or why there is none. */
function elementFor(
  scene: Scene,
  { ref, selector }: { readonly ref?: string; readonly selector?: string },
): Element | PageCheckResult {
  if (ref !== undefined) {
    const resolved = resolve(scene, ref);
    return "element" in resolved ? resolved.element : invalid(resolved.code, resolved.message);
  }
  const found = one(selector ?? "");
  // A selector that matches nothing yet may match later.
  return "element" in found
    ? found.element
    : { pass: false, error: { code: found.code, message: found.message } };
}

const OPPOSITES: Readonly<Record<string, string>> = {
  unchecked: "checked",
  disabled: "enabled",
  unselected: "selected",
  collapsed: "expanded",
};

function checkState(scene: Scene, wanted: Extract<BrowserCheck, { kind: "state" }>): PageCheckResult {
  const element = elementFor(scene, wanted);
  if ("pass" in element) return element;
  const asked = OPPOSITES[wanted.state] ?? wanted.state;
  const now = stateWord(element, asked);
  if (now === null) {
    return invalid(
      "INVALID_ARGUMENT",
      `${wanted.ref} is a ${computeRole(element) ?? element.localName}, which is never ${asked}`,
    );
  }
  return { pass: now === wanted.state, actual: now };
}

/** The state as a word of the same pair, or `mixed`; null for an element that has no such state. */
function stateWord(element: Element, asked: string): string | null {
  const role = computeRole(element) ?? "";
  switch (asked) {
    case "enabled":
      return isDisabled(element) ? "disabled" : "enabled";
    case "expanded": {
      const expanded = expandedState(element, role);
      return expanded === null ? null : expanded ? "expanded" : "collapsed";
    }
    case "selected": {
      if (element.localName === "option") {
        return (element as HTMLOptionElement).selected ? "selected" : "unselected";
      }
      const written = element.getAttribute("aria-selected");
      if (written === null && !SELECTABLE.has(role)) return null;
      return written?.toLowerCase() === "true" ? "selected" : "unselected";
    }
    default: {
      const checked = checkedState(element, role) ?? element.getAttribute("aria-pressed")?.toLowerCase() ??
        null;
      return checked === null
        ? null
        : checked === "true"
        ? "checked"
        : checked === "mixed"
        ? "mixed"
        : "unchecked";
    }
  }
}

function checkAttribute(scene: Scene, wanted: Extract<BrowserCheck, { kind: "attribute" }>): PageCheckResult {
  const element = elementFor(scene, wanted);
  if ("pass" in element) return element;
  if (isSensitive(element) && wanted.name.toLowerCase() === "value") {
    return invalid(
      "SENSITIVE_VALUE",
      "The value of this field is never read: it is a password, code, card or hidden field",
    );
  }
  const written = element.getAttribute(wanted.name);
  const actual = written === null ? null : maskSecrets(excerpt(written, PASSAGE_LIMIT), true);
  return {
    pass: written !== null && (wanted.value === undefined || isSameText(written, wanted.value)),
    actual,
  };
}

/** Replies have well-formed texts only: what was read there must be found again. */
function isSameText(written: string, wanted: string): boolean {
  return toWellFormedText(written) === toWellFormedText(wanted);
}

function checkText(contains: string): PageCheckResult {
  const needle = normal(contains);
  if (needle === "") return invalid("INVALID_ARGUMENT", "A text check needs some text to look for");
  const root = document.body ?? document.documentElement;
  if (root === null) return { pass: false, actual: "" };
  const budget = { spent: false };
  const options = { nodeBudget: TEXT_BUDGET, onBudget: () => void (budget.spent = true) };
  const styles = new StyleCache();
  const text = normal(renderedText(root, styles, options));
  // Styles may only change the case of what is written.
  const mayBePainted = text.toLowerCase().includes(needle.toLowerCase());
  for (const painted of mayBePainted ? [false, true] : [false]) {
    const searched = painted ? normal(renderedText(root, styles, { ...options, transformed: true })) : text;
    const at = searched.indexOf(needle);
    if (at >= 0) return { pass: true, actual: passageAround(searched, at, needle.length) };
  }
  const actual = nearestPassage(text, needle);
  const truncated = budget.spent ? { truncated: true } : {};
  if (isInControl(needle)) {
    return {
      pass: false,
      actual,
      fatal: true,
      hint:
        'This text stands only inside a control: check it with kind "value" and the ref or selector of that control',
      ...truncated,
    };
  }
  const hint = hintForText(needle, text);
  return { pass: false, actual, ...(hint === null ? {} : { hint }), ...truncated };
}

function hintForText(needle: string, text: string): string | null {
  const at = text.toLowerCase().indexOf(needle.toLowerCase());
  if (at >= 0) return `The page writes it with other capitals: "${passageAround(text, at, needle.length)}"`;
  for (const element of document.querySelectorAll("[aria-label],[alt],[placeholder],[title]")) {
    for (const attribute of ["aria-label", "alt", "placeholder", "title"]) {
      if (normal(element.getAttribute(attribute) ?? "").includes(needle)) {
        return `This text is no visible text: it stands in the attribute ${attribute} of ${element.localName}`;
      }
    }
  }
  return null;
}

/** The text is the value of a field that is no secret. */
function isInControl(needle: string): boolean {
  for (const root of [document, ...shadowRootsBelow(document)]) {
    for (const field of root.querySelectorAll("input,textarea,select")) {
      if (isSensitive(field) || !field.checkVisibility()) continue;
      const value = valueOf(field);
      if (value !== null && normal(value).includes(needle)) return true;
      if (field.localName === "select") {
        for (const option of (field as HTMLSelectElement).selectedOptions) {
          if (optionLabel(option).includes(needle)) return true;
        }
      }
    }
  }
  return false;
}

function checkVisible(selector: string): PageCheckResult {
  const found = matchAll(selector);
  if (found === null) return invalid("INVALID_ARGUMENT", `${INVALID_SELECTOR}: ${selector}`);
  const isVisible = (element: Element): boolean => {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
    return [...element.getClientRects()].some(({ width, height }) => width > 0 && height > 0);
  };
  const pass = found.some(isVisible);
  if (pass) return { pass, actual: true };
  const hint = found.length === 0
    ? "Nothing matches the selector"
    : `${found.length === 1 ? "The one match is" : `All ${found.length} matches are`} hidden`;
  return { pass, actual: false, hint };
}

function checkCount(selector: string, value: number): PageCheckResult {
  const found = matchAll(selector);
  if (found === null) return invalid("INVALID_ARGUMENT", `${INVALID_SELECTOR}: ${selector}`);
  return { pass: found.length === value, actual: found.length };
}

function checkValue(scene: Scene, wanted: Extract<BrowserCheck, { kind: "value" }>): PageCheckResult {
  let element: Element;
  if (wanted.ref !== undefined) {
    const resolved = resolve(scene, wanted.ref);
    if (!("element" in resolved)) return invalid(resolved.code, resolved.message);
    element = resolved.element;
  } else if (wanted.selector !== undefined) {
    const found = one(wanted.selector);
    if (!("element" in found)) {
      // A selector that matches nothing yet may match later.
      return { pass: false, error: { code: found.code, message: found.message } };
    }
    element = found.element;
  } else return invalid("INVALID_ARGUMENT", "A value check needs a ref or a selector");
  if (isSensitive(element)) {
    return invalid(
      "SENSITIVE_VALUE",
      "The value of this field is never read: it is a password, code, card or hidden field",
    );
  }
  const raw = valueOf(element);
  if (raw === null && drawnEditor(element) !== null) {
    return invalid(
      "INVALID_ARGUMENT",
      'This editor draws its text itself and does not tell its value: check a line that it shows with kind "text"',
    );
  }
  if (raw === null) {
    return invalid("INVALID_ARGUMENT", `This ${element.localName} is no field with a value`);
  }
  const value = toWellFormedText(raw);
  if (isSameText(value, wanted.value)) return { pass: true, actual: value };
  const label = element.localName === "select"
    ? [...(element as HTMLSelectElement).selectedOptions].map(optionLabel).join(", ")
    : null;
  if (label !== null && label === flatText(wanted.value)) return { pass: true, actual: label };
  const shown = label === null || label === value ? value : `${value} (${label})`;
  return {
    pass: false,
    actual: maskSecrets(cutText(shown, PASSAGE_LIMIT)),
  };
}
