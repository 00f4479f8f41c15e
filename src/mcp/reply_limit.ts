// Tools bound what they read. This is the last line: whatever a page or an engine comes up with, a reply stays within
// what a model can take, and says so.
import { cutText } from "../contracts/text.ts";

type Holder = Record<string, unknown> | unknown[];

interface Part {
  readonly holder: Holder;
  readonly key: string | number;
  /** Nearest enclosing object, where `truncated` is set. */
  readonly owner: Record<string, unknown>;
  readonly size: number;
}

/** Lists in which each entry answers one entry of the request. */
const ONE_A_REQUEST: ReadonlySet<string> = new Set(["checks", "results"]);

function sizeOf(value: unknown): number {
  return (JSON.stringify(value) ?? "").length;
}

/** Visits what could be made shorter: strings, and lists that need not be complete. */
function* partsOf(holder: Holder, owner: Record<string, unknown>): Generator<Part> {
  for (const [name, value] of Object.entries(holder)) {
    const key = Array.isArray(holder) ? Number(name) : name;
    if (typeof value === "string" && value.length > 100) yield { holder, key, owner, size: sizeOf(value) };
    if (Array.isArray(value)) {
      if (value.length > 1 && !ONE_A_REQUEST.has(name)) yield { holder, key, owner, size: sizeOf(value) };
      yield* partsOf(value, owner);
    } else if (typeof value === "object" && value !== null) {
      const object = value as Record<string, unknown>;
      yield* partsOf(object, object);
    }
  }
}

function shorten(value: unknown): unknown {
  if (typeof value === "string") return cutText(value, Math.floor(value.length / 2) + 1);
  return Array.isArray(value) ? value.slice(0, Math.ceil(value.length / 2)) : value;
}

/**
 * Shortens the largest parts of a reply until it fits; the object around each gets `truncated: true`.
 *
 * @param body a reply that may be changed: plain JSON data
 * @param maxChars characters of the reply as JSON
 * @returns the reply as JSON
 */
export function toBoundedJson(body: Record<string, unknown>, maxChars: number): string {
  for (;;) {
    const text = JSON.stringify(body);
    if (text.length <= maxChars) return text;
    let largest: Part | undefined;
    for (const part of partsOf(body, body)) {
      if (largest === undefined || part.size > largest.size) largest = part;
    }
    if (largest === undefined) return text;
    const holder = largest.holder as Record<string | number, unknown>;
    holder[largest.key] = shorten(holder[largest.key]);
    largest.owner.truncated = true;
  }
}
