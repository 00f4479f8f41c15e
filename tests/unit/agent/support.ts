// A browser-like set of fake tools, and short forms for decisions.
import { createHash } from "node:crypto";
import type { AgentDecision } from "../../../src/contracts/planner.ts";
import type { AgentRunResult } from "../../../src/contracts/result.ts";
import type { AgentRunOptions, RunDeps } from "../../../src/contracts/run.ts";
import { runAgent } from "../../../src/agent/run.ts";
import {
  FakeClock,
  type FakeTool,
  FakeTools,
  ScriptedPlanner,
  toolResult,
} from "../../../src/testing/mod.ts";

export function testDeps(clock: FakeClock = new FakeClock()): RunDeps {
  return {
    clock,
    randomId: () => "run",
    sha256: (text) => createHash("sha256").update(text).digest("hex"),
  };
}

export type Input = Readonly<Record<string, unknown>>;

export function tools(...calls: readonly (readonly [name: string, input?: Input])[]): AgentDecision {
  return { type: "tools", calls: calls.map(([name, input = {}]) => ({ name, arguments: input })) };
}

export function finish(...evidence: readonly string[]): AgentDecision {
  return { type: "finish", summary: "Done.", evidence };
}

export const CHECKS: readonly Input[] = [{ kind: "text", contains: "Saved" }];

export function verify(sessionId = "s1", checks: readonly Input[] = CHECKS): readonly [string, Input] {
  return ["tab_verify", { session_id: sessionId, checks }];
}

export function act(sessionId = "s1", extra: Input = {}): readonly [string, Input] {
  return ["tab_act", {
    session_id: sessionId,
    snapshot_id: `${sessionId}:1`,
    actions: [{ type: "click" }],
    ...extra,
  }];
}

export function passing(input: Input, extra: Input = {}): Input {
  const checks = input.checks as readonly Input[];
  return {
    session_id: input.session_id,
    passed: true,
    checks: checks.map((check, index) => ({ index, kind: check.kind, pass: true, ...extra })),
    elapsed_ms: 1,
  };
}

export function failing(input: Input): Input {
  const checks = input.checks as readonly Input[];
  return {
    ok: false,
    session_id: input.session_id,
    passed: false,
    checks: checks.map((check, index) => ({ index, kind: check.kind, pass: false })),
  };
}

/** Tools that behave; each can be replaced. */
export function browserTools(overrides: Readonly<Record<string, FakeTool>> = {}): FakeTools {
  let sessions = 0;
  let snapshots = 0;
  const snapshot = (sessionId: unknown): Input => ({
    session_id: sessionId,
    snapshot_id: `${sessionId}:${++snapshots}`,
  });
  return new FakeTools({
    tab_open: { handle: () => toolResult(snapshot(`s${++sessions}`)) },
    tab_snapshot: { readOnly: true, handle: (input) => toolResult(snapshot(input.session_id)) },
    tab_navigate: { handle: (input) => toolResult(snapshot(input.session_id)) },
    tab_tabs: { handle: (input) => toolResult(snapshot(input.session_id)) },
    tab_click_named: { handle: (input) => toolResult(snapshot(input.session_id)) },
    tab_act: { handle: (input) => toolResult(acted(input)) },
    tab_verify: { readOnly: true, handle: (input) => toolResult(passing(input)) },
    tab_list: {
      readOnly: true,
      handle: () => toolResult({ sessions: [{ session_id: "s1", url: "https://a.test/" }] }),
    },
    tab_close: { handle: (input) => toolResult({ session_id: input.session_id, closed: true }) },
    ...overrides,
  });
}

export function acted(input: Input, extra: Input = {}): Input {
  const posted = Array.isArray(input.post_checks)
    ? { verification: passing({ session_id: input.session_id, checks: input.post_checks }) }
    : {};
  return {
    batch_complete: true,
    session_id: input.session_id,
    snapshot_id: input.snapshot_id,
    partial: false,
    failed: null,
    ...posted,
    ...extra,
  };
}

export interface Scene {
  readonly result: AgentRunResult;
  readonly planner: ScriptedPlanner;
  readonly tools: FakeTools;
}

/** Runs a script to its end. The script must be played completely. */
export async function play(
  replies: readonly unknown[],
  options: Partial<AgentRunOptions> & { readonly tools?: FakeTools } = {},
  clock?: FakeClock,
): Promise<Scene> {
  const planner = new ScriptedPlanner(replies);
  const fakeTools = options.tools ?? browserTools();
  const result = await runAgent(
    { task: "Save the form.", planner: planner.plan, maxSteps: replies.length, ...options, tools: fakeTools },
    testDeps(clock),
  );
  planner.assertConsumed();
  return { result, planner, tools: fakeTools };
}

/** All feedback of the runner in a result, as one text. */
export function feedbackOf(result: AgentRunResult): string {
  return result.history.flatMap((message) =>
    message.role === "user" && message.source === "feedback" ? [message.content] : []
  ).join("\n");
}
