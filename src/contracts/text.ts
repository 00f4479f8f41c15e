// What leaves the program must be readable by every JSON reader and every model's API: one text of a page that is no
// well-formed Unicode makes some of them refuse a whole conversation from then on. Replies, planner requests, the history
// in a checkpoint, reports and logs go through here; what a browser stored comes back as it was, so a checkpoint's
// workspace does not. It runs inside the page as well.

/** Controls that no text needs; tab, line feed and carriage return stay. */
// deno-lint-ignore no-control-regex
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;
/** Line ends that some readers of JSON take for the end of their input. */
const SEPARATORS = /[\u2028\u2029]/g;
/** Signs by which JSON text may hold something to replace: escapes, and what JSON writes as it is. */
const SUSPECT = /\\u[0d]|\\[bf]|[\u007f-\u009f\u2028\u2029]/;
/** How far from a cut the beginning of a character is looked for, in UTF-16 units; a longer one is cut at a code point. */
const LONGEST_CHARACTER = 64;
const REPLACEMENT = "\ufffd";

let segmenter: Intl.Segmenter | undefined;

/**
 * Makes a text fit for any reader: a lone surrogate or a control character becomes U+FFFD, so that it can be seen that
 * something stood there; a line or paragraph separator becomes a line feed. The same text when there is nothing to do.
 */
export function toWellFormedText(text: string): string {
  return text.toWellFormed().replace(CONTROLS, REPLACEMENT).replace(SEPARATORS, "\n");
}

function wellFormed(value: unknown): unknown {
  if (typeof value === "string") return toWellFormedText(value);
  if (Array.isArray(value)) return value.map(wellFormed);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [toWellFormedText(key), wellFormed(item)]),
  );
}

/**
 * Makes every text and key of plain JSON data fit for any reader.
 *
 * @param data plain JSON data; it is not changed
 * @returns the data itself when its JSON gives no reason to look closer, otherwise a copy
 */
export function toWellFormedData<Data>(data: Data): Data {
  const json = JSON.stringify(data);
  // asking the text costs far less than a copy, and nearly every reply is well-formed
  return json === undefined || !SUSPECT.test(json) ? data : wellFormed(data) as Data;
}

/** Where a text may be cut so that no character is split: `at`, or a little before it. */
function characterStart(text: string, at: number): number {
  const from = Math.max(0, at - LONGEST_CHARACTER);
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  const near = text.slice(from, at + LONGEST_CHARACTER);
  const index = segmenter.segment(near).containing(at - from)?.index ?? at - from;
  // the first piece may itself begin inside a character: then a code point is the best that can be said
  if (index > 0 || from === 0) return from + index;
  return isInsidePair(text, at) ? at - 1 : at;
}

function isInsidePair(text: string, at: number): boolean {
  return /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(at - 1, at + 1));
}

/** The first `max` UTF-16 units of a text or a little less, never with a part of a character. */
export function sliceText(text: string, max: number): string {
  return text.length <= max ? text : text.slice(0, characterStart(text, max));
}

/**
 * A text of at most `max` UTF-16 units, the mark included, cut between two characters as a person sees them.
 *
 * @param mark what stands where something was cut off
 */
export function cutText(text: string, max: number, mark = "…"): string {
  return text.length <= max ? text : `${sliceText(text, Math.max(0, max - mark.length))}${mark}`;
}
