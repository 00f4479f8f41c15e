import type { JsonSchema } from "../contracts/json.ts";
import type { AgentDecision, AgentPlannerRequest } from "../contracts/planner.ts";
import { embedSchema } from "../json_schema/embed_schema.ts";
import { invalidResponse } from "./failures.ts";
import type { ModelTool, ObjectSchema } from "./model_tool.ts";

/** Names by which a model ends, pauses or reports a run. No catalog tool may have one. */
export const CONTROL_TOOL_NAMES: ReadonlySet<string> = new Set([
  "agent_finish",
  "agent_request_input",
  "agent_fail",
  "agent_publish",
]);

const DATA_POINTER = "#/properties/data";
const EVIDENCE: JsonSchema = {
  type: "array",
  items: { type: "string" },
  minItems: 1,
  description: "toolCallId of each passing verification that proves it, exactly as the results give it",
};

/** The control tools of one request. Final data and publication appear only where the caller gave a schema. */
export function controlTools(request: AgentPlannerRequest): readonly ModelTool[] {
  const tools = [finishTool(request.finalOutputSchema), REQUEST_INPUT_TOOL, FAIL_TOOL];
  if (request.partialOutputSchema !== undefined) tools.push(publishTool(request.partialOutputSchema));
  return tools;
}

/**
 * Reads the arguments of a control call. Whether evidence and data suffice is for the executor to judge.
 *
 * @throws AgentPlannerError `PLANNER_INVALID_RESPONSE` when they lack a field or have one of the wrong type
 */
export function parseControlCall(
  name: string,
  input: Readonly<Record<string, unknown>>,
  request: AgentPlannerRequest,
): AgentDecision {
  switch (name) {
    case "agent_finish":
      return {
        type: "finish",
        summary: readText(input, "summary"),
        evidence: readEvidence(input),
        ...(request.finalOutputSchema !== undefined && Object.hasOwn(input, "data")
          ? { data: input["data"] }
          : {}),
      };
    case "agent_publish":
      if (request.partialOutputSchema === undefined) {
        throw invalidResponse("it publishes, which this run does not offer");
      }
      if (!Object.hasOwn(input, "data")) throw invalidResponse("its publication has no data");
      return {
        type: "publish",
        key: readText(input, "key"),
        data: input["data"],
        evidence: readEvidence(input),
      };
    case "agent_request_input":
      return { type: "human_input", question: readText(input, "question") };
    case "agent_fail":
      return { type: "fail", reason: readText(input, "reason") };
    default:
      throw invalidResponse("it names an unknown control decision");
  }
}

function finishTool(dataSchema: JsonSchema | undefined): ModelTool {
  return {
    name: "agent_finish",
    description: "Ends the run as done. Call it alone, after current verification has passed.",
    inputSchema: objectSchema({
      summary: { type: "string", description: "What was achieved, for the user" },
      evidence: EVIDENCE,
      ...(dataSchema === undefined ? {} : { data: embedSchema(dataSchema, DATA_POINTER) }),
    }),
  };
}

function publishTool(dataSchema: JsonSchema): ModelTool {
  return {
    name: "agent_publish",
    description:
      "Stores one verified part of the result under a key of its own; the run goes on. Call it alone.",
    inputSchema: objectSchema({
      key: { type: "string", description: "Key that no earlier part has" },
      data: embedSchema(dataSchema, DATA_POINTER),
      evidence: EVIDENCE,
    }),
  };
}

const REQUEST_INPUT_TOOL: ModelTool = {
  name: "agent_request_input",
  description: "Stops and asks a person, when only a person can decide or supply something. Call it alone.",
  inputSchema: objectSchema({
    question: { type: "string", description: "What the person must answer or do" },
  }),
};

const FAIL_TOOL: ModelTool = {
  name: "agent_fail",
  description: "Gives the task up. Call it alone, when the task cannot be done.",
  inputSchema: objectSchema({ reason: { type: "string", description: "Why it cannot be done" } }),
};

function objectSchema(properties: Readonly<Record<string, JsonSchema>>): ObjectSchema {
  return { type: "object", properties, required: Object.keys(properties), additionalProperties: false };
}

function readText(input: Readonly<Record<string, unknown>>, field: string): string {
  const value = input[field];
  if (typeof value !== "string" || value.trim() === "") {
    throw invalidResponse(`its ${field} is missing or not text`);
  }
  return value;
}

function readEvidence(input: Readonly<Record<string, unknown>>): readonly string[] {
  const { evidence } = input;
  if (!Array.isArray(evidence) || !evidence.every((id) => typeof id === "string")) {
    throw invalidResponse("its evidence is not a list of call ids");
  }
  return evidence;
}
