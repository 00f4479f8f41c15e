// What the runner itself costs, without a model and without a browser: planner and tools answer at once, and the time
// from one question to the planner to the next is a step. Prints a table for docs/benchmarks.md.
//
//   deno task bench:loop [steps]
import process from "node:process";
import { runAgent } from "../src/assemble/run.ts";
import type { AgentRunOptions } from "../src/contracts/run.ts";
import type { AgentToolResult } from "../src/contracts/tools.ts";

const RUNS = 7;
const WINDOW_STEPS = 20;
const ANSWER_CHARS = 6_000;

/** Runs that differ in what the runner has to keep. */
const KINDS: readonly { readonly name: string; readonly options: Partial<AgentRunOptions> }[] = [
  { name: "history compacted as by default", options: {} },
  { name: "whole history kept", options: { historyCompaction: false, maxHistoryBytes: 64 * 1024 * 1024 } },
  {
    name: "whole history kept, saved to nowhere",
    options: { historyCompaction: false, onCheckpoint: () => {} },
  },
];

/** Milliseconds of each step of one run. */
async function timeSteps(steps: number, options: Partial<AgentRunOptions>): Promise<readonly number[]> {
  const asked: number[] = [];
  let answers = 0;
  const result = await runAgent({
    task: "Look until the budget is used up.",
    maxSteps: steps + 1,
    maxToolCalls: steps + 1,
    timeoutMs: 600_000,
    ...options,
    planner: () => {
      asked.push(performance.now());
      return { type: "tools", calls: [{ name: "look", arguments: { number: asked.length } }] };
    },
    tools: {
      listTools: () =>
        Promise.resolve([
          { name: "look", inputSchema: { type: "object" }, annotations: { readOnlyHint: true } },
        ]),
      callTool: () => Promise.resolve(answer(++answers)),
    },
  });
  if (result.steps !== steps + 1) throw new Error(`the run ended early: ${result.status} ${result.reason}`);
  return asked.slice(1).map((time, index) => time - (asked[index] ?? time));
}

function answer(number: number): AgentToolResult {
  const structuredContent = { ok: true, number, tree: `${number} ${"word ".repeat(ANSWER_CHARS / 5)}` };
  return { content: [{ type: "text", text: JSON.stringify(structuredContent) }], structuredContent };
}

function median(values: readonly number[]): number {
  return values.toSorted((first, second) => first - second)[values.length >> 1] ?? Number.NaN;
}

const steps = Number(process.argv[2] ?? 1000);
if (!Number.isInteger(steps) || steps < 2 * WINDOW_STEPS) {
  throw new RangeError(`steps must be a whole number of at least ${2 * WINDOW_STEPS}`);
}
process.stdout.write(
  `| run of ${steps} steps | median ms a step | ms near step 10 | ms near step ${steps} | ratio |\n` +
    "| --- | ---: | ---: | ---: | ---: |\n",
);
for (const { name, options } of KINDS) {
  await timeSteps(steps, options); // the first run pays for compiling
  const runs: (readonly number[])[] = [];
  for (let run = 0; run < RUNS; run++) runs.push(await timeSteps(steps, options));
  const over = (pick: (times: readonly number[]) => number): number => median(runs.map(pick));
  const all = over((times) => median(times));
  const early = over((times) => median(times.slice(0, WINDOW_STEPS)));
  const late = over((times) => median(times.slice(-WINDOW_STEPS)));
  const ratio = over((times) => median(times.slice(-WINDOW_STEPS)) / median(times.slice(0, WINDOW_STEPS)));
  process.stdout.write(
    `| ${name} | ${all.toFixed(3)} | ${early.toFixed(3)} | ${late.toFixed(3)} | ${ratio.toFixed(2)} |\n`,
  );
}
