import { locateBrowser } from "../../assemble.ts";
import { errorCode } from "../../contracts/errors.ts";
import { driverProgramArguments } from "../../platform/package_program.ts";
import { type CommandOutcome, runCommand } from "../../platform/process.ts";
import type { CliEffects } from "../effects.ts";
import { EXIT_FAILURE, EXIT_OK } from "../exit_codes.ts";
import { adviceByHand, debianInstaller, driverInstaller, type Installer } from "./installers.ts";
import { filterOutput } from "./output_filter.ts";

/**
 * Installs a browser, saying what it does on stderr. It tries one way after another until a browser is found.
 *
 * @param onlyIfMissing do nothing when there is one
 * @returns 0 when a browser is there afterwards
 */
export async function setupAction(onlyIfMissing: boolean, effects: CliEffects): Promise<number> {
  const say = (line: string): void => effects.stderr.write(`setup: ${line}\n`);
  if (onlyIfMissing) {
    const found = await findAny();
    if (found !== undefined) {
      say(`found ${found}; nothing to do`);
      return EXIT_OK;
    }
    say("no browser was found");
  }
  for (const installer of availableInstallers(effects, say)) {
    say(`trying ${installer.title}`);
    if (!await install(installer, effects, say)) continue;
    const found = await findAny();
    if (found !== undefined) {
      say(`done: found ${found}`);
      return EXIT_OK;
    }
    say("it ended without an error, but no browser is found");
  }
  if (effects.signal.aborted) {
    say("stopped before a browser was installed");
  } else {
    say("no browser could be installed");
    effects.stderr.write(`${adviceByHand(effects.machine)}\n`);
  }
  return EXIT_FAILURE;
}

function availableInstallers(
  { machine, readEnv }: CliEffects,
  say: (line: string) => void,
): readonly Installer[] {
  const program = driverProgramArguments();
  if (program === undefined) say("the browser driver's installer is not to be found from here");
  return [
    ...(program === undefined ? [] : [driverInstaller(program, machine, readEnv)]),
    ...(machine.isDebian && machine.isRoot ? [debianInstaller(readEnv)] : []),
  ];
}

async function install(
  { commands }: Installer,
  { signal }: CliEffects,
  say: (line: string) => void,
): Promise<boolean> {
  for (const command of commands) {
    if (signal.aborted) return false;
    const line = [command.command, ...command.args].join(" ");
    say(`running: ${line}`);
    const outcome = await runCommand({
      ...command,
      signal,
      onOutput: filterOutput((text) => say(`  ${text}`)),
    });
    if (outcome.kind === "exited" && outcome.exitCode === 0) continue;
    say(`that failed: ${explain(outcome)}`);
    return false;
  }
  return true;
}

function explain(outcome: CommandOutcome): string {
  switch (outcome.kind) {
    case "exited":
      return `exit code ${outcome.exitCode}`;
    case "killed":
      return `ended by ${outcome.signal}`;
    case "timed_out":
      return "it took too long";
    case "cancelled":
      return "stopped on request";
    case "not_found":
      return "there is no such program";
    case "not_started":
      return outcome.reason;
    default:
      return outcome satisfies never;
  }
}

/** A browser by path or channel, whatever would be used without any flag. */
async function findAny(): Promise<string | undefined> {
  try {
    const { executablePath, channel } = await locateBrowser();
    return executablePath ?? `the channel ${channel}`;
  } catch (error) {
    if (errorCode(error) === "BROWSER_MISSING") return undefined;
    throw error;
  }
}
