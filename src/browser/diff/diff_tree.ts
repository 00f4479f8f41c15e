import { cutText } from "../../contracts/text.ts";
import { depthOf, findHunks, findMoves, type Hunk, type Move } from "./find_hunks.ts";

/** What a diff says when nothing changed. */
export const NO_CHANGE = "(no change)";
const MAX_HEADING_CHARS = 40;
const MAX_GONE_CHARS = 80;
const MAX_GONE_LINES = 6;
const MIN_COMMON_CHARS = 3;

/**
 * Changes between two trees, as lines. It is a unified diff without lines of context: each place begins with `@@`, the
 * number of the line in the old tree, and a heading that says where that is. Behind it `+` is a new line, `-` one that is
 * gone, `…3` three more that are gone, `~` the new form of a line, and `>4,2` old lines 4 and 5, which stand here now.
 * {@link applyDiff} makes the new tree of the old one again.
 *
 * @returns `undefined` when the two differ so much that a diff is of no use
 */
export function diffTree(before: readonly string[], after: readonly string[]): string[] | undefined {
  const hunks = findHunks(before, after);
  if (hunks === undefined) return undefined;
  if (hunks.length === 0) return [NO_CHANGE];
  const moves = findMoves(before, after, hunks);
  const moveTo = new Map(moves.map((move) => [move.to, move]));
  const movedFrom = new Set(moves.flatMap(({ from, count }) => indexes(from, count)));
  return hunks.flatMap((hunk) => {
    const lines = hunkLines(before, after, hunk, moveTo, movedFrom);
    if (lines.length === 0) return []; // all of it stands elsewhere, and is told there
    return [`@@ ${hunk.goneFrom + 1}${placeOf(before, after, hunk, lines[0]?.[0] === "~")}`, ...lines];
  });
}

function hunkLines(
  before: readonly string[],
  after: readonly string[],
  hunk: Hunk,
  moveTo: ReadonlyMap<number, Move>,
  movedFrom: ReadonlySet<number>,
): string[] {
  const gone = indexes(hunk.goneFrom, hunk.goneTo - hunk.goneFrom)
    .filter((index) => !movedFrom.has(index)).map((index) => before[index] ?? "");
  const lines: string[] = [];
  let told = 0;
  for (let index = hunk.cameFrom; index < hunk.cameTo; index++) {
    const line = after[index] ?? "";
    const move = moveTo.get(index);
    if (move !== undefined) {
      const count = move.count === 1 ? "" : `,${move.count}`;
      lines.push(`>${move.from + 1}${count} ${cutLine(line)}`);
      index += move.count - 1;
      continue;
    }
    const old = gone.findIndex((form, at) => at >= told && isSameLine(form, line));
    if (old === -1) {
      lines.push(`+${line}`);
      continue;
    }
    lines.push(...goneLines(gone.slice(told, old)), `~${line}`);
    told = old + 1;
  }
  const rest = goneLines(gone.slice(told));
  return told === 0 ? [...rest, ...lines] : [...lines, ...rest];
}

/** Lines that are gone: the outermost ones by their beginning, what stood in them by its number. */
function goneLines(gone: readonly string[]): string[] {
  const outermost = Math.min(...gone.map(depthOf));
  const lines: string[] = [];
  let [shown, untold] = [0, 0];
  for (const line of gone) {
    if (depthOf(line) > outermost || shown === MAX_GONE_LINES) {
      untold += 1;
      continue;
    }
    if (untold > 0) lines.push(`…${untold}`);
    untold = 0;
    shown += 1;
    lines.push(`-${cutLine(line)}`);
  }
  return untold > 0 ? [...lines, `…${untold}`] : lines;
}

/**
 * Where a hunk stands in the new tree: the line that holds it, and the line before it on its level. A line that only
 * changed was seen before: one of the two is enough.
 */
function placeOf(
  before: readonly string[],
  after: readonly string[],
  hunk: Hunk,
  wasThere: boolean,
): string {
  const first = hunk.cameTo > hunk.cameFrom ? after[hunk.cameFrom] : before[hunk.goneFrom];
  const depth = depthOf(first ?? "");
  let sibling = "";
  for (let index = hunk.cameFrom - 1; index >= 0; index--) {
    const line = after[index] ?? "";
    if (depthOf(line) < depth) return ` in ${headingOf(line)}${wasThere ? "" : sibling}`;
    if (sibling === "" && depthOf(line) === depth && line.trim() !== "") {
      sibling = ` after ${headingOf(line)}`;
    }
  }
  return sibling;
}

function isSameLine(before: string, after: string): boolean {
  const [old, now] = [firstRef(before), firstRef(after)];
  if (old !== undefined && old === now) return true;
  if (old !== undefined && now !== undefined) return false;
  const [short, long] = before.length < after.length ? [before, after] : [after, before];
  return short.trim().length >= MIN_COMMON_CHARS && long.startsWith(short);
}

function firstRef(line: string): string | undefined {
  return /\[((?:f\d+)?e\d+)[ \]]/.exec(line)?.[1];
}

function cutLine(line: string): string {
  const indent = line.slice(0, depthOf(line));
  return indent + cutText(line.slice(indent.length), MAX_GONE_CHARS);
}

function headingOf(line: string): string {
  return cutText(line.trim(), MAX_HEADING_CHARS);
}

function indexes(from: number, count: number): number[] {
  return Array.from({ length: count }, (_, step) => from + step);
}
