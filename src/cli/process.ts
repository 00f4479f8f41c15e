import { systemClock } from "../platform/clock.ts";
import { readProcessEnv } from "../platform/env.ts";
import { describeMachine } from "../platform/machine.ts";
import { probeTcp } from "../platform/network.ts";
import { commandLineArguments, exitProcess, onStopSignal } from "../platform/signals.ts";
import { standardError, standardOutput } from "../platform/terminal.ts";
import type { CliEffects } from "./effects.ts";
import { EXIT_FAILURE } from "./exit_codes.ts";

/**
 * Runs the command line of this process with the real effects, and ends the process with its exit code.
 *
 * @param main takes the arguments after runtime and script, and gives the exit code
 */
export async function runProcess(
  main: (argv: readonly string[], effects: CliEffects) => Promise<number>,
): Promise<never> {
  const stdout = standardOutput();
  const stderr = standardError();
  const controller = new AbortController();
  onStopSignal((name) => {
    if (controller.signal.aborted) exitProcess(EXIT_FAILURE); // asked twice: the person does not want to wait
    controller.abort(new Error(`Stopped by ${name}`));
  });
  const exitCode = await main(commandLineArguments(), {
    stdout,
    stderr,
    readEnv: readProcessEnv,
    fetch: (input, init) => fetch(input, init),
    probeTcp,
    clock: systemClock,
    machine: describeMachine(),
    signal: controller.signal,
  });
  await stdout.flush();
  const lost = stdout.failureCode();
  // A reader that has seen enough (`| head`) is no failure; output that found no place is.
  const isLost = lost !== undefined && lost !== "EPIPE";
  if (isLost) stderr.write(`Standard output takes no more (${lost}): free some space or send it elsewhere\n`);
  await stderr.flush();
  exitProcess(isLost ? EXIT_FAILURE : exitCode);
}
