import { diffArrays } from "diff";

// Beyond this many differing lines a diff helps nobody, and the time to find a shortest one grows with their square.
const MAX_EDITS = 600;

/** A place where two trees differ; lines of both are told by their index. */
export interface Hunk {
  /** First line of the old tree that is gone, or the one before which new ones stand. */
  readonly goneFrom: number;
  readonly goneTo: number;
  readonly cameFrom: number;
  readonly cameTo: number;
}

/** Lines that are the same in both trees, but for one difference of depth, and stand elsewhere. */
export interface Move {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/** Where two trees differ, in order; `undefined` when they differ too much for a diff to be of use. */
export function findHunks(before: readonly string[], after: readonly string[]): Hunk[] | undefined {
  const parts = diffArrays([...before], [...after], { maxEditLength: MAX_EDITS });
  if (parts === undefined) return undefined;
  const hunks: Hunk[] = [];
  let [old, now] = [0, 0];
  let open: Hunk | undefined;
  for (const { added, removed, value: { length } } of parts) {
    if (!added && !removed) {
      if (open !== undefined) hunks.push(open);
      open = undefined;
      old += length;
      now += length;
      continue;
    }
    const { goneFrom, cameFrom } = open ?? { goneFrom: old, cameFrom: now };
    if (removed) old += length;
    else now += length;
    open = { goneFrom, goneTo: old, cameFrom, cameTo: now };
  }
  if (open !== undefined) hunks.push(open);
  return hunks;
}

/** Steps of indentation at the beginning of a line. */
export function depthOf(line: string): number {
  return /^ */.exec(line)?.[0].length ?? 0;
}

/** A line without its indentation; other space at its beginning is text of the page. */
function textOf(line: string | undefined): string {
  return line?.replace(/^ +/, "") ?? "";
}

/**
 * Finds what only moved. A line is followed from its old place to its new one when nothing else that changed reads like
 * it; its neighbours go with it as far as they are the same.
 */
export function findMoves(
  before: readonly string[],
  after: readonly string[],
  hunks: readonly Hunk[],
): Move[] {
  const gone = new Set(hunks.flatMap(({ goneFrom, goneTo }) => range(goneFrom, goneTo)));
  const came = new Set(hunks.flatMap(({ cameFrom, cameTo }) => range(cameFrom, cameTo)));
  const oldPlaces = placesOf(before, gone);
  const newPlaces = placesOf(after, came);
  const moves: Move[] = [];
  for (const now of [...came]) {
    const text = textOf(after[now]);
    const old = oldPlaces.get(text);
    if (!came.has(now) || text === "" || typeof old !== "number" || newPlaces.get(text) !== now) continue;
    if (!gone.has(old)) continue;
    const shift = depthOf(after[now] ?? "") - depthOf(before[old] ?? "");
    const isSame = (step: number): boolean => {
      const [a, b] = [before[old + step], after[now + step]];
      return a !== undefined && b !== undefined && gone.has(old + step) && came.has(now + step) &&
        textOf(a) === textOf(b) && depthOf(b) - depthOf(a) === shift;
    };
    let [first, last] = [0, 0];
    while (isSame(first - 1)) first -= 1;
    while (isSame(last + 1)) last += 1;
    for (let step = first; step <= last; step++) {
      gone.delete(old + step);
      came.delete(now + step);
    }
    moves.push({ from: old + first, to: now + first, count: last - first + 1 });
  }
  return moves;
}

/** Index of each text; `null` for one that stands in several places. */
function placesOf(lines: readonly string[], indexes: ReadonlySet<number>): Map<string, number | null> {
  const places = new Map<string, number | null>();
  for (const index of indexes) {
    const text = textOf(lines[index]);
    places.set(text, places.has(text) ? null : index);
  }
  return places;
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, step) => from + step);
}
