import { fileURLToPath } from "node:url";
import { runtimeVersion } from "./permissions.ts";

/**
 * Arguments with which this runtime starts the command-line program of the browser driver's package.
 *
 * @returns `undefined` when the package cannot be found from here
 */
export function driverProgramArguments(): readonly string[] | undefined {
  const start = runtimeVersion().name === "deno" ? ["run", "-A"] : [];
  let manifest: string;
  try {
    manifest = import.meta.resolve("playwright-core/package.json");
  } catch {
    return undefined;
  }
  if (manifest.startsWith("file:")) return [...start, fileURLToPath(new URL("cli.js", manifest))];
  // without a folder of packages, Deno names the package itself and can run its program
  const name = /^npm:\/?(playwright-core(?:@[^/]+)?)\/package\.json$/.exec(manifest)?.[1];
  return name === undefined ? undefined : [...start, `npm:${name}`];
}
