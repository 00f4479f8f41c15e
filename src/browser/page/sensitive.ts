// Which fields hold something that must never leave the page.
import { composedParent, shadowRootsBelow } from "./flat_tree.ts";

const SECRET_TOKENS =
  /^(?:one-time-code|current-password|new-password|cc-number|cc-csc|cc-exp(?:-month|-year)?)$/;

/** Fields that were a password once; a "show password" button does not make them public. */
const seenAsPassword = new WeakSet<Element>();
/** Names of such fields, for pages that swap the field for a new one. */
const passwordKeys = new Set<string>();

function keysOf(field: Element): string[] {
  const scope = field.getAttribute("form") ?? (field as HTMLInputElement).form?.getAttribute("id") ?? "";
  return ["id", "name"].flatMap((attribute) => {
    const value = field.getAttribute(attribute);
    return value === null || value === "" ? [] : [`${attribute} ${scope} ${value}`];
  });
}

function remember(field: Element): void {
  if (seenAsPassword.has(field)) return;
  seenAsPassword.add(field);
  for (const key of keysOf(field)) passwordKeys.add(key);
}

/** Drawn selects write `new-password` only to keep the browser's own suggestions away; passwords have no list. */
function isListField(field: Element): boolean {
  return field.getAttribute("role") === "combobox" && field.getAttribute("aria-autocomplete") === "list";
}

function hasSecretToken(field: Element): boolean {
  const tokens = field.getAttribute("autocomplete");
  if (tokens?.trim().toLowerCase() === "new-password" && isListField(field)) return false;
  return tokens !== null && tokens.toLowerCase().split(/\s+/).some((token) => SECRET_TOKENS.test(token));
}

/** True for password, hidden, one-time code and card fields, and for fields that were a password before. */
export function isSensitive(element: Element): boolean {
  const tag = element.localName;
  if (tag === "input") {
    const type = (element as HTMLInputElement).type;
    if (type === "password") {
      remember(element);
      return true;
    }
    if (type === "hidden") return true;
    if (/^(?:button|submit|reset|image|checkbox|radio|file)$/.test(type)) return false;
  } else if (tag !== "textarea" && tag !== "select" && !isEditableHost(element)) return false;
  if (hasSecretToken(element)) return true;
  if (seenAsPassword.has(element)) return true;
  if (tag === "input" && passwordKeys.size > 0 && keysOf(element).some((key) => passwordKeys.has(key))) {
    return true;
  }
  const masked = (tag === "input" || tag === "textarea") &&
    getComputedStyle(element).getPropertyValue("-webkit-text-security");
  return masked !== false && masked !== "none" && masked !== "";
}

function isEditableHost(element: Element): boolean {
  return (element as HTMLElement).isContentEditable === true || element.getAttribute("role") === "textbox";
}

/** True when the element stands inside a sensitive editable region. */
export function isInsideSensitive(node: Node): boolean {
  for (let at = composedParent(node); at !== null; at = composedParent(at)) if (isSensitive(at)) return true;
  return false;
}

/** Live value of a control, sensitive or not: only for telling whether it is filled, and for masking. */
export function liveValue(element: Element): string {
  const value = (element as { value?: unknown }).value;
  return typeof value === "string" ? value : element.textContent ?? "";
}

const watched = new WeakSet<Node>();

function watch(root: Document | ShadowRoot): void {
  if (watched.has(root)) return;
  watched.add(root);
  const options = { attributes: true, attributeFilter: ["type"], attributeOldValue: true, subtree: true };
  new MutationObserver((records) => {
    for (const { target, oldValue } of records) {
      if (oldValue?.trim().toLowerCase() === "password") remember(target as Element);
    }
  }).observe(root, options);
  for (const field of root.querySelectorAll("input[type=password i]")) remember(field);
}

/** Begins, or goes on, to notice password fields in the document and its shadow roots, before they change their type. */
export function watchPasswords(roots: readonly ShadowRoot[] = shadowRootsBelow(document)): void {
  watch(document);
  for (const root of roots) watch(root);
}

interface Mask {
  readonly value: string;
  readonly minimum: number;
  /** Digits of a card, which a page likes to write in groups. */
  readonly grouped?: RegExp;
}

/** What stands in place of a secret. */
export const MASK = "•••";

let masks: readonly Mask[] = [];

function groupedDigits(value: string): RegExp | undefined {
  const digits = value.replace(/[\s\u00a0.-]/g, "");
  return /^\d{12,19}$/.test(digits) ? new RegExp([...digits].join("[\\s\\u00a0.-]?"), "g") : undefined;
}

/** Reads the secrets that stand in fields now, so that their mirrors in the page can be masked. */
export function refreshMasks(roots: readonly ShadowRoot[] = shadowRootsBelow(document)): void {
  const values = new Set<string>();
  for (const root of [document, ...roots]) {
    for (const field of root.querySelectorAll("input,textarea")) {
      if ((field as HTMLInputElement).type === "hidden" || !isSensitive(field)) continue;
      const value = liveValue(field);
      if (value.length >= 3) values.add(value);
      const written = field.getAttribute("value");
      if (written !== null && written.length >= 3) values.add(written);
    }
  }
  masks = [...values].sort((a, b) => b.length - a.length).map((value) => {
    const grouped = groupedDigits(value);
    return { value, minimum: value.length, ...(grouped !== undefined && { grouped }) };
  });
}

/** The secrets that stood in fields when they were last read. */
export function secretValues(): readonly string[] {
  return masks.map(({ value }) => value);
}

/** Shortest secret that is masked in running text: shorter ones would blank out common words. */
const TEXT_MINIMUM = 6;

/**
 * Masks values of sensitive fields that the page repeats elsewhere.
 *
 * @param attribute True for attributes and generated content, where three characters are enough
 */
export function maskSecrets(text: string, attribute = false): string {
  let masked = text;
  for (const { value, minimum, grouped } of masks) {
    if (minimum < (attribute ? 3 : TEXT_MINIMUM)) continue;
    if (masked.includes(value)) masked = masked.replaceAll(value, MASK);
    if (grouped !== undefined) masked = masked.replace(grouped, MASK);
  }
  return masked;
}
