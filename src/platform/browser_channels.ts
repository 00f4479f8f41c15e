import type { ReadEnv } from "./env.ts";

interface ChannelPlaces {
  readonly linux?: string;
  /** Name of the application on macOS. */
  readonly mac: string;
  /** Path below the usual roots of programs on Windows. */
  readonly windows: string;
}

const PLACES: Readonly<Record<string, ChannelPlaces>> = {
  "chrome": chrome("chrome", "Google Chrome", "Chrome"),
  "chrome-beta": chrome("chrome-beta", "Google Chrome Beta", "Chrome Beta"),
  "chrome-dev": chrome("chrome-unstable", "Google Chrome Dev", "Chrome Dev"),
  "chrome-canary": chrome("chrome-canary", "Google Chrome Canary", "Chrome SxS"),
  "msedge": edge("msedge", "Microsoft Edge", "Edge"),
  "msedge-beta": edge("msedge-beta", "Microsoft Edge Beta", "Edge Beta"),
  "msedge-dev": edge("msedge-dev", "Microsoft Edge Dev", "Edge Dev"),
  "msedge-canary": edge(undefined, "Microsoft Edge Canary", "Edge SxS"),
};

/**
 * Where an installed browser of a channel would be.
 *
 * @returns possible paths, none when the channel does not exist on this system; `undefined` for a channel whose place
 * only the driver knows
 */
export function channelPaths(
  channel: string,
  platform: string,
  readEnv: ReadEnv,
): readonly string[] | undefined {
  const places = PLACES[channel];
  if (places === undefined) return undefined;
  switch (platform) {
    case "darwin":
      return [`/Applications/${places.mac}.app/Contents/MacOS/${places.mac}`];
    case "win32": {
      const roots = ["LOCALAPPDATA", "PROGRAMFILES", "PROGRAMFILES(X86)"].map(readEnv);
      return roots.flatMap((root) => root === undefined ? [] : [`${root}\\${places.windows}`]);
    }
    default:
      return places.linux === undefined ? [] : [places.linux];
  }
}

function chrome(folder: string, mac: string, windows: string): ChannelPlaces {
  return {
    linux: `/opt/google/${folder}/chrome`,
    mac,
    windows: `Google\\${windows}\\Application\\chrome.exe`,
  };
}

function edge(folder: string | undefined, mac: string, windows: string): ChannelPlaces {
  return {
    ...(folder === undefined ? {} : { linux: `/opt/microsoft/${folder}/msedge` }),
    mac,
    windows: `Microsoft\\${windows}\\Application\\msedge.exe`,
  };
}
