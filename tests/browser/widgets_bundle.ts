// Bundles every page of a folder of pages with its libraries; both are kept between runs.
import { build, type Plugin, stop } from "esbuild";
import { spawnSync } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  cacheFolder,
  digest,
  installLocked,
  lockedFiles,
  makeOnce,
} from "../compatibility/harness/install.ts";

/** A folder of pages under `tests/fixtures`, with libraries of its own. */
export type PageFolder = "widgets" | "list_apps" | "editors";

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
  const libraries = await installLocked(source);
  const sources = (await readdir(join(source, "pages"))).sort().map((name) => join(source, "pages", name));
  const pages = join(cacheFolder(), `pages-${await digest([...lockedFiles(source), ...sources])}`);
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
