// A place in a written bracket where a hint may still go: only when all is written is it known which names are equal.
const OPEN = "\u{FDD0}";
const CLOSE = "\u{FDD1}";
const SLOT = new RegExp(`${OPEN}([a-z]*\\d+(?:[a-z]\\d+)?)${CLOSE}`, "g");
const BRACKET = new RegExp(`\\[[^${OPEN}\\[]*${OPEN}([^${CLOSE}]*)${CLOSE}(?:[^\\]\\\\]|\\\\.)*\\]`, "g");

/** The place in the bracket of this ref. */
export function slot(ref: string): string {
  return `${OPEN}${ref}${CLOSE}`;
}

/** The text with every place filled or gone. */
export function fillSlots(text: string, hintOf: (ref: string) => string): string {
  return text.includes(OPEN) ? text.replace(SLOT, (_, ref: string) => hintOf(ref)) : text;
}

/** A piece of a written line: a bracket, or what stands around it. */
export type Piece = { readonly ref: string; readonly text: string } | {
  readonly ref?: undefined;
  readonly text: string;
};

/** Cuts what was written into brackets and the rest. */
export function piecesOf(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(BRACKET)) {
    if (match.index > end) pieces.push({ text: text.slice(end, match.index) });
    pieces.push({ ref: match[1] ?? "", text: match[0] });
    end = match.index + match[0].length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end) });
  return pieces;
}
