// Measures what saving costs: bytes written and time spent for runs of 10, 100 and 1,000 steps whose tools answer with
// observations of about 6 KB. Usage: deno run -A scripts/checkpoint_costs.ts
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { runAgent } from "../src/assemble/run.ts";
import { CheckpointStore } from "../src/cli/checkpoint/store.ts";
import type { AgentCheckpoint } from "../src/contracts/checkpoint.ts";
import type { AgentHistoryCompaction } from "../src/contracts/run.ts";
import type { BrowserWorkspace } from "../src/contracts/workspace.ts";
import { createSealer, type Sealer } from "../src/platform/seal.ts";
import { FakeTools, toolResult } from "../src/testing/mod.ts";

const WORKSPACE: BrowserWorkspace = {
  version: 1,
  popupPolicy: "stay",
  policyHashes: {},
  sessions: [{
    sessionId: "s1",
    storage: { cookies: [], origins: [] },
    tabs: [{ url: "https://shop.test/", scroll: [0, 0], sessionStorage: [], drafts: [] }],
    activeTab: 0,
  }],
};

/** One state in ten is serialised as a whole, which takes longer than everything else. */
const SAMPLING = 10;

interface Row {
  readonly steps: number;
  readonly saves: number;
  readonly historyBytes: number;
  readonly writtenBytes: number;
  readonly rewrittenBytes: number;
  readonly savingMs: number;
}

async function measure(
  path: string,
  steps: number,
  compaction: AgentHistoryCompaction | false,
  sealer: Sealer | undefined,
): Promise<Row> {
  let turn = 0;
  const tools = new FakeTools({
    tab_snapshot: {
      readOnly: true,
      handle: () => toolResult({ snapshot_id: `s1:${++turn}`, tree: `Line ${turn} of a page. `.repeat(290) }),
    },
  });
  const store = new CheckpointStore({ path, sealer });
  let savingMs = 0;
  let rewrittenBytes = 0;
  let historyBytes = 0;
  const result = await runAgent({
    task: "Read on.",
    tools,
    planner: ({ step }) => ({ type: "tools", calls: [{ name: "tab_snapshot", arguments: { part: step } }] }),
    maxSteps: steps,
    maxToolCalls: steps,
    timeoutMs: 3_600_000,
    historyCompaction: compaction,
    stallDetection: false,
    onCheckpoint: async (checkpoint: AgentCheckpoint) => {
      const startedAt = performance.now();
      await store.save({ checkpoint, workspace: WORKSPACE });
      savingMs += performance.now() - startedAt;
      if (checkpoint.phase === "after_tool") historyBytes += JSON.stringify(checkpoint.history.at(-1)).length;
      // what writing the whole state each time would have cost, counted at one save a step
      if (checkpoint.phase === "decision" && checkpoint.counters.steps % SAMPLING === 0) {
        rewrittenBytes += SAMPLING * JSON.stringify(checkpoint).length;
      }
    },
  });
  if (result.failure !== undefined) throw new Error(result.failure.code);
  await store.close();
  const { saves, bytesWritten } = store.costs;
  return { steps, saves, historyBytes, writtenBytes: bytesWritten, rewrittenBytes, savingMs };
}

const folder = await mkdtemp(join(tmpdir(), "tablaze-costs-"));
const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(2);
try {
  for (
    const [name, compaction, sealer] of [
      ["plain, history compacted as by default", {}, undefined],
      ["plain, whole history kept", false, undefined],
      ["sealed, whole history kept", false, createSealer("a key for measuring")],
    ] as const
  ) {
    process.stdout.write(
      `\n${name}\n\n| Steps | Saves | History, MB | Written, MB | Written / history | KB a step | Saving, ms a save | ` +
        `Whole state each step, MB |\n| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n`,
    );
    for (const steps of [10, 100, 1_000]) {
      const row = await measure(join(folder, `${name}-${steps}`), steps, compaction, sealer);
      const cells = [
        row.steps,
        row.saves,
        megabytes(row.historyBytes),
        megabytes(row.writtenBytes),
        (row.writtenBytes / row.historyBytes).toFixed(1),
        (row.writtenBytes / row.steps / 1e3).toFixed(1),
        (row.savingMs / row.saves).toFixed(1),
        megabytes(row.rewrittenBytes),
      ];
      process.stdout.write(`| ${cells.join(" | ")} |\n`);
    }
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
