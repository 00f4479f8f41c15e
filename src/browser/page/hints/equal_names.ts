// Hints for controls that look alike in the tree: three buttons ×, five links Edit.
import { escapeName, flatText } from "../clean_text.ts";
import { type DraftLine, lineText } from "../lines.ts";
import type { Pass } from "../pass.ts";
import { placesOf } from "./place_words.ts";
import { fillSlots, piecesOf } from "./slots.ts";
import { notToldApart, type ReadLine, type ReadPiece } from "./told_apart.ts";

/** Places in a table, a list or a calendar are told by where they stand. */
const TOLD_BY_PLACE = /^(?:option|row|gridcell|cell|treeitem|columnheader|rowheader|region|canvas|img)$/;
/** Controls that get a hint of this kind in one observation. */
const HINT_LIMIT = 500;

/** Texts of the lines, with what tells controls of one name apart where the lines themselves do not. */
export function writtenLines(pass: Pass, lines: readonly DraftLine[]): readonly string[] {
  const texts = lines.map(lineText);
  const hints = equalNameHints(pass, lines, texts);
  for (const [index, info] of pass.elements.entries()) {
    const hint = hints.get(info.ref);
    if (hint !== undefined) pass.elements[index] = { ...info, hint };
  }
  return texts.map((text) =>
    fillSlots(text, (ref) => {
      const hint = hints.get(ref);
      if (hint === undefined) return "";
      return escapeName(text.includes(`hint`) && hasHint(text, ref) ? ` ${hint}` : ` hint ${hint}`);
    })
  );
}

function hasHint(text: string, ref: string): boolean {
  return piecesOf(text).some((piece) => piece.ref === ref && / hint [^\u{FDD0}]*\u{FDD0}/u.test(piece.text));
}

function equalNameHints(
  pass: Pass,
  lines: readonly DraftLine[],
  texts: readonly string[],
): ReadonlyMap<string, string> {
  const read: ReadLine[] = lines.map((line, index) => ({
    depth: line.depth,
    isHeading: line.prefix.startsWith("#"),
    pieces: piecesOf(texts[index] ?? "").map((piece) => readPiece(pass, piece)),
  }));
  const untold = notToldApart(read);
  const hints = new Map<string, string>();
  if (untold.size === 0) return hints;
  const groupOf = new Map<Element, string>();
  const members = new Map<string, Element[]>();
  const counts = new Map<string, number>();
  for (const { ref, group } of read.flatMap(({ pieces }) => pieces)) {
    const element = ref === undefined ? undefined : pass.refs.get(ref)?.element.deref();
    if (element === undefined || group === undefined) continue;
    groupOf.set(element, group);
    counts.set(group, (counts.get(group) ?? 0) + 1);
    if (!untold.has(group)) continue;
    const all = members.get(group);
    if (all === undefined) members.set(group, [element]);
    else all.push(element);
  }
  const isRepeated = (element: Element): boolean => (counts.get(groupOf.get(element) ?? "") ?? 0) > 1;
  for (const [group, refs] of untold) {
    const all = members.get(group) ?? [];
    if (leadToOnePlace(all)) continue;
    const places = placesOf(pass, all, isRepeated);
    for (const ref of refs) {
      const element = pass.refs.get(ref)?.element.deref();
      const words = element === undefined ? undefined : places.get(element);
      if (words !== undefined && hints.size < HINT_LIMIT) {
        hints.set(ref, `in "${words.replaceAll('"', "'")}"`);
      }
    }
  }
  return hints;
}

function readPiece(
  pass: Pass,
  { ref, text }: { readonly ref?: string | undefined; readonly text: string },
): ReadPiece {
  if (ref === undefined) return { words: flatText(text) };
  const meaning = pass.refs.get(ref)?.meaning;
  const hint = / hint ([^\u{FDD0}]*)\u{FDD0}/u.exec(text)?.[1] ?? "";
  const word = meaning?.word ?? "";
  const name = meaning?.name ?? "";
  const value = / = (.*)\]$/.exec(text)?.[1] ?? "";
  return {
    ref,
    words: `${name === "" ? hint : name} ${value}`.trim(),
    ...(!TOLD_BY_PLACE.test(word) && { group: `${word}\n${name === "" ? `hint ${hint}` : name}` }),
  };
}

/** Links of one name and one destination are the same thing to whoever follows them. */
function leadToOnePlace(members: readonly Element[]): boolean {
  const [first] = members;
  const href = (first as HTMLAnchorElement | undefined)?.href;
  return typeof href === "string" && href !== "" &&
    members.every((member) => (member as HTMLAnchorElement).href === href);
}
