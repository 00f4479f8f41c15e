import type { JsonSchema } from "../contracts/json.ts";
import { DATA_KEYWORDS, SCHEMA_MAPS } from "./keywords.ts";

/**
 * Copies a schema for use inside another document. References into the schema itself start at the document's root, so
 * they are moved below `pointer`; the root's `$schema` and `$id` would make a second document of it and are dropped.
 *
 * @param schema a complete schema document
 * @param pointer where it will stand, for example `#/properties/data`
 */
export function embedSchema(schema: JsonSchema, pointer: string): JsonSchema {
  const id = typeof schema["$id"] === "string" ? schema["$id"].replace(/#$/, "") : undefined;
  const root = Object.fromEntries(
    Object.entries(schema).filter(([key]) => key !== "$schema" && key !== "$id"),
  );
  return moveReferences(root, { id, pointer }) as JsonSchema;
}

interface Move {
  readonly id: string | undefined;
  readonly pointer: string;
}

function moveReferences(value: unknown, move: Move): unknown {
  if (Array.isArray(value)) return value.map((item) => moveReferences(item, move));
  // A nested $id starts a document of its own, and its references stay inside it.
  if (!isRecord(value) || typeof value["$id"] === "string") return value;
  const moved = Object.entries(value).map(([key, item]): [string, unknown] => {
    if (key === "$ref" && typeof item === "string") return [key, moveReference(item, move)];
    if (DATA_KEYWORDS.has(key)) return [key, item];
    if (SCHEMA_MAPS.has(key) && isRecord(item)) return [key, moveMap(item, move)];
    return [key, moveReferences(item, move)];
  });
  return Object.fromEntries(moved);
}

function moveMap(map: Record<string, unknown>, move: Move): Record<string, unknown> {
  return Object.fromEntries(Object.entries(map).map(([name, item]) => [name, moveReferences(item, move)]));
}

function moveReference(reference: string, { id, pointer }: Move): string {
  const local = id !== undefined && reference.startsWith(`${id}#`) ? reference.slice(id.length) : reference;
  if (local === "#" || local === id) return pointer;
  return local.startsWith("#/") ? `${pointer}${local.slice(1)}` : local;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
