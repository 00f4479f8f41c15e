// Counts changes of the document, so that an observer can tell when it has come to rest.
import { shadowRootsBelow } from "./flat_tree.ts";

const OPTIONS: MutationObserverInit = {
  subtree: true,
  childList: true,
  attributes: true,
  characterData: true,
};

let observer: MutationObserver | null = null;
let count = 0;
let lastAt = Number.NEGATIVE_INFINITY;
let streakFrom = Number.NEGATIVE_INFINITY;

/** Changes no further apart than this belong together. */
const STREAK_GAP_MS = 150;

/** A node that changed, and which attribute of it; null for its content. */
export interface ChangedNode {
  readonly node: Node;
  readonly attribute: string | null;
}

/** Changed nodes remembered, the newest. */
const REMEMBERED = 30;
let changed: { readonly node: WeakRef<Node>; readonly attribute: string | null }[] = [];

function note(records: readonly MutationRecord[]): void {
  for (const { target, attributeName } of records.slice(-REMEMBERED)) {
    changed.push({ node: new WeakRef(target), attribute: attributeName });
  }
  changed = changed.slice(-REMEMBERED);
  count += records.length;
  const now = performance.now();
  if (now - lastAt > STREAK_GAP_MS) streakFrom = now;
  lastAt = now;
}

/** Starts counting from zero, if that is not under way already. */
export function watchMutations(): void {
  if (observer !== null) return;
  count = 0;
  changed = [];
  lastAt = Number.NEGATIVE_INFINITY;
  observer = new MutationObserver(note);
  observer.observe(document, OPTIONS);
  for (const root of shadowRootsBelow(document)) observer.observe(root, OPTIONS);
}

/** Counts so far, pending ones included. */
export function mutationCount(): number {
  const pending = observer?.takeRecords() ?? [];
  if (pending.length > 0) note(pending);
  return count;
}

/** The nodes that changed last since the watch began. */
export function changedNodes(): readonly ChangedNode[] {
  mutationCount();
  return changed.flatMap(({ node, attribute }) => {
    const target = node.deref();
    return target === undefined ? [] : [{ node: target, attribute }];
  });
}

/** Ends the watch: the next one starts from zero. */
export function endWatch(): void {
  observer?.disconnect();
  observer = null;
}

/**
 * The document is changing, and has not been for long: what changes without an end is no sign that it will rest.
 *
 * @param limitMs how long it may have been changing
 */
export function isJustChanging(limitMs: number): boolean {
  return quietMs() < STREAK_GAP_MS && performance.now() - streakFrom < limitMs;
}

/** Milliseconds since the last change that was seen; infinite when none was. */
export function quietMs(): number {
  mutationCount();
  return performance.now() - lastAt;
}
