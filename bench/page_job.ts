// One page at a time with both servers: gone to, looked at, and opened in a session of its own.
import process from "node:process";
import type { BenchPage } from "./pages.ts";
import type { BenchServer } from "./servers.ts";
import type { Site } from "./site.ts";
import { geometricMean, median } from "./table.ts";

/** A model thinks before it opens a page; that long, at least. */
const PAUSE_MS = 600;

/** What a page costs a server: medians of milliseconds, and the tokens of its snapshot. */
interface PageFigures {
  readonly tokens: number;
  readonly snapshotMs: number;
  /** Going there in a session that exists. */
  readonly goMs: number;
  /** A session of its own, after a pause, as when a model makes the calls. */
  readonly openMs: number;
  /** The same right after the call before, as when a program makes them. */
  readonly openAtOnceMs: number;
}

const TIMES = ["snapshotMs", "goMs", "openMs", "openAtOnceMs"] as const;

/** Head of the table of {@link comparePages}. */
export const PAGE_COLUMNS: readonly string[] = [
  ...["page", "snapshot tokens", "ratio", "snapshot, ms", "ratio", "go there, ms", "ratio"],
  ...["new session, ms", "ratio", "at once, ms", "ratio"],
];

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
  const times = { snapshotMs: [], goMs: [], openMs: [], openAtOnceMs: [] } as Record<
    typeof TIMES[number],
    number[]
  >;
  let text = "";
  for (let round = 0; round < repeat; round++) {
    times.goMs.push(await timeOf(() => server.go(url)));
    times.snapshotMs.push(await timeOf(async () => text = await server.snapshot()));
    await server.leave();
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    times.openMs.push(await timeOf(() => server.open(url)));
    await server.leave();
    times.openAtOnceMs.push(await timeOf(() => server.open(url)));
  }
  return {
    tokens: count(text),
    snapshotMs: median(times.snapshotMs),
    goMs: median(times.goMs),
    openMs: median(times.openMs),
    openAtOnceMs: median(times.openAtOnceMs),
  };
}

/** The rows of the table, means last. Both servers must have a session. */
export async function comparePages(
  pages: readonly BenchPage[],
  site: Site,
  ours: BenchServer,
  peer: BenchServer,
  repeat: number,
  count: (text: string) => number,
): Promise<string[][]> {
  const figures: (readonly [PageFigures, PageFigures])[] = [];
  const rows: string[][] = [];
  for (const page of pages) {
    const url = site.url(page);
    const a = await measurePage(ours, url, repeat, count);
    const b = await measurePage(peer, url, repeat, count);
    figures.push([a, b]);
    const times = TIMES.flatMap((time) => [
      `${a[time].toFixed(0)} / ${b[time].toFixed(0)}`,
      (a[time] / b[time]).toFixed(2),
    ]);
    rows.push([page.name, `${a.tokens} / ${b.tokens}`, (a.tokens / b.tokens).toFixed(2), ...times]);
    process.stderr.write(`${page.name}\n`);
  }
  const sum = (of: 0 | 1): number => figures.reduce((total, pair) => total + pair[of].tokens, 0);
  const ratios = (key: keyof PageFigures): number[] => figures.map(([a, b]) => a[key] / b[key]);
  rows.push([
    "**all pages** (tokens: sum; times: geometric mean)",
    `${sum(0)} / ${sum(1)}`,
    (sum(0) / sum(1)).toFixed(2),
    ...TIMES.flatMap((time) => ["", geometricMean(ratios(time)).toFixed(2)]),
  ]);
  rows.push([
    "median page",
    "",
    median(ratios("tokens")).toFixed(2),
    ...TIMES.flatMap((time) => ["", median(ratios(time)).toFixed(2)]),
  ]);
  return rows;
}
