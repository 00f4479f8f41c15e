import type { JsonSchema } from "../../contracts/json.ts";
import { AgentPlannerError } from "../../contracts/errors.ts";

/**
 * Whether arguments fit a tool's schema. The validator is loaded on first use.
 *
 * @throws AgentPlannerError when the catalog's schema cannot be compiled
 */
export async function fitsSchema(schema: JsonSchema, value: unknown): Promise<boolean> {
  const [{ Ajv }, formats] = await Promise.all([import("ajv"), import("ajv-formats")]);
  const ajv = new Ajv({ strict: false, ownProperties: true, logger: false });
  // the module's default export is itself the plugin, or holds it, depending on how the host loads CommonJS
  const plugin = formats.default as unknown as
    & { default?: (target: unknown) => unknown }
    & ((target: unknown) => unknown);
  (plugin.default ?? plugin)(ajv);
  // Tools may name a newer dialect; what it shares with draft-07 is checked here, and the tool checks the rest.
  const { $schema: _dialect, ...rules } = schema;
  try {
    return ajv.compile(rules)(value) === true;
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
