// Everything that can be found wrong before a run starts is found here: no browser, no model request, no session.
import type { BrowserOptions } from "../../contracts/browser.ts";
import type { JsonSchema } from "../../contracts/json.ts";
import type { AgentModelUsage, AgentPlanner } from "../../contracts/planner.ts";
import { readOperatorFile } from "../../platform/file.ts";
import { requireBrowser, toBrowserOptions } from "../browser_options.ts";
import type { BrowserSettings, RunSettings } from "../command.ts";
import type { CliEffects } from "../effects.ts";
import { UsageError } from "../usage_error.ts";
import { requireEndpoint } from "./endpoint_check.ts";
import type { RunParts } from "./parts.ts";

const DEFAULT_KEY_ENV = "TABLAZE_API_KEY";
const MAX_SCHEMA_BYTES = 64 * 1024;

/** The parts of a run that depend on the machine, ready to start. */
export interface PreparedRun {
  readonly browser: BrowserOptions;
  readonly planner: AgentPlanner;
  readonly outputSchema?: JsonSchema;
}

/** Receivers of what the parts say while the run goes on. */
export interface RunReceivers {
  readonly onNotice: (line: string) => void;
  readonly onUsage: (usage: AgentModelUsage) => void;
}

/**
 * Checks files, key, browser and endpoint, cheapest first, and makes the planner.
 *
 * @throws UsageError | OperatorFileError with the remedy
 */
export async function prepareRun(
  browser: BrowserSettings,
  run: RunSettings,
  effects: CliEffects,
  parts: RunParts,
  { onNotice, onUsage }: RunReceivers,
): Promise<PreparedRun> {
  const outputSchema = run.outputSchemaPath === undefined
    ? undefined
    : await readSchema(run.outputSchemaPath);
  const apiKey = readApiKey(run, effects);
  const planner = createPlanner(run, apiKey, effects, parts, onUsage);
  const browserOptions = toBrowserOptions(browser, effects.readEnv, onNotice);
  await requireBrowser(browserOptions, parts.locateBrowser);
  await requireEndpoint(run.endpoint, effects);
  return { browser: browserOptions, planner, ...(outputSchema === undefined ? {} : { outputSchema }) };
}

async function readSchema(path: string): Promise<JsonSchema> {
  const label = "--output-schema";
  const text = await readOperatorFile(path, { label, maxBytes: MAX_SCHEMA_BYTES });
  let schema: unknown;
  try {
    schema = JSON.parse(text);
  } catch (cause) {
    throw new UsageError(`${label}: ${path} does not hold valid JSON`, { cause });
  }
  if (typeof schema !== "object" || schema === null || Array.isArray(schema)) {
    throw new UsageError(`${label}: ${path} must hold a JSON object, which is a draft-07 schema`);
  }
  return schema as JsonSchema;
}

function readApiKey({ apiKeyEnv }: RunSettings, { readEnv }: CliEffects): string | undefined {
  const key = readEnv(apiKeyEnv ?? DEFAULT_KEY_ENV);
  if (key !== undefined && key !== "") return key;
  if (apiKeyEnv === undefined) return undefined; // many local endpoints take none
  throw new UsageError(
    `The variable ${apiKeyEnv}, which --api-key-env names, is not set: export it, or leave the flag out`,
  );
}

function createPlanner(
  { endpoint, model, apiKeyEnv }: RunSettings,
  apiKey: string | undefined,
  effects: CliEffects,
  parts: RunParts,
  onUsage: (usage: AgentModelUsage) => void,
): AgentPlanner {
  try {
    return parts.createPlanner({
      endpoint,
      model,
      onUsage,
      fetch: (url, init) => effects.fetch(url, init),
      ...(apiKey === undefined ? {} : { apiKey }),
    });
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof RangeError)) throw error;
    const where = error.message.includes('"apiKey"')
      ? ` (the key is read from ${apiKeyEnv ?? DEFAULT_KEY_ENV})`
      : "";
    throw new UsageError(`${error.message}${where}`, { cause: error });
  }
}
