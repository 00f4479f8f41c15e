import type { JsonValue } from "../contracts/json.ts";
import { copyJson } from "./copy_json.ts";
import { ExtractionError } from "./error.ts";
import { MAX_FIELDS } from "./limits.ts";

/** How one top-level property of the data is read from the page. */
export interface DOMField {
  /** Property of the data, 1–160 characters. */
  readonly name: string;
  /** CSS selector, 1–1,000 characters. */
  readonly selector: string;
  /** `text`: visible text; `attribute`: raw attribute; `value`: live state of a form control. */
  readonly mode: "text" | "attribute" | "value";
  /** Name of the attribute, 1–100 characters; for mode `attribute` alone. */
  readonly attribute?: string;
  /** What the text is converted to. @default "string" */
  readonly type?: "string" | "number" | "integer" | "boolean";
  /** An array in the order of the page instead of exactly one match. @default false */
  readonly multiple?: boolean;
  /** Whether it must match. @default false */
  readonly required?: boolean;
}

/** A checked field with its defaults. */
export interface ResolvedDOMField extends DOMField {
  /** What the text is converted to. */
  readonly type: "string" | "number" | "integer" | "boolean";
  /** Whether it is an array. */
  readonly multiple: boolean;
  /** Whether it must match. */
  readonly required: boolean;
}

const MAX_NAME_CHARS = 160;
const MAX_SELECTOR_CHARS = 1_000;
const MAX_ATTRIBUTE_CHARS = 100;
const MODES = ["text", "attribute", "value"] as const;
const TYPES = ["string", "number", "integer", "boolean"] as const;

/**
 * Checks a field plan.
 *
 * @param fields 1–30 fields with different names
 * @returns frozen copies with defaults
 * @throws ExtractionError `INVALID_FIELD_PLAN`, or `EXTRACTION_LIMIT` for more than 30 fields
 */
export function validateDOMFieldPlan(fields: unknown): readonly ResolvedDOMField[] {
  if (Array.isArray(fields) && fields.length > MAX_FIELDS) {
    throw new ExtractionError("EXTRACTION_LIMIT", `The plan has more than ${MAX_FIELDS} fields`);
  }
  const copy = copyJson(fields, "field plan", "INVALID_FIELD_PLAN");
  if (!Array.isArray(copy) || copy.length === 0) throw invalid("", "must be a list of at least one field");
  const read = copy.map((field: JsonValue, index) => readField(field, `/${index}`));
  if (new Set(read.map(({ name }) => name)).size !== read.length) {
    throw invalid("", "must give each field a name of its own");
  }
  return Object.freeze(read);
}

function readField(value: JsonValue, at: string): ResolvedDOMField {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw invalid(at, "must be an object");
  }
  const {
    name,
    selector,
    mode,
    attribute,
    type = "string",
    multiple = false,
    required = false,
    ...rest
  } = value as Record<string, JsonValue>;
  if (Object.keys(rest).length > 0) throw invalid(at, "has a key that a field does not have");
  if (!isText(name, MAX_NAME_CHARS) || name === "__proto__") {
    throw invalid(`${at}/name`, `must be the name of a property, of 1 to ${MAX_NAME_CHARS} characters`);
  }
  if (!isText(selector, MAX_SELECTOR_CHARS)) {
    throw invalid(`${at}/selector`, `must be a text of 1 to ${MAX_SELECTOR_CHARS} characters`);
  }
  if (!isOneOf(mode, MODES)) throw invalid(`${at}/mode`, `must be one of ${MODES.join(", ")}`);
  if (!isOneOf(type, TYPES)) throw invalid(`${at}/type`, `must be one of ${TYPES.join(", ")}`);
  if (typeof multiple !== "boolean") throw invalid(`${at}/multiple`, "must be true or false");
  if (typeof required !== "boolean") throw invalid(`${at}/required`, "must be true or false");
  const field = { name, selector, mode, type, multiple, required };
  if (mode !== "attribute") {
    if (attribute !== undefined) throw invalid(`${at}/attribute`, "is for mode attribute alone");
    return Object.freeze(field);
  }
  if (!isText(attribute, MAX_ATTRIBUTE_CHARS)) {
    throw invalid(`${at}/attribute`, `must be a name of 1 to ${MAX_ATTRIBUTE_CHARS} characters`);
  }
  return Object.freeze({ ...field, attribute });
}

function isText(value: JsonValue | undefined, maxChars: number): value is string {
  return typeof value === "string" && value.trim() !== "" && value.length <= maxChars;
}

function isOneOf<T extends string>(value: JsonValue | undefined, choices: readonly T[]): value is T {
  return choices.some((choice) => choice === value);
}

function invalid(pointer: string, message: string): ExtractionError {
  return new ExtractionError("INVALID_FIELD_PLAN", "The field plan cannot be used", [{ pointer, message }]);
}
