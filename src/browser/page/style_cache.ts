// Computed style once per element and pass, and which elements have generated content at all.
import { stripInvisible } from "./clean_text.ts";

/** Computed styles of one pass; made anew for each. */
export class StyleCache {
  readonly #styles = new Map<Element, CSSStyleDeclaration>();
  readonly #content = new Map<Element, { readonly before: string; readonly after: string }>();
  #generated: Set<Element> | "all" | null = null;
  readonly #hasShadow: boolean;

  constructor(hasShadow = true) {
    this.#hasShadow = hasShadow;
  }

  /** Live computed style of an element. */
  of(element: Element): CSSStyleDeclaration {
    let style = this.#styles.get(element);
    if (style === undefined) {
      style = getComputedStyle(element);
      this.#styles.set(element, style);
    }
    return style;
  }

  /** Text that `::before` and `::after` put around the content. */
  content(element: Element): { readonly before: string; readonly after: string } {
    this.#generated ??= elementsWithGeneratedContent();
    const isRuledOut = this.#generated !== "all" && !this.#generated.has(element);
    if (isRuledOut && (!this.#hasShadow || element.getRootNode() === document)) return NONE;
    let content = this.#content.get(element);
    if (content === undefined) {
      content = { before: generated(element, "::before"), after: generated(element, "::after") };
      this.#content.set(element, content);
    }
    return content;
  }
}

const NONE = { before: "", after: "" };

function generated(element: Element, pseudo: "::before" | "::after"): string {
  const style = getComputedStyle(element, pseudo);
  const content = style.content;
  if (content === "none" || content === "normal" || content === "" || content === '""') return "";
  if (style.display === "none" || style.visibility !== "visible") return "";
  const text = stripInvisible(contentText(element, content));
  return text === "" || style.display === "inline" ? text : ` ${text} `;
}

const TOKEN = /\s+|"((?:[^"\\]|\\[^])*)"|attr\(\s*([-\w]+)\s*\)|\/|[^]/g;

/** Strings and `attr()` of a `content` value; the alternative behind a slash wins; anything else makes it say nothing. */
export function contentText(element: Element, content: string): string {
  let text = "";
  let unknown = false;
  for (const [token, string, attribute] of content.matchAll(TOKEN)) {
    if (string !== undefined) text += unescapeCss(string);
    else if (attribute !== undefined) text += element.getAttribute(attribute) ?? "";
    else if (token === "/") {
      text = "";
      unknown = false;
    } else if (token.trim() !== "") unknown = true;
  }
  return unknown ? "" : text;
}

function unescapeCss(text: string): string {
  return text.replace(/\\(?:([0-9a-f]{1,6})\s?|\n|([^]))/gi, (_match, hex: string, plain: string) => {
    if (hex === undefined) return plain ?? "";
    const point = Number.parseInt(hex, 16);
    return point === 0 || point > 0x10ffff ? "\ufffd" : String.fromCodePoint(point);
  });
}

/**
 * Elements that a readable style sheet gives generated text. Asking the pseudo-element of every element costs more than
 * the rest of the walk; a sheet that may not be read makes every element a candidate.
 */
function elementsWithGeneratedContent(): Set<Element> | "all" {
  const found = new Set<Element>();
  for (const sheet of [...document.styleSheets, ...document.adoptedStyleSheets]) {
    if (sheet.disabled) continue;
    let rules: CSSRuleList;
    try {
      rules = sheet.cssRules;
    } catch {
      return "all";
    }
    if (!collect(rules, found)) return "all";
  }
  return found;
}

const PSEUDO = /::?(?:before|after)\b/;

function collect(rules: CSSRuleList, found: Set<Element>): boolean {
  for (const rule of rules) {
    if (rule instanceof CSSStyleRule) {
      if (PSEUDO.test(rule.selectorText) && hasText(rule.style.content)) {
        for (const selector of rule.selectorText.split(",")) {
          if (!PSEUDO.test(selector)) continue;
          const base = selector.replace(PSEUDO, "").trim();
          try {
            for (
              const element of document.querySelectorAll(
                base === "" || /[\s>+~]$/.test(base) ? `${base} *` : base,
              )
            ) {
              found.add(element);
            }
          } catch {
            return false;
          }
        }
      }
      if (rule.cssRules.length > 0 && PSEUDO.test(rule.cssText)) return false;
    } else if (rule instanceof CSSImportRule) {
      try {
        if (rule.styleSheet !== null && !collect(rule.styleSheet.cssRules, found)) return false;
      } catch {
        return false;
      }
    } else if ("cssRules" in rule && !collect(rule.cssRules as CSSRuleList, found)) return false;
  }
  return true;
}

function hasText(content: string): boolean {
  return content !== "" && content !== "none" && content !== "normal" && content !== '""' && content !== "''";
}
