// The files and addresses that an operator gives a run beside its task.
import { checkAcceptance, checkInitialActions, checkSchema } from "../../assemble/run_inputs.ts";
import type { JsonSchema } from "../../contracts/json.ts";
import type { AgentAcceptance, AgentInitialAction, AgentRunOptions } from "../../contracts/run.ts";
import type { BrowserSettings, RunSettings } from "../command.ts";
import { readJsoncFile } from "../jsonc_file.ts";
import { printable } from "../printable.ts";
import { UsageError } from "../usage_error.ts";

const MAX_FILE_BYTES = 64 * 1024;

/** What of a run its operator fixed before it began. A resume must come with the same. */
export type RunInputs = Pick<
  AgentRunOptions,
  | "finalOutputSchema"
  | "partialOutputSchema"
  | "acceptance"
  | "startUrl"
  | "directOpenTaskUrl"
  | "initialActions"
>;

/**
 * Reads and checks the files.
 *
 * @throws UsageError | OperatorFileError with the remedy
 */
export async function readInputs(
  run: RunSettings,
  { captureNetwork }: Pick<BrowserSettings, "captureNetwork">,
): Promise<RunInputs> {
  const { outputSchemaPath, partialSchemaPath, acceptancePath, initialActionsPath } = run;
  return {
    ...(outputSchemaPath === undefined
      ? {}
      : { finalOutputSchema: await readSchema(outputSchemaPath, "--output-schema") }),
    ...(partialSchemaPath === undefined
      ? {}
      : { partialOutputSchema: await readSchema(partialSchemaPath, "--partial-schema") }),
    ...(acceptancePath === undefined
      ? {}
      : { acceptance: await readAcceptance(acceptancePath, captureNetwork === true) }),
    ...(initialActionsPath === undefined
      ? {}
      : { initialActions: await readInitialActions(initialActionsPath) }),
    ...(run.startUrl === undefined ? {} : { startUrl: run.startUrl }),
    ...(run.directOpenTaskUrl === undefined ? {} : { directOpenTaskUrl: true }),
  };
}

async function readSchema(path: string, label: string): Promise<JsonSchema> {
  const read = await readJsoncFile(path, { label, maxBytes: MAX_FILE_BYTES });
  // the validator compares what a schema lists with data by their prototypes, which such a file does not have
  const schema: unknown = JSON.parse(JSON.stringify(read));
  if (typeof schema !== "object" || schema === null || Array.isArray(schema)) {
    throw new UsageError(`${label}: ${path} must hold a JSON object, which is a draft-07 schema`);
  }
  return await checked(label, path, () => checkSchema(schema as JsonSchema));
}

async function readInitialActions(path: string): Promise<readonly AgentInitialAction[]> {
  const label = "--initial-actions";
  const value = await readJsoncFile(path, { label, maxBytes: MAX_FILE_BYTES });
  if (!Array.isArray(value)) throw new UsageError(`${label}: ${path} must hold a JSON list`);
  return await checked(label, path, () => checkInitialActions(value));
}

async function readAcceptance(path: string, seesResponses: boolean): Promise<readonly AgentAcceptance[]> {
  const label = "--accept";
  const value = await readJsoncFile(path, { label, maxBytes: MAX_FILE_BYTES });
  if (!Array.isArray(value) || value.length === 0) {
    throw new UsageError(`${label}: ${path} must hold a JSON list of check sets, with at least one`);
  }
  const sets = await checked(label, path, () => checkAcceptance(value.map(toSet)));
  if (!seesResponses && sets.some(({ checks }) => checks.some(({ kind }) => kind === "response"))) {
    throw new UsageError(`${label}: ${path} has a check of kind response, which needs --capture-network`);
  }
  return sets;
}

/** Files are written as tool calls are; the library's options are not. */
function toSet(set: unknown): unknown {
  if (typeof set !== "object" || set === null || Array.isArray(set)) return set;
  return Object.fromEntries(
    Object.entries(set).map(([key, value]) => {
      if (key === "session_id" || key === "sessionId") {
        throw new TypeError("session ids are made when a run opens pages: name the page by its url");
      }
      if (key === "timeoutMs") throw new TypeError('write "timeout_ms" for "timeoutMs"');
      return [key === "timeout_ms" ? "timeoutMs" : key, value];
    }),
  );
}

async function checked<T>(label: string, path: string, check: () => T | Promise<T>): Promise<T> {
  try {
    return await check();
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof RangeError)) throw error;
    const what = error.message.replace(/^Cannot start run as "([^"]+)"/, "$1").replace(
      "timeoutMs",
      "timeout_ms",
    );
    throw new UsageError(`${label}: ${printable(path, 300)}: ${printable(what, 400)}`, { cause: error });
  }
}
