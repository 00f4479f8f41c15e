// Finds a text in the page's text, and the nearest passage when it is not there.
import { wordsOf } from "./clean_text.ts";

/** Characters of a passage. */
export const PASSAGE_LIMIT = 160;

/** Single spaces, ends trimmed. */
export function normal(text: string): string {
  return text.replace(/[\s\u00a0]+/g, " ").trim();
}

/** The passage around a hit. */
export function passageAround(text: string, at: number, length: number): string {
  const room = Math.max(PASSAGE_LIMIT - length - 2, 0);
  let start = Math.max(0, at - Math.floor(room / 2));
  const end = Math.min(text.length, start + PASSAGE_LIMIT - 2);
  start = Math.max(0, Math.min(start, end - (PASSAGE_LIMIT - 2)));
  return `${start > 0 ? "…" : ""}${text.slice(start, end).toWellFormed().trim()}${
    end < text.length ? "…" : ""
  }`;
}

/** The passage that shares most words with what was looked for; empty when it shares none. */
export function nearestPassage(text: string, wanted: string): string {
  const looked = new Set(wordsOf(wanted));
  if (looked.size === 0) return "";
  const tokens = [...text.matchAll(/\S+/g)];
  const span = Math.max(looked.size + 4, 8);
  let best = { score: 0, at: 0 };
  // A sliding window: words come in at its head and go out at its tail.
  const counts = new Map<string, number>();
  const hits = tokens.map(([token]) => wordsOf(token).filter((word) => looked.has(word)));
  for (let head = 0; head < tokens.length; head++) {
    for (const word of hits[head] ?? []) counts.set(word, (counts.get(word) ?? 0) + 1);
    for (const word of hits[head - span] ?? []) {
      const left = (counts.get(word) ?? 1) - 1;
      if (left === 0) counts.delete(word);
      else counts.set(word, left);
    }
    if (counts.size > best.score) best = { score: counts.size, at: Math.max(0, head - span + 1) };
  }
  if (best.score === 0) return "";
  let first = best.at;
  while (first < tokens.length - 1 && (hits[first]?.length ?? 0) === 0) first++;
  return passageAround(text, tokens[first]?.index ?? 0, Math.min(wanted.length, PASSAGE_LIMIT / 2));
}
