// Plays the whole corpus and writes docs/compatibility.md.
//
//   deno task compatibility                 everything, and the table
//   deno task compatibility mui select2     only these entries, told on the terminal
//   deno task compatibility mui --trees     with the tree of each failure
import { writeFileSync } from "node:fs";
import process from "node:process";
import { ensureBrowser } from "../../../scripts/ensure_browser.ts";
import { ENTRIES } from "../entries/all.ts";
import { play } from "./play.ts";
import { report, summary } from "./report.ts";

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
const chosen = Object.entries(ENTRIES).filter(([name]) => wanted.length === 0 || wanted.includes(name));
const played = [];
for (const [, entry] of chosen) {
  const [one] = await play([entry], undefined, (failure, tree) => {
    if (showsTrees) process.stdout.write(`--- ${failure}\n${tree}\n`);
  });
  if (one === undefined) continue;
  played.push(one);
  process.stdout.write(summary(one));
}
if (wanted.length === 0) writeFileSync("docs/compatibility.md", report(played));
