import { SERVER_VERSION } from "../contracts/version.ts";
import type { Command } from "./command.ts";
import type { CliEffects } from "./effects.ts";
import { EXIT_FAILURE, EXIT_OK } from "./exit_codes.ts";
import { causeOf } from "../contracts/thrown.ts";
import { hasIncidentId, noteIncident } from "../platform/incidents.ts";
import { explainError, isUnforeseen } from "./explain_error.ts";
import { parseCommand } from "./parse_command.ts";
import { printable } from "./printable.ts";

/**
 * The command line: understands the arguments, does what they say.
 *
 * @param argv arguments after runtime and script
 * @param effects the world outside
 * @returns the exit code
 */
export async function main(argv: readonly string[], effects: CliEffects): Promise<number> {
  try {
    return await perform(parseCommand(argv, SERVER_VERSION), effects);
  } catch (error) {
    effects.stderr.write(`${explainError(error, effects.signal)}\n`);
    const note = (line: string): void => effects.stderr.write(`${printable(line, 500)}\n`);
    if (isUnforeseen(error, effects.signal)) noteIncident(error, note);
    else if (hasIncidentId(causeOf(error))) noteIncident(causeOf(error), note); // the message names its id
    return EXIT_FAILURE;
  }
}

/** Each command is loaded when it is used: help must not wait for a browser driver. */
async function perform(command: Command, effects: CliEffects): Promise<number> {
  switch (command.kind) {
    case "print":
      effects.stdout.write(command.text);
      return EXIT_OK;
    case "serve": {
      const { serveAction } = await import("./serve/action.ts");
      return await serveAction(command.browser, effects);
    }
    case "run": {
      const { runAction } = await import("./run/action.ts");
      return await runAction(command.browser, command.run, effects);
    }
    case "doctor": {
      const { doctorAction } = await import("./doctor/action.ts");
      return await doctorAction(command.browser, effects);
    }
    case "setup": {
      const { setupAction } = await import("./setup/action.ts");
      return await setupAction(command.onlyIfMissing, effects);
    }
    case "demo": {
      const { demoAction } = await import("./demo/action.ts");
      return await demoAction(command.browser, effects);
    }
    default:
      return command satisfies never;
  }
}
