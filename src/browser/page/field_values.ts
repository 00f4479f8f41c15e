// What a control holds, in words; a sensitive value is never among them.
import { flatText, stripInvisible } from "./clean_text.ts";
import { isSensitive, liveValue, maskSecrets } from "./sensitive.ts";
import { sliceText } from "../../contracts/text.ts";

/** The value of a control as it may be shown. */
export interface ShownValue {
  /** Absent for a sensitive field. */
  readonly value?: string;
  /** Present for a sensitive field. */
  readonly filled?: boolean;
  /** Words for the tree: ranges, choices. */
  readonly choices?: string;
}

/** Options named in one bracket. */
const OPTION_LIMIT = 20;
const LABEL_LIMIT = 100;

function listed(labels: readonly string[]): string {
  // a bar inside a label would pass for the end of one option and the start of another
  const shown = labels.slice(0, OPTION_LIMIT).map((label) =>
    sliceText(label, LABEL_LIMIT).replaceAll("|", "\\|")
  );
  if (labels.length > OPTION_LIMIT) shown.push(`+${labels.length - OPTION_LIMIT} more`);
  return shown.join(" | ");
}

/** Label of a native option. */
export function optionLabel(option: HTMLOptionElement): string {
  return flatText(option.label);
}

function isOptionShown(option: HTMLOptionElement): boolean {
  return !option.hidden && option.style.display !== "none";
}

function selectValue(select: HTMLSelectElement): ShownValue {
  const labels: string[] = [];
  for (const option of select.options) {
    if (!isOptionShown(option)) continue;
    const group = option.parentElement?.localName === "optgroup"
      ? option.parentElement as HTMLOptGroupElement
      : null;
    const isFirst = group !== null && group.querySelector("option") === option;
    const isOff = option.disabled || group?.disabled === true;
    labels.push(
      (isFirst ? `${flatText(group.label)}: ` : "") + optionLabel(option) + (isOff ? " (disabled)" : ""),
    );
  }
  const value = [...select.selectedOptions].map(optionLabel).join(", ");
  return { value, ...(labels.length > 0 ? { choices: listed(labels) } : {}) };
}

function rangeChoices(element: Element): { choices?: string } {
  const low = element.getAttribute("aria-valuemin") ?? element.getAttribute("min");
  const high = element.getAttribute("aria-valuemax") ?? element.getAttribute("max");
  return low === null && high === null ? {} : { choices: `${low ?? ""}..${high ?? ""}` };
}

function suggestions(input: HTMLInputElement): { choices?: string } {
  const { list } = input;
  if (list === null) return {};
  const labels = [...list.options].map((option) => flatText(option.label || option.value)).filter((text) =>
    text !== ""
  );
  return labels.length === 0 ? {} : { choices: listed(labels) };
}

/** Value of a control by its role; undefined members where there is nothing to say. */
export function shownValue(element: Element, role: string): ShownValue {
  if (isSensitive(element)) return { filled: liveValue(element) !== "" };
  const tag = element.localName;
  if (tag === "select") return selectValue(element as HTMLSelectElement);
  if (tag === "input") {
    const input = element as HTMLInputElement;
    if (/^(?:checkbox|radio|button|submit|reset|image)$/.test(input.type)) return {};
    if (input.type === "file") {
      return { value: [...input.files ?? []].map(({ name }) => flatText(name)).join(", ") };
    }
    if (role === "slider" || role === "spinbutton") {
      return { value: element.getAttribute("aria-valuetext") ?? input.value, ...rangeChoices(input) };
    }
    return { value: input.value, ...suggestions(input) };
  }
  if (tag === "textarea") return { value: (element as HTMLTextAreaElement).value };
  if (tag === "progress" || tag === "meter") {
    const bar = element as HTMLProgressElement;
    if (tag === "progress" && !bar.hasAttribute("value")) return {};
    return { value: String(bar.value), choices: `${(element as HTMLMeterElement).min ?? 0}..${bar.max}` };
  }
  if (/^(?:slider|spinbutton|progressbar|scrollbar|meter|separator)$/.test(role)) {
    const value = element.getAttribute("aria-valuetext") ?? element.getAttribute("aria-valuenow");
    return value === null ? {} : { value, ...rangeChoices(element) };
  }
  return {};
}

/** A value in one line of a bracket: line breaks become visible. */
export function oneLine(value: string): string {
  return maskSecrets(stripInvisible(value)).replace(/\r?\n/g, "⏎").replace(/[^\S\u00a0]/g, " ").trim();
}
