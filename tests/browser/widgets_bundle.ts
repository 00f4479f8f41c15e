// Bundles one page per widget from the libraries of the widget pages; both are kept between runs.
import { build, stop } from "esbuild";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  cacheFolder,
  digest,
  installLocked,
  lockedFiles,
  makeOnce,
} from "../compatibility/harness/install.ts";

const SOURCES = fileURLToPath(new URL("../fixtures/widgets/", import.meta.url));

/** Returns the folder that holds `NAME.js` and, where there is one, `NAME.css` of every widget page. */
export async function bundleWidgets(): Promise<string> {
  const libraries = await installLocked(SOURCES);
  const sources = (await readdir(join(SOURCES, "pages"))).sort().map((name) => join(SOURCES, "pages", name));
  const pages = join(cacheFolder(), `pages-${await digest([...lockedFiles(SOURCES), ...sources])}`);
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
        loader: { ".svg": "dataurl" },
        logLevel: "error",
      });
    } finally {
      await stop();
    }
  });
  return pages;
}
