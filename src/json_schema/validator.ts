import { Ajv, type ErrorObject } from "ajv";
import * as formatsModule from "ajv-formats";
import type { JsonSchema } from "../contracts/json.ts";
import { DATA_KEYWORDS, SCHEMA_MAPS } from "./keywords.ts";
import { linearPattern } from "./linear_pattern.ts";

/** How a schema is compiled. */
export interface ValidatorOptions {
  /**
   * `linear` refuses patterns that could take for ever, for schemas that a model or a page may have written; `any`
   * takes them from the operator, and uses linear time wherever that is possible.
   */
  readonly patterns: "linear" | "any";
  /** Whether to look for more than the first thing that is wrong. @default true */
  readonly allErrors?: boolean;
}

/** Says what is wrong with data; an empty list when nothing is. @throws SchemaTooCostly */
export type SchemaValidator = (data: unknown) => readonly ErrorObject[];

/** Checking takes more steps than any honest schema needs. A check cannot be interrupted, so it counts its steps. */
export class SchemaTooCostly extends Error {
  override readonly name = "SchemaTooCostly";
}

/** Subschemas that one check may apply: more for more data, as that is what honest schemas need. */
const BASE_STEPS = 100_000;
const STEPS_A_VALUE = 100;
const MAX_STEPS = 3_000_000;
/** Put into every subschema; one that is there already is overwritten. */
const STEP = "$tablaze:step";

/**
 * Compiles a draft-07 schema. Nothing is fetched, and checking changes no data and ends within a bounded time.
 *
 * @throws Error when the schema cannot be used
 */
export function compileValidator(
  schema: JsonSchema | boolean,
  { patterns, allErrors = true }: ValidatorOptions,
): SchemaValidator {
  let stepsLeft = 0;
  const ajv = new Ajv({
    strict: false,
    allErrors,
    ownProperties: true,
    logger: false,
    code: { regExp: patternEngine(patterns) },
  });
  addFormats(ajv);
  // the library's own compares each item with each other one, which takes minutes for a few ten thousands
  ajv.removeKeyword("uniqueItems");
  ajv.addKeyword({
    keyword: "uniqueItems",
    type: "array",
    schemaType: "boolean",
    error: { message: "must NOT have duplicate items" },
    validate: (unique: boolean, items: readonly unknown[]) =>
      !unique || new Set(items.map(comparable)).size === items.length,
  });
  ajv.addKeyword({
    keyword: STEP,
    before: "$ref",
    schema: false,
    errors: false,
    validate: () => {
      if (--stepsLeft < 0) throw new SchemaTooCostly("Checking data takes too many steps");
      return true;
    },
  });
  // The schema as it is written is what the library's words about its faults must be about.
  if (!ajv.validateSchema(schema)) throw new Error(`schema is invalid: ${ajv.errorsText()}`);
  const validate = ajv.compile(countSteps(schema) as JsonSchema | boolean);
  return (data) => {
    try {
      stepsLeft = Math.min(MAX_STEPS, BASE_STEPS + STEPS_A_VALUE * countValues(data));
      return validate(data) === true ? [] : validate.errors ?? [];
    } catch (error) {
      // a schema that refers to itself without going deeper into the data
      if (error instanceof RangeError) throw new SchemaTooCostly("Checking data takes too many steps");
      throw error;
    }
  };
}

/** Equal texts for equal JSON values, whatever the order of their keys. */
function comparable(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => {
    if (typeof part !== "object" || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).sort(([one], [other]) => one < other ? -1 : 1));
  });
}

type PatternEngine = ((pattern: string, flags: string) => RegExp) & { code: string };

function patternEngine(patterns: ValidatorOptions["patterns"]): PatternEngine {
  const engine = (pattern: string, flags: string): RegExp => {
    const native = new RegExp(pattern, flags);
    const linear = linearPattern(pattern);
    if (linear === undefined) {
      if (patterns === "any") return native;
      throw new Error(
        "a pattern uses lookaround, a backreference or another form that cannot be bounded in time",
      );
    }
    // of all that a regular expression has, the library uses this and toString()
    return Object.defineProperty(native, "test", { value: (text: string) => linear.test(text) });
  };
  return Object.assign(engine, { code: "linearPattern" });
}

/** Copies a schema so that each subschema counts itself. */
function countSteps(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(countSteps);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, item]): [string, unknown] => {
    if (DATA_KEYWORDS.has(key)) return [key, item];
    return [key, SCHEMA_MAPS.has(key) ? countMap(item) : countSteps(item)];
  });
  // an empty schema is left alone: the library skips it, and so it costs nothing
  return entries.length === 0 ? {} : Object.fromEntries([...entries, [STEP, true]]);
}

function countMap(map: unknown): unknown {
  if (typeof map !== "object" || map === null || Array.isArray(map)) return map;
  return Object.fromEntries(Object.entries(map).map(([name, item]) => [name, countSteps(item)]));
}

function countValues(value: unknown): number {
  if (typeof value !== "object" || value === null) return 1;
  return Object.values(value).reduce((count: number, item) => count + countValues(item), 1);
}

type Plugin = (ajv: Ajv) => unknown;

/** The module's default export is itself the plugin, or holds it, depending on how the host loads CommonJS. */
function addFormats(ajv: Ajv): void {
  const exported = (formatsModule as { default: unknown }).default as Plugin & { default?: Plugin };
  (exported.default ?? exported)(ajv);
}
