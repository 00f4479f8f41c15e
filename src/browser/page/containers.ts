// Containers that mean something: dialogs, groups, landmarks, live regions.
import { escapeName, flatText } from "./clean_text.ts";
import { idReferences, isInside } from "./flat_tree.ts";
import { isPlain, plainText } from "./lines.ts";
import { maskSecrets } from "./sensitive.ts";
import type { Pass } from "./pass.ts";
import { type Around, walkChildren } from "./walker.ts";

/** How a container is written. */
export type Container =
  | { readonly kind: "header"; readonly word: string; readonly name: string; readonly keepEmpty: boolean }
  | { readonly kind: "prefix"; readonly word: string };

const NAMED_WORDS: Readonly<Record<string, string>> = {
  group: "group",
  radiogroup: "radiogroup",
  toolbar: "toolbar",
  menu: "menu",
  menubar: "menu",
  listbox: "listbox",
  tree: "tree",
  tablist: "tabs",
  region: "region",
  navigation: "nav",
  complementary: "aside",
  form: "form",
  search: "search",
  article: "article",
  list: "list",
  feed: "feed",
};

const LIVE_WORDS: Readonly<Record<string, string>> = { alert: "alert", status: "status", log: "log" };

function isShown(element: Element, attribute: string): boolean {
  return element.hasAttribute(attribute);
}

/** How this element is written as a container, or null when it is a wrapper without meaning. */
export function containerOf(pass: Pass, element: Element, role: string | null): Container | null {
  const tag = element.localName;
  if (tag === "dialog" || role === "dialog" || role === "alertdialog") {
    const isModal = element.getAttribute("aria-modal") === "true" ||
      (tag === "dialog" && element.matches(":modal"));
    const word = `${role === "alertdialog" ? "alertdialog" : "dialog"}${isModal ? " modal" : ""}`;
    return { kind: "header", word, name: nameOf(pass, element), keepEmpty: true };
  }
  if (isShown(element, "popover") && element.matches(":popover-open")) {
    const name = nameOf(pass, element);
    const word = role === null || role === "generic" ? "popover" : `${NAMED_WORDS[role] ?? role} popover`;
    return { kind: "header", word, name, keepEmpty: false };
  }
  const live = role === null ? undefined : LIVE_WORDS[role];
  if (live !== undefined) return { kind: "prefix", word: live };
  const politeness = element.getAttribute("aria-live");
  if (politeness === "assertive") return { kind: "prefix", word: "alert" };
  if (politeness === "polite" && (role === null || role === "generic")) {
    return { kind: "prefix", word: "status" };
  }
  const word = role === null ? undefined : NAMED_WORDS[role];
  if (word === undefined) return null;
  const name = nameOf(pass, element);
  return name === "" ? null : { kind: "header", word, name, keepEmpty: false };
}

function nameOf(pass: Pass, element: Element): string {
  return maskSecrets(flatText(pass.names.of(element).text), true);
}

/** The elements inside that the name was taken from: caption, legend, or what `aria-labelledby` points to. */
function captionsOf(element: Element): Element[] {
  const captions = idReferences(element, "aria-labelledby").filter((label) => isInside(element, label));
  if (captions.length === 0 && !element.hasAttribute("aria-label")) {
    for (const child of element.children) {
      if (/^(?:legend|caption)$/.test(child.localName)) return [child];
    }
  }
  return captions;
}

/** Leaves out captions inside whose text the name says already, as long as nothing in them can be acted on. */
export function skipCaptions(pass: Pass, element: Element, name: string): void {
  for (const caption of captionsOf(element)) {
    if (caption.querySelector("a,button,input,select,textarea,[tabindex],[onclick],[role]") !== null) {
      continue;
    }
    if (name.includes(maskSecrets(flatText(caption.textContent ?? ""), true))) pass.said.add(caption);
  }
}

/** Head of a container's line. */
export function headerText(word: string, name: string): string {
  return name === "" ? `${word}:` : `${word}: ${escapeName(name)}`;
}

/** Writes a container and what is inside it. */
export function writeContainer(pass: Pass, element: Element, container: Container, inside: Around): void {
  const { out } = pass;
  if (container.kind === "prefix") {
    out.capture();
    walkChildren(pass, element, inside);
    const lines = out.release();
    if (lines.length === 0) return;
    const place = out.enter(`${container.word}: `);
    out.append(lines);
    out.leave(place);
    return;
  }
  const { word, name, keepEmpty } = container;
  skipCaptions(pass, element, name);
  out.capture();
  walkChildren(pass, element, inside);
  const lines = out.release();
  if (lines.length === 0 && !keepEmpty) return;
  // A container whose only content repeats its name says it once.
  if (isPlain(lines) && plainText(lines) === name) {
    const place = out.header(headerText(word, name));
    out.endHeader(place, true);
    return;
  }
  const place = out.header(headerText(word, name));
  out.append(lines);
  out.endHeader(place, keepEmpty);
}
