import type { CommanderError } from "commander";
import { UsageError } from "./usage_error.ts";

/**
 * Says in one sentence what is wrong with a command line.
 *
 * @param error what the parser threw
 * @param help the command that explains the flags, for example `tablaze run --help`
 */
export function wordCommanderError(error: CommanderError, help: string): UsageError {
  const flag = flagOf(error);
  const options = { cause: error };
  switch (error.code) {
    case "commander.unknownOption": {
      const meant = /Did you mean (.*)\?\)/.exec(error.message)?.[1];
      const advice = meant === undefined ? "" : `did you mean ${meant}? `;
      return new UsageError(`There is no flag ${flag} here: ${advice}see "${help}"`, options);
    }
    case "commander.optionMissingArgument": {
      const [flags = flag] = /'([^']+)'/.exec(error.message)?.slice(1) ?? [];
      return new UsageError(`${flag} needs a value: write ${flags}`, options);
    }
    case "commander.conflictingOption": {
      const [, first = "", second = ""] = /'(--[a-z-]+).*'(--[a-z-]+)/.exec(error.message) ?? [];
      return new UsageError(`${first} and ${second} exclude each other: give one of them`, options);
    }
    default:
      return new UsageError(
        `${error.message.replace(/^error: /, "").replaceAll("\n", " ")}: see "${help}"`,
        options,
      );
  }
}

/** The flag that a parser's error is about. */
export function flagOf(error: CommanderError): string {
  return /'(--?[^\s']+)[^']*'/.exec(error.message)?.[1] ?? "";
}
