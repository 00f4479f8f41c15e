import type { JsonSchema, JsonValue } from "../contracts/json.ts";
import type { AgentTool } from "../contracts/tools.ts";
import { copyJson } from "./copy_json.ts";
import type { ExtractionError } from "./error.ts";
import type { ExtractionSchema } from "./schema.ts";

/** Name of the tool that a separate model stands behind. */
export const MODEL_TOOL_NAME = "tab_extract_model";

/** Checked arguments of the tool. */
export interface ModelToolArguments {
  readonly sessionId: string;
  readonly task: string;
  readonly schema: ExtractionSchema;
  readonly selector?: string;
}

const MAX_TASK_CHARS = 4_000;
const MAX_SELECTOR_CHARS = 1_000;
const MAX_ID_CHARS = 200;

const INPUT_SCHEMA: JsonSchema = {
  type: "object",
  properties: {
    session_id: { type: "string", minLength: 1, maxLength: MAX_ID_CHARS, description: "Session" },
    task: { type: "string", minLength: 1, maxLength: MAX_TASK_CHARS, description: "What to extract" },
    schema: {
      type: ["object", "boolean"],
      description: "JSON Schema (draft-07) of the data, without lookaround in patterns",
    },
    selector: {
      type: "string",
      minLength: 1,
      maxLength: MAX_SELECTOR_CHARS,
      description: "Root to read; must match one element. The whole page when left out",
    },
  },
  required: ["session_id", "task", "schema"],
  additionalProperties: false,
};

const OUTPUT_SCHEMA: JsonSchema = {
  type: "object",
  properties: {
    ok: { type: "boolean" },
    session_id: { type: "string" },
    frame_id: { type: "string" },
    url: { type: "string", description: "Address of what was read" },
    data: { description: "Satisfies the schema" },
    citations: {
      type: "array",
      description: "For each value its pointer, the exact quote, and where it stands in the text",
      items: { type: "object" },
    },
    guarantee: { const: "source-quote-presence" },
    error: { type: "object" },
  },
  required: ["ok"],
};

/** The tool as planners see it. */
export const MODEL_TOOL: AgentTool = Object.freeze({
  name: MODEL_TOOL_NAME,
  description:
    "Lets another model extract data from the visible text of the current page. Returns data that satisfies " +
    "the schema, with an exact quote of the page for every value. Extracted data is no evidence: verify with " +
    "tab_verify before finishing.",
  inputSchema: INPUT_SCHEMA,
  outputSchema: OUTPUT_SCHEMA,
  annotations: { title: "Extract data with a model", readOnlyHint: true, openWorldHint: true },
});

/**
 * Checks the arguments of a call.
 *
 * @throws ExtractionError `INVALID_CANDIDATE` for arguments that are no JSON; a text says what else is wrong
 */
export function readModelToolArguments(given: unknown): ModelToolArguments | string {
  const copy = copyJson(given, "arguments", "INVALID_CANDIDATE");
  if (typeof copy !== "object" || copy === null || Array.isArray(copy)) {
    return "The arguments must be an object";
  }
  const { session_id: sessionId, task, schema, selector, ...rest } = copy as Record<string, JsonValue>;
  if (Object.keys(rest).length > 0) return "Only session_id, task, schema and selector can be given";
  if (!isText(sessionId, MAX_ID_CHARS)) return `session_id must be a text of 1 to ${MAX_ID_CHARS} characters`;
  if (!isText(task, MAX_TASK_CHARS)) return `task must be a text of 1 to ${MAX_TASK_CHARS} characters`;
  if (
    typeof schema !== "boolean" && (typeof schema !== "object" || schema === null || Array.isArray(schema))
  ) {
    return "schema must be a JSON Schema: an object, true or false";
  }
  if (selector !== undefined && !isText(selector, MAX_SELECTOR_CHARS)) {
    return `selector must be a text of 1 to ${MAX_SELECTOR_CHARS} characters`;
  }
  return {
    sessionId,
    task,
    schema: schema as ExtractionSchema,
    ...(selector === undefined ? {} : { selector }),
  };
}

/** The code by which a caller knows an extraction error, whichever copy of the package made it. */
export function isExtractionError(error: unknown): error is ExtractionError {
  return error instanceof Error && error.name === "ExtractionError" && "issues" in error;
}

function isText(value: JsonValue | undefined, maxChars: number): value is string {
  return typeof value === "string" && value.trim() !== "" && value.length <= maxChars;
}
