// Makes the pages of the corpus: every source that is no HTML becomes one script and, where it has styles, one sheet.
import { build, type Plugin, stop } from "esbuild";
import { readdir, readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Entry } from "./entry.ts";
import { cacheFolder, digest, installLocked, lockedFiles, makeOnce } from "./install.ts";
import type { Folders } from "./site.ts";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const PAGES = join(ROOT, "pages");
const HELD = "held.jsx";

/** What pages share. */
const SHARED: readonly string[] = ["state.js", HELD];

/** Name under which a page is served. */
export function pageName(page: string): string {
  return page.slice(0, -extname(page).length).replaceAll("/", "_");
}

/** Takes a file of a package by its path, past what the package exports. */
function byPath(lib: string): Plugin {
  return {
    name: "lib",
    setup: (work) => work.onResolve({ filter: /^lib:/ }, ({ path }) => ({ path: join(lib, path.slice(4)) })),
  };
}

async function bundleOne(page: string, lib: string, target: string): Promise<void> {
  await makeOnce(target, async (draft) => {
    await build({
      entryPoints: { [pageName(page)]: join(PAGES, page) },
      bundle: true,
      minify: true,
      format: "iife",
      outdir: draft,
      nodePaths: [lib],
      plugins: [byPath(lib)],
      alias: { vue: join(lib, "vue/dist/vue.esm-bundler.js") },
      jsx: "automatic",
      tsconfigRaw: { compilerOptions: { experimentalDecorators: true, useDefineForClassFields: false } },
      define: {
        "process.env.NODE_ENV": '"production"',
        "process.env": "{}",
        __VUE_OPTIONS_API__: "true",
        __VUE_PROD_DEVTOOLS__: "false",
        __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: "false",
      },
      loader: {
        ".svg": "dataurl",
        ".ttf": "dataurl",
        ".woff": "dataurl",
        ".woff2": "dataurl",
        ".eot": "dataurl",
      },
      logLevel: "error",
    });
  });
}

/** Installs a set of packages and makes the pages of its entries; returns what a site has to serve for each. */
export async function makePages(
  set: Entry["set"],
  pages: readonly string[],
): Promise<{ readonly folders: (page: string) => Folders; readonly lib: string }> {
  const sources = join(ROOT, "packages", set);
  const lib = join(await installLocked(sources), "node_modules");
  const targets = new Map<string, string>();
  try {
    for (const page of new Set(pages)) {
      if (page.startsWith("lib:") || page.endsWith(".html")) continue;
      const made = await digest([
        ...lockedFiles(sources),
        join(PAGES, page),
        join(PAGES, HELD),
        fileURLToPath(import.meta.url),
      ]);
      const target = join(cacheFolder(), `page-${pageName(page)}-${made}`);
      await bundleOne(page, lib, target);
      targets.set(page, target);
    }
  } finally {
    await stop();
  }
  return { lib, folders: (page) => ({ built: targets.get(page) ?? PAGES, pages: PAGES, lib }) };
}

/** Address of a page on its site. */
export function pathOf(page: string): string {
  if (page.startsWith("lib:")) return `/lib/${page.slice("lib:".length)}`;
  return page.endsWith(".html") ? `/pages/${page}` : `/page/${pageName(page)}`;
}

/** Names of the page sources, less those that another page shows in a frame: each has to belong to an entry. */
export async function pageSources(): Promise<string[]> {
  const all = (await readdir(PAGES, { recursive: true })).map((name) => name.replaceAll("\\", "/"));
  const sources = all.filter((name) => extname(name) !== "" && !SHARED.includes(name));
  const texts = await Promise.all(sources.map((name) => readFile(join(PAGES, name), "utf8")));
  return sources.filter((name) => !texts.some((text) => text.includes(`/pages/${name}`)));
}
