import type { SnapshotResult } from "../../contracts/browser.ts";
import { cursorNotFound, elementPart, type KeptContent, treePart } from "./pager.ts";

const MAX_KEPT = 4;
const MAX_CHARS = 8_000_000;
const CHARS_PER_ELEMENT = 200; // roughly

/** A reply without what differs from part to part. */
export type ReadingHead = Omit<
  SnapshotResult,
  "tree" | "elements" | "truncated" | "cursor" | "truncation" | "part_of"
>;

/** One observation as a client reads it, part by part. */
export interface Reading {
  readonly number: number;
  readonly head: ReadingHead;
  readonly content: KeptContent;
  /** Random word of the document that it began at. */
  readonly document: string | undefined;
  /** What the observation itself left out. */
  readonly cut: { readonly scan: boolean; readonly frames: boolean };
}

/**
 * What cursors of a session point at. Observing again, as every action does, leaves it alone: the last few readings are
 * kept, as long as they are not too large together; the newest one in any case.
 */
export class Readings {
  readonly #kept = new Map<number, Reading>();

  /** The first part of an observation; the rest is kept when there is one. */
  begin(reading: Reading, maxChars: number): SnapshotResult {
    const reply = partOf(reading, 0, maxChars);
    if (reply.cursor !== undefined) this.#keep(reading);
    return reply;
  }

  /**
   * The reading with a number, for its further parts.
   *
   * @throws `CURSOR_NOT_FOUND`
   */
  find(number: number): Reading {
    const reading = this.#kept.get(number);
    if (reading === undefined) throw cursorNotFound();
    return reading;
  }

  #keep(reading: Reading): void {
    this.#kept.set(reading.number, reading);
    let chars = 0;
    for (const [index, kept] of [...this.#kept.values()].reverse().entries()) {
      chars += sizeOf(kept.content);
      if (index > 0 && (index >= MAX_KEPT || chars > MAX_CHARS)) this.#kept.delete(kept.number);
    }
  }
}

/** A part of a reading as a reply; what only its first part lists is left out of the others. */
export function partOf(reading: Reading, offset: number, maxChars: number): SnapshotResult {
  const { number, content, cut } = reading;
  const { frames, ...rest } = reading.head;
  const cursorHead = `c${number}`;
  const part = content.kind === "tree"
    ? treePart(content.text, offset, maxChars, cursorHead)
    : elementPart(content.elements, offset, content.pageSize, cursorHead);
  const truncation = [
    ...(cut.scan ? ["scan" as const] : []),
    ...(part.cursor === undefined ? [] : [content.kind === "tree" ? "chars" as const : "elements" as const]),
    ...(cut.frames ? ["frames" as const] : []),
  ];
  return {
    ...rest,
    ...(offset === 0 && frames !== undefined && { frames }),
    ...part,
    truncated: truncation.length > 0,
    ...(truncation.length > 0 && { truncation }),
  };
}

function sizeOf(content: KeptContent): number {
  return content.kind === "tree" ? content.text.length : content.elements.length * CHARS_PER_ELEMENT;
}
