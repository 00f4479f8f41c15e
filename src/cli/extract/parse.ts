import { Command, CommanderError } from "commander";
import { wordCommanderError } from "../commander_error.ts";
import { parseInteger, parseText, valueFlag } from "../flags.ts";
import { EXTRACT_HELP } from "../help.ts";
import { addModelFlags } from "../model/flags.ts";
import { parseModel } from "../model/parse_model.ts";
import type { ModelSettings } from "../model/settings.ts";
import { UsageError } from "../usage_error.ts";

/** What `tablaze-extract` was asked to do. */
export interface ExtractSettings {
  readonly task: string;
  readonly sourcesPath: string;
  readonly schemaPath: string;
  readonly model: ModelSettings;
  /** Milliseconds. */
  readonly timeoutMs: number;
}

/** A parsed command line: settings, or help or version for stdout. */
export type ExtractCommand =
  | { readonly kind: "extract"; readonly settings: ExtractSettings }
  | { readonly kind: "print"; readonly text: string };

const NAME = "tablaze-extract";

/**
 * Parses the arguments of `tablaze-extract`. Pure: no file, no environment, no output.
 *
 * @param argv arguments, without runtime and script
 * @param version what `--version` prints
 * @throws UsageError when they cannot be used
 */
export function parseExtractCommand(argv: readonly string[], version: string): ExtractCommand {
  let text = "";
  const program = buildProgram(version, (part) => text += part);
  try {
    program.parse([...argv], { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return { kind: "print", text };
    throw wordCommanderError(error, `${NAME} --help`);
  }
  const [operand] = program.args;
  if (operand !== undefined) {
    throw new UsageError(
      `"${operand}" belongs to no flag: put text with spaces in quotes, or see "${NAME} --help"`,
    );
  }
  const options: Record<string, unknown> = program.opts();
  const { timeoutMs } = options;
  return {
    kind: "extract",
    settings: {
      task: requireText(options, "task", "--task <text>"),
      sourcesPath: requireText(options, "sources", "--sources <file>"),
      schemaPath: requireText(options, "schema", "--schema <file>"),
      model: parseModel(options, "codex", NAME),
      timeoutMs: typeof timeoutMs === "number" ? timeoutMs : 60_000,
    },
  };
}

function buildProgram(version: string, write: (text: string) => void): Command {
  const program = new Command(NAME)
    .description("Extracts data from texts with a model, and accepts it only with a quote for every value.")
    .version(version, "-V, --version", "print the version")
    .helpOption("-h, --help", "print this help")
    .allowExcessArguments(true) // refused by the caller, which says what to do
    .exitOverride()
    .configureOutput({
      writeOut: write,
      writeErr: () => {},
      getOutHelpWidth: () => 100,
      getErrHelpWidth: () => 100,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .addHelpText("after", EXTRACT_HELP);
  program.optionsGroup("Task:");
  program.addOption(
    valueFlag("--task <text>", "what to extract, in plain words (required)", parseText(32_768)),
  );
  program.addOption(
    valueFlag("--sources <file>", "JSON array of {id, url, text}, 1-100 entries (required)", parseText(4096)),
  );
  program.addOption(
    valueFlag("--schema <file>", "JSON Schema (draft-07) of the data (required)", parseText(4096)),
  );
  program.addOption(
    valueFlag(
      "--timeout-ms <n>",
      "milliseconds for all of it, 1-3600000 (default: 60000)",
      parseInteger(1, 3_600_000),
    ),
  );
  return addModelFlags(program.optionsGroup("Model:"), "planner", {
    provider: "codex",
    model: "model to ask (required)",
    endpoint: "the provider's own; required for openai-compatible",
    apiKeyEnv: "TABLAZE_API_KEY, if set",
    codexCommand: "codex",
  });
}

function requireText(options: Record<string, unknown>, key: string, flag: string): string {
  const value = options[key];
  if (typeof value === "string") return value;
  throw new UsageError(`${NAME} needs ${flag}: see "${NAME} --help"`);
}
