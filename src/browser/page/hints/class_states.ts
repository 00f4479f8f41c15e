// States and kinds that only a class tells: a chosen item, an open folder beside a file.
import { kinOf } from "./made_of_words.ts";

/** A whole class that is a state wherever it stands. */
const STATE =
  /^(?:is-|--)?(active|selected|current|done|completed?|checked|open|expanded|collapsed|on|off|disabled)$/i;
/** The end of a class of a library: `jstree-open`, `Mui-selected`, `v-list-item--active`, `fa-folder-open`. */
const LIBRARY =
  /^(?:[a-z][a-z]*[-_]{1,2})+(active|selected|current|done|completed?|checked|open|opened|closed?|expanded|collapsed|disabled|highlighted)$/i;
/** What a thing is, as a class of its own or as the end of an icon's: `folder`, `ui-icon-document`, `fa-folder-open`. */
const KIND =
  /^(?:(?:ui-icon|fa|fas|far|bi|mdi|ti|ri|icon|jstree|glyphicon|codicon|octicon|lucide|tabler|pi|type|kind|node|is)[-_]+(?:[a-z]+[-_]+){0,2})?(folder|directory|file|document|leaf|unread|read|starred|online|offline|error|warning|success)(?:[-_](open|opened|closed?|minus|plus|fill|o|alt|text|b|expanded|collapsed))?$/i;
const CLOSES = /^(?:close|closed|collapsed)$/i;
/** States that a tree says in words already, whatever the class says. */
const SAID = /^(?:selected|current|checked|expanded|collapsed|disabled|pressed|not pressed)$/;
/** Elements of an item that are looked at for its icon. */
const INNER_LIMIT = 8;
const OF_ITS_OWN = "li,ul,ol,[role=treeitem],[role=group],button,input,select,textarea";

/** The classes of an element. */
export function classesOf(element: Element): string[] {
  return (element.getAttribute("class") ?? "").split(/\s+/).filter((name) => name !== "");
}

/** A state that a class of its own tells. */
export function classState(element: Element): string | null {
  if (!element.hasAttribute("class")) return null;
  for (const name of classesOf(element)) {
    const match = STATE.exec(name);
    if (match?.[1] !== undefined) return match[1].toLowerCase();
  }
  return null;
}

/** Words of the classes of one element. */
function wordsOf(element: Element): string[] {
  const words: string[] = [];
  for (const name of classesOf(element)) {
    const [, kind, how] = KIND.exec(name) ?? [];
    if (kind !== undefined) {
      words.push(kind.toLowerCase());
      if (how !== undefined && /^(?:open|closed?|expanded|collapsed)/i.test(how)) words.push(stateWord(how));
      continue;
    }
    const state = STATE.exec(name)?.[1] ?? LIBRARY.exec(name)?.[1];
    if (state !== undefined) words.push(stateWord(state));
  }
  return words;
}

function stateWord(word: string): string {
  return CLOSES.test(word) ? "closed" : /^(?:opened|expanded)$/i.test(word) ? "open" : word.toLowerCase();
}

/** Words of an item: its own classes, and those of the icons in it that belong to no item or control inside. */
function itemWords(item: Element, control: Element): ReadonlySet<string> {
  const words = new Set(wordsOf(item));
  let left = INNER_LIMIT;
  const visit = (parent: Element): void => {
    for (const child of parent.children) {
      if (child !== control && child.matches(OF_ITS_OWN)) continue;
      if (--left < 0) return;
      if (child.contains(control) || control.contains(child) || (child.textContent ?? "").trim() === "") {
        for (const word of wordsOf(child)) words.add(word);
      }
      visit(child);
    }
  };
  visit(item);
  return words;
}

/** The item that a control is the first one of: a row of a tree, an entry of a menu. */
function itemOf(element: Element): Element {
  if (element.localName === "li" || element.getAttribute("role") === "treeitem") return element;
  const parent = element.closest("li,[role=treeitem]");
  const first = parent?.querySelector("a,button,[tabindex],[role]") ?? null;
  return parent !== null && (first === element || parent.firstElementChild === element) ? parent : element;
}

function controlOf(item: Element): Element {
  return item.querySelector("a,button,[tabindex]") ?? item;
}

/**
 * What the classes of a control say that its states do not: a state of its own, and what its item has that another one
 * of its kind beside it has not. Null when they say nothing.
 */
export function classHint(element: Element, states: readonly string[]): string | null {
  if (/^(?:input|select|textarea)$/.test(element.localName)) return null;
  const isSaid = states.some((word) => SAID.test(word));
  const own = isSaid ? null : classState(element);
  const item = itemOf(element);
  const words = [...differing(item, element)].filter((word) => own === null || stateWord(own) !== word)
    .filter((word) =>
      !states.includes(word) &&
      !(isSaid && /^(?:open|closed|active|selected|current|checked|disabled|on|off)$/.test(word))
    );
  const shown = own !== null && /^(?:on|off)$/.test(own) ? null : own;
  const hint = [...words, ...(shown === null ? [] : [shown])].slice(0, 3).join(" ");
  return hint === "" ? null : hint;
}

/** Words of an item that not all of its kind beside it have. */
function differing(item: Element, control: Element): ReadonlySet<string> {
  const words = itemWords(item, control);
  if (words.size === 0) return words;
  const kin = kinOf(item).map((one) => itemWords(one, one === item ? control : controlOf(one)));
  const isTree = item.localName === "li" || item.getAttribute("role") === "treeitem";
  return new Set(
    [...words].filter((word) =>
      kin.some((other) => !other.has(word)) || (isTree && /^(?:open|closed)$/.test(word))
    ),
  );
}
