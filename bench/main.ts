// deno task bench [--pages DIR] [--repeat N] [--browser PATH]
//
// Measures this server against Playwright MCP in one run on the same pages and prints ratios. Absolute figures depend
// on the machine; ratios of one run do not much.
import process from "node:process";
import { parseArgs } from "node:util";
import { findBrowser } from "./find_browser.ts";
import { formJobOfPeer, formJobOfTablaze, type JobCost } from "./form_job.ts";
import { BENCH_PAGES, type BenchPage } from "./pages.ts";
import { type BenchServer, startPeer, startTablaze } from "./servers.ts";
import { readPages, type Site, startSite } from "./site.ts";
import { benchTools, PEER } from "./tools_folder.ts";
import { formatTable, geometricMean, median } from "./table.ts";

/** A model thinks before it opens a page; that long, at least. */
const PAUSE_MS = 600;

interface PageFigures {
  readonly tokens: number;
  readonly snapshotMs: number;
  /** After a pause, as when a model makes the calls. */
  readonly openMs: number;
  /** Right after the call before, as when a program makes them. */
  readonly openAtOnceMs: number;
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

async function measurePage(
  server: BenchServer,
  url: string,
  repeat: number,
  count: (text: string) => number,
): Promise<PageFigures> {
  const openTimes: number[] = [];
  const openAtOnceTimes: number[] = [];
  const snapshotTimes: number[] = [];
  let text = "";
  for (let round = 0; round < repeat; round++) {
    await server.leave();
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    openTimes.push(await timeOf(() => server.open(url)));
    snapshotTimes.push(await timeOf(async () => text = await server.snapshot()));
    await server.leave();
    openAtOnceTimes.push(await timeOf(() => server.open(url)));
  }
  return {
    tokens: count(text),
    snapshotMs: median(snapshotTimes),
    openMs: median(openTimes),
    openAtOnceMs: median(openAtOnceTimes),
  };
}

async function medianStart(
  start: () => Promise<BenchServer>,
  repeat: number,
): Promise<{ server: BenchServer; startMs: number }> {
  const times: number[] = [];
  for (let round = 1; round < repeat; round++) {
    const server = await start();
    times.push(server.startMs);
    await server.close();
  }
  const server = await start();
  times.push(server.startMs);
  return { server, startMs: median(times) };
}

async function compare(
  pages: readonly BenchPage[],
  site: Site,
  ours: BenchServer,
  peer: BenchServer,
  repeat: number,
  count: (text: string) => number,
): Promise<string[][]> {
  const rows: string[][] = [];
  const ratios = {
    tokens: [] as number[],
    snapshot: [] as number[],
    open: [] as number[],
    openAtOnce: [] as number[],
  };
  const total = { ours: 0, peer: 0 };
  for (const page of pages) {
    const a = await measurePage(ours, site.url(page), repeat, count);
    const b = await measurePage(peer, site.url(page), repeat, count);
    total.ours += a.tokens;
    total.peer += b.tokens;
    ratios.tokens.push(a.tokens / b.tokens);
    ratios.snapshot.push(a.snapshotMs / b.snapshotMs);
    ratios.open.push(a.openMs / b.openMs);
    ratios.openAtOnce.push(a.openAtOnceMs / b.openAtOnceMs);
    rows.push([
      page.name,
      `${a.tokens} / ${b.tokens}`,
      (a.tokens / b.tokens).toFixed(2),
      `${a.snapshotMs.toFixed(0)} / ${b.snapshotMs.toFixed(0)}`,
      (a.snapshotMs / b.snapshotMs).toFixed(2),
      `${a.openMs.toFixed(0)} / ${b.openMs.toFixed(0)}`,
      (a.openMs / b.openMs).toFixed(2),
      `${a.openAtOnceMs.toFixed(0)} / ${b.openAtOnceMs.toFixed(0)}`,
      (a.openAtOnceMs / b.openAtOnceMs).toFixed(2),
    ]);
    process.stderr.write(`${page.name}\n`);
  }
  rows.push([
    "**all pages** (tokens: sum; times: geometric mean)",
    `${total.ours} / ${total.peer}`,
    (total.ours / total.peer).toFixed(2),
    "",
    geometricMean(ratios.snapshot).toFixed(2),
    "",
    geometricMean(ratios.open).toFixed(2),
    "",
    geometricMean(ratios.openAtOnce).toFixed(2),
  ]);
  rows.push([
    "median page",
    "",
    median(ratios.tokens).toFixed(2),
    "",
    median(ratios.snapshot).toFixed(2),
    "",
    median(ratios.open).toFixed(2),
    "",
    median(ratios.openAtOnce).toFixed(2),
  ]);
  return rows;
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
const ours = await medianStart(() => startTablaze(browser), repeat);
const peer = await medianStart(() => startPeer(tools.peerScript, browser), repeat);
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
  const rows = await compare(pages, site, ours.server, peer.server, repeat, tools.countTokens);
  process.stdout.write(`${head}\n`);
  process.stdout.write(
    `${
      formatTable(
        [
          "page",
          "snapshot tokens",
          "ratio",
          "snapshot ms",
          "ratio",
          "open ms",
          "ratio",
          "at once, ms",
          "ratio",
        ],
        rows,
      )
    }\n`,
  );
} finally {
  await Promise.allSettled([ours.server.close(), peer.server.close(), site.close()]);
}
