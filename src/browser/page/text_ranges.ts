// Passages of running text as ranges of the document.
import { collapseSpaces } from "./clean_text.ts";
import { eachFlatChild, flatParent, isElement } from "./flat_tree.ts";
import { StyleCache } from "./style_cache.ts";

/** Characters that are looked through. */
const CHARACTER_LIMIT = 500_000;
const SKIPPED =
  /^(?:script|style|template|noscript|select|textarea|input|iframe|frame|canvas|video|audio|object)$/;

/** Text as it is read, and where each of its characters stands. */
class Reading {
  readonly #styles = new StyleCache();
  readonly #nodes: (Text | null)[] = [];
  readonly #offsets: number[] = [];
  #text = "";
  #block: Element | null = null;

  read(root: Element): void {
    this.#element(root);
  }

  #element(element: Element): void {
    if (SKIPPED.test(element.localName) || element.hasAttribute("inert")) return;
    const { display, visibility, opacity } = this.#styles.of(element);
    if (display === "none" || opacity === "0") return;
    if (element.localName === "br") this.#put(null, 0, "\n");
    eachFlatChild(element, (child) => {
      if (isElement(child)) this.#element(child);
      else if (child.nodeType === 3 && visibility === "visible") this.#node(child as Text);
      return this.#text.length < CHARACTER_LIMIT;
    });
  }

  #node(node: Text): void {
    const block = this.#blockOf(node);
    if (block !== this.#block && this.#text !== "" && !this.#text.endsWith("\n")) this.#put(null, 0, "\n");
    this.#block = block;
    for (let offset = 0; offset < node.data.length; offset++) {
      const character = node.data[offset] ?? "";
      const isSpace = /\s/.test(character);
      if (!isSpace) this.#put(node, offset, character);
      else if (this.#text !== "" && !/[ \n]$/.test(this.#text)) this.#put(node, offset, " ");
    }
  }

  #blockOf(node: Text): Element | null {
    for (let at = flatParent(node); at !== null; at = flatParent(at)) {
      if (!/^(?:inline|contents|ruby)/.test(this.#styles.of(at).display)) return at;
    }
    return null;
  }

  #put(node: Text | null, offset: number, character: string): void {
    this.#text += character;
    this.#nodes.push(node);
    this.#offsets.push(offset);
  }

  /** Every passage that says these words and can be seen. */
  passages(words: string): Range[] {
    const ranges: Range[] = [];
    for (let at = this.#text.indexOf(words); at >= 0; at = this.#text.indexOf(words, at + words.length)) {
      const first = this.#nodes[at];
      const last = this.#nodes[at + words.length - 1];
      if (!first || !last) continue;
      const range = document.createRange();
      range.setStart(first, this.#offsets[at] ?? 0);
      range.setEnd(last, (this.#offsets[at + words.length - 1] ?? 0) + 1);
      if ([...range.getClientRects()].some(({ width, height }) => width > 0 && height > 0)) {
        ranges.push(range);
      }
    }
    return ranges;
  }
}

/** The visible passages of an element that say these words, in document order. */
export function passagesIn(root: Element, words: string): Range[] {
  const wanted = collapseSpaces(words).trim();
  if (wanted === "") return [];
  const reading = new Reading();
  reading.read(root);
  return reading.passages(wanted);
}
