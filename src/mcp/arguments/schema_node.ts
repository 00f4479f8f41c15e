// Arguments are looked at along their JSON Schema, which is derived from the one declaration of each tool.
import type { z } from "zod";
import { toReferenceSchema } from "../schema.ts";

/** A part of the JSON Schema of a tool's arguments, as far as it is looked at. */
export interface SchemaNode {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly required?: readonly string[];
  readonly items?: SchemaNode;
  readonly oneOf?: readonly SchemaNode[];
  readonly anyOf?: readonly SchemaNode[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
}

/** A plain object of a call. */
export type Fields = Readonly<Record<string, unknown>>;

const KNOWN = new WeakMap<z.ZodType, SchemaNode>();

/** The JSON Schema of a declaration, derived once. */
export function schemaNodeOf(declared: z.ZodType): SchemaNode {
  const known = KNOWN.get(declared) ?? toReferenceSchema(declared) as SchemaNode;
  KNOWN.set(declared, known);
  return known;
}

/** True for an object that is no list. */
export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The property that tells the branches of a union apart: in each it is required and has fixed values. */
export function discriminatorOf(branches: readonly SchemaNode[]): string | undefined {
  const [first] = branches;
  return Object.keys(first?.properties ?? {}).find((name) =>
    branches.every((branch) =>
      branch.required?.includes(name) && valuesOf(branch.properties?.[name]).length > 0
    )
  );
}

/** The only values that a part may have; empty when it is free. */
export function valuesOf(node: SchemaNode | undefined): readonly unknown[] {
  if (node === undefined) return [];
  return node.const === undefined ? node.enum ?? [] : [node.const];
}

/** The part of a union that a value belongs to by its discriminator; the part itself when it is no union. */
export function branchFor(node: SchemaNode, value: unknown): SchemaNode {
  if (node.oneOf === undefined || !isFields(value)) return node;
  const name = discriminatorOf(node.oneOf);
  if (name === undefined) return node;
  return node.oneOf.find((branch) => valuesOf(branch.properties?.[name]).includes(value[name])) ?? node;
}
