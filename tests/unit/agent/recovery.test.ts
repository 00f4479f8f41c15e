import assert from "node:assert/strict";
import { test } from "node:test";
import { parseAgentCheckpoint } from "../../../src/agent/checkpoint/parse.ts";
import type { AgentCheckpoint } from "../../../src/contracts/checkpoint.ts";
import { AgentPlannerError } from "../../../src/contracts/errors.ts";
import type { AgentPlannerMetric } from "../../../src/contracts/result.ts";
import { FakeClock, ScriptedPlanner } from "../../../src/testing/mod.ts";
import { browserTools, finish, play, tools, verify } from "./support.ts";

const OPEN = tools(["tab_open", { url: "https://a.test/" }]);
const TRANSIENT = (): never => {
  throw new AgentPlannerError("try again", true);
};
const UNPAID = (): never => {
  throw new AgentPlannerError("no credit", false, true, { code: "PLANNER_HTTP_ERROR", httpStatus: 402 });
};
const FINAL = (): never => {
  throw new AgentPlannerError("forbidden", false, false, { code: "PLANNER_HTTP_ERROR", httpStatus: 403 });
};

function shape(metrics: readonly AgentPlannerMetric[]): readonly unknown[] {
  return metrics.map((metric) => `${metric.step} ${metric.planner} ${metric.attempt} ${metric.outcome}`);
}

test("a retryable failure is retried within its step, and only planning is repeated", async () => {
  const shown: AgentPlannerMetric[] = [];
  const fake = browserTools();
  const { result } = await play([OPEN, TRANSIENT, TRANSIENT, tools(verify()), finish("run-2")], {
    tools: fake,
    plannerRecovery: { maxRetries: 2 },
    onMetrics: (metric) => shown.push(metric),
  });
  assert.equal(result.status, "succeeded");
  assert.deepEqual([result.steps, result.plannerCalls, result.failure], [3, 5, undefined]);
  assert.deepEqual(fake.sentNames, ["tab_open", "tab_verify"]);
  assert.deepEqual(shape(result.metrics), [
    "1 primary 1 success",
    "2 primary 1 error",
    "2 primary 2 error",
    "2 primary 3 success",
    "3 primary 1 success",
  ]);
  assert.deepEqual(shown, result.metrics);
});

test("without recovery nothing is retried, and the failure says that it could be", async () => {
  const { result } = await play([TRANSIENT]);
  assert.deepEqual(result.failure, { phase: "planner", code: "PLANNER_FAILED", retryable: true });
  assert.equal(result.plannerCalls, 1);
});

test("the fallback is asked once per step, and without stickiness the primary comes first again", async () => {
  const fallback = new ScriptedPlanner([OPEN, { type: "fail", reason: "fallback" }]);
  const { result } = await play([TRANSIENT, UNPAID], { plannerRecovery: { fallback: fallback.plan } });
  fallback.assertConsumed();
  assert.equal(result.reason, "fallback");
  assert.deepEqual(shape(result.metrics), [
    "1 primary 1 error",
    "1 fallback 2 success",
    "2 primary 1 error",
    "2 fallback 2 success",
  ]);
});

test("a sticky fallback stays for the rest of the run", async () => {
  const fallback = new ScriptedPlanner([OPEN, tools(verify()), finish("run-2")]);
  const { result } = await play([TRANSIENT], {
    plannerRecovery: { fallback: fallback.plan, stickyFallback: true },
    maxSteps: 3,
  });
  assert.equal(result.status, "succeeded");
  assert.deepEqual(result.metrics.map((metric) => metric.planner), [
    "primary",
    "fallback",
    "fallback",
    "fallback",
  ]);
});

test("a resumed run asks its first planner again, whoever answered before", async () => {
  const saved: AgentCheckpoint[] = [];
  const fallback = new ScriptedPlanner([OPEN, { type: "human_input", question: "Which one?" }]);
  const recovery = { fallback: fallback.plan, stickyFallback: true };
  const first = await play([TRANSIENT], {
    plannerRecovery: recovery,
    maxSteps: 5,
    onCheckpoint: (checkpoint) => void saved.push(checkpoint),
  });
  assert.equal(first.result.status, "needs_input");
  const resume = saved.at(-1);
  assert.ok(resume);
  const { result } = await play([{ type: "fail", reason: "asked again" }], {
    resume: parseAgentCheckpoint(JSON.stringify(resume)),
    plannerRecovery: recovery,
    maxSteps: 5,
  });
  assert.equal(result.reason, "asked again");
  assert.deepEqual(result.metrics.map(({ planner, outcome }) => `${planner} ${outcome}`), [
    "primary success",
  ]);
});

