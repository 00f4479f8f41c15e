// Puts text and marks into lines. Page text is kept apart from marks until a line is finished, so that no cutting of
// text into elements can make it look like a mark.
import { escapeLineStart, escapeText } from "./clean_text.ts";
import { maskSecrets } from "./sensitive.ts";

/** A piece of a line: page text, or something of ours. */
export interface Segment {
  readonly kind: "text" | "mark" | "image";
  text: string;
}

/** A line in the making. */
export interface DraftLine {
  readonly depth: number;
  readonly prefix: string;
  readonly segments: readonly Segment[];
  readonly frame?: number;
  /** Where its text and pictures stand, when that was asked for. */
  readonly box?: DOMRect;
}

interface Pending {
  readonly depth: number;
  readonly prefix: string;
}

interface Buffer {
  readonly lines: DraftLine[];
  segments: Segment[];
  depth: number;
  pending: Pending | null;
  /** A term has just ended; the next block goes on in its line. */
  isTerm: boolean;
  box: DOMRect | null;
}

/** What `enter` hands out and `leave` takes back. */
export interface Place {
  readonly depth: number;
  readonly before: Pending | null;
  readonly own: Pending | null;
}

const WORD_START = /^[\p{L}\p{N}]/u;
const WORD_END = /[\p{L}\p{N}]$/u;

function newBuffer(): Buffer {
  return { lines: [], segments: [], depth: 0, pending: null, isTerm: false, box: null };
}

function boxAround(one: DOMRect, other: DOMRect): DOMRect {
  const x = Math.min(one.x, other.x);
  const y = Math.min(one.y, other.y);
  return new DOMRect(x, y, Math.max(one.right, other.right) - x, Math.max(one.bottom, other.bottom) - y);
}

/** Collects lines; captures can be nested. */
export class LineWriter {
  #buffer = newBuffer();
  readonly #stack: Buffer[] = [];

  /** Appends page text; its whitespace is folded already, or is to be kept. */
  text(text: string, keepSpaces = false): void {
    if (text === "") return;
    const { segments } = this.#buffer;
    const last = segments.at(-1);
    let piece = text;
    if (!keepSpaces && (last === undefined || /\s$/.test(last.text))) piece = piece.replace(/^ +/, "");
    if (piece === "") return;
    if (last !== undefined && last.kind !== "text" && WORD_START.test(piece)) piece = ` ${piece}`;
    if (last?.kind === "text") last.text += piece;
    else segments.push({ kind: "text", text: piece });
  }

  /** Appends a mark of ours. */
  mark(text: string, kind: "mark" | "image" = "mark"): void {
    const { segments } = this.#buffer;
    const last = segments.at(-1);
    if (last !== undefined && last.kind !== "text") segments.push({ kind: "text", text: " " });
    else if (last !== undefined && WORD_END.test(last.text)) last.text += " ";
    segments.push({ kind, text });
  }

  /** Notes where text or a picture of the running line stands; several boxes become the one around them. */
  cover(box: DOMRect): void {
    const buffer = this.#buffer;
    if (box.width <= 0 || box.height <= 0) return;
    buffer.box = buffer.box === null ? box : boxAround(buffer.box, box);
  }

  /** Ends the line. */
  breakLine(frame?: number): void {
    const buffer = this.#buffer;
    if (buffer.isTerm && frame === undefined) {
      buffer.isTerm = false;
      return;
    }
    const { segments } = buffer;
    if (frame === undefined && !segments.some(({ kind, text }) => kind !== "text" || text.trim() !== "")) {
      if (segments.length > 0) buffer.segments = [];
      buffer.box = null;
      return;
    }
    const { pending } = buffer;
    buffer.lines.push({
      depth: pending?.depth ?? buffer.depth,
      prefix: pending?.prefix ?? "",
      segments,
      ...(frame === undefined ? {} : { frame }),
      ...(buffer.box === null ? {} : { box: buffer.box }),
    });
    buffer.segments = [];
    buffer.box = null;
    buffer.pending = null;
  }

  /** Ends a term: its definition goes on in the same line. */
  endTerm(): void {
    const last = this.#buffer.segments.at(-1);
    if (last === undefined) return;
    if (last.kind === "text") last.text = `${last.text.trimEnd().replace(/:$/, "")}: `;
    else this.text(": ");
    this.#buffer.isTerm = true;
  }

