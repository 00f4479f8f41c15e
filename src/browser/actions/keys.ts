import { BrowserError } from "../../contracts/errors.ts";

/** Keys that can be held down while another key or a mouse button is pressed. */
export const MODIFIERS: readonly string[] = ["Shift", "Control", "Alt", "Meta", "ControlOrMeta"];

const NAMED_KEYS = [
  ["Enter", "Tab", "Escape", "Backspace", "Delete", "Insert", "Home", "End", "PageUp", "PageDown", "Space"],
  [
    "ArrowUp",
    "ArrowDown",
    "ArrowLeft",
    "ArrowRight",
    "ContextMenu",
    "CapsLock",
    "Shift",
    "Control",
    "Alt",
    "Meta",
  ],
  Array.from({ length: 12 }, (_, index) => `F${index + 1}`),
].flat();

// What people and models write instead of the standard's names.
const ALIASES: Readonly<Record<string, string>> = {
  return: "Enter",
  esc: "Escape",
  del: "Delete",
  up: "ArrowUp",
  down: "ArrowDown",
  left: "ArrowLeft",
  right: "ArrowRight",
  ctrl: "Control",
  cmd: "Meta",
  command: "Meta",
  option: "Alt",
  spacebar: "Space",
};

/**
 * Checks a key or a combination such as `Control+A`, and writes it as the driver expects it. Nothing is pressed for a
 * name that is not known, so no modifier stays down.
 *
 * @throws `INVALID_ARGUMENT` with examples
 */
export function parseKey(key: string): string {
  // "+" is both the separator and a key: a trailing one is the key
  const parts = key.endsWith("+")
    ? [...key.slice(0, -1).split("+").filter((part) => part !== ""), "+"]
    : key.split("+");
  const names = parts.map((part) => part.length === 1 ? part : named(part));
  const isKnown = names.every((name, index) =>
    name !== undefined && (index === names.length - 1 || MODIFIERS.includes(name))
  );
  const last = names.at(-1);
  if (!isKnown || last === undefined || (last.length === 1 && !/^[\x20-\x7e]$/.test(last))) {
    throw new BrowserError(
      "INVALID_ARGUMENT",
      `Key "${key.slice(0, 40)}" is not known. Examples: Enter, Tab, Escape, ArrowDown, PageDown, F5, a, ` +
        "Control+A, Shift+Tab. To enter text, use fill",
    );
  }
  return names.join("+");
}

function named(part: string): string | undefined {
  const lower = part.toLowerCase();
  return ALIASES[lower] ?? [...NAMED_KEYS, ...MODIFIERS].find((name) => name.toLowerCase() === lower);
}
