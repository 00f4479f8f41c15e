import type { AgentTool, AgentToolAnnotations } from "../contracts/tools.ts";
import { RunFailure } from "./failure.ts";
import { isRecord } from "./records.ts";

const ANNOTATIONS = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"] as const;

/**
 * Copies the public part of a catalog: whatever else a tool object carries never reaches a planner.
 *
 * @throws RunFailure with TOOL_CATALOG_INVALID or TOOL_NAMES_DUPLICATED
 */
export function parseCatalog(raw: unknown): readonly AgentTool[] {
  const tools = readTools(raw);
  if (new Set(tools.map((tool) => tool.name)).size !== tools.length) {
    throw new RunFailure("catalog", "TOOL_NAMES_DUPLICATED");
  }
  return Object.freeze(tools);
}

function readTools(raw: unknown): AgentTool[] {
  try {
    if (Array.isArray(raw)) return raw.map(parseTool);
  } catch {
    // a getter of a tool threw: that too is no catalog
  }
  throw invalidCatalog();
}

/** The failure of a catalog that is not one. */
export function invalidCatalog(): RunFailure {
  return new RunFailure("catalog", "TOOL_CATALOG_INVALID");
}

function parseTool(raw: unknown): AgentTool {
  if (!isRecord(raw)) throw invalidCatalog();
  const { name, description, inputSchema, outputSchema, annotations } = raw;
  if (typeof name !== "string" || name === "" || name.length > 200) throw invalidCatalog();
  if (description !== undefined && typeof description !== "string") throw invalidCatalog();
  if (!isRecord(inputSchema)) throw invalidCatalog();
  if (outputSchema !== undefined && !isRecord(outputSchema)) throw invalidCatalog();
  if (annotations !== undefined && !isRecord(annotations)) throw invalidCatalog();
  return Object.freeze({
    name,
    ...(description === undefined ? {} : { description }),
    inputSchema: copyOf(inputSchema),
    ...(outputSchema === undefined ? {} : { outputSchema: copyOf(outputSchema) }),
    ...(annotations === undefined ? {} : { annotations: parseAnnotations(annotations) }),
  });
}

function parseAnnotations(raw: Readonly<Record<string, unknown>>): AgentToolAnnotations {
  const parsed: Record<string, unknown> = {};
  if (typeof raw.title === "string") parsed.title = raw.title;
  for (const key of ANNOTATIONS) {
    if (typeof raw[key] === "boolean") parsed[key] = raw[key];
  }
  return Object.freeze(parsed);
}

function copyOf(schema: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(JSON.stringify(schema)) as Record<string, unknown>;
  } catch {
    throw invalidCatalog(); // a schema that refers to itself cannot be shown to a planner
  }
}
