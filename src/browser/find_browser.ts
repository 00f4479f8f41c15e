import { BrowserError } from "../contracts/errors.ts";
import { type ReadEnv, readProcessEnv } from "../platform/env.ts";
import { isExecutableFile } from "../platform/file.ts";
import { describeMachine } from "../platform/machine.ts";

/** Which browser to start. */
export interface BrowserChoice {
  /** Absolute path of the executable; absent when a channel is named. */
  readonly executablePath?: string;
  /** Channel by which the driver finds an installed browser. */
  readonly channel?: string;
  /** Where the choice comes from, for reports. */
  readonly source: "option" | "environment" | "installed" | "managed";
}

/** What the search looks at; a test supplies its own. */
export interface FindBrowserDeps {
  readonly readEnv: ReadEnv;
  readonly isExecutable: (path: string) => Promise<boolean>;
  readonly platform: string;
}

/** Variable that names an executable, and the one that names a channel. */
export const BROWSER_ENV = {
  executablePath: "TABLAZE_EXECUTABLE_PATH",
  channel: "TABLAZE_BROWSER_CHANNEL",
} as const;

const REMEDY = "Run `tablaze setup` to install one, install Chrome or Chromium, or name an executable with " +
  `--executable-path or ${BROWSER_ENV.executablePath}`;

function systemDeps(): FindBrowserDeps {
  return { readEnv: readProcessEnv, isExecutable: isExecutableFile, platform: describeMachine().platform };
}

/**
 * Finds a Chromium-based browser: the caller's choice, then the environment's, then an installed one, then the one
 * that the driver manages. Starts nothing.
 *
 * @param named what the caller's options name
 * @param managedPath path of the driver's own browser, whether or not it is installed
 * @throws `BROWSER_MISSING` when there is none, saying what to do
 */
export async function findBrowser(
  named: { readonly channel: string | undefined; readonly executablePath: string | undefined },
  managedPath: () => Promise<string>,
  deps: FindBrowserDeps = systemDeps(),
): Promise<BrowserChoice> {
  if (named.executablePath !== undefined) return await existing(named.executablePath, "option", deps);
  if (named.channel !== undefined) return { channel: named.channel, source: "option" };
  const fromEnv = deps.readEnv(BROWSER_ENV.executablePath);
  if (fromEnv !== undefined && fromEnv !== "") return await existing(fromEnv, "environment", deps);
  const channel = deps.readEnv(BROWSER_ENV.channel);
  if (channel !== undefined && channel !== "") return { channel, source: "environment" };
  for (const path of installedPaths(deps)) {
    if (await deps.isExecutable(path)) return { executablePath: path, source: "installed" };
  }
  const managed = await managedPath();
  if (managed !== "" && await deps.isExecutable(managed)) {
    return { executablePath: managed, source: "managed" };
  }
  throw new BrowserError("BROWSER_MISSING", `No Chromium-based browser was found. ${REMEDY}`);
}

async function existing(
  path: string,
  source: "option" | "environment",
  deps: FindBrowserDeps,
): Promise<BrowserChoice> {
  if (await deps.isExecutable(path)) return { executablePath: path, source };
  const where = source === "option" ? "the given executable path" : BROWSER_ENV.executablePath;
  throw new BrowserError(
    "BROWSER_MISSING",
    `There is no executable file at ${path}, which ${where} names. ${REMEDY}`,
  );
}

/** Usual places of installed browsers, in order of preference. */
export function installedPaths(
  { platform, readEnv }: Pick<FindBrowserDeps, "platform" | "readEnv">,
): string[] {
  if (platform === "darwin") {
    return ["Google Chrome", "Chromium", "Microsoft Edge"].map((name) =>
      `/Applications/${name}.app/Contents/MacOS/${name}`
    );
  }
  if (platform === "win32") {
    const roots = ["PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA"].map(readEnv);
    const tails = [
      "Google\\Chrome\\Application\\chrome.exe",
      "Chromium\\Application\\chrome.exe",
      "Microsoft\\Edge\\Application\\msedge.exe",
    ];
    return tails.flatMap((tail) => roots.flatMap((root) => root === undefined ? [] : [`${root}\\${tail}`]));
  }
  return [
    "/usr/bin/google-chrome-stable",
    "/usr/bin/google-chrome",
    "/opt/google/chrome/chrome",
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/snap/bin/chromium",
    "/usr/bin/microsoft-edge-stable",
    "/usr/bin/microsoft-edge",
    "/opt/microsoft/msedge/msedge",
  ];
}
