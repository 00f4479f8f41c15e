// Pages with widgets from libraries, each driven as an outside client drives it: through MCP calls alone. What the
// widget holds stands on its page as JSON, and is read from there by the same calls.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { bundlePages, type PageFolder } from "./widgets_bundle.ts";
import { type Stage, startStage, type Visit } from "./act_support.ts";
import type { SitePage } from "./engine_site.ts";

function serveFile(folder: string, name: string): SitePage {
  const type = name.endsWith(".css") ? "text/css" : "text/javascript";
  return (_request, response) => {
    response.setHeader("content-type", `${type}; charset=utf-8`);
    response.end(readFileSync(join(folder, name)));
  };
}

function pageOf(name: string, hasStyle: boolean): string {
  return `${hasStyle ? `<link rel=stylesheet href="/${name}.css">` : ""}<h1>${name.replaceAll("_", " ")}</h1>
<div id=app></div><h2>State</h2><pre id=state></pre><script src="/${name}.js"></script>`;
}

/** Starts an engine, a client, and a site that serves every page of a folder of widgets under its name. */
export async function startWidgets(kind: PageFolder = "widgets"): Promise<Stage> {
  const folder = await bundlePages(kind);
  const names = readdirSync(folder);
  const pages: Record<string, SitePage> = {};
  for (const name of names) {
    pages[`/${name}`] = serveFile(folder, name);
    const page = name.replace(/\.js$/, "");
    if (page !== name) pages[`/${page}`] = pageOf(page, names.includes(`${page}.css`));
  }
  return await startStage(pages);
}

/** What the widget of a page holds now. */
export async function stateOf(page: Visit): Promise<Record<string, unknown>> {
  const { text } = await page.call("tab_extract", { kind: "text", selector: "#state" });
  return JSON.parse(String(text)) as Record<string, unknown>;
}

/**
 * Asserts that the widget comes to hold these fields, now or within a few seconds, and observes anew: a widget that waits
 * before it draws may have drawn since the last action settled.
 */
export async function comesToHold(page: Visit, expected: Record<string, unknown>): Promise<void> {
  const endMs = performance.now() + 4000;
  for (;;) {
    const state = await stateOf(page);
    const actual = Object.fromEntries(Object.keys(expected).map((key) => [key, state[key]]));
    const over = performance.now() > endMs;
    try {
      assert.deepEqual(actual, expected);
      await page.look();
      return;
    } catch (error) {
      if (over) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Ref of the first control whose bracket matches, for one that has a hint in place of a name. */
export function refBy(page: Visit, bracket: RegExp): string {
  for (const [whole, ref = ""] of page.tree.matchAll(/\[((?:f\d+)?e\d+) [^\]]*\]/g)) {
    if (bracket.test(whole)) return ref;
  }
  return assert.fail(`no control matches ${bracket} in:\n${page.tree}`);
}
