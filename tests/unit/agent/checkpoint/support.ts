// A run with everything in it, saved at each boundary.
import type { AgentCheckpoint } from "../../../../src/contracts/checkpoint.ts";
import type { AgentRunResult } from "../../../../src/contracts/result.ts";
import type { AgentRunOptions } from "../../../../src/contracts/run.ts";
import { parseAgentCheckpoint } from "../../../../src/agent/checkpoint/parse.ts";
import type { FakeClock, FakeTools } from "../../../../src/testing/mod.ts";
import { browserTools, finish, play, tools, verify } from "../support.ts";

/** The task of every scene. */
export const TASK = "Save the form.";

/** A schema of partial results. */
export const PARTIAL_SCHEMA = { type: "object", required: ["id"], additionalProperties: true } as const;

/** Decisions of a run that opens, changes, publishes and finishes. */
export const SCRIPT: readonly unknown[] = [
  tools(["tab_act", { session_id: "s1", snapshot_id: "s1:1", actions: [{ type: "click" }] }], verify()),
  { type: "publish", key: "one", data: { id: 1 }, evidence: ["run-3"] },
  { type: "nonsense" },
  finish("run-3"),
];

/** Options that go with the script, on every resume too. */
export const OPTIONS: Omit<Partial<AgentRunOptions>, "tools"> = {
  task: TASK,
  partialOutputSchema: PARTIAL_SCHEMA,
  maxSteps: 10,
};

export interface SavedScene {
  readonly result: AgentRunResult;
  readonly saved: readonly AgentCheckpoint[];
  readonly tools: FakeTools;
  /** What happened in which order: saves by phase, and dispatched tools. */
  readonly log: readonly string[];
}

/** Plays a script and keeps what was saved. */
export async function playSaved(
  replies: readonly unknown[] = SCRIPT,
  options: Partial<AgentRunOptions> & { readonly tools?: FakeTools } = {},
): Promise<SavedScene> {
  const saved: AgentCheckpoint[] = [];
  const log: string[] = [];
  const fakeTools = options.tools ?? browserTools();
  const call = fakeTools.callTool.bind(fakeTools);
  fakeTools.callTool = (request, callOptions) => {
    log.push(request.name);
    return call(request, callOptions);
  };
  const scene = await play(replies, {
    ...OPTIONS,
    startUrl: "https://a.test/",
    onCheckpoint: (checkpoint) => {
      log.push(checkpoint.phase);
      saved.push(checkpoint);
    },
    ...options,
    tools: fakeTools,
  });
  return { result: scene.result, saved, tools: fakeTools, log };
}

/** A checkpoint as it comes back from a file. */
export function stored(checkpoint: AgentCheckpoint): AgentCheckpoint {
  return parseAgentCheckpoint(JSON.stringify(checkpoint));
}

/** A copy that a test may change. */
export function editable(checkpoint: AgentCheckpoint): Record<string, unknown> {
  return JSON.parse(JSON.stringify(checkpoint)) as Record<string, unknown>;
}

/** Goes on with a checkpoint as it comes back from a file. */
export function goOn(
  checkpoint: AgentCheckpoint,
  replies: readonly unknown[],
  options: Partial<AgentRunOptions> = {},
  clock?: FakeClock,
): ReturnType<typeof play> {
  const { maxSteps: _saved, ...rest } = OPTIONS;
  return play(replies, { ...rest, resume: stored(checkpoint), maxSteps: 20, ...options } as never, clock);
}
