// Options of a native select that are asked for by value, by label, or by label and number.
import { toWellFormedText } from "../../../contracts/text.ts";
import { excerpt, flatText } from "../clean_text.ts";
import { optionLabel } from "../field_values.ts";
import { nthNames, splitNth } from "./nth_name.ts";

/** The one option that is meant, or why none can be taken. */
export type PickedOption =
  | { readonly option: HTMLOptionElement }
  | { readonly code: "OPTION_NOT_FOUND" | "AMBIGUOUS_TARGET"; readonly message: string };

/** Options named in a message. */
const NAMED_OPTIONS = 12;

function isOff(option: HTMLOptionElement): boolean {
  return option.disabled || option.closest("optgroup:disabled") !== null;
}

/** Options with this value; else with this label, in these letters or in letters of either case. */
function called(select: HTMLSelectElement, wanted: string): HTMLOptionElement[] {
  const options = [...select.options];
  const label = flatText(wanted);
  const tests: readonly ((option: HTMLOptionElement) => boolean)[] = [
    (option) => toWellFormedText(option.value) === toWellFormedText(wanted),
    (option) => optionLabel(option) === label,
    (option) => optionLabel(option).toLowerCase() === label.toLowerCase(),
  ];
  for (const fits of tests) {
    const found = options.filter(fits);
    if (found.length > 0) return found;
  }
  return [];
}

function apart(option: HTMLOptionElement): string {
  const group = option.parentElement?.localName === "optgroup"
    ? flatText((option.parentElement as HTMLOptGroupElement).label)
    : "";
  const value = excerpt(option.value, 40);
  return [
    ...(value === optionLabel(option) ? [] : [`value ${value}`]),
    ...(group === "" ? [] : [`in ${excerpt(group, 40)}`]),
  ].join(", ");
}

/** Picks an option; `what` names the list in a message. Of several with one name none is taken. */
export function pickOption(select: HTMLSelectElement, wanted: string, what: string): PickedOption {
  const said = excerpt(wanted, 80);
  let found = called(select, wanted);
  const numbered = found.length === 0 ? splitNth(wanted) : null;
  if (numbered !== null) found = called(select, numbered.name).slice(numbered.nth - 1, numbered.nth);
  // a person can choose only what is not disabled, so it is not meant beside one that is not
  const enabled = found.filter((option) => !isOff(option));
  const [option, ...others] = enabled.length > 0 ? enabled : found;
  if (option === undefined) {
    const labels = [...select.options].slice(0, NAMED_OPTIONS).map((one) => excerpt(optionLabel(one), 40));
    const more = select.options.length - NAMED_OPTIONS;
    return {
      code: "OPTION_NOT_FOUND",
      message: `${what} has no option "${said}"; it has: ${labels.join(", ")}${
        more > 0 ? `, and ${more} more` : ""
      }`,
    };
  }
  if (others.length > 0) {
    return {
      code: "AMBIGUOUS_TARGET",
      message: `${what} has ${found.length} options called "${said}": give the value, or the number: ${
        nthNames(said, found.map(apart))
      }`,
    };
  }
  return isOff(option)
    ? {
      code: "OPTION_NOT_FOUND",
      message: `The option "${excerpt(optionLabel(option), 80)}" of ${what} is disabled`,
    }
    : { option };
}
