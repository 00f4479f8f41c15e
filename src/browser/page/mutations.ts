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

function note(records: readonly MutationRecord[]): void {
  count += records.length;
  lastAt = performance.now();
}

/** Starts counting from zero, if that is not under way already. */
export function watchMutations(): void {
  if (observer !== null) return;
  count = 0;
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

/** Ends the watch: the next one starts from zero. */
export function endWatch(): void {
  observer?.disconnect();
  observer = null;
}

/** Milliseconds since the last change that was seen; infinite when none was. */
export function quietMs(): number {
  mutationCount();
  return performance.now() - lastAt;
}
