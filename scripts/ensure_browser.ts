// Sees to it that a browser is there, with the product's own `setup`, so that tests and demo need no step before them.
import { spawn } from "node:child_process";
import { join, resolve } from "node:path";
import process from "node:process";

const ROOT = resolve(import.meta.dirname ?? ".", "..");

/**
 * Runs `tablaze setup --if-missing`, which does nothing when a browser is found.
 *
 * @returns true when a browser is there afterwards
 */
export function ensureBrowser(): Promise<boolean> {
  return new Promise((settle, reject) => {
    const child = spawn(process.execPath, ["run", "-A", join(ROOT, "cli.ts"), "setup", "--if-missing"], {
      stdio: ["ignore", "inherit", "inherit"],
    });
    child.once("error", reject);
    child.once("exit", (code) => settle(code === 0));
  });
}
