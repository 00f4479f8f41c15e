// Tells changes that a page makes by itself from those that an action brought about: the same place changed before,
// without an action, as a clock's does.
import { isOnBeat, KNOWN_TIMES, remember } from "./rhythm.ts";
import { askedFor, type Moment, momentNow, sinceInputMs } from "./dispatch.ts";

/** Whose change it is; `unsure` when nobody can tell. */
export type ChangeCause = "action" | "page" | "unsure";

/** Frames in which a page draws the answer to input, in milliseconds. */
const DRAWING_MS = 40;
/** Records of one delivery that are looked at; the rest of such a flood is taken for alike. */
const LOOKED_AT = 300;

const places = new WeakMap<Node, Map<string, number[]>>();

/**
 * Where a change happened: the node itself, and for an attribute all nodes of its kind beside it, as a carousel changes
 * each of its parts in turn.
 */
function placesOf({ type, attributeName, target }: MutationRecord): readonly (readonly [Node, string])[] {
  if (attributeName === null) return [[target, type]];
  const { parentNode } = target;
  const beside: readonly (readonly [Node, string])[] = parentNode === null
    ? []
    : [[parentNode, `${target.nodeName} ${attributeName}`]];
  return [[target, attributeName], ...beside];
}

function timesOf([node, key]: readonly [Node, string]): readonly number[] {
  return places.get(node)?.get(key) ?? [];
}

function learn(records: readonly MutationRecord[], nowMs: number): void {
  for (const record of records) {
    for (const [node, key] of placesOf(record)) {
      const known = places.get(node) ?? new Map<string, number[]>();
      places.set(node, known);
      const times = known.get(key) ?? [];
      if (times.at(-1) !== nowMs) known.set(key, remember(times, nowMs));
    }
  }
}

function causeOf(record: MutationRecord, moment: Moment, nowMs: number): ChangeCause {
  if (moment === "input") return "action";
  const known = placesOf(record).map(timesOf);
  if (known.some((times) => isOnBeat(times, nowMs))) return "page";
  const most = Math.max(...known.map(({ length }) => length));
  if (most >= KNOWN_TIMES) return moment === "tail" ? "page" : "unsure";
  if (most > 0) return "unsure";
  if (moment !== "later" || sinceInputMs() < DRAWING_MS) return "action";
  const { timers, frames } = askedFor();
  return timers + frames > 0 ? "action" : "unsure";
}

/** Records of one delivery by their cause. */
export interface SortedChanges {
  readonly action: readonly MutationRecord[];
  readonly unsure: readonly MutationRecord[];
}

/**
 * Sorts changes, and learns from the page's own.
 *
 * @param isActing an action is under way; without one everything is the page's own
 */
export function sortChanges(records: readonly MutationRecord[], isActing: boolean): SortedChanges {
  const nowMs = performance.now();
  const sorted = {
    action: [] as MutationRecord[],
    page: [] as MutationRecord[],
    unsure: [] as MutationRecord[],
  };
  const moment = momentNow();
  const added = new Map<Node, ChangeCause>(); // in this delivery: what is done to a new part belongs to its coming
  for (const record of records.slice(0, LOOKED_AT)) {
    const outer = [...added].find(([node]) => node.contains(record.target));
    const cause = outer?.[1] ?? causeOf(record, moment, nowMs);
    sorted[cause].push(record);
    for (const node of record.addedNodes) added.set(node, cause);
  }
  learn(isActing ? sorted.page : records.slice(0, LOOKED_AT), nowMs);
  return sorted;
}
