// Reads fields of a plan at one moment.
import type { PageFailure } from "./protocol.ts";
import type { PageFieldQuery, PageFieldReading } from "./protocol_tools.ts";
import { flatText } from "./clean_text.ts";
import { renderedText } from "./rendered_text.ts";
import { failure } from "./resolve.ts";
import { INVALID_SELECTOR, matchAll } from "./selectors.ts";
import { isInsideSensitive, isSensitive, MASK, maskSecrets, refreshMasks } from "./sensitive.ts";
import { StyleCache } from "./style_cache.ts";
import { sliceText } from "../../contracts/text.ts";

/** Attributes that may carry what a field holds. */
const VALUE_ATTRIBUTES = /^(?:value|aria-valuetext|aria-valuenow|data-value)$/;
const CONTROL = /^(?:input|textarea|select|button|option|output|meter|progress)$/;
/** Controls that show text of the page besides. */
const LABELLED = /^(?:button|option|output)$/;

/** Bounds of one reading. */
export interface InspectLimits {
  readonly perField: number;
  readonly total: number;
  readonly chars: number;
}

/**
 * Reads every match of every field, in document order; the first one that may not be read ends it. Of more matches than
 * the bounds allow one more is read, by which whoever puts the data together notices.
 */
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
    for (const [matchIndex, element] of matches.slice(0, limits.perField + 1).entries()) {
      if (readings.length > limits.total) break;
      const quote = inspectDOMField(element, field, styles);
      if (typeof quote !== "string") return quote;
      // the text of an element comes masked already
      const raw = field.mode === "text" ? element.textContent ?? "" : quote;
      if (maskSecrets(quote, true) !== quote || (quote.includes(MASK) && !raw.includes(MASK))) {
        // masked data would pass for what the page says
        return failure("SECRET_DENIED", `Field ${field.name}: the page shows a private value there`);
      }
      readings.push({
        name: field.name,
        matchIndex,
        quote: sliceText(quote, limits.chars),
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
  const { localName } = element;
  if (mode === "attribute") {
    if (CONTROL.test(localName) && VALUE_ATTRIBUTES.test(attribute.toLowerCase())) {
      return failure("INVALID_ARGUMENT", `Field ${name}: read what a control holds with mode value`);
    }
    return element.getAttribute(attribute) ??
      failure("INVALID_ARGUMENT", `Field ${name}: a matching element has no attribute ${attribute}`);
  }
  if (mode === "text") {
    if (CONTROL.test(localName) && !LABELLED.test(localName)) {
      return failure("INVALID_ARGUMENT", `Field ${name}: read what a control holds with mode value`);
    }
    return flatText(
      localName === "option" ? (element as HTMLOptionElement).label : renderedText(element, styles),
    );
  }
  return controlValue(element) ?? failure("INVALID_ARGUMENT", `Field ${name}: ${withoutValue(element)}`);
}

function controlValue(element: Element): string | null {
  switch (element.localName) {
    case "option":
      return String((element as HTMLOptionElement).selected);
    case "input": {
      const input = element as HTMLInputElement;
      if (input.type === "checkbox" || input.type === "radio") return String(input.checked);
      return input.type === "file" || input.type === "image" ? null : input.value;
    }
    case "select": {
      const select = element as HTMLSelectElement;
      return select.multiple ? null : select.value;
    }
    case "button":
    case "output":
    case "textarea":
      return (element as HTMLButtonElement).value;
    case "meter":
      return String((element as HTMLMeterElement).value);
    case "progress":
      return element.hasAttribute("value") ? String((element as HTMLProgressElement).value) : null;
    default:
      return null;
  }
}

/** Why an element has no value, and what to do. */
function withoutValue({ localName }: Element): string {
  switch (localName) {
    case "select":
      return "several options of this list can be selected: name each option, whose value is true or false";
    case "input":
    case "progress":
      return `this ${localName} holds no value that can be read`;
    default:
      return `this ${localName} is no control: read its text`;
  }
}
