import { canonicalHttpUrl } from "./http_url.ts";

// a run of characters that may belong to a URL; quotes, angle brackets and CJK punctuation end one
const CANDIDATE = /https?:\/\/[^\s"'`<>«»“”‘’「」『』（）【】，。；：！？、]+/giu;
const TRAILING = /[.,;:!?*_~|\\…]+$/;
// what a candidate cannot hold, though an address of the task may: there it goes on, or was it only wrapped?
const QUOTES = "\"'`<>«»“”‘’";
const CLOSED_BY: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  "`": "`",
  "<": ">",
  "«": "»",
  "»": "«",
  "“": "”",
  "„": "“",
  "‘": "’",
  "‚": "‘",
};
const BRACKETS: readonly (readonly [string, string])[] = [["(", ")"], ["[", "]"], ["{", "}"]];

/**
 * The only HTTP(S) URL of a trusted task text, in canonical form. Several different URLs, one that does not parse, or
 * one with credentials give `undefined`: then the planner navigates.
 */
export function findOnlyUrl(task: string): string | undefined {
  const found = new Set<string>();
  for (const match of task.matchAll(CANDIDATE)) {
    const text = trimTail(match[0]);
    // two addresses run together, or one inside another, are not unambiguous
    if (/https?:\/\//i.test(text.slice(8)) || isInsideWord(task, match.index)) return undefined;
    if (goesOn(task, match.index, match.index + match[0].length)) return undefined;
    const url = canonicalHttpUrl(text);
    if (url === undefined) return undefined;
    found.add(url);
  }
  const [only] = found;
  return found.size === 1 ? only : undefined;
}

function isInsideWord(task: string, index: number): boolean {
  return index > 0 && /[\p{L}\p{N}_+.-]/u.test(task.charAt(index - 1)) &&
    !/\p{Script=Han}|[\u3040-\u30ff]/u.test(task.charAt(index - 1));
}

/** True when a quote inside an address, not one around it, ended the candidate: what stands before is another address. */
function goesOn(task: string, start: number, end: number): boolean {
  const last = task.charAt(end);
  if (last === "" || !QUOTES.includes(last) || CLOSED_BY[task.charAt(start - 1)] === last) return false;
  return /[\p{L}\p{N}%/?&=#_+-]/u.test(task.charAt(end + 1));
}

// punctuation of the sentence, and a closing bracket whose opening one stands before the URL
function trimTail(text: string): string {
  let rest = text;
  for (;;) {
    const before = rest;
    rest = rest.replace(TRAILING, "");
    for (const [open, close] of BRACKETS) {
      if (rest.endsWith(close) && rest.split(close).length > rest.split(open).length) {
        rest = rest.slice(0, -1);
      }
    }
    if (rest === before) return rest;
  }
}
