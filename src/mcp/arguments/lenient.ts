// Clients and models differ in how they leave an argument out and in how they write a number. Where there is only one
// reading, it is taken; whatever could mean two things is left as it is, and the exact schema refuses it.
import { branchFor, type Fields, isFields, type SchemaNode, valuesOf } from "./schema_node.ts";

/** A number as JSON writes it. */
const NUMBER = /^\s*-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\s*$/;

/**
 * Reads arguments as their schema wants them:
 * - `null` for a field that may be left out, or that this kind of entry does not have, is no field (strict modes of
 *   models send every field of a union);
 * - text that is a number, a boolean, a list or an object where only that fits;
 * - a whole number where only text fits.
 *
 * @param given plain JSON data; it is not changed
 */
export function readLeniently(node: SchemaNode, given: unknown): unknown {
  if (typeof given === "string") return fromText(node, given);
  if (Array.isArray(given)) {
    const { items } = node;
    return items === undefined ? given : given.map((item) => readLeniently(items, item));
  }
  if (isFields(given)) return fromFields(branchFor(node, given), given);
  if (node.type === "string" && Number.isSafeInteger(given) && valuesOf(node).length === 0) {
    return String(given);
  }
  return given;
}

function fromFields(node: SchemaNode, given: Fields): Fields {
  const { properties, required = [] } = node;
  // a union whose branch nobody named, or an object that takes anything
  if (properties === undefined) return given;
  const entries = Object.entries(given).flatMap(([name, value]): [string, unknown][] => {
    const part = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (value === null && (part === undefined || !required.includes(name)) && !takesNull(part)) return [];
    return [[name, part === undefined ? value : readLeniently(part, value)]];
  });
  return Object.fromEntries(entries);
}

/** True for a part that says nothing of its type: there `null` is a value like any other. */
function takesNull(node: SchemaNode | undefined): boolean {
  return node !== undefined && node.type === undefined && node.oneOf === undefined &&
    node.anyOf === undefined &&
    valuesOf(node).length === 0;
}

function fromText(node: SchemaNode, text: string): unknown {
  const kinds = node.anyOf?.map(({ type }) => type) ?? [node.type];
  if (kinds.includes("string") || valuesOf(node).length > 0) return text;
  if ((kinds.includes("number") || kinds.includes("integer")) && NUMBER.test(text)) return Number(text);
  if (kinds.includes("boolean") && /^\s*(?:true|false)\s*$/i.test(text)) return /true/i.test(text);
  const isObject = kinds.includes("object") || node.oneOf !== undefined;
  if (!isObject && !kinds.includes("array")) return text;
  try {
    const data: unknown = JSON.parse(text);
    const fits = Array.isArray(data) ? kinds.includes("array") : isObject && isFields(data);
    return fits ? readLeniently(node, data) : text;
  } catch {
    return text;
  }
}
