// The flags of one model as commander knows them: the same eight for each role, with the role's prefix.
import type { Command } from "commander";
import {
  parseChoice,
  parseHttpUrl,
  parseInteger,
  parseText,
  parseVariableName,
  valueFlag,
} from "../flags.ts";
import { flagName, type ModelFlag, type ModelRole, PROVIDERS, REASONING_EFFORTS } from "./settings.ts";

/** What differs between the roles in the help. */
export interface ModelFlagWords {
  /** Default provider, in words. */
  readonly provider: string;
  /** What naming the model does. */
  readonly model: string;
  /** Default address, in words. */
  readonly endpoint: string;
  /** Default variable, in words. */
  readonly apiKeyEnv: string;
  /** Default executable, in words. */
  readonly codexCommand: string;
}

/** Adds the flags of one model. */
export function addModelFlags(command: Command, role: ModelRole, words: ModelFlagWords): Command {
  const add = <T>(
    flag: ModelFlag,
    placeholder: string,
    description: string,
    parse: (value: string, flag: string) => T,
  ): void => {
    command.addOption(valueFlag(`${flagName(role, flag)} <${placeholder}>`, description, parse));
  };
  add("provider", "name", `${PROVIDERS.join(", ")} (default: ${words.provider})`, parseChoice(PROVIDERS));
  add("model", "id", words.model, parseText(256));
  add("endpoint", "url", `complete address (default: ${words.endpoint}); not for codex`, parseHttpUrl);
  add(
    "endpoint-env",
    "name",
    "environment variable that holds the address instead, when a token stands in it; not for codex",
    parseVariableName,
  );
  add(
    "api-key-env",
    "name",
    `environment variable that holds the key (default: ${words.apiKeyEnv}); not for codex`,
    parseVariableName,
  );
  add(
    "codex-command",
    "path",
    `executable of the Codex CLI (default: ${words.codexCommand}); codex only`,
    parseText(4096),
  );
  add(
    "reasoning-effort",
    "level",
    `${REASONING_EFFORTS.join(", ")}; codex only`,
    parseChoice(REASONING_EFFORTS),
  );
  add(
    "max-output-tokens",
    "n",
    "most tokens of an answer, 1-1000000 (default: 4096 for anthropic); anthropic and ollama only",
    parseInteger(1, 1_000_000),
  );
  return command;
}
