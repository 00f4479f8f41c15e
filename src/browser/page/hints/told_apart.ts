// Which of several controls with one name the tree itself tells apart: by what stands in their line, in the lines that
// they stand under, or by the heading above them.

/** A line as it is read: its depth, and its pieces in order. */
export interface ReadLine {
  readonly depth: number;
  readonly isHeading: boolean;
  readonly pieces: readonly ReadPiece[];
}

/** Text, or a control: `group` is the same for all that look alike, `words` is what it says by itself. */
export interface ReadPiece {
  readonly words: string;
  readonly ref?: string;
  readonly group?: string;
}

interface Member {
  readonly ref: string;
  readonly own: string;
  readonly around: string;
}

const SAYS_SOMETHING = /[\p{L}\p{N}]/u;

/** What the pieces say, controls of names that are there several times left out. */
function wordsIn(pieces: readonly ReadPiece[], repeated: ReadonlySet<string>): string {
  return pieces.filter(({ group }) => group === undefined || !repeated.has(group))
    .map(({ words }) => words).join(" ").trim();
}

/** Refs of controls that look like another one and that the tree does not tell from it, by group. */
export function notToldApart(lines: readonly ReadLine[]): ReadonlyMap<string, readonly string[]> {
  const counts = new Map<string, number>();
  for (const { pieces } of lines) {
    for (const { group } of pieces) if (group !== undefined) counts.set(group, (counts.get(group) ?? 0) + 1);
  }
  const repeated = new Set([...counts].filter(([, count]) => count > 1).map(([group]) => group));
  if (repeated.size === 0) return new Map();
  const groups = new Map<string, Member[]>();
  const above: string[] = []; // words of the line around, by depth
  const headings: string[] = [];
  for (const { depth, isHeading, pieces } of lines) {
    above.length = Math.min(above.length, depth);
    headings.length = Math.min(headings.length, depth + 1);
    const around = [...above, ...headings].filter((words) => words !== undefined).join("\n");
    for (const [group, list] of membersIn(pieces, repeated, around)) {
      const members = groups.get(group);
      if (members === undefined) groups.set(group, [...list]);
      else members.push(...list);
    }
    const words = pieces.map((piece) => piece.words).join(" ").trim();
    above[depth] = words;
    if (isHeading) headings[depth] = words;
  }
  const untold = new Map<string, readonly string[]>();
  for (const [group, members] of groups) {
    const said = new Map<string, number>();
    const signature = ({ own, around }: Member): string => `${own}\u0000${around}`;
    for (const one of members) said.set(signature(one), (said.get(signature(one)) ?? 0) + 1);
    const left = members.filter((one) =>
      said.get(signature(one)) !== 1 || !SAYS_SOMETHING.test(one.own + one.around)
    );
    if (left.length > 0) untold.set(group, left.map(({ ref }) => ref));
  }
  return untold;
}

/** The repeated controls of a line, each with what is said of it there. */
function membersIn(
  pieces: readonly ReadPiece[],
  repeated: ReadonlySet<string>,
  around: string,
): ReadonlyMap<string, readonly Member[]> {
  const found = new Map<string, Member[]>();
  for (const group of new Set(pieces.map((piece) => piece.group))) {
    if (group === undefined || !repeated.has(group)) continue;
    const places = pieces.flatMap((piece, index) => piece.group === group ? [index] : []);
    // of several in one line each is told by what stands before it, when that is so for all of them
    const before = places.map((place, index) =>
      wordsIn(pieces.slice(index === 0 ? 0 : (places[index - 1] ?? 0) + 1, place), repeated)
    );
    const areTold = new Set(before).size === places.length &&
      before.every((words) => SAYS_SOMETHING.test(words));
    const whole = places.length === 1 ? wordsIn(pieces, repeated) : "";
    found.set(
      group,
      places.map((place, index) => ({
        ref: pieces[place]?.ref ?? "",
        own: places.length === 1 ? whole : areTold ? before[index] ?? "" : "",
        around,
      })),
    );
  }
  return found;
}
