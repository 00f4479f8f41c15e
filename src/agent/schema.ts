import type { JsonSchema } from "../contracts/json.ts";
import { badOption } from "./option_checks.ts";
import { clip } from "./records.ts";

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
  const [{ Ajv }, { default: formats }] = await Promise.all([import("ajv"), import("ajv-formats")]);
  if (schema.$async === true) throw badOption(name, "must not be an asynchronous schema");
  const ajv = new Ajv({ strict: false, allErrors: true, ownProperties: true, logger: false });
  // the module's default export is itself the plugin, or holds it, depending on how the host loads CommonJS
  const plugin = formats as unknown as
    & { default?: (target: unknown) => unknown }
    & ((target: unknown) => unknown);
  (plugin.default ?? plugin)(ajv);
  let validate: ReturnType<typeof ajv.compile>;
  try {
    validate = ajv.compile(schema);
  } catch (error) {
    const problem = error instanceof Error ? clip(error.message, 300) : "it does not compile";
    throw badOption(name, `is not a usable draft-07 schema: ${problem}`);
  }
  return (value) => {
    if (validate(value) === true) return undefined;
    const problems = (validate.errors ?? []).slice(0, MAX_PROBLEMS).map((problem) =>
      `${problem.instancePath === "" ? "data" : `data${problem.instancePath}`} ${
        problem.message ?? "is wrong"
      }`
    );
    return problems.length > 0 ? clip(problems.join("; "), 1_000) : "data does not satisfy the schema";
  };
}
