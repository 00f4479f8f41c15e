// Page text as it may be shown: no invisible characters, no whitespace runs, nothing that passes for our own marks.
import { cutText } from "../../contracts/text.ts";

const INVISIBLE = new RegExp(
  [
    // Control characters but tab and line breaks.
    "[\\x00-\\x08\\x0e-\\x1f\\x7f-\\x84\\x86-\\x9f]",
    // Soft hyphen, joiners, fillers, bidi marks and controls, zero-width characters, variation selectors.
    "[\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f]",
    "[\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffb]",
    // Shorthand and musical format controls, tag characters and their neighbours.
    "[\\u{1bca0}-\\u{1bca3}]|[\\u{1d173}-\\u{1d17a}]|[\\u{e0000}-\\u{e0fff}]",
  ].join("|"),
  "gu",
);
const SMUGGLED =
  /[\u202a-\u202e\u2066-\u2069]|[\u{e0000}-\u{e0fff}]|[\u200b-\u200d\u2060-\u2064\ufeff]{3,}/gu;
const PLAIN = /^[\n\r\t\x20-\x7e\u00a1-\u00ac\u00ae-\u017f]*$/;
const SPACE = /[\s\u0085\u2028\u2029]+/g;
/** Private use: glyphs of icon fonts, which say nothing in text. */
const PRIVATE_USE = /[\ue000-\uf8ff]|[\u{f0000}-\u{10fffd}]/gu;
const REF_LIKE = /(\\*)\[(?=[\s\u00a0]*(?:f\d+)*e\d)/gi;
const MARK_LIKE = /(\\*)<(?=\s*\/?\s*page)/gi;
const STRUCTURE_LIKE =
  /^(?:[#\-+~|>]|\d+\.\s|frame(?:\s+f?\d|\s*$)|(?:dialog|alertdialog|popover|alert|status|log|image|group|radiogroup|toolbar|menu|listbox|tree|tabs|region|nav|aside|form|search|article|list|feed|table|grid|hidden_text|shapes?|progressbar|meter)(?: modal| popover)?\s*[:=])/;

/** Strips what nobody can see and the glyphs of icon fonts; keeps whitespace as it is. */
export function stripInvisible(text: string): string {
  if (PLAIN.test(text)) return text;
  return text.toWellFormed().replace(INVISIBLE, "").replace(PRIVATE_USE, "");
}

/** Characters that hide a message: tag characters, bidi overrides, runs of zero-width characters. */
export function smuggledCharacters(text: string): number {
  if (PLAIN.test(text)) return 0;
  let count = 0;
  for (const run of text.matchAll(SMUGGLED)) count += run[0].length;
  return count;
}

/** One line, single spaces, nothing invisible. */
export function flatText(text: string): string {
  return stripInvisible(text).replace(SPACE, " ").trim();
}

/** Whitespace runs become one space; ends stay. */
export function collapseSpaces(text: string): string {
  return stripInvisible(text).replace(SPACE, " ");
}

function slashed(_match: string, slashes: string, at: number, whole: string): string {
  return `${slashes}${slashes}\\${whole.charAt(at + slashes.length)}`;
}

/** Page text that cannot pass for a ref or for the page marks. */
export function escapeText(text: string): string {
  if (!text.includes("[") && !text.includes("<")) return text;
  return text.replace(REF_LIKE, slashed).replace(MARK_LIKE, slashed);
}

/** Escaped text that begins a line and must not look like structure. */
export function escapeLineStart(text: string, escaped: string): string {
  return STRUCTURE_LIKE.test(text) ? `\\${escaped}` : escaped;
}

/** A name or value inside a bracket: it cannot close the bracket, open another, or start a value or a list of options. */
export function escapeName(text: string): string {
  if (/^[\w ,.:;!?'"@/&%+*()-]*$/.test(text)) return text;
  return escapeText(text.replace(/(\\*)([\]{}])/g, "$1$1\\$2").replace(/(^| )=(?= |$)/g, "$1\\="));
}

/** Bounded text for messages. */
export function excerpt(text: string, limit: number): string {
  return cutText(flatText(text), limit);
}

/** Words of a text: runs of letters, digits and marks, in lower case. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
}

/** True when every word of `part` is a word of `whole`, and symbols that stand alone are in it too. */
export function saysAll(whole: string, part: string): boolean {
  if (whole.includes(part)) return true;
  const known = new Set(whole.toLowerCase().split(/\s+/));
  const words = new Set(wordsOf(whole));
  return part.toLowerCase().split(/\s+/).every((token) => {
    if (token === "" || known.has(token)) return true;
    const parts = wordsOf(token);
    return parts.length > 0 && parts.every((word) => words.has(word));
  });
}
