// Controls inside a label say their value, not their name.
import type { NameCache, Traversal } from "./names.ts";
import { idReferences } from "./flat_tree.ts";
import { isSensitive, liveValue } from "./sensitive.ts";

function below(element: Element, selector: string): Element[] {
  const found = [...element.querySelectorAll(selector)];
  for (const owned of idReferences(element, "aria-owns")) {
    if (owned.matches(selector)) found.push(owned);
    found.push(...owned.querySelectorAll(selector));
  }
  return found;
}

function selectedText(names: NameCache, element: Element, role: string, at: Traversal): string {
  let options: Element[];
  if (element.localName === "select") {
    const select = element as HTMLSelectElement;
    options = [...select.selectedOptions];
    const first = select.options[0];
    if (options.length === 0 && first !== undefined) options.push(first);
  } else {
    const listbox = role === "combobox"
      ? below(element, "*").find((inner) => names.roles.of(inner) === "listbox")
      : element;
    options = listbox === undefined
      ? []
      : below(listbox, '[aria-selected="true" i]').filter((inner) => names.roles.of(inner) === "option");
    if (options.length === 0 && element.localName === "input") return liveValue(element);
  }
  return options.map((option) => names.alternative(option, at)).filter((text) => text !== "").join(" ");
}

/** What a control inside a name contributes, or null when it is not such a control. Sensitive values contribute nothing. */
export function embeddedValue(
  names: NameCache,
  element: Element,
  role: string,
  labelledBy: readonly Element[],
  at: Traversal,
): string | null {
  if (
    !/^(?:textbox|searchbox|combobox|listbox|progressbar|scrollbar|slider|spinbutton|meter|menu)$/.test(role)
  ) {
    return null;
  }
  if (labelledBy.includes(element)) return null;
  at.visited.add(element);
  if (role === "menu" || isSensitive(element)) return "";
  if (role === "textbox" || role === "searchbox") return liveValue(element);
  if (role === "combobox" || role === "listbox") return selectedText(names, element, role, at);
  return element.getAttribute("aria-valuetext") ?? element.getAttribute("aria-valuenow") ??
    element.getAttribute("value") ?? "";
}
