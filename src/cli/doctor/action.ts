import { locateBrowser } from "../../assemble/locate_browser.ts";
import { errorCode } from "../../contracts/errors.ts";
import { SERVER_VERSION } from "../../contracts/version.ts";
import { runtimeVersion } from "../../platform/permissions.ts";
import { toBrowserOptions } from "../browser_options.ts";
import type { BrowserSettings } from "../command.ts";
import type { CliEffects } from "../effects.ts";
import { EXIT_FAILURE, EXIT_OK } from "../exit_codes.ts";
import { printable } from "../printable.ts";
import { type DoctorProblem, type DoctorReport, renderDoctorReport } from "./report.ts";

/**
 * Looks at what a run needs and prints it as JSON. Starts no browser and asks no model.
 *
 * @returns 0 when a browser could be started, else 1
 */
export async function doctorAction(settings: BrowserSettings, effects: CliEffects): Promise<number> {
  const report = await examine(settings, effects);
  effects.stdout.write(renderDoctorReport(report));
  return report.ok ? EXIT_OK : EXIT_FAILURE;
}

async function examine(settings: BrowserSettings, { readEnv, machine }: CliEffects): Promise<DoctorReport> {
  const problems: DoctorProblem[] = [];
  const notices: string[] = [];
  let browser: DoctorReport["browser"] = { found: false };
  try {
    const { source, channel, executablePath } = await locateBrowser(
      toBrowserOptions(settings, readEnv, () => {}),
    );
    browser = {
      found: true,
      source,
      ...(channel === undefined ? {} : { channel }),
      ...(executablePath === undefined ? {} : { executable_path: executablePath }),
      sandbox: !machine.isRoot,
      headless: settings.headless,
    };
    if (machine.isRoot) notices.push("As root the browser runs without its sandbox: prefer a normal user");
  } catch (error) {
    const message = error instanceof Error
      ? printable(error.message, 500)
      : "The browser could not be looked for";
    problems.push({ code: errorCode(error) ?? "BROWSER_LOOKUP_FAILED", message });
  }
  if (!settings.headless && machine.platform === "linux" && !hasDisplay(readEnv)) {
    problems.push({
      code: "DISPLAY_MISSING",
      message:
        "A browser with a window needs a display, and neither DISPLAY nor WAYLAND_DISPLAY is set: use --headless",
    });
  }
  return {
    ok: problems.length === 0,
    ready: browser.found,
    version: SERVER_VERSION,
    runtime: runtimeVersion(),
    machine: { platform: machine.platform, architecture: machine.architecture },
    browser,
    model: { api_key_set: (readEnv("TABLAZE_API_KEY") ?? "") !== "" },
    problems,
    notices,
  };
}

function hasDisplay(readEnv: CliEffects["readEnv"]): boolean {
  return ["DISPLAY", "WAYLAND_DISPLAY"].some((name) => (readEnv(name) ?? "") !== "");
}
