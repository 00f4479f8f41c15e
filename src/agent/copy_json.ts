import type { JsonValue } from "../contracts/json.ts";

/** How a copy is bounded. */
export interface CopyOptions {
  /** Values that the copy may hold; shared references count each time. */
  readonly maxValues: number;
  /** Levels of nesting. */
  readonly maxDepth: number;
  /**
   * `refuse` rejects keys that can reach a prototype when the value is merged somewhere; `keep` stores them as plain
   * own properties, so that nothing a tool returned is lost.
   */
  readonly prototypeKeys: "refuse" | "keep";
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
  const walk = { left: options.maxValues, options };
  try {
    return { ok: true, value: copyValue(value, "value", 0, walk) };
  } catch (error) {
    // a proxy may throw anything from its traps: that too is only a value that is not JSON
    return { ok: false, problem: error instanceof NotJson ? error.message : "value cannot be read" };
  }
}

interface Walk {
  left: number;
  readonly options: CopyOptions;
}

function copyValue(value: unknown, path: string, depth: number, walk: Walk): JsonValue {
  if (--walk.left < 0) throw new NotJson("value holds too many parts");
  switch (typeof value) {
    case "string":
    case "boolean":
      return value;
    case "number":
      if (!Number.isFinite(value)) throw new NotJson(`${path} is not a finite number`);
      return value;
    case "object":
      break;
    default:
      throw new NotJson(`${path} is of type ${typeof value}, which JSON cannot carry`);
  }
  if (value === null) return null;
  if (depth >= walk.options.maxDepth) throw new NotJson("value is nested too deeply or refers to itself");
  return Array.isArray(value) ? copyArray(value, path, depth, walk) : copyObject(value, path, depth, walk);
}

function copyArray(source: readonly unknown[], path: string, depth: number, walk: Walk): JsonValue {
  const { length } = source;
  if (length > walk.left) throw new NotJson("value holds too many parts");
  const copy: JsonValue[] = [];
  for (let index = 0; index < length; index++) {
    const property = Object.getOwnPropertyDescriptor(source, index);
    const place = `${path}[${index}]`;
    if (property === undefined || !("value" in property)) {
      throw new NotJson(`${place} is not a plain element`);
    }
    copy.push(copyValue(property.value, place, depth + 1, walk));
  }
  return Object.freeze(copy);
}

function copyObject(source: object, path: string, depth: number, walk: Walk): JsonValue {
  const prototype: unknown = Object.getPrototypeOf(source);
  // the object prototype of another realm is plain too, and has no prototype of its own
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) {
    throw new NotJson(`${path} is not a plain object`);
  }
  const copy: Record<string, JsonValue> = {};
  for (const key of Object.keys(source)) {
    const property = Object.getOwnPropertyDescriptor(source, key);
    if (property === undefined || !("value" in property)) {
      throw new NotJson(`${path} has a computed property`);
    }
    const child: unknown = property.value;
    if (child === undefined) continue;
    const reaches = reachesPrototype(key, child);
    if (reaches && walk.options.prototypeKeys === "refuse") {
      throw new NotJson(`${path} has a key that reaches a prototype`);
    }
    const copied = copyValue(child, `${path}.${shortKey(key)}`, depth + 1, walk);
    if (key === "__proto__") Object.defineProperty(copy, key, { value: copied, enumerable: true });
    else copy[key] = copied;
  }
  return Object.freeze(copy);
}

function reachesPrototype(key: string, child: unknown): boolean {
  if (key === "__proto__") return true;
  // "constructor" alone is an honest word, for instance in motor racing
  return key === "constructor" && typeof child === "object" && child !== null &&
    Object.hasOwn(child, "prototype");
}

function shortKey(key: string): string {
  return key.length <= 40 ? key : `${key.slice(0, 40)}…`;
}
