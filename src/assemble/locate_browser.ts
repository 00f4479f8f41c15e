// Finding a browser without starting one.
import { loadChromiumDriver } from "../browser/driver.ts";
import { type BrowserChoice, findBrowser } from "../browser/find_browser.ts";
import type { BrowserOptions } from "../contracts/browser.ts";
import { BrowserError } from "../contracts/errors.ts";
import { channelPaths } from "../platform/browser_channels.ts";
import { readProcessEnv } from "../platform/env.ts";
import { isExecutableFile } from "../platform/file.ts";
import { describeMachine } from "../platform/machine.ts";

/**
 * Finds the browser that an engine with these options would start, and starts nothing.
 *
 * @throws `BROWSER_MISSING` with what to do
 */
export async function locateBrowser(options: BrowserOptions = {}): Promise<BrowserChoice> {
  const { channel, executablePath } = options;
  const managedPath = async (): Promise<string> => (await loadChromiumDriver()).executablePath();
  const choice = await findBrowser({ channel, executablePath }, managedPath);
  if (choice.channel === undefined) return choice;
  const paths = channelPaths(choice.channel, describeMachine().platform, readProcessEnv) ??
    [await managedPath()];
  for (const path of paths) {
    if (await isExecutableFile(path)) return choice;
  }
  throw new BrowserError(
    "BROWSER_MISSING",
    `The browser of channel "${choice.channel}" is not installed. Install it, name an executable with ` +
      "--executable-path, or leave the channel out to use any browser that is found",
  );
}
