// Kills runs from outside, with SIGKILL, at every boundary that can be seen from there and at random times, resumes
// them, and counts. Usage: deno task crash [kills]; default 200. Exit code 0 only when nothing was done twice or lost.
import process from "node:process";
import { type Cleanup, type Kill, killAndResume, newTally } from "../tests/cli/crash/driver.ts";
import type { Moment } from "../tests/cli/crash/world.ts";

const MOMENTS: readonly Moment[] = [
  "model asked",
  "model answered",
  "page requested",
  "order arrived",
  "order written",
  "order answered",
  "receipt requested",
  "file changed", // three times: every phase, and both of its writes, are among them
  "file changed",
  "file changed",
];
const KILLS_EACH_RUN = 8;
const TOTAL = Number(process.argv[2] ?? 200);
if (!Number.isInteger(TOTAL) || TOTAL < 1) throw new RangeError("the number of kills must be a whole number");

// numbers that look random and are the same each time, so that a fault can be looked for again
let seed = 20_240_607;
function random(below: number): number {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor(seed / 2 ** 32 * below);
}

let aimed = 0;
function nextKill(): Kill {
  const turn = aimed++ % (MOMENTS.length + 2);
  const at = MOMENTS[turn];
  if (at === undefined) return { afterMs: 500 + random(6_000) };
  return { at, count: at === "file changed" ? 1 + random(24) : at === "model asked" ? 1 + random(5) : 1 };
}

const afters: (() => unknown)[] = [];
const cleanup = { after: (work: () => unknown) => void afters.push(work) } as unknown as Cleanup;
const tally = newTally();
let toldFaults = 0;
const startedAt = performance.now();
for (let run = 0; tally.kills < TOTAL; run++) {
  const plan = Array.from({ length: Math.min(KILLS_EACH_RUN, TOTAL - tally.kills) }, nextKill);
  await killAndResume(cleanup, plan, run % 2 === 1, tally);
  for (const work of afters.splice(0)) await work();
  process.stderr.write(`run ${run + 1}: ${tally.kills} kills, ${tally.faults.length} faults\n`);
  for (const fault of tally.faults.slice(toldFaults)) process.stderr.write(`  ${fault}\n`);
  toldFaults = tally.faults.length;
}
process.stdout.write(
  `${
    JSON.stringify(
      { ...tally, minutes: Math.round((performance.now() - startedAt) / 6_000) / 10 },
      undefined,
      2,
    )
  }\n`,
);
const { duplicatedWrites, lostPartials, unreadableCheckpoints, orphanBrowsers, faults } = tally;
const isGood = duplicatedWrites + lostPartials + unreadableCheckpoints + orphanBrowsers + faults.length === 0;
process.exit(isGood ? 0 : 1);
