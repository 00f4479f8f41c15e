import { existsSync } from "node:fs";
import process from "node:process";

/**
 * Path of the browser that both servers are to start.
 *
 * @throws when there is none
 */
export function findBrowser(given?: string): string {
  const candidates = [
    given,
    process.env["TABLAZE_EXECUTABLE_PATH"],
    "/usr/bin/chromium",
    "/usr/bin/google-chrome",
  ];
  const found = candidates.find((path) => path !== undefined && existsSync(path));
  if (found === undefined) throw new Error("Name a browser: deno task bench --browser PATH");
  return found;
}
