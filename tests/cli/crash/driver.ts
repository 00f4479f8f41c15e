// Kills a run from outside, again and again, until it has ended by itself, and counts what came of it.
import { readFileSync, watch } from "node:fs";
import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { type CliEnd, type RunningCli, startCli, until } from "../support.ts";
import { ITEMS, type Moment, PARTIAL_SCHEMA, startWorld, TASK, type World } from "./world.ts";

/** Where what is started is registered to be cleaned up. */
export type Cleanup = Pick<TestContext, "after">;

/** When a process is killed: at the n-th moment of a kind, or after some time. */
export type Kill =
  | { readonly at: Moment; readonly count: number }
  | { readonly afterMs: number };

/** What killing has shown. */
export interface Tally {
  kills: number;
  /** Kills by what they were aimed at. */
  readonly aims: Record<string, number>;
  resumes: number;
  wentOn: number;
  askedFirst: number;
  duplicatedWrites: number;
  lostPartials: number;
  unreadableCheckpoints: number;
  orphanBrowsers: number;
  /** Runs that did not end as they should have, with the reason. */
  readonly faults: string[];
}

/** A tally of nothing. */
export function newTally(): Tally {
  return {
    kills: 0,
    aims: {},
    resumes: 0,
    wentOn: 0,
    askedFirst: 0,
    duplicatedWrites: 0,
    lostPartials: 0,
    unreadableCheckpoints: 0,
    orphanBrowsers: 0,
    faults: [],
  };
}

interface Report {
  readonly status: string;
  readonly reason?: string;
  readonly partials?: readonly { readonly key: string }[];
  readonly ambiguous_calls?: readonly unknown[];
}

const MAX_STARTS = 60;
const KEY = { CRASH_KEY: "a key for runs that are killed" };

/**
 * Does one run, killed as planned and then left alone, and adds to the tally.
 *
 * @param plan kills, in order; each belongs to one start of the process
 * @param isSealed whether the checkpoint is sealed
 */
export async function killAndResume(
  context: Cleanup,
  plan: readonly Kill[],
  isSealed: boolean,
  tally: Tally,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "tablaze-crash-"));
  const world = await startWorld();
  try {
    await writeFile(join(folder, "partial.json"), JSON.stringify(PARTIAL_SCHEMA));
    await drive(context, folder, world, [...plan], isSealed, tally);
    const counts = new Map<string, number>();
    for (const item of world.ledger) counts.set(item, (counts.get(item) ?? 0) + 1);
    for (const count of counts.values()) tally.duplicatedWrites += count - 1;
    const missing = ITEMS.filter((item) => !counts.has(item));
    if (missing.length > 0) tally.faults.push(`never ordered: ${missing.join()}`);
  } finally {
    await world.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function drive(
  context: Cleanup,
  folder: string,
  world: World,
  plan: Kill[],
  isSealed: boolean,
  tally: Tally,
): Promise<void> {
  const path = join(folder, "run.checkpoint");
  let note: string | undefined;
  let mustGoOn = false;
  for (let start = 0; start < MAX_STARTS; start++) {
    const hasFile = await stat(path).then(() => true, () => false);
    const args = hasFile ? ["--resume", path] : ["--task", TASK, "--checkpoint", path];
    if (hasFile && note !== undefined) args.push("--reconciled", note);
    const kill = plan.shift();
    const { end, cli } = await startAndKill(context, folder, world, [
      ...args,
      ...flagsFor(folder, world, isSealed),
    ], kill);
    if (hasFile) tally.resumes++;
    const wasKilled = end.signal === "SIGKILL";
    if (wasKilled && kill !== undefined) {
      tally.kills++;
      const aim = "at" in kill ? kill.at : "any time";
      tally.aims[aim] = (tally.aims[aim] ?? 0) + 1;
    }
    tally.orphanBrowsers += await orphans(cli);
    if (wasKilled) {
      if (hasFile && mustGoOn) tally.wentOn++;
      // a note is spent as soon as the run went on with it; when it did not get so far, it is asked for again
      note = undefined;
      mustGoOn = true;
      continue;
    }
    const report = reportOf(end);
    if (report === undefined) {
      if (/CHECKPOINT_(?!IN_USE)/.test(end.stderr)) tally.unreadableCheckpoints++;
      tally.faults.push(`start ${start}: exit ${end.exitCode}: ${end.stderr.slice(-600)}`);
      return;
    }
    if (end.exitCode === 2 && (report.ambiguous_calls?.length ?? 0) > 0) {
      if (hasFile) tally.askedFirst++;
      if (kill !== undefined) plan.unshift(kill); // nothing was started that could have been killed
      note = `Looked into it. The ledger holds: ${world.ledger.join(", ")}.`;
      continue;
    }
    if (hasFile) tally.wentOn++;
    if (report.status !== "succeeded") {
      tally.faults.push(`start ${start}: ${report.status}: ${report.reason} ${end.stderr.slice(-800)}`);
      return;
    }
    const kept = new Set(report.partials?.map(({ key }) => key));
    tally.lostPartials += [...world.published].filter((key) => !kept.has(key)).length;
    return;
  }
  tally.faults.push("the run never ended");
}

function flagsFor(folder: string, world: World, isSealed: boolean): string[] {
  return [
    "--model",
    "scripted",
    "--endpoint",
    world.endpoint,
    "--partial-schema",
    join(folder, "partial.json"),
    "--max-steps",
    "300",
    "--max-calls",
    "300",
    "--run-timeout-ms",
    "3600000",
    ...(isSealed ? ["--checkpoint-key-env", "CRASH_KEY"] : []),
  ];
}

async function startAndKill(
  context: Cleanup,
  folder: string,
  world: World,
  args: readonly string[],
  kill: Kill | undefined,
): Promise<{ readonly end: CliEnd; readonly cli: RunningCli }> {
  let left = kill !== undefined && "at" in kill ? kill.count : Infinity;
  const running: { cli?: RunningCli } = {};
  const strike = (): void => {
    try {
      running.cli?.signal("SIGKILL");
    } catch {
      // it has ended by itself
    }
  };
  const notice = (moment: Moment): void => {
    if (kill === undefined || !("at" in kill) || kill.at !== moment) return;
    if (--left === 0) strike();
  };
  world.onMoment = notice;
  const watcher = watch(folder, () => notice("file changed"));
  const cli = await startCli(context as TestContext, ["run", ...args], KEY);
  running.cli = cli;
  cli.child.stdin?.end();
  const timer = kill !== undefined && "afterMs" in kill ? setTimeout(strike, kill.afterMs) : undefined;
  const end = await cli.ended;
  clearTimeout(timer);
  watcher.close();
  world.onMoment = () => {};
  return { end, cli };
}

/** Processes of a browser that are still there some seconds after the command line was killed. */
async function orphans(cli: RunningCli): Promise<number> {
  const giveUpAt = Date.now() + 15_000;
  await until(() => browsers(cli).length === 0 || Date.now() > giveUpAt);
  return browsers(cli).length;
}

function browsers(cli: RunningCli): number[] {
  return cli.descendants().filter((pid) => {
    try {
      return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
    } catch {
      return false;
    }
  });
}

function reportOf({ stdout }: CliEnd): Report | undefined {
  try {
    return JSON.parse(stdout) as Report;
  } catch {
    return undefined;
  }
}
