import assert from "node:assert/strict";
import { test } from "node:test";
import { CHECKPOINT } from "./checkpoint_sample.ts";
import { exitCodeFor } from "../../../src/cli/exit_codes.ts";
import { renderExtractReport } from "../../../src/cli/extract/report.ts";
import { renderJson } from "../../../src/cli/render_json.ts";
import { type PlannerRecords, toReport } from "../../../src/cli/run/report.ts";
import type { AgentRunResult } from "../../../src/contracts/result.ts";

const PLANNERS: PlannerRecords = {
  modelUsage: [],
  recovery: false,
  diagnostics: undefined,
  fallbackDiagnostics: undefined,
  extractionDiagnostics: undefined,
  vacuousEvidence: false,
};
const SECRET = "argument-that-must-not-appear";

const succeeded: AgentRunResult = {
  status: "succeeded",
  runId: "run-1",
  summary: "Done",
  data: { total: 3 },
  partials: [],
  evidence: [{
    toolCallId: "run-1:4",
    tool: "tab_verify",
    sessionId: "s",
    arguments: { checks: [{ kind: "text", contains: SECRET }] },
    checks: [{ index: 0, kind: "text", pass: true, actual: "Order 5" }],
    result: { content: [{ type: "text", text: SECRET }] },
  }],
  steps: 2,
  toolCalls: 4,
  plannerCalls: 3,
  elapsedMs: 1234,
  history: [{ role: "user", content: SECRET, source: "task" }],
  events: [],
  metrics: [{ step: 1, planner: "primary", attempt: 1, latencyMs: 5, outcome: "success" }],
  ambiguousCalls: [],
  checkpoint: CHECKPOINT,
};

test("toReport() has the run's outcome, counts and evidence, and neither prompt, arguments nor history", () => {
  const usage = [{ step: 1, model: "m", latencyMs: 5, promptTokens: 7 }];
  const report = toReport(succeeded, { ...PLANNERS, modelUsage: usage });
  assert.deepEqual(report, {
    status: "succeeded",
    summary: "Done",
    run_id: "run-1",
    steps: 2,
    tool_calls: 4,
    planner_calls: 3,
    elapsed_ms: 1234,
    evidence: [{
      tool_call_id: "run-1:4",
      tool: "tab_verify",
      session_id: "s",
      checks: [{ index: 0, kind: "text", pass: true, actual: "Order 5" }],
    }],
    data: { total: 3 },
    model_usage: usage,
    planner_metrics: succeeded.metrics,
  });
  assert.doesNotMatch(renderJson(report, true), new RegExp(SECRET));
});

test("toReport() says what the operator's checks gave, what was reported, and that a rule was lifted", () => {
  const checks = [{ index: 0, kind: "text", pass: false, actual: "Order 6" }];
  const result: AgentRunResult = {
    ...succeeded,
    reportedTokens: 310,
    acceptance: [
      { name: "stored", passed: true, step: 2, toolCallId: "run-1:5", sessionId: "s", checks: [] },
      { name: "mailed", passed: false, step: 2, toolCallId: "run-1:6", sessionId: "s", checks },
      { name: "nowhere", passed: false, step: 2 },
    ],
  };
  const report = toReport(result, { ...PLANNERS, vacuousEvidence: true });
  assert.equal(report.reported_tokens, 310);
  assert.equal(report.vacuous_evidence_allowed, true);
  assert.deepEqual(report.acceptance, [
    { name: "stored", passed: true, step: 2, tool_call_id: "run-1:5", session_id: "s", checks: [] },
    { name: "mailed", passed: false, step: 2, tool_call_id: "run-1:6", session_id: "s", checks },
    { name: "nowhere", passed: false, step: 2 },
  ]);
  assert.equal("reported_tokens" in toReport({ ...succeeded, reportedTokens: 0 }, PLANNERS), false);
});

test("toReport() passes a failure on as it is and names calls without their arguments", () => {
  const call = { id: "run-1:2", name: "tab_act", arguments: { value: SECRET } };
  const failure = { phase: "planner", code: "PLANNER_HTTP_ERROR", retryable: true, httpStatus: 502 } as const;
  const { summary: _summary, data: _data, ...rest } = succeeded;
  const report = toReport(
    {
      ...rest,
      status: "failed",
      reason: "No",
      evidence: [],
      failure,
      inFlightToolCall: call,
      ambiguousCalls: [call],
    },
    PLANNERS,
  );
  assert.deepEqual(report.failure, failure);
  assert.deepEqual(report.in_flight_tool_call, { tool_call_id: "run-1:2", tool: "tab_act" });
  assert.deepEqual(report.ambiguous_calls, [{ tool_call_id: "run-1:2", tool: "tab_act" }]);
  assert.doesNotMatch(renderJson(report, false), new RegExp(SECRET));
});

test("toReport() turns success with failed cleanup into failure and keeps what was verified", () => {
  const report = toReport(succeeded, PLANNERS, { code: "CLEANUP_INCOMPLETE", message: "No answer" });
  assert.equal(report.status, "failed");
  assert.equal(exitCodeFor(report.status), 1);
  assert.equal(report.agent_status, "succeeded");
  assert.equal(report.agent_reason, "Done");
  assert.deepEqual(report.cleanup, {
    status: "incomplete",
    code: "CLEANUP_INCOMPLETE",
    message: "No answer",
  });
  assert.equal(report.evidence.length, 1);
  assert.deepEqual(report.data, { total: 3 });
});

test("renderJson() is one line for programs and valid JSON for both", () => {
  const report = toReport(succeeded, PLANNERS);
  assert.equal(renderJson(report, false).indexOf("\n"), renderJson(report, false).length - 1);
  assert.deepEqual(JSON.parse(renderJson(report, true)), JSON.parse(renderJson(report, false)));
});

test("exitCodeFor() is 0 for success alone", () => {
  assert.equal(exitCodeFor("succeeded"), 0);
  assert.equal(exitCodeFor("needs_input"), 2);
  for (const status of ["failed", "cancelled", "limit_reached"] as const) {
    assert.equal(exitCodeFor(status), 1);
  }
});

test("what a terminal would turn or hide is written as escapes, in both reports", () => {
  const text = "a\u009b31m\u202eb\u200bc\u001b[0m\ud83d";
  const result = { data: text, citations: [], guarantee: "source-quote-presence" } as const;
  const none = { modelUsage: [], diagnostics: undefined, cleanupFailure: undefined };
  for (
    const printed of [
      renderJson({ data: text }, true),
      renderExtractReport({ ok: true, result }, none, true),
    ]
  ) {
    assert.match(printed, /^[\n\x20-\x7e\ufffd]*$/);
    // what no reader needs, or not every one can read, is marked; the rest comes back as it was
    assert.equal(JSON.parse(printed).data, "a\ufffd31m\u202eb\u200bc\ufffd[0m\ufffd");
  }
});

test("toReport() gives advice on the planner that failed last", () => {
  const failure = {
    phase: "planner",
    code: "PLANNER_HTTP_ERROR",
    retryable: false,
    httpStatus: 401,
  } as const;
  const metric = { step: 1, attempt: 1, latencyMs: 1, outcome: "error" } as const;
  const failed = {
    ...succeeded,
    failure,
    metrics: [{ ...metric, planner: "primary" }, { ...metric, attempt: 2, planner: "fallback" }] as const,
  };
  assert.match(toReport(failed, PLANNERS).hint ?? "", /--fallback-api-key-env/);
});
