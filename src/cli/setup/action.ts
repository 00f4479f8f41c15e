import { locateBrowser } from "../../assemble/locate_browser.ts";
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
    const before = await lookForBrowser();
    if (before.found) {
      say(`found ${before.name}; nothing to do`);
      return EXIT_OK;
    }
    say(before.problem);
  }
  for (const installer of availableInstallers(effects, say)) {
    say(`trying ${installer.title}`);
    const installed = await install(installer, effects, say);
    if (effects.signal.aborted) {
      say("stopped on request");
      return EXIT_FAILURE;
    }
    const after = await lookForBrowser();
    if (after.found) {
      say(
        installed
          ? `done: ${after.name} will be used`
          : `not needed: ${after.name} is there and will be used`,
      );
      return EXIT_OK;
    }
    if (installed) say(`it ended without an error, and yet: ${after.problem}`);
  }
  say("no browser could be installed");
  effects.stderr.write(`${adviceByHand(effects.machine)}\n`);
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

type Lookup =
  | { readonly found: true; readonly name: string }
  | { readonly found: false; readonly problem: string };

/** The browser that would be used without any flag. */
async function lookForBrowser(): Promise<Lookup> {
  try {
    const { executablePath, channel } = await locateBrowser();
    return { found: true, name: executablePath ?? `the browser of channel ${channel}` };
  } catch (error) {
    if (errorCode(error) !== "BROWSER_MISSING" || !(error instanceof Error)) throw error;
    return { found: false, problem: error.message };
  }
}
