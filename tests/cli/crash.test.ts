import assert from "node:assert/strict";
import { test } from "node:test";
import { type Kill, killAndResume, newTally } from "./crash/driver.ts";

// `deno task crash` does the same two hundred times and more
const RUNS: readonly (readonly Kill[])[] = [
  [
    { at: "file changed", count: 1 },
    { at: "page requested", count: 1 },
    { at: "model asked", count: 1 },
    { at: "model answered", count: 2 },
    { at: "order arrived", count: 1 },
    { at: "file changed", count: 12 },
    { at: "receipt requested", count: 1 },
  ],
  [
    { afterMs: 1_500 },
    { at: "order written", count: 1 },
    { at: "model asked", count: 3 },
    { at: "order answered", count: 1 },
    { at: "file changed", count: 7 },
    { at: "model answered", count: 1 },
    { at: "model asked", count: 2 },
  ],
  [
    { at: "model answered", count: 1 },
    { at: "model asked", count: 2 },
    { at: "file changed", count: 4 },
    { at: "order arrived", count: 1 },
    { at: "model asked", count: 1 },
    { at: "file changed", count: 20 },
  ],
];

const MORE: readonly Kill[] = [
  { at: "model asked", count: 1 },
  { at: "model answered", count: 1 },
  { at: "model asked", count: 2 },
];

test("a run that is killed twenty times does nothing twice and loses nothing", async (context) => {
  const tally = newTally();
  for (const [index, plan] of RUNS.entries()) await killAndResume(context, plan, index % 2 === 1, tally);
  // a kill whose moment never came does not count
  for (let more = 0; tally.kills < 20 && more < 4; more++) await killAndResume(context, MORE, false, tally);
  const { aims: _aims, kills, resumes, wentOn, askedFirst, ...harm } = tally;
  assert.deepEqual(harm, {
    duplicatedWrites: 0,
    lostPartials: 0,
    unreadableCheckpoints: 0,
    orphanBrowsers: 0,
    faults: [],
  });
  assert.ok(kills >= 20, `${kills} kills`);
  assert.ok(wentOn > 0 && askedFirst > 0, `${resumes} resumes: ${wentOn} went on, ${askedFirst} asked`);
});
