// Plays the corpus and writes docs/compatibility.md; what came of each library is kept in results.json.
//
//   deno task compatibility                 everything
//   deno task compatibility mui select2     only these entries; the rows of the others stay
//   deno task compatibility mui --trees     with the tree of each failure
import { readFileSync, writeFileSync } from "node:fs";
import process from "node:process";
import { ensureBrowser } from "../../../scripts/ensure_browser.ts";
import { ENTRIES } from "../entries/all.ts";
import { play, type Played } from "./play.ts";
import { report, summary } from "./report.ts";

const RESULTS = "tests/compatibility/results.json";

const wanted = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const showsTrees = process.argv.includes("--trees");
const unknown = wanted.filter((name) => !(name in ENTRIES));
if (unknown.length > 0) {
  process.stderr.write(
    `No such entry: ${unknown.join(", ")}; there are ${Object.keys(ENTRIES).join(", ")}\n`,
  );
  process.exit(1);
}
await ensureBrowser();
const results = JSON.parse(readFileSync(RESULTS, "utf8")) as Record<string, Played>;
for (const [name, entry] of Object.entries(ENTRIES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const [one] = await play([entry], undefined, (failure, tree) => {
    if (showsTrees) process.stdout.write(`--- ${failure}\n${tree}\n`);
  });
  if (one === undefined) continue;
  results[name] = one;
  process.stdout.write(summary(one));
  // After each library, so that a run that breaks keeps what it has found.
  const known = Object.keys(ENTRIES).flatMap((key) =>
    results[key] === undefined ? [] : [[key, results[key]]]
  );
  writeFileSync(RESULTS, `${JSON.stringify(Object.fromEntries(known), null, 2)}\n`);
  writeFileSync("docs/compatibility.md", report(known.map(([, played]) => played as Played)));
}
