// Runs the documentation lint over the library's entry. A public type may speak of a type of a library (the protocol
// server, for example): the lint calls such a type private, as it is not exported here, and only that is let pass.
import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import process from "node:process";

/** Types of the protocol SDK and of the schema library that the library takes and gives. */
const LIBRARY_TYPE =
  /^error\[private-type-ref\].*references private type '(?:McpServer|Client|ZodObject|input|output)'/;

const root = resolve(import.meta.dirname ?? ".", "..");
const { stderr, stdout } = spawnSync(process.execPath, ["doc", "--lint", "mod.ts"], {
  cwd: root,
  encoding: "utf8",
  env: { ...process.env, NO_COLOR: "1" },
});
const faults = `${stdout}\n${stderr}`
  .split(/^(?=error\[)/m)
  .filter((part) => part.startsWith("error["))
  .filter((part) => !LIBRARY_TYPE.test(part));
for (const fault of faults) process.stderr.write(`${fault.split("\n").slice(0, 5).join("\n")}\n`);
process.stdout.write(faults.length === 0 ? "docs: ok\n" : `docs: ${faults.length} faults\n`);
process.exitCode = faults.length === 0 ? 0 : 1;
