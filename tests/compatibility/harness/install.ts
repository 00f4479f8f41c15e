// Installs locked npm packages into a folder of the temporary folder, and keeps what is made from them between runs: a
// folder's name says which versions and which sources it was made from.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { copyFile, mkdir, readFile, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import process from "node:process";

const LOCKED = ["package.json", "package-lock.json"] as const;

/** Short digest of the names and contents of files. */
export async function digest(paths: readonly string[]): Promise<string> {
  const hash = createHash("sha256");
  for (const path of paths) hash.update(basename(path)).update(await readFile(path));
  return hash.digest("hex").slice(0, 12);
}

function runNpm(folder: string): Promise<void> {
  return new Promise((done, reject) => {
    const child = spawn("npm", ["ci", "--ignore-scripts", "--legacy-peer-deps", "--no-audit", "--no-fund"], {
      cwd: folder,
      stdio: ["ignore", "ignore", "inherit"],
      shell: process.platform === "win32",
    });
    child.once("error", reject);
    child.once("exit", (code) => code === 0 ? done() : reject(new Error(`npm ci ended with ${code}`)));
  });
}

/** Makes a folder elsewhere and moves it to its place, so that a run that breaks leaves no half of one. */
export async function makeOnce(target: string, make: (draft: string) => Promise<void>): Promise<void> {
  if (existsSync(target)) return;
  const draft = `${target}.${process.pid}`;
  await mkdir(draft, { recursive: true });
  try {
    await make(draft);
    await rename(draft, target).catch((error) => {
      if (!existsSync(target)) throw error; // another run was quicker
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** Files of a folder that say which packages it wants. */
export function lockedFiles(sources: string): string[] {
  return LOCKED.map((name) => join(sources, name));
}

/** The folder in which everything is kept. */
export function cacheFolder(): string {
  return join(tmpdir(), "tablaze-widgets");
}

/** Installs what the `package.json` and lock file of a folder say; returns the folder that holds `node_modules`. */
export async function installLocked(sources: string): Promise<string> {
  const locked = lockedFiles(sources);
  const libraries = join(cacheFolder(), `libraries-${await digest(locked)}`);
  await makeOnce(libraries, async (draft) => {
    for (const path of locked) await copyFile(path, join(draft, basename(path)));
    await runNpm(draft);
  });
  return libraries;
}
