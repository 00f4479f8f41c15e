import type { JsonSchema } from "../contracts/json.ts";
import { badOption } from "./option_checks.ts";
import { cutText } from "../contracts/text.ts";

/** Says what is wrong with a value; `undefined` when nothing is. */
export type SchemaCheck = (value: unknown) => string | undefined;

const MAX_PROBLEMS = 10;

/**
 * Compiles a draft-07 schema. The validator is loaded only when a schema is given.
 *
 * @param name the option, for the error
 * @param schema the schema; remote references and asynchronous schemas are refused
 * @returns the check
 * @throws TypeError when the schema cannot be used
 */
export async function compileSchema(name: string, schema: JsonSchema): Promise<SchemaCheck> {
  const { compileValidator, SchemaTooCostly } = await import("../json_schema/validator.ts");
  if (schema.$async === true) throw badOption(name, "must not be an asynchronous schema");
  let validate: ReturnType<typeof compileValidator>;
  try {
    // the operator's own schema
    validate = compileValidator(schema, { patterns: "any" });
  } catch (error) {
    const problem = error instanceof Error ? cutText(error.message, 300) : "it does not compile";
    throw badOption(name, `is not a usable draft-07 schema: ${problem}`);
  }
  return (value) => {
    let faults: ReturnType<typeof validate>;
    try {
      faults = validate(value);
    } catch (error) {
      if (error instanceof SchemaTooCostly) return "data takes too many steps to check against the schema";
      throw error;
    }
    if (faults.length === 0) return undefined;
    const problems = faults.slice(0, MAX_PROBLEMS).map((problem) =>
      `${problem.instancePath === "" ? "data" : `data${problem.instancePath}`} ${
        problem.message ?? "is wrong"
      }`
    );
    return cutText(problems.join("; "), 1_000);
  };
}
