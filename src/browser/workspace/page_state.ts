// Code that runs inside pages, in a world of its own. Each function is sent as text, so it stands for itself and uses
// nothing from outside.
import type { WorkspaceDraft } from "../../contracts/workspace.ts";

/** What one document holds. */
export interface FrameState {
  readonly origin: string;
  readonly scroll: readonly [number, number];
  readonly sessionItems: readonly (readonly [string, string])[];
  readonly localItems: readonly (readonly [string, string])[];
  readonly hasDatabases: boolean;
  readonly drafts: readonly WorkspaceDraft[];
}

/** Reads a document. */
export async function readFrame(withDrafts: boolean): Promise<FrameState> {
  const MAX_DRAFTS = 500;
  const MAX_DRAFT_CHARS = 20_000;
  const itemsOf = (get: () => Storage): (readonly [string, string])[] => {
    try {
      const storage = get();
      return Object.keys(storage).map((key) => [key, storage.getItem(key) ?? ""] as const);
    } catch {
      return []; // opaque origins and sandboxes have no storage
    }
  };
  const SECRET = /^(?:one-time-code|current-password|new-password|cc-.*)$/i;
  // a draft that is lost can be typed again, a secret that is written down cannot be taken back
  const SECRET_NAME =
    /pass|pwd|\bpin\b|cvv|cvc|csc|otp|one.?time|card|iban|security.?code|secret|token|ssn|credential/i;
  const isSecret = (field: Element): boolean => {
    const tokens = (field.getAttribute("autocomplete") ?? "").split(/\s+/);
    if (tokens.some((token) => SECRET.test(token))) return true;
    const names = ["id", "name", "aria-label", "placeholder"].map((name) => field.getAttribute(name) ?? "");
    const labels = [...(field as HTMLInputElement).labels ?? []].map((label) => label.textContent ?? "");
    if ([...names, ...labels].some((name) => SECRET_NAME.test(name))) return true;
    const masking = getComputedStyle(field).getPropertyValue("-webkit-text-security");
    return masking !== "" && masking !== "none";
  };
  const drafts: WorkspaceDraft[] = [];
  const seen = new Map<string, number>();
  for (const field of document.querySelectorAll("input,textarea,select")) {
    const { type = "" } = field as HTMLInputElement;
    const kind = [field.localName, type, field.getAttribute("name") ?? "", field.id].join("|");
    const number = seen.get(kind) ?? 0;
    seen.set(kind, number + 1);
    if (!withDrafts || drafts.length >= MAX_DRAFTS) continue;
    if (/^(?:password|hidden|file|submit|button|reset|image)$/.test(type) || isSecret(field)) continue;
    const key = `${kind}|${number}`;
    if (field instanceof HTMLSelectElement) {
      const options = [...field.options];
      if (options.every((option) => option.selected === option.defaultSelected)) continue;
      // a list without a default shows its first option, which is nobody's input
      const untouched = !field.multiple && field.selectedIndex === 0 &&
        options.every((option) => !option.defaultSelected);
      const values = options.filter((option) => option.selected).map((option) => option.value);
      if (!untouched) drafts.push({ field: key, values });
    } else if (/^(?:checkbox|radio)$/.test(type)) {
      const { checked, defaultChecked } = field as HTMLInputElement;
      if (checked !== defaultChecked) drafts.push({ field: key, checked });
    } else {
      const { value, defaultValue } = field as HTMLInputElement;
      if (value !== defaultValue && value.length <= MAX_DRAFT_CHARS) {
        drafts.push({ field: key, values: [value] });
      }
    }
  }
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
    drafts,
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

/** Puts unsent input back. Returns how many fields were not found. */
export function fillDrafts(drafts: readonly WorkspaceDraft[]): number {
  const fields = new Map<string, Element>();
  const seen = new Map<string, number>();
  for (const field of document.querySelectorAll("input,textarea,select")) {
    const { type = "" } = field as HTMLInputElement;
    const kind = [field.localName, type, field.getAttribute("name") ?? "", field.id].join("|");
    const number = seen.get(kind) ?? 0;
    seen.set(kind, number + 1);
    fields.set(`${kind}|${number}`, field);
  }
  const setter = (prototype: object, name: string): ((value: unknown) => void) | undefined =>
    Object.getOwnPropertyDescriptor(prototype, name)?.set;
  let missing = 0;
  for (const { field: key, values = [], checked } of drafts) {
    const field = fields.get(key);
    if (field === undefined) {
      missing++;
      continue;
    }
    if (field instanceof HTMLSelectElement) {
      for (const option of field.options) option.selected = values.includes(option.value);
    } else if (field instanceof HTMLTextAreaElement) {
      setter(HTMLTextAreaElement.prototype, "value")?.call(field, values[0] ?? "");
    } else if (checked !== undefined) {
      setter(HTMLInputElement.prototype, "checked")?.call(field, checked);
    } else {
      setter(HTMLInputElement.prototype, "value")?.call(field, values[0] ?? "");
    }
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.dispatchEvent(new Event("change", { bubbles: true }));
  }
  return missing;
}
