import type { PageLine } from "./page/protocol.ts";
import { originOf } from "./urls.ts";
import { sliceText } from "../contracts/text.ts";

const MAX_NAME_CHARS = 80;

/** The lines of one document, and what stands below each of its frames. */
export interface DocumentLines {
  readonly lines: readonly PageLine[];
  /** By frame index: the frame's own line, and the lines of its document. */
  readonly frames: readonly { readonly line: string; readonly content?: DocumentLines }[];
}

/** Joins the lines of all documents: a frame's content stands below its line, one step further in. */
export function joinLines({ lines, frames }: DocumentLines, depth = 0): string[] {
  return lines.flatMap((line) => {
    const indent = " ".repeat(depth + line.depth);
    const frame = line.frame === undefined ? undefined : frames[line.frame];
    if (frame === undefined) return [indent + oneLine(line.text)];
    const below = frame.content === undefined ? [] : joinLines(frame.content, depth + line.depth + 1);
    return [indent + frame.line, ...below];
  });
}

/** The line of a frame: id, origin where it differs from its parent's, name, and a remark on what is missing. */
export function frameLine(
  frame: { readonly frameId: string; readonly url: string; readonly name: string },
  parentUrl: string,
  remark?: string,
): string {
  const origin = originOf(frame.url);
  const elsewhere = origin !== null && origin !== originOf(parentUrl) ? ` ${shortOrigin(origin)}` : "";
  const name = frame.name === "" ? "" : `: ${cleanName(frame.name)}`;
  return `frame ${frame.frameId}${elsewhere}${name}${remark === undefined ? "" : ` (${remark})`}`;
}

/** The tree between marks that carry a word which the page cannot know. */
export function markPage(content: string, nonce: string): string {
  return content === ""
    ? `<page ${nonce}>\n</page ${nonce}>`
    : `<page ${nonce}>\n${content}\n</page ${nonce}>`;
}

/** Characters that the marks add. */
export function markChars(nonce: string): number {
  return markPage("x", nonce).length - 1;
}

// https is what one expects; anything else is worth its scheme
function shortOrigin(origin: string): string {
  return origin.replace(/^https:\/\//, "");
}

function cleanName(name: string): string {
  return sliceText(oneLine(name).replace(/[[\]]/g, (bracket) => `\\${bracket}`), MAX_NAME_CHARS);
}

/** A line never holds a line break, whatever the page put into it. */
function oneLine(text: string): string {
  return text.replace(/[\r\n\u2028\u2029]+/g, " ");
}
