import type { AgentCheckpoint } from "../../../src/contracts/checkpoint.ts";

/** The smallest checkpoint there is: a run that was saved before it did anything. */
export const CHECKPOINT: AgentCheckpoint = {
  version: 7,
  runId: "r",
  phase: "terminal",
  task: "t",
  limits: { maxSteps: 3, maxToolCalls: 4, timeoutMs: 5000, maxHistoryBytes: 1_000_000 },
  counters: { steps: 1, toolCalls: 0, plannerCalls: 1, callSequence: 0, elapsedMs: 10 },
  history: [{ kind: "task", messages: [{ role: "user", source: "task", content: "t" }] }],
  ambiguousCalls: [],
  partials: [],
};
