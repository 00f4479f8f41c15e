import { RE2JS } from "re2js";

/** A pattern that is looked for in time that grows with the text alone. */
export interface LinearPattern {
  /** Whether the text holds a match. */
  test(text: string): boolean;
}

/** What `\s` stands for in the language, as ranges: RE2's own knows ASCII alone. */
const SPACE =
  "\\t-\\r \\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}";
/** Everything else, for a class that cannot be negated as a whole. */
const NO_SPACE =
  "\\x{0}-\\x{8}\\x{e}-\\x{1f}!-\\x{9f}\\x{a1}-\\x{167f}\\x{1681}-\\x{1fff}\\x{200b}-\\x{2027}\\x{202a}-\\x{202e}" +
  "\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}\\x{3001}-\\x{fefe}\\x{ff00}-\\x{10ffff}";
const NO_LINE_END = "[^\\n\\r\\x{2028}\\x{2029}]";

const TOKEN =
  /\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|\\u\{[\da-fA-F]+\}|\\u[\da-fA-F]{4}|\\c[a-zA-Z]|\\.|\(\?<?.?|\[\^?\]?|./gsu;

/**
 * Writes a pattern of a schema, which is one of the language with its flag `u`, as an RE2 expression.
 *
 * @param pattern a valid pattern
 * @returns `undefined` when it has no such form: lookaround, backreferences, inline flags, more than 1,000 repeats
 */
export function linearPattern(pattern: string): LinearPattern | undefined {
  const source = translate(pattern);
  if (source === undefined) return undefined;
  try {
    const expression = RE2JS.compile(source);
    return { test: (text) => expression.matcher(text).find() };
  } catch {
    return undefined;
  }
}

function translate(pattern: string): string | undefined {
  let inClass = false;
  let source = "";
  for (const [token] of pattern.matchAll(TOKEN)) {
    if (token.startsWith("\\")) source += translateEscape(token, inClass);
    else if (inClass) {
      // RE2 would read the name of a class
      if (token.startsWith("[") && pattern.includes("[:")) return undefined;
      if (token.endsWith("]")) inClass = false;
      source += token.startsWith("[") ? token.replace("[", "\\[") : token;
    } else if (token.startsWith("[")) {
      // an empty class, or one of everything: RE2 would take the bracket for its first member
      if (token.endsWith("]")) return undefined;
      inClass = true;
      source += token;
    } else if (token.startsWith("(?")) {
      if (!/^\(\?(?::|<[^=!])$/u.test(token)) return undefined;
      source += token;
    } else source += token === "." ? NO_LINE_END : token;
  }
  return source;
}

function translateEscape(token: string, inClass: boolean): string {
  switch (token) {
    case "\\s":
      return inClass ? SPACE : `[${SPACE}]`;
    case "\\S":
      return inClass ? NO_SPACE : `[^${SPACE}]`;
    case "\\0":
      return "\\x{0}";
    case "\\b":
      return inClass ? "\\x{8}" : token;
  }
  if (token.startsWith("\\c") && token.length === 3) {
    return `\\x{${(token.charCodeAt(2) % 32).toString(16)}}`;
  }
  if (!token.startsWith("\\u")) return token;
  if (token.length === 12) {
    const character = String.fromCharCode(
      Number.parseInt(token.slice(2, 6), 16),
      Number.parseInt(token.slice(8), 16),
    );
    return `\\x{${character.codePointAt(0)?.toString(16)}}`;
  }
  return `\\x{${token.replace(/[^\da-fA-F]/g, "")}}`;
}
