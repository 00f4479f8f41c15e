// Everything that can be found wrong before a run starts is found here: no browser, no model request, no session.
import type { BrowserOptions } from "../../contracts/browser.ts";
import type { JsonSchema } from "../../contracts/json.ts";
import type { AgentModelUsage } from "../../contracts/planner.ts";
import { requireBrowser, toBrowserOptions } from "../browser_options.ts";
import type { BrowserSettings, RunSettings } from "../command.ts";
import type { CliEffects } from "../effects.ts";
import { readJsonFile } from "../json_file.ts";
import { createPlanner, type MadePlanner } from "../model/create_planner.ts";
import { requireModel } from "../model/reachable.ts";
import type { ModelSettings } from "../model/settings.ts";
import { UsageError } from "../usage_error.ts";
import type { RunParts } from "./parts.ts";

const MAX_SCHEMA_BYTES = 64 * 1024;

/** The parts of a run that depend on the machine, ready to start. */
export interface PreparedRun {
  readonly browser: BrowserOptions;
  readonly planner: MadePlanner;
  readonly fallback?: MadePlanner;
  readonly extraction?: MadePlanner;
}

/** The operator's schemas. */
export interface RunSchemas {
  readonly finalOutputSchema?: JsonSchema;
  readonly partialOutputSchema?: JsonSchema;
}

/** Receivers of what the parts say while the run goes on. */
export interface RunReceivers {
  readonly onNotice: (line: string) => void;
  readonly onUsage: (usage: AgentModelUsage) => void;
  /** The same for the model that extracts. */
  readonly onExtractionUsage: (usage: AgentModelUsage) => void;
}

/**
 * Checks files, keys, browser and models, cheapest first, and makes the planners.
 *
 * @throws UsageError | OperatorFileError with the remedy
 */
export async function prepareRun(
  browser: BrowserSettings,
  run: RunSettings,
  effects: CliEffects,
  parts: RunParts,
  { onNotice, onUsage, onExtractionUsage }: RunReceivers,
): Promise<PreparedRun> {
  const make = (
    settings: ModelSettings | undefined,
    report: (usage: AgentModelUsage) => void = onUsage,
  ): MadePlanner | undefined =>
    settings === undefined ? undefined : createPlanner(settings, effects, parts, report);
  const planner = createPlanner(run.model, effects, parts, onUsage);
  const fallback = make(run.fallback);
  const extraction = make(run.extraction, onExtractionUsage);
  const browserOptions = toBrowserOptions(browser, effects.readEnv, onNotice);
  await requireBrowser(browserOptions, parts.locateBrowser);
  // with a backup, a first model that is not there is what the backup is for
  if (run.fallback === undefined) await requireModel(run.model, effects);
  if (run.extraction !== undefined) await requireModel(run.extraction, effects);
  return {
    browser: browserOptions,
    planner,
    ...(fallback === undefined ? {} : { fallback }),
    ...(extraction === undefined ? {} : { extraction }),
  };
}

/**
 * Reads the schema files.
 *
 * @throws UsageError | OperatorFileError with the remedy
 */
export async function readSchemas({ outputSchemaPath, partialSchemaPath }: RunSettings): Promise<RunSchemas> {
  return {
    ...(outputSchemaPath === undefined
      ? {}
      : { finalOutputSchema: await readSchema(outputSchemaPath, "--output-schema") }),
    ...(partialSchemaPath === undefined
      ? {}
      : { partialOutputSchema: await readSchema(partialSchemaPath, "--partial-schema") }),
  };
}

async function readSchema(path: string, label: string): Promise<JsonSchema> {
  const schema = await readJsonFile(path, { label, maxBytes: MAX_SCHEMA_BYTES });
  if (typeof schema !== "object" || schema === null || Array.isArray(schema)) {
    throw new UsageError(`${label}: ${path} must hold a JSON object, which is a draft-07 schema`);
  }
  return schema as JsonSchema;
}
