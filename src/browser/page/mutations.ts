// Counts changes of the document, so that an observer can tell when it has come to rest. What the page keeps changing by
// itself is no unrest, and nothing that an action did.
import { endDispatchWatch, watchDispatch } from "./causes/dispatch.ts";
import { sortChanges } from "./causes/own_changes.ts";
import { shadowRootsBelow } from "./flat_tree.ts";

const OPTIONS: MutationObserverInit = {
  subtree: true,
  childList: true,
  attributes: true,
  characterData: true,
};

let observer: MutationObserver | null = null;
let isActing = false;
let count = 0;
let unsure = 0;
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
  const sorted = sortChanges(records, isActing);
  const others = [...sorted.action, ...sorted.unsure];
  if (others.length === 0) return;
  for (const { target, attributeName } of others.slice(-REMEMBERED)) {
    changed.push({ node: new WeakRef(target), attribute: attributeName });
  }
  changed = changed.slice(-REMEMBERED);
  count += sorted.action.length;
  unsure += sorted.unsure.length;
  const now = performance.now();
  if (now - lastAt > STREAK_GAP_MS) streakFrom = now;
  lastAt = now;
}

/** Starts watching, if that is not under way already. It goes on as long as the document: rhythms are learnt by it. */
export function watchMutations(): void {
  if (observer !== null) return;
  observer = new MutationObserver(note);
  observer.observe(document, OPTIONS);
  for (const root of shadowRootsBelow(document)) observer.observe(root, OPTIONS);
}

/** An action begins: counts from zero, and tells what is its from now on. */
export function beginAction(): void {
  watchMutations();
  takePending();
  isActing = true;
  count = 0;
  unsure = 0;
  changed = [];
  watchDispatch();
}

/** The action is over: what follows is the page's own again. */
export function endAction(): void {
  takePending();
  isActing = false;
  endDispatchWatch();
}

function takePending(): void {
  const pending = observer?.takeRecords() ?? [];
  if (pending.length > 0) note(pending);
}

/** Changes since the action began, pending ones included: its own, and those that may be its or the page's. */
export function changeCounts(): { readonly count: number; readonly unsure: number } {
  takePending();
  return { count, unsure };
}

/** The nodes that changed last since the action began, but for what the page changes by itself. */
export function changedNodes(): readonly ChangedNode[] {
  takePending();
  return changed.flatMap(({ node, attribute }) => {
    const target = node.deref();
    return target === undefined ? [] : [{ node: target, attribute }];
  });
}

/**
 * The document is changing, and has not been for long: what changes without an end is no sign that it will rest.
 *
 * @param limitMs how long it may have been changing
 */
export function isJustChanging(limitMs: number): boolean {
  return quietMs() < STREAK_GAP_MS && performance.now() - streakFrom < limitMs;
}

/** Milliseconds since the last change that was seen and is no rhythm of the page; infinite when none was. */
export function quietMs(): number {
  takePending();
  return performance.now() - lastAt;
}
