import { CommanderError } from "commander";
import { toCheckpointSettings } from "./checkpoint/settings.ts";
import type { BrowserSettings, Command, RunSettings } from "./command.ts";
import { flagOf, wordCommanderError } from "./commander_error.ts";
import { parseFurtherModel, parseModel } from "./model/parse_model.ts";
import { buildProgram, runOnlyFlags } from "./program.ts";
import { UsageError } from "./usage_error.ts";

/** Long enough for a provider that asks to slow down, short enough for a person who waits. */
const DEFAULT_RETRY_DELAY_MS = 1000;
const COMMAND_NAMES: readonly string[] = ["run", "demo", "doctor", "setup", "serve", "help"];

/**
 * Parses the arguments after the program's name. Pure: no file, no environment, no output.
 *
 * @param argv arguments, without runtime and script
 * @param version what `--version` prints
 * @throws UsageError when they cannot be used; its message is one sentence with the remedy
 */
export function parseCommand(argv: readonly string[], version: string): Command {
  let parsed: Command | undefined;
  let text = "";
  const program = buildProgram(version, (name, options, operands) => {
    refuseOperands(name, operands);
    parsed = toCommand(name, options);
  }, (part) => text += part);
  try {
    program.parse([...argv], { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return { kind: "print", text };
    throw fromCommanderError(error, argv);
  }
  if (parsed === undefined) throw new UsageError('No command was understood: see "tablaze --help"');
  return parsed;
}

function toCommand(name: string, options: Record<string, unknown>): Command {
  switch (name) {
    case "run":
      return { kind: "run", browser: toBrowserSettings(options), run: toRunSettings(options) };
    case "demo":
      return { kind: "demo", browser: toBrowserSettings(options) };
    case "doctor":
      return { kind: "doctor", browser: toBrowserSettings(options) };
    case "setup":
      return { kind: "setup", onlyIfMissing: options["ifMissing"] === true };
    default:
      return { kind: "serve", browser: toBrowserSettings(options) };
  }
}

function toBrowserSettings(options: Record<string, unknown>): BrowserSettings {
  const {
    headed,
    channel,
    executablePath,
    timeoutMs,
    popupPolicy,
    availableFile,
    captureNetwork,
    pageScript,
  } = options;
  return {
    headless: headed !== true,
    ...(typeof channel === "string" ? { channel } : {}),
    ...(typeof executablePath === "string" ? { executablePath } : {}),
    ...(typeof timeoutMs === "number" ? { timeoutMs } : {}),
    ...(popupPolicy === "stay" || popupPolicy === "follow-single" ? { popupPolicy } : {}),
    ...(captureNetwork === true ? { captureNetwork } : {}),
    ...(pageScript === true ? { allowPageScript: true } : {}),
    ...(Array.isArray(availableFile) ? { availableFiles: availableFile.map(String) } : {}),
  };
}

function toRunSettings(options: Record<string, unknown>): RunSettings {
  const { startUrl, outputSchema, partialSchema, accept, initialActions } = options;
  const { maxSteps, maxCalls, maxTokens, runTimeoutMs } = options;
  const checkpoint = toCheckpointSettings(options);
  const isResume = checkpoint?.resumePath !== undefined;
  const task = isResume && options["task"] === undefined
    ? undefined
    : requireText(options, "task", "--task <text>, or --resume <file>");
  const limit = (value: unknown, fallback: number): number | undefined =>
    typeof value === "number" ? value : isResume ? undefined : fallback;
  const limits = {
    maxSteps: limit(maxSteps, 30),
    maxToolCalls: limit(maxCalls, 100),
    runTimeoutMs: limit(runTimeoutMs, 300_000),
  };
  const model = parseModel(options, "openai-compatible", "tablaze run");
  const fallback = parseFurtherModel(options, "fallback", model);
  const extraction = parseFurtherModel(options, "extraction", model);
  return {
    model,
    ...toRetrySettings(options),
    ...present({ task, ...limits, checkpoint }),
    ...(fallback === undefined ? {} : { fallback }),
    ...(extraction === undefined ? {} : { extraction }),
    ...(typeof startUrl === "string" ? { startUrl } : {}),
    ...(typeof outputSchema === "string" ? { outputSchemaPath: outputSchema } : {}),
    ...(typeof partialSchema === "string" ? { partialSchemaPath: partialSchema } : {}),
    ...(typeof accept === "string" ? { acceptancePath: accept } : {}),
    ...(typeof initialActions === "string" ? { initialActionsPath: initialActions } : {}),
    ...(typeof maxTokens === "number" ? { maxTokens } : {}),
    ...(options["directOpenTaskUrl"] === true ? { directOpenTaskUrl: true } : {}),
    ...(options["allowVacuousEvidence"] === true ? { allowVacuousEvidence: true } : {}),
  };
}

/** Leaves out what is undefined. */
function present<T extends Record<string, unknown>>(
  fields: T,
): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}

function toRetrySettings(
  { plannerRetries, plannerRetryDelayMs }: Record<string, unknown>,
): Pick<RunSettings, "plannerRetries" | "plannerRetryDelayMs"> {
  const retries = typeof plannerRetries === "number" ? plannerRetries : 0;
  if (retries === 0 && plannerRetryDelayMs !== undefined) {
    throw new UsageError(
      "--planner-retry-delay-ms does nothing without --planner-retries: add it, or leave both out",
    );
  }
  return {
    plannerRetries: retries,
    plannerRetryDelayMs: typeof plannerRetryDelayMs === "number"
      ? plannerRetryDelayMs
      : DEFAULT_RETRY_DELAY_MS,
  };
}

function requireText(options: Record<string, unknown>, key: string, flag: string): string {
  const value = options[key];
  if (typeof value === "string") return value;
  throw new UsageError(`tablaze run needs ${flag}: see "tablaze run --help"`);
}

function refuseOperands(name: string, operands: readonly string[]): void {
  const [first] = operands;
  if (first === undefined) return;
  if (name !== "serve") {
    throw new UsageError(
      `"${first}" belongs to no flag: put text with spaces in quotes, or see "tablaze ${name} --help"`,
    );
  }
  if (COMMAND_NAMES.includes(first)) {
    throw new UsageError(`Flags go after the command: write "tablaze ${first}" first`);
  }
  throw unknownCommand(first);
}

function unknownCommand(name: string): UsageError {
  return new UsageError(
    `There is no command "${name}": use ${COMMAND_NAMES.slice(0, 4).join(", ")}, or none to serve MCP`,
  );
}

function fromCommanderError(error: CommanderError, argv: readonly string[]): UsageError {
  const name = argv.find((argument) => COMMAND_NAMES.includes(argument)) === argv[0] ? argv[0] : undefined;
  const help = name === undefined || name === "serve" ? "tablaze --help" : `tablaze ${name} --help`;
  const flag = flagOf(error);
  if (error.code === "commander.unknownOption" && name !== "run" && runOnlyFlags().has(flag)) {
    return new UsageError(`${flag} belongs to the run command: write "tablaze run ${flag} …"`, {
      cause: error,
    });
  }
  if (error.code === "commander.help") {
    return unknownCommand(argv.find((argument) => !COMMAND_NAMES.includes(argument)) ?? "");
  }
  return wordCommanderError(error, help);
}
