import process from "node:process";

/** Reads one environment variable by name; `undefined` when it is not set. */
export type ReadEnv = (name: string) => string | undefined;

/** What every child process may know: where programs and temporary files are, the language, the way to the network. */
const CHILD_NAMES: readonly string[] = [
  "PATH",
  "HOME",
  "USER",
  "LOGNAME",
  "TMPDIR",
  "TMP",
  "TEMP",
  "LANG",
  "LC_ALL",
  "TZ",
  "HTTP_PROXY",
  "HTTPS_PROXY",
  "NO_PROXY",
  "http_proxy",
  "https_proxy",
  "no_proxy",
  "SystemRoot",
  "LOCALAPPDATA",
];

/** Reads from the real environment. A variable that the runtime does not let this process read counts as not set. */
export const readProcessEnv: ReadEnv = (name) => {
  try {
    return process.env[name];
  } catch {
    return undefined; // no grant for this name
  }
};

/**
 * The environment of a child process: a fixed list of harmless names, and the names that this child needs besides.
 * Model keys and secrets are never on either list.
 *
 * @param readEnv where values come from
 * @param extraNames further names to hand on when they are set
 * @param fixed variables to set whatever the environment says
 */
export function childEnvironment(
  readEnv: ReadEnv,
  extraNames: readonly string[] = [],
  fixed: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const name of [...CHILD_NAMES, ...extraNames]) {
    const value = readEnv(name);
    if (value !== undefined) environment[name] = value;
  }
  return { ...environment, ...fixed };
}
