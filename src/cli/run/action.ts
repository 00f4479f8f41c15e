import { createUsageMeter } from "../../assemble/run_inputs.ts";
import { errorCode } from "../../contracts/errors.ts";
import type { AgentModelUsage } from "../../contracts/planner.ts";
import type { AgentRunResult } from "../../contracts/result.ts";
import type { AgentUsageMeter } from "../../contracts/run.ts";
import { heldResult, RunKeeper } from "../checkpoint/keeper.ts";
import {
  isHeld,
  prepareCheckpoint,
  type PreparedCheckpoint,
  type ResumeContext,
} from "../checkpoint/prepare.ts";
import type { BrowserSettings, RunSettings } from "../command.ts";
import type { CliEffects } from "../effects.ts";
import { EXIT_FAILURE, exitCodeFor } from "../exit_codes.ts";
import { formatDuration, printable } from "../printable.ts";
import { repeat } from "../repeat.ts";
import { UsageError } from "../usage_error.ts";
import { REAL_PARTS, type RunParts } from "./parts.ts";
import { readInputs, type RunInputs } from "./inputs.ts";
import { type PreparedRun, prepareRun } from "./prepare.ts";
import { Progress } from "./progress.ts";
import { renderJson } from "../render_json.ts";
import { type CleanupFailure, type RunReport, toReport } from "./report.ts";

const REDRAW_MS = 250;

/**
 * Does one task and prints its report on stdout, after browser and tools have been released.
 *
 * @param browser which browser
 * @param run what to do
 * @param effects the world outside
 * @param parts what the run is made of
 * @returns the exit code
 * @throws UsageError | OperatorFileError when the run cannot start; then nothing was started and nothing is printed
 */
export async function runAction(
  browser: BrowserSettings,
  run: RunSettings,
  effects: CliEffects,
  parts: RunParts = REAL_PARTS,
): Promise<number> {
  const { stderr, clock } = effects;
  const progress = new Progress(stderr, clock);
  const usage: AgentModelUsage[] = [];
  const meter = createUsageMeter();
  const onUsage = (record: AgentModelUsage): void => {
    usage.push(record);
    meter.report(record);
  };
  const limits = limitsOf(run, meter);
  const inputs = await readInputs(run, browser);
  const checkpoint = run.checkpoint && await prepareCheckpoint(run.checkpoint, {
    task: run.task,
    popupPolicy: browser.popupPolicy,
    limits,
    run: inputs,
    readEnv: effects.readEnv,
  });
  const { resume } = checkpoint ?? {};
  if (resume !== undefined && isHeld(resume.preview)) {
    await resume.loaded.file.close();
    return await printReport(toReport(heldResult(resume), NO_PLANNERS), effects);
  }
  const popupPolicy = resume?.workspace.popupPolicy ?? browser.popupPolicy;
  const wanted = popupPolicy === undefined ? browser : { ...browser, popupPolicy };
  const preparing = prepareRun(wanted, run, effects, parts, {
    onNotice: (line) => progress.note(line),
    onUsage,
    // the tool does not know the run's steps
    onExtractionUsage: (record) => onUsage({ ...record, role: "extraction", step: progress.step }),
  });
  const prepared = await orLetGo(checkpoint, preparing);
  const stopRedrawing = stderr.isTTY ? repeat(() => progress.tick(), REDRAW_MS, clock) : () => {};
  let finished: FinishedRun;
  try {
    const executing = execute({ prepared, run, effects, parts, progress, inputs, limits, checkpoint });
    finished = await orLetGo(checkpoint, executing);
  } finally {
    stopRedrawing();
  }
  const { result, cleanupFailure } = finished;
  const report = toReport(result, {
    modelUsage: usage, // after cleanup: a planner that was cancelled may have reported late
    recovery: run.fallback !== undefined || run.plannerRetries > 0,
    diagnostics: prepared.planner.diagnostics,
    fallbackDiagnostics: prepared.fallback?.diagnostics,
    extractionDiagnostics: prepared.extraction?.diagnostics,
    vacuousEvidence: run.allowVacuousEvidence === true,
  }, cleanupFailure);
  if (cleanupFailure !== undefined) stderr.write(`cleanup: ${printable(cleanupFailure.message)}\n`);
  return await printReport(report, effects);
}

const NO_PLANNERS = {
  modelUsage: [],
  recovery: false,
  diagnostics: undefined,
  fallbackDiagnostics: undefined,
  extractionDiagnostics: undefined,
  vacuousEvidence: false,
};

async function printReport(report: RunReport, { stdout, stderr }: CliEffects): Promise<number> {
  stderr.write(`${verdict(report)}\n`);
  stdout.write(renderJson(report, stdout.isTTY));
  if (await stdout.flush()) return exitCodeFor(report.status);
  stderr.write("The report could not be written: its reader has gone, or its disk is full\n");
  return EXIT_FAILURE;
}

