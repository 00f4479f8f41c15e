import type { JsonSchema } from "../contracts/json.ts";
import type { AgentPlannerRequest } from "../contracts/planner.ts";
import { AgentPlannerError } from "../contracts/errors.ts";
import type { ModelTool, ObjectSchema } from "./model_tool.ts";
import { CONTROL_TOOL_NAMES, controlTools } from "./control_tools.ts";

/**
 * The tools of one request: the catalog, then the control tools.
 *
 * @throws AgentPlannerError `PLANNER_TOOL_NAME_CONFLICT` when a catalog tool has a control tool's name
 */
export function toModelTools(request: AgentPlannerRequest): readonly ModelTool[] {
  const catalog = request.tools.map(({ name, description, inputSchema }): ModelTool => {
    if (CONTROL_TOOL_NAMES.has(name)) throw nameConflict();
    const described = description === undefined || description.trim() === "" ? {} : { description };
    return { name, ...described, inputSchema: asObjectSchema(inputSchema) };
  });
  return [...catalog, ...controlTools(request)];
}

/** Providers insist on an object schema at the root; a tool without arguments may come without one. */
function asObjectSchema(schema: JsonSchema): ObjectSchema {
  return { ...schema, type: "object" };
}

function nameConflict(): AgentPlannerError {
  return new AgentPlannerError(
    "A tool of the catalog has a name that is kept for control decisions: rename it",
    false,
    false,
    { code: "PLANNER_TOOL_NAME_CONFLICT" },
  );
}
