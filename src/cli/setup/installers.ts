import type { ReadEnv } from "../../platform/env.ts";
import { childEnvironment } from "../../platform/env.ts";
import type { Machine } from "../../platform/machine.ts";
import type { CommandOptions } from "../../platform/process.ts";

/** One way to get a browser: commands that run one after another. */
export interface Installer {
  /** For people: what is being tried. */
  readonly title: string;
  readonly commands: readonly Omit<CommandOptions, "signal" | "onOutput">[];
}

const MINUTE_MS = 60_000;

/** Variables of the environment by which downloads are directed and trusted. */
const DOWNLOAD_NAMES = [
  "PLAYWRIGHT_BROWSERS_PATH",
  "PLAYWRIGHT_DOWNLOAD_HOST",
  "PLAYWRIGHT_CHROMIUM_DOWNLOAD_HOST",
  "PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT",
  "XDG_CACHE_HOME",
  "NODE_EXTRA_CA_CERTS",
  "SSL_CERT_FILE",
  "DENO_DIR",
  "DENO_CERT",
  "DENO_TLS_CA_STORE",
];

/** The driver's own installer: its browser fits its version exactly. */
export function driverInstaller(program: readonly string[], machine: Machine, readEnv: ReadEnv): Installer {
  const patience = readEnv("PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT") ?? "15000"; // it asks five times
  const env = childEnvironment(readEnv, DOWNLOAD_NAMES, { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: patience });
  return {
    title: "the browser driver's own Chromium",
    commands: [{
      command: machine.runtimePath,
      args: [...program, "install", "chromium"],
      env,
      timeoutMs: 10 * MINUTE_MS,
    }],
  };
}

/** The package of Debian and its relatives; needs root. */
export function debianInstaller(readEnv: ReadEnv): Installer {
  const env = childEnvironment(readEnv, [], { DEBIAN_FRONTEND: "noninteractive" });
  const command = "apt-get";
  return {
    title: "the system's package chromium",
    commands: [
      { command, args: ["update"], env, timeoutMs: 5 * MINUTE_MS },
      { command, args: ["install", "-y", "chromium"], env, timeoutMs: 15 * MINUTE_MS },
    ],
  };
}

/** What a person can do when nothing worked, as one paragraph. */
export function adviceByHand({ platform, isRoot, isDebian }: Machine): string {
  const ways = [
    ...(platform === "linux" && isDebian && !isRoot
      ? ["run: sudo apt-get update && sudo apt-get install -y chromium"]
      : []),
    ...(platform === "linux" && !isDebian ? ["install chromium with your system's package manager"] : []),
    "install Google Chrome, Chromium or Edge from its maker",
    "name a browser that you have with --executable-path or TABLAZE_EXECUTABLE_PATH",
  ];
  return `What you can do:\n${
    ways.map((way) => `  - ${way}`).join("\n")
  }\nThen "tablaze doctor" says whether it is found.`;
}
