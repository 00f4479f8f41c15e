// The quick part of the corpus of real software: what works by refs must go on working by refs. The whole corpus, with
// what does not work, is played by `deno task compatibility`.
import assert from "node:assert/strict";
import { test } from "node:test";
import { pageSources } from "../compatibility/harness/bundle.ts";
import type { Entry } from "../compatibility/harness/entry.ts";
import { play } from "../compatibility/harness/play.ts";
import { ENTRIES } from "../compatibility/entries/all.ts";

/** Jobs that are played here, by entry. */
const QUICK: Readonly<Record<string, readonly string[]>> = {
  bootstrap: ["dropdown", "modal with a field", "tabs", "radio buttons drawn as buttons", "range"],
  jquery_ui: [
    "datepicker: month select, then a day",
    "autocomplete",
    "dialog",
    "sortable",
    "menu with a submenu",
  ],
  flatpickr: ["a day by clicks", "a time"],
};

test("controls of widespread libraries are operated by refs, and their own state holds it", async () => {
  for (const [name, jobs] of Object.entries(QUICK)) {
    const entry = ENTRIES[name];
    assert(entry !== undefined, name);
    const failures: string[] = [];
    const chosen: Entry = { ...entry, jobs: entry.jobs.filter(({ what }) => jobs.includes(what)) };
    const [played] = await play([chosen], undefined, (failure, tree) => failures.push(`${failure}\n${tree}`));
    assert.equal(played?.outcomes.length, jobs.length, `${name} has not all of these jobs`);
    const other = played?.outcomes.filter(({ way }) => way !== "refs");
    assert.deepEqual(other, [], failures.join("\n"));
  }
});

test("every page of the corpus belongs to an entry", async () => {
  const used = new Set(Object.values(ENTRIES).map(({ page }) => page));
  assert.deepEqual((await pageSources()).filter((page) => !used.has(page)), []);
});
