// The same arguments in the forms in which clients and models send them.
import type { JsonSchema } from "../../../src/contracts/json.ts";

type Node = JsonSchema & {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
};
type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Goes along a published schema and changes values; `change` sees those that have no parts there. */
function along(
  node: Node | undefined,
  value: unknown,
  change: (node: Node, value: unknown) => unknown,
  fields: (node: Node, value: Fields) => Fields = (_, same) => same,
): unknown {
  if (node === undefined) return value;
  if (Array.isArray(value) && node.items !== undefined) {
    return value.map((item) => along(node.items, item, change, fields));
  }
  if (!isFields(value) || node.properties === undefined) return change(node, value);
  const changed = Object.entries(value).map(([name, item]): [string, unknown] => [
    name,
    along(node.properties?.[name], item, change, fields),
  ]);
  return fields(node, Object.fromEntries(changed));
}

/** Text where the published schema asks for text. */
export function asPublished(schema: JsonSchema, given: unknown): unknown {
  return along(schema, given, ({ type }, value) => {
    if (type !== "string" || typeof value === "string") return value;
    return typeof value === "number" ? String(value) : JSON.stringify(value);
  });
}

/** `null` for every field of the published schema that was left out, as strict modes of models send it. */
export function withNulls(schema: JsonSchema, given: unknown): unknown {
  return along(schema, given, (_, value) => value, (node, value) => {
    const absent = Object.keys(node.properties ?? {}).filter((name) => !Object.hasOwn(value, name));
    return { ...value, ...Object.fromEntries(absent.map((name) => [name, null])) };
  });
}

/** Numbers and booleans as text. */
export function withTexts(schema: JsonSchema, given: unknown): unknown {
  return along(
    schema,
    given,
    (_, value) => typeof value === "number" || typeof value === "boolean" ? String(value) : value,
  );
}
