import type { JsonValue } from "../contracts/json.ts";
import { cutText, toWellFormedText } from "../contracts/text.ts";

/** How a copy is bounded. */
export interface CopyOptions {
  /** Values that the copy may hold; shared references count each time. */
  readonly maxValues: number;
  /** Levels of nesting. */
  readonly maxDepth: number;
  /**
   * For what tools return: a number that is not finite becomes `null`, as it does on the wire, and a key that can reach
   * a prototype when it is merged somewhere stays as a plain own property. Otherwise both are refused.
   */
  readonly lenient: boolean;
}

/** A frozen copy, or why there is none. */
export type CopyResult =
  | { readonly ok: true; readonly value: JsonValue }
  | { readonly ok: false; readonly problem: string };

class NotJson extends Error {}

/**
 * Copies a value that claims to be JSON into frozen plain objects. Accessors, functions, symbols, class instances,
 * holes, `NaN`, infinities and `bigint` are refused. A property whose value is `undefined` is left out, as JSON does.
 */
export function copyJson(value: unknown, options: CopyOptions): CopyResult {
  const walk: Walk = { left: options.maxValues, trail: [], options };
  try {
    return { ok: true, value: copyValue(value, walk) };
  } catch (error) {
    // a proxy may throw anything from its traps: that too is only a value that is not JSON
    return { ok: false, problem: error instanceof NotJson ? error.message : "value cannot be read" };
  }
}

/** Whether arrays and objects in a value have more places than this together; a hole is a place. */
export function holdsMoreThan(value: unknown, places: number): boolean {
  let left = places;
  const open: unknown[] = [value];
  while (open.length > 0) {
    const at = open.pop();
    if (typeof at !== "object" || at === null) continue;
    left -= Array.isArray(at) ? at.length : 1;
    if (left < 0) return true;
    for (const { value: child } of Object.values(Object.getOwnPropertyDescriptors(at))) {
      if (typeof child === "object" && child !== null) open.push(child);
    }
  }
  return false;
}

interface Walk {
  left: number;
  /** Keys and indexes that lead to the current value. */
  readonly trail: (string | number)[];
  readonly options: CopyOptions;
}

function copyValue(value: unknown, walk: Walk): JsonValue {
  if (--walk.left < 0) throw new NotJson("value holds too many parts");
  switch (typeof value) {
    case "string":
      return toWellFormedText(value);
    case "boolean":
      return value;
    case "number":
      if (Number.isFinite(value)) return value;
      if (walk.options.lenient) return null;
      throw new NotJson(`${place(walk)} is not a finite number`);
    case "object":
      break;
    default:
      throw new NotJson(`${place(walk)} is of type ${typeof value}, which JSON cannot carry`);
  }
  if (value === null) return null;
  if (walk.trail.length >= walk.options.maxDepth) {
    throw new NotJson("value is nested too deeply or refers to itself");
  }
  return Array.isArray(value) ? copyArray(value, walk) : copyObject(value, walk);
}

function copyArray(source: readonly unknown[], walk: Walk): JsonValue {
  const { length } = source;
  if (length > walk.left) throw new NotJson("value holds too many parts");
  const copy: JsonValue[] = [];
  for (let index = 0; index < length; index++) {
    const property = Object.getOwnPropertyDescriptor(source, index);
    walk.trail.push(index);
    if (property === undefined || !("value" in property)) {
      throw new NotJson(`${place(walk)} is not a plain element`);
    }
    copy.push(copyValue(property.value, walk));
    walk.trail.pop();
  }
  return Object.freeze(copy);
}

function copyObject(source: object, walk: Walk): JsonValue {
  const prototype: unknown = Object.getPrototypeOf(source);
  // the object prototype of another realm is plain too, and has no prototype of its own
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) {
    throw new NotJson(`${place(walk)} is not a plain object`);
  }
  const copy: Record<string, JsonValue> = {};
  for (const key of Object.keys(source)) {
    const property = Object.getOwnPropertyDescriptor(source, key);
    if (property === undefined || !("value" in property)) {
      throw new NotJson(`${place(walk)} has a computed property`);
    }
    const child: unknown = property.value;
    if (child === undefined) continue;
    if (!walk.options.lenient && reachesPrototype(key, child)) {
      throw new NotJson(`${place(walk)} has a key that reaches a prototype`);
    }
    walk.trail.push(key);
    const copied = copyValue(child, walk);
    walk.trail.pop();
    if (key === "__proto__") Object.defineProperty(copy, key, { value: copied, enumerable: true });
    else copy[key] = copied;
  }
  return Object.freeze(copy);
}

function place({ trail }: Walk): string {
  return cutText(
    `value${trail.map((part) => typeof part === "number" ? `[${part}]` : `.${part}`).join("")}`,
    200,
  );
}

function reachesPrototype(key: string, child: unknown): boolean {
  if (key === "__proto__") return true;
  // "constructor" alone is an honest word, for instance in motor racing
  return key === "constructor" && typeof child === "object" && child !== null &&
    Object.hasOwn(child, "prototype");
}