  /** Begins a block whose first line carries a prefix and whose further lines stand `inner` steps deeper. */
  enter(prefix: string, inner = 1): Place {
    this.breakLine();
    const buffer = this.#buffer;
    const before = buffer.pending;
    const own = prefix === ""
      ? before
      : { depth: before?.depth ?? buffer.depth, prefix: (before?.prefix ?? "") + prefix };
    const place = { depth: buffer.depth, before, own };
    buffer.pending = own;
    buffer.depth = (before?.depth ?? buffer.depth) + inner;
    return place;
  }

  /** Ends the block; an unused prefix is forgotten. */
  leave(place: Place): void {
    this.breakLine();
    const buffer = this.#buffer;
    if (place.own !== null && buffer.pending === place.own) buffer.pending = place.before;
    buffer.depth = place.depth;
  }

  /** Writes a heading line for a container and indents what follows; `leave` takes the line back when nothing did. */
  header(text: string): Place & { readonly line: DraftLine } {
    this.breakLine();
    const buffer = this.#buffer;
    const depth = buffer.pending?.depth ?? buffer.depth;
    this.mark(text);
    this.breakLine();
    const line = buffer.lines.at(-1) as DraftLine;
    const place = { depth: buffer.depth, before: null, own: null, line };
    buffer.depth = depth + 1;
    return place;
  }

  /** Ends a container; without content the heading line is taken back when asked. */
  endHeader(place: Place & { readonly line: DraftLine }, keepEmpty: boolean): void {
    this.breakLine();
    if (!keepEmpty && this.#buffer.lines.at(-1) === place.line) this.#buffer.lines.pop();
    this.#buffer.depth = place.depth;
  }

  /** Begins to collect lines apart. */
  capture(): void {
    this.#stack.push(this.#buffer);
    this.#buffer = newBuffer();
  }

  /** Ends the innermost capture. */
  release(): readonly DraftLine[] {
    this.breakLine();
    const { lines } = this.#buffer;
    this.#buffer = this.#stack.pop() ?? newBuffer();
    return lines;
  }

  /** Puts captured segments into the running line. */
  replay(segments: readonly Segment[]): void {
    for (const { kind, text } of segments) {
      if (kind === "text") this.text(text, true);
      else this.mark(text, kind);
    }
  }

  /** Puts captured lines below the running line, `deeper` steps in. */
  append(lines: readonly DraftLine[], deeper = 0): void {
    this.breakLine();
    const buffer = this.#buffer;
    for (const line of lines) {
      const { pending } = buffer;
      buffer.lines.push({
        ...line,
        depth: line.depth + (pending?.depth ?? buffer.depth) + deeper,
        prefix: (pending?.prefix ?? "") + line.prefix,
      });
      buffer.pending = null;
    }
  }

  /** Remembers how deep the writing stands, for {@link recover}. */
  standing(): { readonly captures: number; readonly depth: number; readonly pending: Pending | null } {
    const { depth, pending } = this.#buffer;
    return { captures: this.#stack.length, depth, pending };
  }

  /** Goes back to where the writing stood before something broke off; lines that were written stay. */
  recover({ captures, depth, pending }: ReturnType<LineWriter["standing"]>): void {
    while (this.#stack.length > captures) this.append(this.release(), 0);
    this.breakLine();
    this.#buffer.depth = depth;
    this.#buffer.pending = pending;
    this.#buffer.isTerm = false;
  }

  /** All lines written so far. */
  lines(): readonly DraftLine[] {
    this.breakLine();
    return this.#buffer.lines;
  }
}

/** Page text of captured lines, without marks. */
export function plainText(lines: readonly DraftLine[]): string {
  return lines.map(({ segments }) =>
    segments.filter(({ kind }) => kind === "text").map(({ text }) => text).join("")
  )
    .join(" ").replace(/\s+/g, " ").trim();
}

/** True when the lines hold nothing but page text and pictures. */
export function isPlain(lines: readonly DraftLine[]): boolean {
  return lines.every((line) =>
    line.frame === undefined && line.segments.every(({ kind }) => kind !== "mark")
  );
}

/** Text of a finished line. */
export function lineText({ prefix, segments }: DraftLine): string {
  const only = segments.length === 1 ? segments[0] : undefined;
  if (only?.kind === "mark") {
    return prefix === "- " && only.text.endsWith("]") ? only.text : prefix + only.text;
  }
  if (only?.kind === "image") return prefix + only.text;
  let text = "";
  for (const [index, segment] of segments.entries()) {
    if (segment.kind === "text") {
      // Masked once more: a secret may have been cut into elements.
      const masked = maskSecrets(segment.text);
      const escaped = escapeText(masked);
      text += index === 0 ? escapeLineStart(masked, escaped) : escaped;
    } else text += segment.kind === "image" ? `(${segment.text})` : segment.text;
  }
  return prefix + text.trimEnd();
}
