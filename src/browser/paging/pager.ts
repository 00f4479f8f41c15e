import type { ElementInfo } from "../../contracts/browser.ts";
import { BrowserError } from "../../contracts/errors.ts";
import { markChars, markPage } from "../tree.ts";
import { newNonce } from "../ids.ts";
import { sliceText } from "../../contracts/text.ts";

const LONGEST_CHARACTER = 64; // in UTF-16 units, as far as it is looked at

/** A part of a kept observation, and where the next one begins. */
export interface TreePart {
  readonly tree: string;
  readonly cursor?: string;
}

/** Elements of one reply, and where the next ones begin. */
export interface ElementPart {
  readonly elements: readonly ElementInfo[];
  readonly cursor?: string;
}

/** A whole observation kept for reading on: its text, or its elements with the number per reply. */
export type KeptContent =
  | { readonly kind: "tree"; readonly text: string }
  | { readonly kind: "elements"; readonly elements: readonly ElementInfo[]; readonly pageSize: number };

/**
 * One part of a text, cut at a line's end; a line longer than a whole part is cut inside. All parts joined by line
 * breaks are the text, unless a line was cut inside.
 */
export function treePart(text: string, offset: number, maxChars: number, cursorHead: string): TreePart {
  const nonce = newNonce();
  const room = Math.max(1, maxChars - markChars(nonce));
  if (text.length - offset <= room) return { tree: markPage(text.slice(offset), nonce) };
  const lineEnd = text.lastIndexOf("\n", offset + room);
  const end = lineEnd > offset ? lineEnd : insideLine(text, offset, room);
  const next = lineEnd > offset ? end + 1 : end;
  return { tree: markPage(text.slice(offset, end), nonce), cursor: `${cursorHead}.${next}` };
}

/** One part of a list of elements. */
export function elementPart(
  elements: readonly ElementInfo[],
  offset: number,
  pageSize: number,
  cursorHead: string,
): ElementPart {
  const next = offset + pageSize;
  const part = elements.slice(offset, next);
  return next < elements.length ? { elements: part, cursor: `${cursorHead}.${next}` } : { elements: part };
}

/**
 * Reads a cursor: the number of the observation it belongs to, and an offset into it.
 *
 * @throws `CURSOR_NOT_FOUND` when it is not one of ours
 */
export function parseCursor(cursor: string): { readonly observation: number; readonly offset: number } {
  const match = /^c(\d{1,9})\.(\d{1,9})$/.exec(cursor);
  if (match === null) throw cursorNotFound();
  return { observation: Number(match[1]), offset: Number(match[2]) };
}

/** The error for a cursor whose observation is not kept any more. */
export function cursorNotFound(): BrowserError {
  return new BrowserError(
    "CURSOR_NOT_FOUND",
    "This cursor belongs to no kept observation; only the last few of a session can be read on. " +
      "Call tab_snapshot without cursor",
  );
}

// never inside a character
function insideLine(text: string, offset: number, room: number): number {
  const piece = sliceText(text.slice(offset, offset + room + LONGEST_CHARACTER), room);
  return offset + Math.max(1, piece.length);
}
