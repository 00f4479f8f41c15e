// Code that runs inside pages, in a world of its own. Each function is sent as text, so it stands for itself and uses
// nothing from outside.
/** What one document holds. */
export interface FrameState {
  readonly origin: string;
  readonly scroll: readonly [number, number];
  readonly sessionItems: readonly (readonly [string, string])[];
  readonly localItems: readonly (readonly [string, string])[];
  readonly hasDatabases: boolean;
}

/** Reads a document. */
export async function readFrame(): Promise<FrameState> {
  const itemsOf = (get: () => Storage): (readonly [string, string])[] => {
    try {
      const storage = get();
      return Object.keys(storage).map((key) => [key, storage.getItem(key) ?? ""] as const);
    } catch {
      return []; // opaque origins and sandboxes have no storage
    }
  };
  let hasDatabases = false;
  try {
    hasDatabases = (await indexedDB.databases()).length > 0;
  } catch {
    // none can be opened here
  }
  return {
    origin: location.origin,
    scroll: [Math.round(scrollX), Math.round(scrollY)],
    sessionItems: itemsOf(() => sessionStorage),
    localItems: itemsOf(() => localStorage),
    hasDatabases,
  };
}

/** Puts `sessionStorage` back before the page's own code runs. */
export function fillSessionStorage(
  stored: readonly { readonly origin: string; readonly items: readonly (readonly [string, string])[] }[],
): void {
  for (const { origin, items } of stored) {
    if (origin !== location.origin) continue;
    try {
      for (const [key, value] of items) {
        if (sessionStorage.getItem(key) === null) sessionStorage.setItem(key, value);
      }
    } catch {
      // no storage here
    }
  }
}

/** Scrolls a document to where it was. */
export function scrollBack([x, y]: readonly [number, number]): void {
  scrollTo({ left: x, top: y, behavior: "instant" });
}
