// deno run -A bench/sessions.ts [--sessions N] [--browser PATH]
//
// Opens, uses and closes sessions one after another in one server, and watches the memory of the server's process and
// its browsers. Fails when the server holds more than a tenth more than after the first ten, or a browser is left over.
// Garbage is collected before each of the two readings; the largest reading in between is told as well.
import { readFileSync } from "node:fs";
import process from "node:process";
import { parseArgs } from "node:util";
import { collectGarbage, freePort } from "./collect_garbage.ts";
import { findBrowser } from "./find_browser.ts";
import { browsersBelow } from "./hazards/kill_browser.ts";
import { connectServer, tablazeCommand } from "./servers.ts";
import { BENCH_PAGES } from "./pages.ts";
import { startSite } from "./site.ts";

/** Sessions before the memory that the rest is held against. */
const FIRST = 10;

/** Renderers that come and go with the session that is prepared ahead. */
const SPARE_PROCESSES = 2;

/** Resident memory of a process in MiB. */
export function residentMiB(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}

const { values } = parseArgs({
  options: { sessions: { type: "string", default: "100" }, browser: { type: "string" } },
});
const count = Number(values.sessions);
if (!Number.isInteger(count) || count <= FIRST) throw new RangeError(`--sessions must be more than ${FIRST}`);
const pages = BENCH_PAGES.filter(({ html }) => html.length < 100_000);
const site = await startSite(pages);
const debugPort = await freePort();
const [command, [run = "", ...rest]] = tablazeCommand(findBrowser(values.browser));
const server = await connectServer(command, [run, `--inspect=127.0.0.1:${debugPort}`, ...rest]);
const { pid } = server;
if (pid === null) throw new Error("the server did not start");
/** Resident memory without garbage. */
async function heldMiB(): Promise<number> {
  await collectGarbage(debugPort);
  return residentMiB(pid as number);
}

let held = 0;
let most = 0;
let browsers = 0;
try {
  for (let index = 0; index < count; index++) {
    const page = pages[index % pages.length];
    if (page === undefined) break;
    const opened = (await server.call({ name: "tab_open", arguments: { url: site.url(page) } }))
      .structuredContent;
    const { session_id, snapshot_id } = opened ?? {};
    await server.call({
      name: "tab_act",
      arguments: { session_id, snapshot_id, actions: [{ type: "scroll", direction: "down" }] },
    });
    await server.call({ name: "tab_close", arguments: { session_id } });
    most = Math.max(most, residentMiB(pid));
    if (index !== FIRST - 1) continue;
    browsers = browsersBelow(pid).length;
    held = await heldMiB();
  }
  const after = await heldMiB();
  const left = browsersBelow(pid).length;
  process.stdout.write(
    `${count} sessions: ${held.toFixed(0)} MiB after ${FIRST}, ${after.toFixed(0)} MiB at the end ` +
      `(${(after / held).toFixed(2)}), at most ${
        most.toFixed(0)
      } MiB with garbage; browser processes ${browsers} and ${left}\n`,
  );
  if (after > held * 1.1 || left > browsers + SPARE_PROCESSES) process.exitCode = 1;
} finally {
  const children = browsersBelow(pid).map((entry) => entry.pid);
  await server.client.close();
  await site.close();
  const endMs = performance.now() + 10_000;
  const isAlive = (child: number): boolean => {
    try {
      process.kill(child, 0);
      return true;
    } catch {
      return false;
    }
  };
  while (children.some(isAlive) && performance.now() < endMs) {
    await new Promise((done) => setTimeout(done, 50));
  }
  const orphans = children.filter(isAlive).length;
  process.stdout.write(`browser processes left after the server ended: ${orphans}\n`);
  if (orphans > 0) process.exitCode = 1;
}
