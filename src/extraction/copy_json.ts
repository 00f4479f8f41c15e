import type { JsonValue } from "../contracts/json.ts";
import { ExtractionError, type ExtractionErrorCode } from "./error.ts";
import { MAX_DEPTH, MAX_NODES } from "./limits.ts";
import { childPointer } from "./pointer.ts";

/**
 * Copies a value that claims to be JSON into frozen plain objects, without running any code of it.
 *
 * @param value untrusted
 * @param what names it in the error
 * @param code of the error for a value that is not JSON
 * @throws ExtractionError `code` for cycles, accessors, holes, class instances, symbols, functions, `undefined` and
 * numbers that JSON cannot carry; `EXTRACTION_LIMIT` for more than 64 levels or 100,000 values
 */
export function copyJson(value: unknown, what: string, code: ExtractionErrorCode): JsonValue {
  const walk: Walk = { left: MAX_NODES, what, code, open: new Set() };
  try {
    return copyValue(value, walk, "");
  } catch (error) {
    if (error instanceof ExtractionError) throw error;
    throw refusal(walk, "", "cannot be read"); // a proxy may throw anything
  }
}

interface Walk {
  left: number;
  readonly what: string;
  readonly code: ExtractionErrorCode;
  /** Containers that are being copied, outermost first. */
  readonly open: Set<object>;
}

function copyValue(value: unknown, walk: Walk, pointer: string): JsonValue {
  if (--walk.left < 0) throw limit(walk, `holds more than ${MAX_NODES} values`);
  switch (typeof value) {
    case "string":
    case "boolean":
      return value;
    case "number":
      if (!Number.isFinite(value)) throw refusal(walk, pointer, "must be a finite number");
      return value;
    case "object":
      return value === null ? null : copyContainer(value, walk, pointer);
    default:
      throw refusal(walk, pointer, `is of type ${typeof value}, which JSON cannot carry`);
  }
}

function copyContainer(value: object, walk: Walk, pointer: string): JsonValue {
  if (walk.open.has(value)) throw refusal(walk, pointer, "refers to a value that contains it");
  if (walk.open.size >= MAX_DEPTH) throw limit(walk, `nests deeper than ${MAX_DEPTH} levels`);
  walk.open.add(value);
  const copy = Array.isArray(value) ? copyArray(value, walk, pointer) : copyObject(value, walk, pointer);
  walk.open.delete(value);
  return copy;
}

function copyArray(source: readonly unknown[], walk: Walk, pointer: string): JsonValue {
  if (source.length > walk.left) throw limit(walk, `holds more than ${MAX_NODES} values`);
  // more keys than elements: a hole's neighbour or a named property
  if (Reflect.ownKeys(source).length !== source.length + 1) {
    throw refusal(walk, pointer, "must be a plain array without holes");
  }
  const copy: JsonValue[] = [];
  for (let index = 0; index < source.length; index++) {
    const at = childPointer(pointer, index);
    copy.push(copyValue(readOwn(source, index, walk, at), walk, at));
  }
  return Object.freeze(copy);
}

function copyObject(source: object, walk: Walk, pointer: string): JsonValue {
  const prototype: unknown = Object.getPrototypeOf(source);
  // the object prototype of another realm is plain too, and has no prototype of its own
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) {
    throw refusal(walk, pointer, "must be a plain object");
  }
  const copy: Record<string, JsonValue> = {};
  for (const key of Reflect.ownKeys(source)) {
    if (typeof key === "symbol" || key === "__proto__") {
      throw refusal(walk, pointer, "has a key that JSON data must not have");
    }
    const at = childPointer(pointer, key);
    copy[key] = copyValue(readOwn(source, key, walk, at), walk, at);
  }
  return Object.freeze(copy);
}

function readOwn(source: object, key: string | number, walk: Walk, pointer: string): unknown {
  const property = Object.getOwnPropertyDescriptor(source, key);
  if (property === undefined || !("value" in property)) {
    throw refusal(walk, pointer, "must be a plain value, not a computed one");
  }
  return property.value;
}

function refusal({ what, code }: Walk, pointer: string, message: string): ExtractionError {
  return new ExtractionError(code, `The ${what} is not plain JSON data`, [{ pointer, message }]);
}

function limit({ what }: Walk, problem: string): ExtractionError {
  return new ExtractionError("EXTRACTION_LIMIT", `The ${what} ${problem}`);
}
