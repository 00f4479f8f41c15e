// What a model or a program reads when an argument does not fit: which one, what was given, what is expected. One line,
// and never the value of a text: it may be what somebody types into a field.
import type { z } from "zod";
import { cutText, toWellFormedText } from "../../contracts/text.ts";
import { branchFor, discriminatorOf, isFields, type SchemaNode, valuesOf } from "./schema_node.ts";

/** Longest message, in characters. */
const MAX_CHARS = 300;
const MAX_NAME_CHARS = 60;
const MAX_FIELDS = 12;

interface Place {
  readonly node: SchemaNode;
  readonly value: unknown;
  /** For example `actions[0].ref`; empty for the arguments as a whole. */
  readonly name: string;
}

/**
 * Says what is wrong with arguments, in one line of at most 300 characters.
 *
 * @param issues at least one fault, as the exact schema found them
 */
export function describeFault(
  node: SchemaNode,
  given: unknown,
  issues: readonly z.core.$ZodIssue[],
): string {
  const [issue] = issues;
  if (issue === undefined) throw new TypeError("Cannot describe a fault without one");
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more)` : "";
  const place = find(node, given, issue.path);
  const sentence = issue.code === "unrecognized_keys" ? unknownField(place, issue.keys) : unfit(place);
  return `${cutText(toWellFormedText(sentence).replace(/\s+/g, " "), MAX_CHARS - more.length)}${more}`;
}

function find(root: SchemaNode, given: unknown, path: readonly PropertyKey[]): Place {
  let place: Place = { node: branchFor(root, given), value: given, name: "" };
  for (const key of path) {
    const { node, value, name } = place;
    const inner = typeof key === "number" ? node.items : node.properties?.[String(key)];
    const part = isFields(value) || Array.isArray(value)
      ? (value as Readonly<Record<PropertyKey, unknown>>)[key]
      : undefined;
    // the discriminator of a union of which no branch fits: all its values are allowed
    const next = inner ??
      { enum: (node.oneOf ?? []).flatMap((one) => valuesOf(one.properties?.[String(key)])) };
    const dot = name === "" ? "" : ".";
    place = {
      node: branchFor(next, part),
      value: part,
      name: typeof key === "number"
        ? `${name}[${key}]`
        : `${name}${dot}${cutText(String(key), MAX_NAME_CHARS)}`,
    };
  }
  return place;
}

function unknownField({ node, value, name }: Place, keys: readonly string[]): string {
  const [key = ""] = keys;
  const { required = [], properties = {} } = node;
  const kind = isFields(value)
    ? valuesOf(properties.type ?? properties.kind).find((one) => one === value.type || one === value.kind)
    : undefined;
  const fields = Object.keys(properties).slice(0, MAX_FIELDS).map((one) =>
    required.includes(one) ? one : `${one}?`
  );
  const where = name === "" ? "" : ` in ${name}${kind === undefined ? "" : ` (${String(kind)})`}`;
  return `There is no field "${cutText(key, MAX_NAME_CHARS)}"${where}: expected ${
    fields.join(", ") || "no field"
  }`;
}

function unfit({ node, value, name }: Place): string {
  const subject = name === "" ? "The arguments" : `"${name}"`;
  const verb = name === "" ? "are" : "is";
  const state = value === undefined ? "missing" : said(value, node);
  return `${subject} ${verb} ${state}: expected ${expected(node)}`;
}

/** What was given, without its content where that may be private. */
function said(value: unknown, node: SchemaNode): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return `a list of ${value.length}`;
  switch (typeof value) {
    case "number":
    case "boolean":
      return String(value);
    case "string":
      // one of a few words: no content of a page or of a person
      return valuesOf(node).length > 0
        ? `"${cutText(value, MAX_NAME_CHARS)}"`
        : `a text of ${value.length} characters`;
    default:
      return "an object";
  }
}

function expected(node: SchemaNode): string {
  const values = valuesOf(node);
  if (values.length > 0) return values.length === 1 ? String(values[0]) : `one of ${values.join(", ")}`;
  if (node.anyOf !== undefined) return node.anyOf.map(expected).join(" or ");
  if (node.oneOf !== undefined) return `an object with "${discriminatorOf(node.oneOf)}"`;
  const { minimum, maximum } = node;
  switch (node.type) {
    case "string":
      if (node.pattern !== undefined) return `a text that fits ${node.pattern}`;
      return node.maxLength === undefined
        ? "a text"
        : `a text of ${node.minLength ?? 0} to ${node.maxLength} characters`;
    case "integer":
    case "number": {
      const kind = node.type === "integer" ? "a whole number" : "a number";
      return minimum === undefined || maximum === undefined ? kind : `${kind} from ${minimum} to ${maximum}`;
    }
    case "boolean":
      return "true or false";
    case "array":
      return node.maxItems === undefined
        ? "a list"
        : `a list of ${node.minItems ?? 0} to ${node.maxItems} entries`;
    default:
      return `an object${node.required === undefined ? "" : ` with ${node.required.join(", ")}`}`;
  }
}
