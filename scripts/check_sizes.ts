// Checks that no source file grows past the limit at which it stops having one job. Generated files are data and exempt.
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import process from "node:process";

/** Lines at which a file must be split. */
const MAX_LINES = 400;

function* sourceFiles(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (["node_modules", ".git", "npm"].includes(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* sourceFiles(path);
    else if (entry.name.endsWith(".ts") && !entry.name.endsWith(".generated.ts")) yield path;
  }
}

const root = resolve(import.meta.dirname ?? ".", "..");
let faults = 0;
for (const file of sourceFiles(root)) {
  const lines = readFileSync(file, "utf8").split("\n").length - 1;
  if (lines <= MAX_LINES) continue;
  faults++;
  process.stderr.write(`${relative(root, file)}: ${lines} lines, at most ${MAX_LINES}\n`);
}
process.stdout.write(faults === 0 ? "sizes: ok\n" : `sizes: ${faults} faults\n`);
process.exitCode = faults === 0 ? 0 : 1;
