// deno task hazards [--browser PATH] [--only TEXT] [--stdout]
//
// Plays every hazard with this server and with Playwright MCP, prints both columns, and writes docs/hazards.md.
import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { findBrowser } from "../find_browser.ts";
import { peerCommand, tablazeCommand } from "../servers.ts";
import { formatTable } from "../table.ts";
import { benchTools, PEER } from "../tools_folder.ts";
import { HAZARDS, playHazard } from "./all.ts";
import type { Hand, Verdict } from "./hand.ts";
import { peerHand } from "./peer_hand.ts";
import { tablazeHand } from "./tablaze_hand.ts";

const { values } = parseArgs({
  options: { browser: { type: "string" }, only: { type: "string" }, stdout: { type: "boolean" } },
});
const browser = findBrowser(values.browser);
const { peerScript } = benchTools();
const hazards = HAZARDS.filter(({ name }) => name.includes(values.only ?? ""));

async function column(hand: Hand): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  try {
    for (const hazard of hazards) {
      const verdict = await playHazard(hazard, hand);
      process.stderr.write(
        `${hand.name}: ${hazard.name}: ${verdict.right ? "right" : "WRONG"} (${verdict.seen})\n`,
      );
      verdicts.push(verdict);
    }
  } finally {
    await hand.close();
  }
  return verdicts;
}

const ours = await column(await tablazeHand(...tablazeCommand(browser)));
const peer = await column(await peerHand(...peerCommand(peerScript, browser)));
const cell = (verdict: Verdict | undefined): string =>
  verdict === undefined
    ? ""
    : `${verdict.right ? "right" : "**wrong**"}: ${verdict.seen.replaceAll("|", "\\|")}`;
const count = (verdicts: readonly Verdict[]): string =>
  `${verdicts.filter(({ right }) => right).length} of ${verdicts.length}`;
const table = formatTable(["hazard", "what is right", "tablaze", PEER], [
  ...hazards.map(({ name, right }, index) => [name, right, cell(ours[index]), cell(peer[index])]),
  ["**right**", "", count(ours), count(peer)],
]);
const text = `# Hazards

Situations in which tools for pages go wrong. Every row is a page with a script that both servers play in the same run,
each with its own tools as they are documented; a test plays this project's column. The verdict looks at what the page
reports to its own server, and at what a model reads in the replies. \`deno task hazards\` writes this file.

The peer does not say how long it watches after a click: its verdict on the effect after 600 ms was right in one run and
wrong in another.

${table}`;
if (values.stdout === true || values.only !== undefined) process.stdout.write(`${text}\n`);
else writeFileSync(resolve(import.meta.dirname ?? ".", "..", "..", "docs", "hazards.md"), text);
