// Words of the row, card or list item that a control stands in, which another one of its name does not stand in.
import { cutText } from "../../../contracts/text.ts";
import { flatText } from "../clean_text.ts";
import { eachFlatChild, flatParent, isElement } from "../flat_tree.ts";
import type { Sight } from "../sight.ts";
import type { StyleCache } from "../style_cache.ts";
import { isSensitive, maskSecrets } from "../sensitive.ts";
import { isTextSeen } from "../sight.ts";

/** Longest words of a place. */
const WORDS_LIMIT = 40;
/** Nodes looked at and candidates taken for one control. */
const NODE_LIMIT = 200;
const CANDIDATES = 6;
const SILENT =
  /^(?:script|style|template|noscript|select|textarea|input|iframe|frame|canvas|video|audio|object|svg)$/;
const HEADING = /^(?:h[1-6]|legend|caption|th)$/;
/** What a clock writes is another thing at the next look. */
const CLOCK = /^\W*(?:\d+|an?) ?(?:s|m|h|d|sec\w*|min\w*|hours?|days?)(?: ago)?\W*$|\d:\d\d:\d\d/i;

/** What looking for words takes. */
export interface Eyes {
  readonly styles: StyleCache;
  sightOf(element: Element): Sight;
}

/** What each of these controls, all of one name, stands in; those that nothing tells apart have no entry. */
export function placesOf(
  eyes: Eyes,
  members: readonly Element[],
  isRepeated: (element: Element) => boolean,
): ReadonlyMap<Element, string> {
  const holders = new Map<Element, number>();
  for (const member of members) {
    for (let at: Element | null = member; at !== null; at = flatParent(at)) {
      holders.set(at, (holders.get(at) ?? 0) + 1);
    }
  }
  const candidates = new Map<Element, readonly string[]>();
  const withoutBox: Element[] = [];
  for (const member of members) {
    const reading = new Reading(eyes, isRepeated, member);
    const own = ownBox(member, holders);
    reading.read(own);
    if (reading.words.length === 0) {
      withoutBox.push(member);
      reading.readBefore(own, holders);
    }
    candidates.set(member, reading.words);
  }
  // where nothing stands before one of them, what stands before another one may belong to it as well as not
  if (withoutBox.some((member) => candidates.get(member)?.length === 0)) {
    for (const member of withoutBox) candidates.delete(member);
  }
  const uses = new Map<string, number>();
  for (const list of candidates.values()) {
    for (const words of new Set(list)) uses.set(words, (uses.get(words) ?? 0) + 1);
  }
  const found = new Map<Element, string>();
  for (const [member, list] of candidates) {
    const words = list.find((one) => uses.get(one) === 1);
    if (words !== undefined) found.set(member, words);
  }
  return found;
}

/** The largest box around a control that holds no other one of its name. */
function ownBox(member: Element, holders: ReadonlyMap<Element, number>): Element {
  let own = member;
  for (let at = flatParent(own); at !== null && holders.get(at) === 1; at = flatParent(at)) {
    if (at === document.body || at === document.documentElement) break;
    own = at;
  }
  return own;
}

class Reading {
  readonly #eyes: Eyes;
  readonly #isRepeated: (element: Element) => boolean;
  readonly #member: Element;
  readonly #headings: string[] = [];
  readonly #texts: string[] = [];
  #left = NODE_LIMIT;

  constructor(eyes: Eyes, isRepeated: (element: Element) => boolean, member: Element) {
    this.#eyes = eyes;
    this.#isRepeated = isRepeated;
    this.#member = member;
  }

  /** Headings first, then what is said from the beginning on. */
  get words(): readonly string[] {
    return [...this.#headings, ...this.#texts];
  }

  /** What stands before a box, as far as the box before it. */
  readBefore(box: Element, holders: ReadonlyMap<Element, number>): void {
    for (let at = box.previousSibling; at !== null; at = at.previousSibling) {
      if (isElement(at)) {
        if (holders.has(at)) return;
        this.read(at);
      } else if (at.nodeType === 3 && box.parentElement !== null) {
        this.#text(at as Text, box.parentElement, false);
      }
      if (this.words.length > 0) return;
    }
  }

  read(element: Element, isHeading = false): void {
    if (--this.#left < 0 || this.#texts.length >= CANDIDATES || element === this.#member) return;
    const { localName: tag } = element;
    if (SILENT.test(tag) || this.#isRepeated(element)) return;
    if ((element as HTMLElement).isContentEditable === true || isSensitive(element)) return;
    if (this.#eyes.styles.of(element).display === "none") return;
    const heads = isHeading || HEADING.test(tag) || element.getAttribute("role") === "heading";
    eachFlatChild(element, (child) => {
      if (isElement(child)) this.read(child, heads);
      else if (child.nodeType === 3) this.#text(child as Text, element, heads);
      return this.#left > 0;
    });
  }

  #text(node: Text, parent: Element, isHeading: boolean): void {
    const text = flatText(node.data.slice(0, 200));
    if (!/\p{L}|\p{N}/u.test(text) || CLOCK.test(text)) return;
    const { styles } = this.#eyes;
    if (styles.of(parent).visibility !== "visible") return;
    if (!isTextSeen(parent, this.#eyes.sightOf(parent), styles, node)) return;
    if (maskSecrets(text, true) !== text) return;
    const words = cutText(text, WORDS_LIMIT);
    (isHeading ? this.#headings : this.#texts).push(words);
  }
}
