// Arguments are declared once, in zod. The dispatcher parses with that, the reference is generated from it, and what
// models read is derived from it in `published_schema.ts`.
import { z } from "zod";
import { countCharacters } from "../browser/count_characters.ts";
import type { JsonSchema } from "../contracts/json.ts";

/** Facts about an argument for the reference; only `description` is shown to models. */
export interface ArgumentNotes {
  /** Meaning, for people. */
  readonly note: string;
  /** Value that applies when the argument is left out. */
  readonly default?: string | number | boolean;
  /** Meaning, for models, where name and type do not say it. */
  readonly description?: string;
  /** Models are asked for text that holds it as JSON: some dialects of schemas know no object of any form. */
  readonly publishedAs?: "json_text";
}

/** Adds reference notes to an argument. */
export function noted<Schema extends z.ZodType>(schema: Schema, notes: ArgumentNotes): Schema {
  return schema.meta({ ...notes }) as Schema;
}

/** True when `text` has `min` to `max` Unicode characters, counted as JSON Schema counts them. */
function hasLength(text: string, min: number, max: number): boolean {
  if (text.length > max * 2) return false;
  const characters = countCharacters(text);
  return characters >= min && characters <= max;
}

/** A string of `min` to `max` characters. zod counts UTF-16 units, JSON Schema characters: here both count alike. */
export function boundedString(min: number, max: number): z.ZodString {
  const message = min === 0 ? `must have at most ${max} characters` : `must have ${min} to ${max} characters`;
  const schema = z.string().refine((text) => hasLength(text, min, max), message);
  return schema.meta(min === 0 ? { maxLength: max } : { minLength: min, maxLength: max });
}

/** An integer from `min` to `max`. */
export function boundedInteger(min: number, max: number): z.ZodInt {
  return z.int().min(min).max(max);
}

/** The exact JSON Schema (draft-07) of arguments: it accepts what `schema` accepts. Has notes and defaults. */
export function toReferenceSchema(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, { io: "input", target: "draft-7" }) as JsonSchema;
}
