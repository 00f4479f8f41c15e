// What a model reads of a tool's arguments. Each token of it is paid for on every request, so it leaves out what a model
// has no use for: string lengths and patterns, wide ranges, reference notes, and the fields of a union branch by branch. A union becomes one
// object whose discriminator says in words which fields belong to which kind. What the exact schema accepts, this one
// accepts, or a text of the same meaning: what differs in type from kind to kind, and what may have any form, is asked
// for as text, because no dialect knows lists of types or objects without fields. The dispatcher parses with the exact one.
import type { z } from "zod";
import type { JsonSchema } from "../contracts/json.ts";
import { discriminatorOf, isFields, valuesOf } from "./arguments/schema_node.ts";
import { toReferenceSchema } from "./schema.ts";

type Node = Readonly<Record<string, unknown>>;

const LEFT_OUT: ReadonlySet<string> = new Set([
  "$schema",
  "note",
  "default",
  "minLength",
  "maxLength",
  "pattern",
]);
/** Bounds beyond which nobody goes by accident. */
const TELLING_BOUND = 1000;

function propertiesOf(node: Node): Readonly<Record<string, Node>> {
  return (isFields(node.properties) ? node.properties : {}) as Record<string, Node>;
}

function requiredOf(node: Node): readonly string[] {
  return Array.isArray(node.required) ? node.required as string[] : [];
}

/** One schema for a field that two branches declare: the same, their common type, or a text that says either. */
function mergeField(known: Node | undefined, other: Node): Node {
  if (known === undefined || JSON.stringify(known) === JSON.stringify(other)) return other;
  return { type: known.type === other.type ? other.type : "string" };
}

function flattenUnion(branches: readonly Node[]): Node {
  const discriminator = discriminatorOf(branches);
  if (discriminator === undefined) {
    throw new TypeError("Cannot publish a union whose branches no property tells apart");
  }
  const fields: Record<string, Node> = {};
  const names: string[] = [];
  const summaries: string[] = [];
  for (const branch of branches) {
    const properties = propertiesOf(branch);
    const branchNames = valuesOf(properties[discriminator]) as readonly string[];
    const required = requiredOf(branch);
    const own = Object.keys(properties).filter((name) => name !== discriminator);
    for (const name of own) fields[name] = mergeField(fields[name], properties[name] ?? {});
    names.push(...branchNames);
    const list = own.map((name) => required.includes(name) ? name : `${name}?`).join(",");
    summaries.push(`${branchNames.join("|")} {${list}}`);
  }
  return {
    type: "object",
    properties: {
      [discriminator]: { type: "string", enum: names, description: summaries.join(", ") },
      ...fields,
    },
    required: [discriminator],
    additionalProperties: false,
  };
}

/** True for both ends of a range that is wide: saying it costs more than it is worth. */
function isWideBound({ maximum }: Node, key: string): boolean {
  return (key === "minimum" || key === "maximum") &&
    !(typeof maximum === "number" && maximum < TELLING_BOUND);
}

function compact(node: Node): Node {
  if (node.publishedAs === "json_text") {
    return { type: "string", ...(node.description === undefined ? {} : { description: node.description }) };
  }
  if (Array.isArray(node.oneOf)) return flattenUnion(node.oneOf.map((branch) => compact(branch as Node)));
  const result: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(node)) {
    if (LEFT_OUT.has(key) || isWideBound(node, key)) continue;
    if (key === "properties") {
      const entries = Object.entries(propertiesOf(node)).map(([name, item]) => [name, compact(item)]);
      result[key] = Object.fromEntries(entries);
    } else {
      result[key] = key === "items" && isFields(value) ? compact(value) : value;
    }
  }
  return result;
}

/** The compact JSON Schema of arguments for the catalog. */
export function toPublishedSchema(schema: z.ZodType): JsonSchema {
  return compact(toReferenceSchema(schema));
}
