// One control as a bracket, and as data for programs.
import type { ElementInfo } from "../../contracts/browser.ts";
import { escapeName, flatText, saysAll } from "./clean_text.ts";
import { oneLine, optionLabel, type ShownValue } from "./field_values.ts";
import { slot } from "./hints/slots.ts";
import { maskSecrets } from "./sensitive.ts";

/** What is known of a control when it is written. */
export interface ControlFacts {
  readonly element: Element;
  /** The hidden native part of a drawn control. */
  readonly native?: Element;
  readonly ref: string;
  /** Role of the driver, `generic` without one. */
  readonly role: string;
  /** The word in the tree: the role, or what can be done with it. */
  readonly word: string;
  readonly name: string;
  readonly states: readonly string[];
  readonly value: ShownValue;
  readonly hint: string | null;
  readonly includeUrl: boolean;
  readonly includeBox: boolean;
}

const TYPE_WORDS = /^(?:password|file|date|time|datetime-local|month|week|color)$/;

function typeWord(element: Element): string {
  if (element.localName !== "input") return "";
  const { type } = element as HTMLInputElement;
  return TYPE_WORDS.test(type) ? ` ${type}` : "";
}

/** Rectangle in viewport pixels, whole numbers. */
export function boxOf(element: Element): [number, number, number, number] {
  return rounded(element.getBoundingClientRect());
}

/** The same in words. */
export function boxWords(box: DOMRect): string {
  return rounded(box).join(",");
}

function rounded({ x, y, width, height }: DOMRect): [number, number, number, number] {
  return [Math.round(x), Math.round(y), Math.round(width), Math.round(height)];
}

/** Destination of a link: relative to the page where that is shorter. */
function shownUrl(element: Element): string {
  const url = linkHref(element) ?? "";
  return url.startsWith(`${location.origin}/`) ? url.slice(location.origin.length) : url;
}

function linkHref(element: Element): string | undefined {
  if (element.localName !== "a" && element.localName !== "area") return undefined;
  const { href } = element as HTMLAnchorElement | SVGAElement;
  if (typeof href === "string") return href === "" ? undefined : href;
  return URL.parse(href.baseVal, document.baseURI)?.href;
}

/** Words that a placeholder adds to a field that is empty. */
function placeholderOf(element: Element, name: string): string {
  if (element.localName !== "input" && element.localName !== "textarea") return "";
  const placeholder = flatText(element.getAttribute("placeholder") ?? "");
  if (placeholder === "" || saysAll(name, placeholder) || (element as HTMLInputElement).value !== "") {
    return "";
  }
  return ` (placeholder ${escapeName(maskSecrets(placeholder, true))})`;
}

/** The bracket; `shown` is visible content that the name does not say. */
export function bracket(facts: ControlFacts, shown = "", label = facts.name): string {
  const { element, ref, word, states, value, hint } = facts;
  let text = `[${ref} ${word}${typeWord(element)}`;
  if (value.filled !== undefined) {
    const isPassword = element.localName === "input" && (element as HTMLInputElement).type === "password";
    text += `${isPassword ? "" : " value hidden"} ${value.filled ? "filled" : "empty"}`;
  }
  if (states.length > 0) text += ` ${states.join(" ")}`;
  if (hint !== null) text += ` hint ${escapeName(maskSecrets(hint, true))}`;
  text += slot(ref);
  if (facts.includeBox) text += ` box ${boxOf(element).join(",")}`;
  if (label !== "") text += `: ${escapeName(maskSecrets(label, true))}`;
  if (shown !== "") text += ` (shown ${escapeName(maskSecrets(shown))})`;
  if (value.filled === undefined) {
    const current = value.value === undefined ? "" : oneLine(value.value);
    if (current !== "") text += ` = ${escapeName(current)}`;
    else text += placeholderOf(element, facts.name);
  }
  if (value.choices !== undefined) text += ` {${escapeName(maskSecrets(value.choices, true))}}`;
  if (facts.includeUrl && linkHref(element) !== undefined) {
    text += ` -> ${escapeName(maskSecrets(shownUrl(element), true))}`;
  }
  return `${text}]`;
}

/** The control as data. */
export function elementInfo(facts: ControlFacts): ElementInfo {
  const { element, ref, role, name, states, value } = facts;
  const href = linkHref(element);
  const select = facts.native ?? element;
  const options = select.localName === "select" ? optionsOf(select as HTMLSelectElement) : undefined;
  return {
    ref,
    role,
    name,
    ...(states.length > 0 ? { states } : {}),
    ...(value.value === undefined ? {} : { value: maskSecrets(value.value) }),
    ...(value.filled === undefined ? {} : { value_redacted: true as const, value_filled: value.filled }),
    ...(href === undefined ? {} : { href }),
    ...(options === undefined || value.filled !== undefined ? {} : { options }),
    ...(facts.includeBox ? { box: boxOf(element) } : {}),
  };
}

/** Options given to programs at most. */
const DATA_OPTIONS = 200;

function optionsOf(select: HTMLSelectElement): NonNullable<ElementInfo["options"]> {
  return [...select.options].slice(0, DATA_OPTIONS).map((option) => ({
    value: option.value,
    label: optionLabel(option),
    ...(option.selected ? { selected: true } : {}),
    ...(option.disabled ? { disabled: true } : {}),
  }));
}
