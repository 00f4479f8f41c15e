import type { ErrorObject } from "ajv";
import type { JsonSchema, JsonValue } from "../contracts/json.ts";
import {
  compileValidator,
  SchemaTooCostly,
  type SchemaValidator,
  type ValidatorOptions,
} from "../json_schema/validator.ts";
import { DATA_KEYWORDS, SCHEMA_MAPS } from "../json_schema/keywords.ts";
import { copyJson } from "./copy_json.ts";
import { ExtractionError, type ExtractionIssue } from "./error.ts";
import { MAX_SCHEMA_BYTES, utf8Bytes } from "./limits.ts";
import { childPointer } from "./pointer.ts";

/** A draft-07 schema; `true` accepts any data. */
export type ExtractionSchema = JsonSchema | boolean;

/** A checked schema. */
export interface CompiledSchema {
  /** Frozen copy. */
  readonly schema: ExtractionSchema;
  /** @throws ExtractionError `SCHEMA_MISMATCH` with an issue for each place; `EXTRACTION_LIMIT` for too much work */
  check(data: JsonValue): void;
}

const DRAFT_07 = /^https?:\/\/json-schema\.org\/draft-07\/schema#?$/;

/**
 * Compiles a schema. Nothing is fetched, and checking changes no data: no coercion, no defaults, nothing removed.
 *
 * @param schema the schema
 * @param patterns `linear` for a schema that a model may have written
 * @throws ExtractionError `INVALID_SCHEMA` for another dialect, an asynchronous schema, a reference to elsewhere, or a
 * schema that does not compile; `EXTRACTION_LIMIT` for more than 64 KiB
 */
export function compileSchema(
  schema: unknown,
  patterns: ValidatorOptions["patterns"] = "any",
): CompiledSchema {
  const copy = copyJson(schema, "schema", "INVALID_SCHEMA");
  if (typeof copy !== "boolean" && (typeof copy !== "object" || copy === null || Array.isArray(copy))) {
    throw new ExtractionError("INVALID_SCHEMA", "The schema must be a JSON object, true or false");
  }
  if (utf8Bytes(JSON.stringify(copy)) > MAX_SCHEMA_BYTES) {
    throw new ExtractionError("EXTRACTION_LIMIT", `The schema is larger than ${MAX_SCHEMA_BYTES} bytes`);
  }
  const issues: ExtractionIssue[] = [];
  findForeign(copy, "", issues);
  if (issues.length > 0) throw invalid("The schema uses what is not offered here", issues);
  const validate = compile(copy as ExtractionSchema, patterns);
  return {
    schema: copy as ExtractionSchema,
    check(data) {
      const faults = checkWith(validate, data);
      if (faults.length === 0) return;
      throw new ExtractionError(
        "SCHEMA_MISMATCH",
        "The data does not satisfy the schema",
        faults.map(toIssue),
      );
    },
  };
}

function compile(schema: ExtractionSchema, patterns: ValidatorOptions["patterns"]): SchemaValidator {
  try {
    return compileValidator(schema, { patterns });
  } catch (cause) {
    // the library's words are about the caller's schema alone
    const message = cause instanceof Error ? cause.message : "it does not compile";
    throw invalid("The schema is no usable draft-07 schema", [{ pointer: "", message }], { cause });
  }
}

function checkWith(validate: SchemaValidator, data: JsonValue): readonly ErrorObject[] {
  try {
    return validate(data);
  } catch (error) {
    if (!(error instanceof SchemaTooCostly)) throw error;
    throw new ExtractionError(
      "EXTRACTION_LIMIT",
      "Checking the data against the schema takes too many steps: use a simpler schema, without one that " +
        "refers to itself at the same place",
    );
  }
}

function findForeign(value: JsonValue, pointer: string, issues: ExtractionIssue[]): void {
  if (typeof value !== "object" || value === null) return;
  for (const [key, item] of Object.entries(value)) {
    const at = childPointer(pointer, key);
    if (!Array.isArray(value) && DATA_KEYWORDS.has(key)) continue;
    if (!Array.isArray(value) && SCHEMA_MAPS.has(key) && typeof item === "object" && item !== null) {
      for (const [name, child] of Object.entries(item as Record<string, JsonValue>)) {
        findForeign(child, childPointer(at, name), issues);
      }
      continue;
    }
    if (key === "$ref" && typeof item === "string" && !item.startsWith("#")) {
      issues.push({ pointer: at, message: "must refer to a place in the same schema" });
    }
    if (key === "$async" && item === true) {
      issues.push({ pointer: at, message: "asynchronous schemas are not offered" });
    }
    if (key === "$schema" && (typeof item !== "string" || !DRAFT_07.test(item))) {
      issues.push({ pointer: at, message: "must be draft-07" });
    }
    findForeign(item, at, issues);
  }
}

function toIssue({ instancePath, message }: ErrorObject): ExtractionIssue {
  return { pointer: instancePath, message: message ?? "is wrong" };
}

function invalid(
  message: string,
  issues: readonly ExtractionIssue[],
  options?: ErrorOptions,
): ExtractionError {
  return new ExtractionError("INVALID_SCHEMA", message, issues, options);
}
