import { sliceText } from "../contracts/text.ts";

// Control characters could repaint a terminal, bidirectional marks could make a line read as another one, and text from
// a model or a page may hold both.
const CONTROLS = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/**
 * Makes untrusted text fit for one line on a terminal.
 *
 * @param text anything
 * @param maxLength characters at most; longer text ends with an ellipsis
 */
export function printable(text: string, maxLength = 200): string {
  // cut before the work, so that a page's whole text costs nothing
  const line = sliceText(text, maxLength * 4).toWellFormed().replace(CONTROLS, " ").replace(/\s+/g, " ")
    .trim();
  const characters = Array.from(line);
  const isCut = characters.length > maxLength || text.length > maxLength * 4;
  return isCut ? `${sliceText(line, characters.slice(0, maxLength - 1).join("").length)}…` : line;
}

/** Milliseconds as seconds for people: `0.8 s`, `12 s`, `3 min 5 s`. */
export function formatDuration(durationMs: number): string {
  const seconds = durationMs / 1000;
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

/** Goes to the beginning of a terminal's line and clears it. */
export const CLEAR_LINE = "\r\x1b[2K";
