import { resolve } from "node:path";
import type { locateBrowser } from "../assemble/locate_browser.ts";
import type { BrowserOptions } from "../contracts/browser.ts";
import { errorCode } from "../contracts/errors.ts";
import type { ReadEnv } from "../platform/env.ts";
import type { BrowserSettings } from "./command.ts";
import { UsageError } from "./usage_error.ts";

/**
 * Options of the engine for what the command line says; where it names no browser, the environment may.
 *
 * @param onNotice receives remarks of the browser side
 * @throws UsageError when the environment names a browser twice
 */
export function toBrowserOptions(
  settings: BrowserSettings,
  readEnv: ReadEnv,
  onNotice: (line: string) => void,
): BrowserOptions {
  const { executablePath, availableFiles = [], ...rest } = settings;
  if (executablePath === undefined && settings.channel === undefined) refuseTwoBrowsers(readEnv);
  return {
    ...rest,
    onNotice,
    availableFilePaths: availableFiles.map((path) => resolve(path)),
    ...(executablePath === undefined ? {} : { executablePath: resolve(executablePath) }),
  };
}

/**
 * Sees to it that a browser is there, before anything is started.
 *
 * @throws UsageError with the remedy when none is
 */
export async function requireBrowser(options: BrowserOptions, locate: typeof locateBrowser): Promise<void> {
  try {
    await locate(options);
  } catch (error) {
    if (errorCode(error) !== "BROWSER_MISSING" || !(error instanceof Error)) throw error;
    throw new UsageError(error.message, { cause: error });
  }
}

function refuseTwoBrowsers(readEnv: ReadEnv): void {
  const isSet = (name: string): boolean => (readEnv(name) ?? "") !== "";
  if (isSet("TABLAZE_BROWSER_CHANNEL") && isSet("TABLAZE_EXECUTABLE_PATH")) {
    throw new UsageError(
      "TABLAZE_BROWSER_CHANNEL and TABLAZE_EXECUTABLE_PATH exclude each other: unset one of them",
    );
  }
}
