// Reads fields of a plan at one moment.
import type { PageFailure } from "./protocol.ts";
import type { PageFieldQuery, PageFieldReading } from "./protocol_tools.ts";
import { flatText } from "./clean_text.ts";
import { renderedText } from "./rendered_text.ts";
import { failure } from "./resolve.ts";
import { INVALID_SELECTOR, matchAll } from "./selectors.ts";
import { isInsideSensitive, isSensitive, refreshMasks } from "./sensitive.ts";
import { StyleCache } from "./style_cache.ts";

/** Attributes that may carry what a field holds. */
const VALUE_ATTRIBUTES = /^(?:value|aria-valuetext|aria-valuenow|data-value)$/;
const CONTROL = /^(?:input|textarea|select|button|option|output|meter|progress)$/;

/** Bounds of one reading. */
export interface InspectLimits {
  readonly perField: number;
  readonly total: number;
  readonly chars: number;
}

/** Reads every match of every field, in document order; the first one that may not be read ends it. */
export function inspectFields(
  fields: readonly PageFieldQuery[],
  limits: InspectLimits,
): { readonly ok: true; readonly url: string; readonly readings: readonly PageFieldReading[] } | PageFailure {
  refreshMasks();
  const styles = new StyleCache();
  const readings: PageFieldReading[] = [];
  for (const field of fields) {
    const matches = matchAll(field.selector);
    if (matches === null) return failure("INVALID_ARGUMENT", `${INVALID_SELECTOR}: ${field.selector}`);
    if (matches.length > limits.perField || readings.length + matches.length > limits.total) {
      return failure(
        "INVALID_ARGUMENT",
        `Field ${field.name}: the selector matches ${matches.length} elements; at most ${limits.perField} a field and ` +
          `${limits.total} together can be read`,
      );
    }
    for (const [matchIndex, element] of matches.entries()) {
      const quote = inspectDOMField(element, field, styles);
      if (typeof quote !== "string") return quote;
      readings.push({
        name: field.name,
        matchIndex,
        quote: quote.slice(0, limits.chars),
        truncated: quote.length > limits.chars,
      });
    }
  }
  return { ok: true, url: location.href, readings };
}

/** What one element says in the way that was asked for; private or hidden content is refused. */
export function inspectDOMField(
  element: Element,
  { name, mode, attribute = "" }: PageFieldQuery,
  styles: StyleCache,
): string | PageFailure {
  if (isSensitive(element) || isInsideSensitive(element)) {
    return failure("SENSITIVE_VALUE", `Field ${name}: what this element holds is never read`);
  }
  if (!element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: false })) {
    return failure(
      "NOT_VISIBLE",
      `Field ${name}: a matching element is hidden; choose what a person can see`,
    );
  }
  const isControl = CONTROL.test(element.localName) && element.localName !== "button";
  if (mode === "attribute") {
    if (isControl && VALUE_ATTRIBUTES.test(attribute.toLowerCase())) {
      return failure("INVALID_ARGUMENT", `Field ${name}: read what a control holds with mode value`);
    }
    return element.getAttribute(attribute) ??
      failure("INVALID_ARGUMENT", `Field ${name}: a matching element has no attribute ${attribute}`);
  }
  if (mode === "text") {
    if (isControl && element.localName !== "option" && element.localName !== "output") {
      return failure("INVALID_ARGUMENT", `Field ${name}: read what a control holds with mode value`);
    }
    return flatText(
      element.localName === "option" ? (element as HTMLOptionElement).label : renderedText(element, styles),
    );
  }
  return controlValue(element) ??
    failure("INVALID_ARGUMENT", `Field ${name}: this ${element.localName} holds no value; read its text`);
}

function controlValue(element: Element): string | null {
  if (element.localName === "option") return String((element as HTMLOptionElement).selected);
  if (element.localName === "input") {
    const input = element as HTMLInputElement;
    if (input.type === "checkbox" || input.type === "radio") return String(input.checked);
    return /^(?:file|button|submit|reset|image)$/.test(input.type) ? null : input.value;
  }
  if (element.localName === "textarea") return (element as HTMLTextAreaElement).value;
  if (element.localName !== "select") return null;
  const select = element as HTMLSelectElement;
  return select.multiple ? null : select.value;
}
