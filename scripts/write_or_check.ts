// What is generated is written, or with `--check` compared with what is there.
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import process from "node:process";

/**
 * Writes a generated file. With `--check` among the arguments it writes nothing, and the process ends with 1 when the
 * file is missing or stale.
 *
 * @param path below the project's folder
 * @param script the script that writes it, for the message
 */
export function writeOrCheck(path: string, text: string, script: string): void {
  const file = resolve(import.meta.dirname ?? ".", "..", path);
  if (!process.argv.includes("--check")) return writeFileSync(file, text);
  let found = "";
  try {
    found = readFileSync(file, "utf8");
  } catch {
    // missing counts as stale
  }
  if (found === text) return;
  process.stderr.write(`${path} is stale: run deno run -A scripts/${script}\n`);
  process.exitCode = 1;
}
