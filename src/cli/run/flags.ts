// The flags of `tablaze run` as commander knows them.
import { type Command, Option } from "commander";
import { addCheckpointFlags } from "../checkpoint/settings.ts";
import { parseHttpUrl, parseInteger, parseText, valueFlag } from "../flags.ts";
import { addModelFlags } from "../model/flags.ts";

/** Adds the flags that belong to `run` alone. */
export function addRunFlags(command: Command): Command {
  addTaskFlags(command.optionsGroup("Task:"));
  addModelFlags(command.optionsGroup("Model:"), "planner", {
    provider: "openai-compatible",
    model: "model to ask (required)",
    endpoint: "the provider's own; required for openai-compatible",
    apiKeyEnv: "TABLAZE_API_KEY, if set",
    codexCommand: "codex",
  });
  addModelFlags(command.optionsGroup("Backup model:"), "fallback", {
    provider: "as --provider",
    model: "model for the rest of the run once the first one failed for good",
    endpoint: "as --endpoint for the same provider, else the provider's own",
    apiKeyEnv: "as for the first model with the same provider, else TABLAZE_FALLBACK_API_KEY",
    codexCommand: "as --codex-command",
  });
  addRetryFlags(command);
  addModelFlags(command.optionsGroup("Extraction model:"), "extraction", {
    provider: "as --provider",
    model: "model behind the tool tab_extract_model, which reads data from pages",
    endpoint: "as --endpoint for the same provider, else the provider's own",
    apiKeyEnv: "as for the first model with the same provider, else TABLAZE_EXTRACTION_API_KEY",
    codexCommand: "as --codex-command",
  });
  addCheckpointFlags(command.optionsGroup("Saving and resuming:"));
  addLimitFlags(command.optionsGroup("Limits:"));
  return command;
}

function addTaskFlags(command: Command): void {
  command.addOption(
    valueFlag("--task <text>", "what to do, in plain words (required, unless --resume)", parseText(32_768)),
  );
  command.addOption(valueFlag("--start-url <url>", "open this page before the model is asked", parseHttpUrl));
  command.addOption(
    new Option(
      "--direct-open-task-url",
      "open the address in the task before the model is asked, when there is exactly one",
    ),
  );
  command.addOption(
    valueFlag(
      "--initial-actions <file>",
      "JSON list of 1-20 addresses to open and names to click before the model is asked",
      parseText(4096),
    ).conflicts(["startUrl", "directOpenTaskUrl"]),
  );
  command.addOption(
    valueFlag(
      "--accept <file>",
      "JSON list of check sets that must pass before the run can succeed, whatever the model says",
      parseText(4096),
    ),
  );
  command.addOption(
    new Option(
      "--allow-vacuous-evidence",
      "accept checks of the model that held before its last change already (default: they prove nothing)",
    ),
  );
  command.addOption(
    valueFlag(
      "--output-schema <file>",
      "JSON Schema (draft-07) that the final data must satisfy",
      parseText(4096),
    ),
  );
  command.addOption(
    valueFlag(
      "--partial-schema <file>",
      "JSON Schema of parts that the model may publish while it works; enables publishing",
      parseText(4096),
    ),
  );
}

function addRetryFlags(command: Command): void {
  command.addOption(
    valueFlag(
      "--planner-retries <n>",
      "further attempts of the first model after a transient failure, 0-5 (default: 0)",
      parseInteger(0, 5),
    ),
  );
  command.addOption(
    valueFlag(
      "--planner-retry-delay-ms <n>",
      "milliseconds before each of them, 0-30000 (default: 1000)",
      parseInteger(0, 30_000),
    ),
  );
}

function addLimitFlags(command: Command): void {
  command.addOption(
    valueFlag("--max-steps <n>", "planning steps, 1-1000 (default: 30)", parseInteger(1, 1000)),
  );
  command.addOption(
    valueFlag("--max-calls <n>", "tool calls, 1-10000 (default: 100)", parseInteger(1, 10_000)),
  );
  command.addOption(
    valueFlag(
      "--max-tokens <n>",
      "tokens that providers report, of all models and attempts together, 1-1000000000 (default: no limit)",
      parseInteger(1, 1_000_000_000),
    ),
  );
  command.addOption(
    valueFlag(
      "--run-timeout-ms <n>",
      "milliseconds for the whole run, 1-86400000 (default: 300000)",
      parseInteger(1, 86_400_000),
    ),
  );
}
