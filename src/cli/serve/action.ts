import { createServing, serveStdio } from "../../assemble/serving.ts";
import { standardStreams } from "../../platform/terminal.ts";
import { toBrowserOptions } from "../browser_options.ts";
import type { BrowserSettings } from "../command.ts";
import type { CliEffects } from "../effects.ts";
import { EXIT_FAILURE, EXIT_OK } from "../exit_codes.ts";
import { printable } from "../printable.ts";

/**
 * Serves MCP on stdin and stdout until the client hangs up or the process is asked to end. Only protocol goes to
 * stdout.
 *
 * @returns the exit code: 0 when everything was released
 */
export async function serveAction(browser: BrowserSettings, effects: CliEffects): Promise<number> {
  const { stderr, readEnv, signal } = effects;
  const options = toBrowserOptions(browser, readEnv, (line) => stderr.write(`${printable(line, 500)}\n`));
  const runtime = createServing(options);
  if (stderr.isTTY && standardStreams().stdin.isTTY) {
    stderr.write(
      "Serving MCP on stdin and stdout: an MCP client is meant to start this. Try: tablaze --help\n",
    );
  }
  try {
    await serveStdio(runtime.server, { ...standardStreams(), signal, onClose: () => runtime.dispose() });
    return EXIT_OK;
  } catch (error) {
    const message = error instanceof Error ? error.message : "the connection broke";
    stderr.write(`The server did not end well: ${printable(message, 500)}\n`);
    return EXIT_FAILURE;
  }
}
