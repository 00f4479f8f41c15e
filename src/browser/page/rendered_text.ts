// Rendered text of a part of the document: for checks, extraction and rich-text fields. Values of controls are no text.
import { collapseSpaces, stripInvisible } from "./clean_text.ts";
import { flatChildren, isElement } from "./flat_tree.ts";
import { descend, isTextSeen, type Sight, sightAt } from "./sight.ts";
import { isSensitive, maskSecrets } from "./sensitive.ts";
import { StyleCache } from "./style_cache.ts";

/** What to leave out and when to stop. */
export interface TextOptions {
  /** Keep whitespace of editable regions, and look into sensitive ones' callers have checked. */
  readonly editable?: boolean;
  /** Stop soon after this many characters. */
  readonly maxChars?: number;
  /** Nodes to visit at most. */
  readonly nodeBudget?: number;
  /** As it is painted: with `text-transform` applied. */
  readonly transformed?: boolean;
  /** Told when the budget ended the walk. */
  readonly onBudget?: () => void;
}

const SKIPPED =
  /^(?:script|style|template|noscript|head|meta|link|title|base|datalist|select|option|optgroup|textarea|input|iframe|frame|video|audio|canvas|object|progress|meter|defs|desc|metadata)$/;

class TextWalk {
  readonly #styles: StyleCache;
  readonly #options: TextOptions;
  readonly #parts: string[] = [];
  #length = 0;
  #visited = 0;
  #atLineStart = true;
  isOver = false;

  constructor(styles: StyleCache, options: TextOptions) {
    this.#styles = styles;
    this.#options = options;
  }

  get text(): string {
    return this.#parts.join("");
  }

  #put(text: string): void {
    let piece = text;
    if (this.#atLineStart && this.#options.editable !== true) piece = piece.replace(/^ +/, "");
    if (piece === "") return;
    this.#parts.push(piece);
    this.#length += piece.length;
    this.#atLineStart = /[\s]$/.test(piece);
    if (this.#length > (this.#options.maxChars ?? Infinity)) this.isOver = true;
  }

  #newLine(): void {
    if (this.#parts.length === 0 || this.#parts.at(-1)?.endsWith("\n")) return;
    this.#parts.push("\n");
    this.#length++;
    this.#atLineStart = true;
  }

  #spend(): boolean {
    if (++this.#visited > (this.#options.nodeBudget ?? Infinity)) {
      if (!this.isOver) this.#options.onBudget?.();
      this.isOver = true;
    }
    return !this.isOver;
  }

  element(element: Element, around: Sight): void {
    const tag = element.localName;
    if (!this.#spend()) return;
    if (tag === "br") {
      this.#parts.push("\n");
      this.#atLineStart = true;
      return;
    }
    if (SKIPPED.test(tag) || element.hasAttribute("inert")) return;
    const style = this.#styles.of(element);
    const { display } = style;
    if (this.#options.editable === true && isPlaceholder(element, style)) return;
    if (display === "none" || (this.#options.editable !== true && isHiddenField(element))) return;
    const isBlock = !/^(?:inline|contents|ruby|table-cell)/.test(display);
    const isCell = display === "table-cell";
    if (isBlock) this.#newLine();
    else if (isCell) this.#put(" ");
    if (style.contentVisibility !== "hidden") this.children(element, descend(around, element, style), style);
    if (isBlock) this.#newLine();
    else if (isCell) this.#put(" ");
  }

  children(element: Element, sight: Sight, style: CSSStyleDeclaration): void {
    let seen: boolean | null = null;
    const isVisible = style.visibility === "visible";
    const isSeen = (text: Node | null): boolean =>
      isVisible && (seen ??= isTextSeen(element, sight, this.#styles, text));
    const { before, after } = this.#options.editable === true
      ? { before: "", after: "" }
      : this.#styles.content(element);
    if (before !== "" && isSeen(null)) this.#put(before);
    const isClosed = element.localName === "details" && !(element as HTMLDetailsElement).open;
    const children = flatChildren(element);
    let sawSummary = false;
    for (let index = 0; index < children.length && !this.isOver; index++) {
      const child = children[index] as Node;
      if (isElement(child)) {
        if (isClosed && (sawSummary || child.localName !== "summary")) continue;
        sawSummary = true;
        this.element(child, sight);
      } else if (child.nodeType === 3 && !isClosed && this.#spend()) {
        const data = (child as Text).data;
        if (data.trim() === "") {
          const isFiller = FILLER.test(data) && data.replace(FILLERS, "") === "";
          if (data !== "" && !isFiller) this.#put(style.whiteSpaceCollapse === "preserve" ? data : " ");
        } else if (isSeen(child)) this.#put(this.#fold(data, style));
      }
    }
    if (after !== "" && isSeen(null)) this.#put(after);
  }

  #fold(data: string, style: CSSStyleDeclaration): string {
    const whiteSpace = style.whiteSpaceCollapse;
    if (this.#options.editable === true) return written(data, whiteSpace);
    const text = whiteSpace === "collapse"
      ? collapseSpaces(data)
      : whiteSpace === "preserve-breaks"
      ? stripInvisible(data).replace(/[^\S\n]+/g, " ")
      : stripInvisible(data);
    if (this.#options.transformed !== true) return text;
    switch (style.textTransform) {
      case "uppercase":
        return text.toUpperCase();
      case "lowercase":
        return text.toLowerCase();
      case "capitalize":
        return text.replace(
          /(^|[\s\-(["'])(\p{L})/gu,
          (_match, edge: string, letter: string) => edge + letter.toUpperCase(),
        );
      default:
        return text;
    }
  }
}

/** Characters that editors put where there would be nothing for the caret to stand in. */
const FILLERS = /[\u200b\ufeff]/g;
const FILLER = /[\u200b\ufeff]/;

/** Text as it was written, as the value of a field is: where spaces collapse, those that count are hard ones. */
function written(data: string, whiteSpace: string): string {
  const text = data.replace(FILLERS, "");
  if (whiteSpace === "collapse") return text.replace(/[ \t\n\r\f]+/g, " ").replaceAll("\u00a0", " ");
  return whiteSpace === "preserve-breaks" ? text.replace(/[ \t\r\f]+/g, " ") : text;
}

/** Words inside an editable region that nobody wrote there and nobody can touch. */
function isPlaceholder(element: Element, style: CSSStyleDeclaration): boolean {
  return element.getAttribute("contenteditable") === "false" && style.userSelect === "none" &&
    style.pointerEvents === "none";
}

function isHiddenField(element: Element): boolean {
  return element.hasAttribute("contenteditable") && isSensitive(element);
}

/** Rendered text of an element; secrets that the page repeats are masked. */
export function renderedText(root: Element, styles = new StyleCache(), options: TextOptions = {}): string {
  const walk = new TextWalk(styles, options);
  const parent = root.parentElement;
  if (options.editable === true || parent === null) {
    walk.children(root, sightAt(root, styles), styles.of(root));
  } else walk.element(root, sightAt(parent, styles));
  return maskSecrets(walk.text);
}
