import {
  createAnthropicPlanner,
  createCodexPlanner,
  createOllamaPlanner,
  createOpenAICompatiblePlanner,
  type ExtractionIssue,
  extractWithPlanner,
} from "../../assemble/models.ts";
import { errorCode } from "../../contracts/errors.ts";
import type { AgentModelUsage } from "../../contracts/planner.ts";
import type { CliEffects } from "../effects.ts";
import { EXIT_FAILURE, EXIT_OK } from "../exit_codes.ts";
import { readJsonFile } from "../json_file.ts";
import { createPlanner, type MadePlanner, type PlannerFactories } from "../model/create_planner.ts";
import { requireModel } from "../model/reachable.ts";
import { printable } from "../printable.ts";
import type { ExtractSettings } from "./parse.ts";
import { type ExtractOutcome, type ExtractProblem, renderExtractReport } from "./report.ts";

const MAX_SCHEMA_BYTES = 64 * 1024;
/** More than all sources together can need, escapes included. */
const MAX_SOURCES_BYTES = 16 * 1024 * 1024;

const FACTORIES: PlannerFactories = {
  createAnthropicPlanner,
  createCodexPlanner,
  createOllamaPlanner,
  createOpenAICompatiblePlanner,
};

type Input = Parameters<typeof extractWithPlanner>[0];

/**
 * Extracts once and prints one JSON report, after the planner has been closed.
 *
 * @returns 0 for accepted data, else 1
 * @throws UsageError | OperatorFileError when nothing could be started; then nothing is printed
 */
export async function extractAction(settings: ExtractSettings, effects: CliEffects): Promise<number> {
  const { stdout, stderr } = effects;
  const schema = await readJsonFile(settings.schemaPath, { label: "--schema", maxBytes: MAX_SCHEMA_BYTES });
  const sources = await readJsonFile(settings.sourcesPath, {
    label: "--sources",
    maxBytes: MAX_SOURCES_BYTES,
  });
  const modelUsage: AgentModelUsage[] = [];
  const made = createPlanner(settings.model, effects, FACTORIES, (usage) => {
    modelUsage.push({ ...usage, role: "extraction" });
  });
  await requireModel(settings.model, effects);
  const outcome = await extract({
    task: settings.task,
    // both are checked by the extraction, whatever the files hold
    schema: schema as Input["schema"],
    sources: sources as Input["sources"],
    planner: made.planner,
    timeoutMs: settings.timeoutMs,
    signal: effects.signal,
  });
  const cleanupFailure = await close(made);
  if (!outcome.ok) stderr.write(`Failed (${outcome.error.code}): ${printable(outcome.error.message, 500)}\n`);
  if (cleanupFailure !== undefined) stderr.write(`cleanup: ${printable(cleanupFailure.message)}\n`);
  const records = { modelUsage, diagnostics: made.diagnostics, cleanupFailure };
  stdout.write(renderExtractReport(outcome, records, stdout.isTTY));
  if (!await stdout.flush()) {
    stderr.write("The report could not be written: its reader has gone, or its disk is full\n");
    return EXIT_FAILURE;
  }
  return outcome.ok && cleanupFailure === undefined ? EXIT_OK : EXIT_FAILURE;
}

async function extract(input: Input): Promise<ExtractOutcome> {
  try {
    return { ok: true, result: await extractWithPlanner(input) };
  } catch (error) {
    if (input.signal?.aborted === true) {
      return { ok: false, error: { code: "CANCELLED", message: "The extraction was cancelled" } };
    }
    const code = errorCode(error);
    if (code === undefined || !(error instanceof Error)) throw error;
    const { issues = [] } = error as { issues?: readonly ExtractionIssue[] };
    return {
      ok: false,
      error: { code, message: error.message, ...(issues.length === 0 ? {} : { issues }) },
    };
  }
}

async function close(made: MadePlanner): Promise<ExtractProblem | undefined> {
  try {
    await made.close();
    return undefined;
  } catch (error) {
    return {
      code: errorCode(error) ?? "CLEANUP_INCOMPLETE",
      message: error instanceof Error ? error.message : "The planner could not be closed",
    };
  }
}
