import { SERVER_VERSION } from "../../contracts/version.ts";
import type { CliEffects } from "../effects.ts";
import { EXIT_FAILURE, EXIT_OK } from "../exit_codes.ts";
import { explainError } from "../explain_error.ts";
import { parseExtractCommand } from "./parse.ts";

/**
 * The command line of `tablaze-extract`.
 *
 * @param argv arguments after runtime and script
 * @param effects the world outside
 * @returns the exit code
 */
export async function extractMain(argv: readonly string[], effects: CliEffects): Promise<number> {
  try {
    const command = parseExtractCommand(argv, SERVER_VERSION);
    if (command.kind === "print") {
      effects.stdout.write(command.text);
      return EXIT_OK;
    }
    const { extractAction } = await import("./action.ts");
    return await extractAction(command.settings, effects);
  } catch (error) {
    effects.stderr.write(`${explainError(error, effects.signal)}\n`);
    return EXIT_FAILURE;
  }
}
