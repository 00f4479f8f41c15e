// The commands and flags as commander knows them. Nothing here reads the environment or writes anything.
import { Command, Option } from "commander";
import { listFlag, parseChoice, parseInteger, parseText, valueFlag } from "./flags.ts";
import {
  DEMO_EXAMPLES,
  DOCTOR_EXAMPLES,
  ROOT_HELP,
  RUN_HELP,
  SERVE_EXAMPLES,
  SETUP_EXAMPLES,
} from "./help.ts";
import { addRunFlags } from "./run/flags.ts";

/** Browser channels that the driver can find. */
export const CHANNELS = [
  "chromium",
  "chrome",
  "chrome-beta",
  "chrome-dev",
  "chrome-canary",
  "msedge",
  "msedge-beta",
  "msedge-dev",
  "msedge-canary",
] as const;

/** Receives what was parsed: the command's name, its options and its operands. */
export type OnCommand = (name: string, options: Record<string, unknown>, operands: readonly string[]) => void;

/**
 * Builds the program.
 *
 * @param version what `--version` prints
 * @param onCommand called once for the command that was named
 * @param write receives help and version text
 */
export function buildProgram(version: string, onCommand: OnCommand, write: (text: string) => void): Command {
  const program = new Command("tablaze")
    .description("Lets a model work in a real browser, and shows that the work was done.")
    .version(version, "-V, --version", "print the version")
    .helpOption("-h, --help", "print this help")
    .helpCommand("help [command]", "print the help of a command")
    .exitOverride()
    .configureOutput({
      writeOut: write,
      writeErr: () => {}, // errors are worded and written by the caller
      getOutHelpWidth: () => 100,
      getErrHelpWidth: () => 100,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .addHelpText("after", ROOT_HELP);

  const add = (name: string, summary: string, options: { isDefault?: boolean } = {}): Command => {
    const command = program.command(name, options)
      .description(summary)
      .helpOption("-h, --help", "print this help")
      .allowExcessArguments(true); // refused by the caller, which knows what may have been meant
    command.action(() => onCommand(name, command.opts(), command.args));
    return command;
  };

  addBrowserFlags(
    add("serve", "serve the browser tools over MCP on stdin and stdout (the default)", { isDefault: true }),
  )
    .addHelpText("after", SERVE_EXAMPLES);
  addBrowserFlags(addRunFlags(add("run", "do one task with a model and report what was verified")))
    .addHelpText("after", RUN_HELP);
  addLaunchFlags(add("demo", "do a whole job against a shop of its own, with nothing to configure"))
    .addHelpText("after", DEMO_EXAMPLES);
  addBrowserFlags(add("doctor", "say as JSON what is there and what is missing; starts nothing"))
    .addHelpText("after", DOCTOR_EXAMPLES);
  add("setup", "install a browser")
    .option("--if-missing", "do nothing when a browser is found")
    .addHelpText("after", SETUP_EXAMPLES);
  return program;
}

/** Long names of the flags that belong to `run` alone, for messages about misplaced ones. */
export function runOnlyFlags(): ReadonlySet<string> {
  const command = addRunFlags(new Command());
  return new Set(command.options.map((option) => option.long ?? ""));
}

function addBrowserFlags(command: Command): Command {
  addLaunchFlags(command);
  command.addOption(
    valueFlag(
      "--timeout-ms <n>",
      "milliseconds for one browser action, 100-60000 (default: 10000)",
      parseInteger(100, 60_000),
    ),
  );
  command.addOption(
    valueFlag(
      "--popup-policy <policy>",
      "stay, or follow-single: go on in a popup that an action opened (default: stay)",
      parseChoice(["stay", "follow-single"]),
    ),
  );
  command.addOption(
    listFlag(
      "--available-file <path>",
      "file that pages may get as an upload; may be given up to 20 times (default: none)",
      parseText(4096),
    ),
  );
  command.addOption(
    new Option("--capture-network", "add tab_network: lists responses of pages and reads text bodies"),
  );
  command.addOption(
    new Option(
      "--page-script",
      "add tab_script: the model may run JavaScript in pages, with all their authority",
    ),
  );
  return command;
}

function addLaunchFlags(command: Command): Command {
  command.optionsGroup("Browser:");
  command.addOption(new Option("--headless", "without a window (default)"));
  command.addOption(new Option("--headed", "with a window").conflicts("headless"));
  command.addOption(
    valueFlag("--channel <name>", `installed browser: ${CHANNELS.join(", ")}`, parseChoice(CHANNELS)),
  );
  command.addOption(
    valueFlag("--executable-path <path>", "browser program to start", parseText(4096)).conflicts("channel"),
  );
  return command;
}
