import type { JsonSchema } from "../../contracts/json.ts";
import { AgentPlannerError } from "../../contracts/errors.ts";

/**
 * Whether arguments fit a tool's schema. The validator is loaded on first use.
 *
 * @throws AgentPlannerError when the catalog's schema cannot be compiled
 */
export async function fitsSchema(schema: JsonSchema, value: unknown): Promise<boolean> {
  const { compileValidator } = await import("../../json_schema/validator.ts");
  // Tools may name a newer dialect; what it shares with draft-07 is checked here, and the tool checks the rest.
  const { $schema: _dialect, ...rules } = schema;
  try {
    // the application's own schemas, and those that extraction has checked before
    return compileValidator(rules, { patterns: "any", allErrors: false })(value).length === 0;
  } catch {
    throw new AgentPlannerError(
      "A tool of the catalog has an input schema that cannot be used",
      false,
      false,
      {
        code: "PLANNER_FAILED",
      },
    );
  }
}
