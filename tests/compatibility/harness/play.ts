// Plays the jobs of entries, each on a page loaded anew, and says how each went.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Visit } from "../../browser/act_support.ts";
import { BrowserEngine } from "../../../src/browser/engine.ts";
import type { AgentToolClient } from "../../../src/contracts/tools.ts";
import { connectAgentTools } from "../../../src/mcp/in_memory_client.ts";
import { createMcpServer } from "../../../src/mcp/server.ts";
import { makePages, pathOf } from "./bundle.ts";
import type { Entry, Job, Script } from "./entry.ts";
import { type CorpusSite, startCorpusSite } from "./site.ts";

/** How long a page may take until its state holds what a job is to bring about. */
const HOLD_MS = 3000;

/** What came of a job. `way` is missing where none worked, `why` says what failed in the ways before. */
export interface Outcome {
  readonly what: string;
  readonly way?: "refs" | string;
  readonly why?: string;
  /** The tools told success and the state did not hold it. */
  readonly isFalseSuccess: boolean;
}

/** What came of a library's jobs, and in which version. */
export interface Played {
  readonly library: string;
  readonly version: string;
  readonly outcomes: readonly Outcome[];
}

class NotHeld extends Error {}

async function comesToHold(site: CorpusSite, expected: Job["holds"]): Promise<void> {
  if (Object.keys(expected).length === 0) return;
  const endMs = performance.now() + HOLD_MS;
  for (;;) {
    const state = await site.held();
    const actual = Object.fromEntries(Object.keys(expected).map((key) => [key, state[key]]));
    try {
      return assert.deepEqual(actual, expected);
    } catch {
      if (performance.now() > endMs) {
        throw new NotHeld(`the page holds ${JSON.stringify("error" in state ? state : actual)}`);
      }
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function shortly(error: unknown): string {
  const text = String(error instanceof Error ? error.message : error);
  const coded = /"code":"([A-Z_]+)","message":"((?:[^"\\]|\\.)*)/.exec(text);
  if (coded !== null) return `${coded[1]}: ${coded[2]}`.slice(0, 200);
  return (text.split("\n")[0] ?? "").slice(0, 200);
}

interface Open {
  readonly tools: AgentToolClient;
  readonly site: CorpusSite;
  readonly entry: Entry;
  /** Session of the last way that worked: the next one goes to the page anew in it. */
  session?: string | undefined;
}

async function visitAnew(open: Open): Promise<Visit> {
  const url = open.site.origin + pathOf(open.entry.page);
  const { structuredContent } = await open.tools.callTool(
    open.session === undefined
      ? { name: "tab_open", arguments: { url } }
      : { name: "tab_navigate", arguments: { session_id: open.session, action: "goto", url } },
  );
  assert(structuredContent?.ok === true, JSON.stringify(structuredContent));
  open.session = String(structuredContent.session_id ?? open.session);
  return new Visit(open.tools, { ...structuredContent, session_id: open.session });
}

/** Closes the session, so that nothing of it reaches the next way. */
async function leave(open: Open): Promise<void> {
  const { session } = open;
  open.session = undefined;
  if (session !== undefined) {
    await open.tools.callTool({ name: "tab_close", arguments: { session_id: session } });
  }
}

async function tryWay(open: Open, script: Script, holds: Job["holds"], log: Log): Promise<void> {
  let tree = "";
  try {
    const visit = await visitAnew(open);
    try {
      await script(visit);
      await comesToHold(open.site, holds);
    } finally {
      tree = visit.tree;
    }
  } catch (error) {
    log(error, tree);
    await leave(open);
    throw error;
  }
}

async function playJob(open: Open, { what, byRefs, detours, holds }: Job, log: Log): Promise<Outcome> {
  let why = "";
  let isFalseSuccess = false;
  for (const [way, script] of [["refs", byRefs] as const, ...Object.entries(detours)]) {
    try {
      await tryWay(open, script, holds, (error, tree) => log(`${what} (${way}): ${error}`, tree));
      return { what, way, isFalseSuccess, ...(why === "" ? {} : { why }) };
    } catch (error) {
      isFalseSuccess ||= error instanceof NotHeld;
      if (why === "") why = shortly(error);
    }
  }
  return { what, why, isFalseSuccess };
}

/** Is told each failure with the tree as it was then. */
export type Log = (failure: unknown, tree: string) => void;

async function versionOf(lib: string, name: string | undefined): Promise<string> {
  if (name === undefined) return "(own page)";
  const { version } = JSON.parse(await readFile(join(lib, name, "package.json"), "utf8")) as {
    version: string;
  };
  return version;
}

/** Plays entries of one set one after the other. */
export async function play(
  entries: readonly Entry[],
  wanted: (job: Job) => boolean = () => true,
  log: Log = () => {},
): Promise<Played[]> {
  const played: Played[] = [];
  const engine = new BrowserEngine({ timeoutMs: 30_000 });
  const { tools, close } = await connectAgentTools(createMcpServer(engine));
  try {
    for (const set of new Set(entries.map((entry) => entry.set))) {
      const own = entries.filter((entry) => entry.set === set);
      const { folders, lib } = await makePages(set, own.map(({ page }) => page));
      for (const entry of own) {
        const site = startCorpusSite(folders(entry.page));
        const outcomes: Outcome[] = [];
        const open: Open = { tools, site, entry };
        for (const one of entry.jobs.filter(wanted)) outcomes.push(await playJob(open, one, log));
        await leave(open);
        await site.close();
        played.push({ library: entry.library, version: await versionOf(lib, entry.package), outcomes });
      }
    }
  } finally {
    await close();
    await engine.dispose();
  }
  return played;
}
