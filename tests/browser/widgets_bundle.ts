// Installs the libraries of a folder of pages into a folder of the temporary folder, and bundles every page of it. Both are
// kept between runs: the folder's name says which locked versions and which sources it was made from.
import { build, type Plugin, stop } from "esbuild";
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { copyFile, mkdir, readdir, readFile, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

/** A folder of pages under `tests/fixtures`, with libraries of its own. */
export type PageFolder = "widgets" | "list_apps";

const LOCKED = ["package.json", "package-lock.json"] as const;

async function digest(paths: readonly string[]): Promise<string> {
  const hash = createHash("sha256");
  for (const path of paths) hash.update(basename(path)).update(await readFile(path));
  return hash.digest("hex").slice(0, 12);
}

function runNpm(folder: string): Promise<void> {
  return new Promise((done, reject) => {
    const child = spawn("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], {
      cwd: folder,
      stdio: ["ignore", "ignore", "inherit"],
      shell: process.platform === "win32",
    });
    child.once("error", reject);
    child.once("exit", (code) => code === 0 ? done() : reject(new Error(`npm ci ended with ${code}`)));
  });
}

/** Makes a folder elsewhere and moves it to its place, so that a run that breaks leaves no half of one. */
async function makeOnce(target: string, make: (draft: string) => Promise<void>): Promise<void> {
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

/** Compiles Svelte's files with the compiler that the libraries hold, in a process of its own. */
function svelte(libraries: string): Plugin {
  const script = `import { compile } from "svelte/compiler"; import { readFileSync } from "node:fs";
    console.log(compile(readFileSync(0, "utf8"), { generate: "client" }).js.code);`;
  return {
    name: "svelte",
    setup: (work) =>
      work.onLoad({ filter: /\.svelte$/ }, async ({ path }) => {
        const { status, stdout, stderr } = spawnSync("node", ["--input-type=module", "-e", script], {
          cwd: libraries,
          input: await readFile(path, "utf8"),
          encoding: "utf8",
        });
        if (status !== 0) throw new Error(stderr);
        return { contents: stdout, loader: "js" };
      }),
  };
}

/** Returns the folder that holds `NAME.js` and, where there is one, `NAME.css` of every page. */
export async function bundlePages(folder: PageFolder): Promise<string> {
  const source = fileURLToPath(new URL(`../fixtures/${folder}/`, import.meta.url));
  const cache = join(tmpdir(), `tablaze-${folder}`);
  const locked = LOCKED.map((name) => join(source, name));
  const libraries = join(cache, `libraries-${await digest(locked)}`);
  await makeOnce(libraries, async (draft) => {
    for (const name of LOCKED) await copyFile(join(source, name), join(draft, name));
    await runNpm(draft);
  });
  const sources = (await readdir(join(source, "pages"))).sort().map((name) => join(source, "pages", name));
  const pages = join(cache, `pages-${await digest([...locked, ...sources])}`);
  await makeOnce(pages, async (draft) => {
    try {
      await build({
        entryPoints: sources.filter((path) => path.endsWith(".jsx")),
        bundle: true,
        minify: true,
        format: "iife",
        outdir: draft,
        nodePaths: [join(libraries, "node_modules")],
        jsx: "automatic",
        define: { "process.env.NODE_ENV": '"production"' },
        plugins: [svelte(libraries)],
        loader: { ".svg": "dataurl", ".ttf": "dataurl" },
        logLevel: "error",
      });
    } finally {
      await stop();
    }
  });
  return pages;
}
