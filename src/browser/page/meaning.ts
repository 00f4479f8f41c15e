// What a ref stands for, so that an action never reaches something that only looks like it.
import type { NameCache } from "./names.ts";
import { excerpt, flatText } from "./clean_text.ts";
import { drawnEditor } from "./editors/drawn_editor.ts";
import { nativePartOf } from "./drawn_controls/pairs.ts";
import { maskSecrets } from "./sensitive.ts";
import { cutText } from "../../contracts/text.ts";

/** The meaning that was shown with a ref. A value or a checked state is no part of it. */
export interface Meaning {
  readonly role: string;
  /** The word that the tree uses for the role; not compared. */
  readonly word: string;
  readonly name: string;
  /** Resolved destination of a link. */
  readonly href: string;
  /** Method and destination of the form that a submitter sends. */
  readonly submits: string;
  /** Type of an input or button. */
  readonly type: string;
  /** Values of a native select's options. */
  readonly options: string;
}

function destination(element: Element): string {
  if (element.localName !== "a" && element.localName !== "area") return "";
  const { href } = element as HTMLAnchorElement | SVGAElement;
  return typeof href === "string" ? href : href.baseVal;
}

function submission(element: Element): string {
  const tag = element.localName;
  if (tag !== "button" && tag !== "input") return "";
  const control = element as HTMLButtonElement;
  if (!/^(?:submit|image)$/.test(control.type)) return "";
  const { form } = control;
  if (form === null) return "";
  const method = (control.getAttribute("formmethod") ?? form.getAttribute("method") ?? "get").toLowerCase();
  const action = control.getAttribute("formaction") ?? form.getAttribute("action") ?? "";
  return `${method} ${absolute(action)}`;
}

function absolute(url: string): string {
  try {
    return new URL(url, document.baseURI).href;
  } catch {
    return url;
  }
}

/** Characters of a nameless clickable's text that count for its meaning. */
const CONTENT_LIMIT = 500;

/** Meaning of an element now. Role and name are those of the driver; what is only clickable means what it says. */
export function meaningOf(element: Element, word: string, names: NameCache): Meaning {
  const native = nativePartOf(element, names.styles);
  if (native !== null) {
    // its options come and go with what is typed; choosing looks for the option anew
    return { ...meaningOf(native, "combobox", names), role: "combobox", options: "" };
  }
  const computed = names.of(element);
  const tag = element.localName;
  const name = flatText(computed.hasValue ? names.withoutValues(element) : computed.text);
  return {
    role: names.roles.of(element) ?? "generic",
    word,
    name: drawnEditor(element) !== null
      ? name.replace(/\d+/g, "#") // some tell there where the caret is
      : name === "" && word === "clickable"
      ? flatText(element.textContent ?? "").slice(0, CONTENT_LIMIT)
      : name,
    href: destination(element),
    submits: submission(element),
    type: tag === "input" || tag === "button" ? publicType((element as HTMLInputElement).type) : "",
    options: tag === "select" ? optionValues(element as HTMLSelectElement) : "",
  };
}

// A "show password" button changes the type, and what the field means stays the same.
function publicType(type: string): string {
  return type === "password" ? "text" : type;
}

function optionValues(select: HTMLSelectElement): string {
  let text = "";
  for (const option of select.options) text += `${option.value}\u0001${option.text}\u0002`;
  return text;
}

/** The first difference in words, or null when the meaning is the same. */
export function meaningChange(shown: Meaning, now: Meaning): string | null {
  if (shown.role !== now.role || shown.name !== now.name) {
    return `was ${describe(shown)} and is now ${describe(now)}`;
  }
  if (shown.href !== now.href) {
    return `${describe(now)} led to ${short(shown.href)} and now leads to ${short(now.href)}`;
  }
  if (shown.submits !== now.submits) {
    return `${describe(now)} sent its form to "${short(shown.submits)}" and now sends it to "${
      short(now.submits)
    }"`;
  }
  if (shown.type !== now.type) {
    return `${describe(now)} was of type ${shown.type} and is now of type ${now.type}`;
  }
  if (shown.options !== now.options) return `${describe(now)} offers other options than before`;
  return null;
}

function short(url: string): string {
  const bare = url.replace(/[?#].*$/, "");
  return url.length <= 160 ? url : cutText(bare, 160);
}

/** Role and name for messages, bounded. */
export function describe({ word, name }: Pick<Meaning, "word" | "name">): string {
  if (name === "") return `${word} without a name`;
  return `${word} "${excerpt(maskSecrets(name, true), 80)}"`;
}