test("credentials that are refused are not retried but may fall back; 403 does neither", async () => {
  const fallback = new ScriptedPlanner([{ type: "fail", reason: "fallback" }]);
  const unpaid = await play([UNPAID], {
    plannerRecovery: { maxRetries: 3, fallback: fallback.plan },
    maxSteps: 1,
  });
  assert.equal(unpaid.result.reason, "fallback");
  const unused = new ScriptedPlanner([]);
  const final = await play([FINAL], {
    plannerRecovery: { maxRetries: 3, fallback: unused.plan },
    maxSteps: 1,
  });
  assert.deepEqual(final.result.failure, {
    phase: "planner",
    code: "PLANNER_HTTP_ERROR",
    retryable: false,
    httpStatus: 403,
  });
});

test("a failing fallback ends the run with its own failure", async () => {
  const fallback = new ScriptedPlanner([FINAL]);
  const { result } = await play([TRANSIENT], { plannerRecovery: { fallback: fallback.plan }, maxSteps: 1 });
  assert.equal(result.failure?.httpStatus, 403);
  assert.equal(result.plannerCalls, 2);
});

test("a malformed decision is feedback, never a reason to retry or fall back", async () => {
  const fallback = new ScriptedPlanner([]);
  const { result } = await play(["text", { type: "fail", reason: "x" }], {
    plannerRecovery: { maxRetries: 3, fallback: fallback.plan },
  });
  assert.deepEqual([result.steps, result.plannerCalls], [2, 2]);
});

test("shouldRetry overrides both ways and sees where it is asked", async () => {
  const contexts: unknown[] = [];
  const { result } = await play([
    () => {
      throw new Error("custom");
    },
    { type: "fail", reason: "second attempt" },
  ], {
    plannerRecovery: { maxRetries: 1, shouldRetry: (_error, context) => contexts.push(context) > 0 },
    maxSteps: 1,
  });
  assert.equal(result.reason, "second attempt");
  assert.deepEqual(contexts, [{ step: 1, attempt: 1, planner: "primary" }]);
  const vetoed = await play([TRANSIENT], {
    plannerRecovery: { maxRetries: 5, shouldRetry: () => false },
    maxSteps: 1,
  });
  assert.deepEqual([vetoed.result.plannerCalls, vetoed.result.failure?.retryable], [1, false]);
});

test("a retry policy that throws or gives no boolean fails the run", async () => {
  const policies = [
    () => {
      throw new Error("policy");
    },
    () => Promise.reject(new Error("policy")) as unknown as boolean,
    () => "yes" as unknown as boolean,
  ];
  for (const shouldRetry of policies) {
    const { result } = await play([TRANSIENT], {
      plannerRecovery: { maxRetries: 1, shouldRetry },
      maxSteps: 1,
    });
    assert.deepEqual(result.failure, { phase: "application", code: "RETRY_POLICY_FAILED", retryable: false });
  }
});

test("the delay before a retry is waited for, and ends with the run", async () => {
  const clock = new FakeClock();
  const waiting = play([TRANSIENT, { type: "fail", reason: "later" }], {
    plannerRecovery: { maxRetries: 1, retryDelayMs: 2000 },
    maxSteps: 1,
  }, clock);
  while (clock.sleeping < 2) await Promise.resolve(); // the deadline and the delay
  clock.advance(2000);
  assert.equal((await waiting).result.reason, "later");
  const caller = new AbortController();
  const other = new FakeClock();
  const cancelled = play([TRANSIENT], {
    plannerRecovery: { maxRetries: 1, retryDelayMs: 2000 },
    signal: caller.signal,
    maxSteps: 1,
  }, other);
  while (other.sleeping < 2) await Promise.resolve();
  caller.abort();
  assert.equal((await cancelled).result.status, "cancelled");
  assert.equal(other.sleeping, 0);
});

test("a cancelled planner is neither retried nor replaced", async () => {
  const caller = new AbortController();
  const fallback = new ScriptedPlanner([]);
  const { result } = await play([() => {
    caller.abort();
    throw new AgentPlannerError("aborted", true);
  }], { plannerRecovery: { maxRetries: 3, fallback: fallback.plan }, signal: caller.signal, maxSteps: 1 });
  assert.deepEqual([result.status, result.plannerCalls], ["cancelled", 1]);
});
