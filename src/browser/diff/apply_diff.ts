import { NO_CHANGE } from "./diff_tree.ts";
import { depthOf } from "./find_hunks.ts";

/**
 * Makes the new tree of an old one and a diff.
 *
 * @param before lines of the tree that the diff was made against, without page marks
 * @param diff lines of the diff, without page marks
 * @returns lines of the new tree
 * @throws RangeError when the diff does not belong to the tree
 */
export function applyDiff(before: readonly string[], diff: readonly string[]): string[] {
  if (diff.length === 1 && diff[0] === NO_CHANGE) return [...before];
  const moved = movedLines(diff);
  const after: string[] = [];
  let next = 0;
  const skipMoved = (): void => {
    while (moved.has(next)) next += 1;
  };
  const drop = (count: number): void => {
    for (let step = 0; step < count; step++) {
      skipMoved();
      if (next >= before.length) throw foreign();
      next += 1;
    }
  };
  const copyTo = (end: number): void => {
    if (!(end <= before.length)) throw foreign(); // not a number either
    for (; next < end; next++) if (!moved.has(next)) after.push(before[next] ?? "");
  };
  for (const line of diff) {
    const rest = line.slice(1);
    switch (line[0]) {
      case "@":
        copyTo(Number(/^@@ (\d+)/.exec(line)?.[1] ?? NaN) - 1);
        break;
      case "+":
        after.push(rest);
        break;
      case "-":
        drop(1);
        break;
      case "…":
        drop(Number(rest));
        break;
      case "~":
        drop(1);
        after.push(rest);
        break;
      case ">":
        after.push(...movedBlock(before, line));
        break;
      default:
        throw foreign();
    }
  }
  copyTo(before.length);
  return after;
}

/** A line `>4,2 text`: the first old line by its index, how many, and the first one as it reads now. */
function readMove(line: string): { readonly from: number; readonly count: number; readonly head: string } {
  const [, from, count = "1", head = ""] = /^>(\d+)(?:,(\d+))? (.*)$/s.exec(line) ?? [];
  if (from === undefined) throw foreign();
  return { from: Number(from) - 1, count: Number(count), head };
}

function movedLines(diff: readonly string[]): Set<number> {
  const moves = diff.filter((line) => line.startsWith(">")).map(readMove);
  return new Set(moves.flatMap(({ from, count }) => Array.from({ length: count }, (_, step) => from + step)));
}

function movedBlock(before: readonly string[], line: string): string[] {
  const { from, count, head } = readMove(line);
  const block = before.slice(from, from + count);
  if (block.length < count) throw foreign();
  const shift = depthOf(head) - depthOf(block[0] ?? "");
  return block.map((old) => shift < 0 ? old.slice(-shift) : " ".repeat(shift) + old);
}

function foreign(): RangeError {
  return new RangeError("This diff was not made against this tree");
}