/** Whatever keeps a run from starting, the file that it was to go on from is not held open. */
async function orLetGo<T>(checkpoint: PreparedCheckpoint | undefined, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    await checkpoint?.resume?.loaded.file.close().catch(() => {}); // closed already
    throw error;
  }
}

interface FinishedRun {
  readonly result: AgentRunResult;
  readonly cleanupFailure: CleanupFailure | undefined;
}

interface Execution {
  readonly prepared: PreparedRun;
  readonly run: RunSettings;
  readonly effects: CliEffects;
  readonly parts: RunParts;
  readonly progress: Progress;
  readonly inputs: RunInputs;
  readonly limits: RunLimits;
  readonly checkpoint: PreparedCheckpoint | undefined;
}

async function execute(
  { prepared, run, effects, parts, progress, inputs, limits, checkpoint }: Execution,
): Promise<FinishedRun> {
  const runtime = parts.createServer(prepared.browser);
  const planners = [prepared.planner, prepared.fallback, prepared.extraction].filter((made) =>
    made !== undefined
  );
  let result: AgentRunResult;
  let closeTools: Release = () => Promise.resolve();
  let closeFiles: Release = () => Promise.resolve();
  const releases = (): readonly Release[] => [
    ...planners.map(({ close }) => close),
    closeTools,
    () => runtime.dispose(),
    closeFiles,
  ];
  try {
    const connection = await parts.connectAgentTools(runtime.server);
    closeTools = () => connection.close();
    const { engine } = runtime;
    const keeper = checkpoint && engine &&
      await RunKeeper.create(checkpoint, engine, (line) => progress.note(line));
    if (keeper !== undefined) closeFiles = () => keeper.close();
    const kept = await keeper?.begin(effects.signal) ?? {};
    result = await parts.runAgent({
      ...kept,
      task: run.task ?? checkpoint?.resume?.preview.checkpoint.task ?? "",
      tools: prepared.extraction === undefined
        ? connection.tools
        : parts.createModelExtractionToolClient(connection.tools, prepared.extraction.planner),
      planner: prepared.planner.planner,
      plannerRecovery: {
        maxRetries: run.plannerRetries,
        retryDelayMs: run.plannerRetryDelayMs,
        stickyFallback: true,
        ...(prepared.fallback === undefined ? {} : { fallback: prepared.fallback.planner }),
      },
      ...limits,
      ...inputs,
      ...(run.allowVacuousEvidence === undefined ? {} : { allowVacuousEvidence: true }),
      signal: effects.signal,
      onEvent: (event) => progress.onEvent(event),
    });
  } catch (error) {
    const failure = await cleanUp(releases());
    if (failure !== undefined) effects.stderr.write(`cleanup: ${printable(failure.message)}\n`);
    // the runner refuses options before it starts anything; here that can only be the operator's schema
    if (error instanceof TypeError || error instanceof RangeError) {
      throw new UsageError(printable(error.message, 500), { cause: error });
    }
    throw error;
  }
  return { result, cleanupFailure: await cleanUp(releases()) };
}

function limitsOf(
  { maxSteps, maxToolCalls, maxTokens, runTimeoutMs }: RunSettings,
  usageMeter: AgentUsageMeter,
): RunLimits {
  return {
    usageMeter,
    ...(maxTokens === undefined ? {} : { maxReportedTokens: maxTokens }),
    ...(maxSteps === undefined ? {} : { maxSteps }),
    ...(maxToolCalls === undefined ? {} : { maxToolCalls }),
    ...(runTimeoutMs === undefined ? {} : { timeoutMs: runTimeoutMs }),
  };
}

type RunLimits = ResumeContext["limits"];
type Release = () => Promise<void>;

/** Releases planners, tools and browser; what goes wrong is told, and does not keep the rest from being released. */
async function cleanUp(releases: readonly Release[]): Promise<CleanupFailure | undefined> {
  let failure: CleanupFailure | undefined;
  for (const release of releases) {
    try {
      await release();
    } catch (error) {
      failure ??= {
        code: errorCode(error) ?? "CLEANUP_INCOMPLETE",
        message: error instanceof Error ? printable(error.message) : "Something could not be released",
      };
    }
  }
  return failure;
}

function verdict(report: RunReport): string {
  const { status, summary, question, reason, hint } = report;
  const remedy = hint === undefined ? "" : `\n${hint}`;
  const text = summary ?? question ?? reason ?? "";
  const counts = `${count(report.steps, "step")}, ${count(report.tool_calls, "tool call")}, ${
    formatDuration(report.elapsed_ms)
  }`;
  return `${status} (${counts})${text === "" ? "" : `: ${printable(text, 400)}`}${remedy}`;
}

function count(number: number, thing: string): string {
  return `${number} ${thing}${number === 1 ? "" : "s"}`;
}
