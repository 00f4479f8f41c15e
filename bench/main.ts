// deno task bench [--pages DIR] [--repeat N] [--browser PATH]
//
// Measures this server against Playwright MCP in one run on the same pages and prints ratios. Absolute figures depend
// on the machine; ratios of one run do not much.
import process from "node:process";
import { parseArgs } from "node:util";
import { findBrowser } from "./find_browser.ts";
import { formJobOfPeer, formJobOfTablaze, type JobCost } from "./form_job.ts";
import { comparePages, PAGE_COLUMNS } from "./page_job.ts";
import { BENCH_PAGES, type BenchPage } from "./pages.ts";
import { type BenchServer, startPeer, startTablaze } from "./servers.ts";
import { readPages, startSite } from "./site.ts";
import { benchTools, PEER } from "./tools_folder.ts";
import { formatTable, median } from "./table.ts";

/** Starts that are measured at least: they vary more than anything else. */
const MIN_STARTS = 7;

interface Started {
  readonly server: BenchServer;
  /** Median of all its starts. */
  readonly startMs: number;
}

/** Starts each server so many times, by turns so that both meet the same machine, and keeps the last ones. */
async function startByTurns(
  starts: readonly (() => Promise<BenchServer>)[],
  repeat: number,
): Promise<Started[]> {
  const times: number[][] = starts.map(() => []);
  for (let round = 1;; round++) {
    const servers: BenchServer[] = [];
    for (const [index, start] of starts.entries()) {
      const server = await start();
      times[index]?.push(server.startMs);
      servers.push(server);
      if (round < repeat) await server.close();
    }
    if (round >= repeat) {
      return servers.map((server, index) => ({ server, startMs: median(times[index] ?? []) }));
    }
  }
}

const { values } = parseArgs({
  options: {
    pages: { type: "string" },
    repeat: { type: "string", default: "5" },
    browser: { type: "string" },
  },
});
const repeat = Number(values.repeat);
if (!Number.isInteger(repeat) || repeat < 1) throw new RangeError("--repeat must be a positive integer");
const pages = [...BENCH_PAGES, ...(values.pages === undefined ? [] : readPages(values.pages))];
const tools = benchTools();
const browser = findBrowser(values.browser);
const site = await startSite(pages);
const [ours, peer] = await startByTurns(
  [() => startTablaze(browser), () => startPeer(tools.peerScript, browser)],
  Math.max(repeat, MIN_STARTS),
) as [Started, Started];
try {
  const catalog = {
    ours: tools.countTokens(ours.server.catalog),
    peer: tools.countTokens(peer.server.catalog),
  };
  const form = {
    ours: await formJobOfTablaze(ours.server.process, tools.countTokens),
    peer: await formJobOfPeer(peer.server.process, tools.countTokens),
  };
  const head = formatTable(["measure", `tablaze / ${PEER}`, "ratio"], [
    [
      "start to `tools/list`, ms",
      `${ours.startMs.toFixed(0)} / ${peer.startMs.toFixed(0)}`,
      (ours.startMs / peer.startMs).toFixed(2),
    ],
    ["catalog, tokens", `${catalog.ours} / ${catalog.peer}`, (catalog.ours / catalog.peer).toFixed(2)],
    [
      "form of ten fields filled in and sent, calls",
      `${form.ours.calls} / ${form.peer.calls}`,
      (form.ours.calls / form.peer.calls).toFixed(2),
    ],
    ...([
      [
        "the same, tokens in and out of a model, each request with what came before",
        ({ modelTokens }) => modelTokens,
      ],
      [
        "the same with the catalog in each request",
        ({ calls, modelTokens }, own) => (calls + 1) * own + modelTokens,
      ],
      ["the same, tokens of calls and replies, each counted once", ({ messageTokens }) => messageTokens],
    ] satisfies [string, (cost: JobCost, catalog: number) => number][]).map(([name, of]) => {
      const [a, b] = [of(form.ours, catalog.ours), of(form.peer, catalog.peer)];
      return [name, `${a} / ${b}`, (a / b).toFixed(2)];
    }),
  ]);
  const blank = site.url(BENCH_PAGES[0] as BenchPage);
  await ours.server.open(blank);
  await peer.server.open(blank);
  const rows = await comparePages(pages, site, ours.server, peer.server, repeat, tools.countTokens);
  process.stdout.write(`${head}\n${formatTable(PAGE_COLUMNS, rows)}\n`);
} finally {
  await Promise.allSettled([ours.server.close(), peer.server.close(), site.close()]);
}
