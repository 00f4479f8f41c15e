import { z } from "zod";
import { embedSchema } from "../../json_schema/embed_schema.ts";
import type { JsonSchema } from "../../contracts/json.ts";
import type { AgentTool } from "../../contracts/tools.ts";
import { cutText } from "../../contracts/text.ts";
import { isRecord } from "../records.ts";
import { jsonBytes } from "../utf8.ts";
import { ToolRegistryError } from "./error.ts";
import { parseOrigins } from "./origins.ts";
import type { DefinedTool, ToolDefinition, ToolExecution } from "./types.ts";

const NAME = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;
const RESERVED = /^(?:tab_|agent_)/i;
const MAX_VERSION_CHARS = 100;
const MAX_DESCRIPTION_CHARS = 4_000;
const MAX_SCHEMA_BYTES = 64 * 1024;

/** What the registry needs of a definition and nobody else may touch. */
export interface ToolInternals {
  readonly tool: DefinedTool<never>;
  readonly published: AgentTool;
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
  readonly handler: (input: unknown, execution: ToolExecution<unknown>) => unknown;
}

const internals = new WeakMap<object, ToolInternals>();

/** What stands behind a defined tool; `undefined` for anything that `defineTool` did not make. */
export function internalsOf(tool: unknown): ToolInternals | undefined {
  return typeof tool === "object" && tool !== null ? internals.get(tool) : undefined;
}

/**
 * Checks the definition of a custom tool. Its schemas are published as draft-07, so whatever JSON Schema cannot say
 * (dates, transforms of the result, big integers) is refused here, and not in the middle of a run.
 *
 * @param definition name, version, description, effect, schemas and handler
 * @returns a frozen tool for `createToolRegistry`
 * @throws ToolRegistryError with INVALID_TOOL that says what is wrong
 */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject, Context = unknown>(
  definition: ToolDefinition<Input, Output, Context>,
): DefinedTool<Context> {
  if (!isRecord(definition)) throw invalid("", "a definition must be an object");
  const { name, version, description, effect, allowedOrigins, input, output, handler } = definition;
  if (typeof name !== "string" || !NAME.test(name)) {
    throw invalid(
      String(name),
      "name must have 1 to 64 letters, digits, _ and -, and must begin with a letter",
    );
  }
  if (RESERVED.test(name)) throw invalid(name, "names that begin with tab_ or agent_ are reserved");
  requireText(name, "version", version, MAX_VERSION_CHARS);
  requireText(name, "description", description, MAX_DESCRIPTION_CHARS);
  if (effect !== "read" && effect !== "write") throw invalid(name, 'effect must be "read" or "write"');
  if (typeof handler !== "function") throw invalid(name, "handler must be a function");
  const origins = allowedOrigins === undefined ? undefined : parseOrigins(name, allowedOrigins);
  const inputSchema = publish(name, "input", input);
  const outputSchema = successSchema(publish(name, "output", output));
  const tool: DefinedTool<Context> = Object.freeze({
    name,
    version,
    description,
    effect,
    ...(origins === undefined ? {} : { allowedOrigins: origins }),
  });
  internals.set(tool, {
    tool,
    published: {
      name,
      description,
      inputSchema,
      outputSchema,
      annotations: { readOnlyHint: effect === "read" },
    },
    input,
    output,
    // the handler only ever gets what its own schema gave and what the registry's getContext gave
    handler: handler as ToolInternals["handler"],
  });
  return tool;
}

function publish(name: string, which: "input" | "output", schema: unknown): JsonSchema {
  if (!(schema instanceof z.ZodObject)) throw invalid(name, `${which} must be a Zod object schema`);
  const { catchall } = schema.def;
  if (!(catchall instanceof z.ZodNever)) {
    throw invalid(name, `${which} must be strict at its root: use z.strictObject()`);
  }
  let published: JsonSchema;
  try {
    published = z.toJSONSchema(schema, { target: "draft-7", io: which }) as JsonSchema;
  } catch (cause) {
    throw invalid(name, `${which} has a part that JSON Schema cannot describe`, cause);
  }
  if (jsonBytes(published) > MAX_SCHEMA_BYTES) {
    throw invalid(name, `${which} is larger than ${MAX_SCHEMA_BYTES} bytes as JSON Schema`);
  }
  const { $schema: _dialect, ...rest } = published as Record<string, unknown>;
  return rest;
}

/** Schema of what a successful call returns. */
function successSchema(data: JsonSchema): JsonSchema {
  return {
    type: "object",
    properties: {
      ok: { type: "boolean", const: true },
      data: embedSchema(data, "#/properties/data"),
      session_id: { type: "string" },
    },
    required: ["ok", "data"],
    additionalProperties: false,
  };
}

function requireText(name: string, field: string, value: unknown, maxChars: number): void {
  if (typeof value === "string" && value.trim() !== "" && value.length <= maxChars) return;
  throw invalid(name, `${field} must have 1 to ${maxChars} characters`);
}

function invalid(name: string, problem: string, cause?: unknown): ToolRegistryError {
  return new ToolRegistryError(
    "INVALID_TOOL",
    `Cannot define tool ${cutText(name, 80)}: ${problem}`,
    cause === undefined ? undefined : { cause },
  );
}
