import { diffArrays } from "diff";

// Beyond this many differing lines a diff helps nobody, and the time to find a shortest one grows with their square.
const MAX_EDITS = 600;

/**
 * Changes between two observations as lines: `+` new, `-` gone, `~` changed (a control that kept its ref). Unchanged
 * lines are left out.
 *
 * @returns `undefined` when the two differ so much that a diff is of no use
 */
export function diffLines(before: readonly string[], after: readonly string[]): string[] | undefined {
  const parts = diffArrays([...before], [...after], { maxEditLength: MAX_EDITS });
  if (parts === undefined) return undefined;
  const goneRefs = new Map<string, number>();
  const lines: string[] = [];
  const isDropped: boolean[] = [];
  for (const part of parts) {
    if (!part.added && !part.removed) continue;
    for (const line of part.value) {
      const ref = firstRef(line);
      if (part.removed) {
        if (ref !== undefined) goneRefs.set(ref, lines.length);
        lines.push(`-${line}`);
      } else {
        const gone = ref === undefined ? undefined : goneRefs.get(ref);
        if (gone !== undefined) isDropped[gone] = true; // the old form of this line; said once, as changed
        lines.push(`${gone === undefined ? "+" : "~"}${line}`);
      }
    }
  }
  return lines.filter((_, index) => isDropped[index] !== true);
}

function firstRef(line: string): string | undefined {
  return /\[((?:f\d+)?e\d+) /.exec(line)?.[1];
}
