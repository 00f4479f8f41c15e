import assert from "node:assert/strict";
import { test } from "node:test";
import { CHECKPOINT } from "./checkpoint_sample.ts";
import type { RunSettings } from "../../../src/cli/command.ts";
import type { CliEffects } from "../../../src/cli/effects.ts";
import { runAction } from "../../../src/cli/run/action.ts";
import { REAL_PARTS, type RunParts } from "../../../src/cli/run/parts.ts";
import { BrowserError, TablazeError } from "../../../src/contracts/errors.ts";
import type { AgentModelUsage } from "../../../src/contracts/planner.ts";
import type { AgentRunResult } from "../../../src/contracts/result.ts";
import { MODEL_SETTINGS } from "./model_settings.ts";
import type { CodexDiagnostic } from "../../../src/planners/codex/diagnostic.ts";
import type { CodexPlannerOptions } from "../../../src/planners/codex/options.ts";
import type { CodexPlanner } from "../../../src/planners/codex/planner.ts";

const RUN: RunSettings = {
  task: "t",
  ...MODEL_SETTINGS,
  maxSteps: 3,
  maxToolCalls: 4,
  runTimeoutMs: 5000,
};

const RESULT: AgentRunResult = {
  status: "succeeded",
  runId: "r",
  summary: "Done",
  partials: [],
  evidence: [],
  steps: 1,
  toolCalls: 1,
  plannerCalls: 1,
  elapsedMs: 10,
  history: [],
  events: [],
  metrics: [],
  ambiguousCalls: [],
  checkpoint: CHECKPOINT,
};

function setUp(changes: Partial<RunParts> = {}, run: RunSettings = RUN) {
  const written = { stdout: "", stderr: "" };
  const order: string[] = [];
  const sink = (name: "stdout" | "stderr") => ({
    isTTY: false,
    columns: () => 80,
    write: (text: string) => {
      if (name === "stdout") order.push("report");
      written[name] += text;
    },
    flush: () => Promise.resolve(true),
    failureCode: () => undefined,
  });
  const effects: CliEffects = {
    stdout: sink("stdout"),
    stderr: sink("stderr"),
    readEnv: () => undefined,
    fetch: () => Promise.reject(new TypeError("no network here")),
    probeTcp: () => Promise.resolve({ reachable: true }),
    clock: { now: () => 0, epochMs: () => 0, sleep: () => new Promise(() => {}) },
    machine: { platform: "linux", architecture: "x64", isRoot: false, isDebian: false, runtimePath: "deno" },
    signal: new AbortController().signal,
  };
  const parts: RunParts = {
    ...REAL_PARTS,
    locateBrowser: () => Promise.resolve({ executablePath: "/browser", source: "installed" }),
    createServer: (options) => {
      const { server } = REAL_PARTS.createServer(options);
      return {
        server,
        dispose: () => {
          order.push("disposed");
          return Promise.resolve();
        },
      };
    },
    connectAgentTools: async (server) => {
      const connection = await REAL_PARTS.connectAgentTools(server);
      return {
        tools: connection.tools,
        close: async () => {
          order.push("closed");
          await connection.close();
        },
      };
    },
    runAgent: () => Promise.resolve(RESULT),
    ...changes,
  };
  return { run: () => runAction({ headless: true }, run, effects, parts), written, order };
}

const failingDisposal: Partial<RunParts> = {
  createServer: (options) => ({
    server: REAL_PARTS.createServer(options).server,
    dispose: () =>
      Promise.reject(new BrowserError("CLEANUP_INCOMPLETE", "The browser did not confirm its end")),
  }),
};

test("runAction() releases tools and browser before it prints the report", async () => {
  const { run, written, order } = setUp();
  assert.equal(await run(), 0);
  assert.deepEqual(order, ["closed", "disposed", "report"]);
  assert.equal(JSON.parse(written.stdout).status, "succeeded");
});

test("runAction() hands the limits to the runner", async () => {
  const { run } = setUp({
    runAgent: ({ maxSteps, maxToolCalls, timeoutMs, task, signal }) => {
      assert.deepEqual({ maxSteps, maxToolCalls, timeoutMs, task }, {
        maxSteps: 3,
        maxToolCalls: 4,
        timeoutMs: 5000,
        task: "t",
      });
      assert.ok(signal instanceof AbortSignal);
      return Promise.resolve(RESULT);
    },
  });
  assert.equal(await run(), 0);
});

test("runAction() counts what every model reports into the limit of the run", async () => {
  const limited = { ...RUN, maxTokens: 100, allowVacuousEvidence: true, directOpenTaskUrl: true } as const;
  let plan: ((record: AgentModelUsage) => void) | undefined;
  const { run, written } = setUp({
    createOpenAICompatiblePlanner: ({ onUsage }) => {
      plan = (record) => onUsage?.(record);
      return () => Promise.reject(new Error("not asked"));
    },
    runAgent: ({ maxReportedTokens, usageMeter, allowVacuousEvidence, directOpenTaskUrl }) => {
      plan?.({ step: 1, model: "m", latencyMs: 1, totalTokens: 40 });
      plan?.({ step: 1, model: "m", latencyMs: 1, promptTokens: 10, completionTokens: 5 });
      assert.deepEqual({ maxReportedTokens, allowVacuousEvidence, directOpenTaskUrl }, {
        maxReportedTokens: 100,
        allowVacuousEvidence: true,
        directOpenTaskUrl: true,
      });
      return Promise.resolve({ ...RESULT, reportedTokens: usageMeter?.reportedTokens ?? 0 });
    },
  }, limited);
  assert.equal(await run(), 0);
  const report = JSON.parse(written.stdout);
  assert.equal(report.reported_tokens, 55);
  assert.equal(report.model_usage.length, 2);
  assert.equal(report.vacuous_evidence_allowed, true);
});

test("runAction() does not call a run successful whose browser may still be there", async () => {
  const { run, written } = setUp(failingDisposal);
  assert.equal(await run(), 1);
  const report = JSON.parse(written.stdout);
  assert.equal(report.status, "failed");
  assert.equal(report.agent_status, "succeeded");
  assert.equal(report.agent_reason, "Done");
  assert.deepEqual(report.cleanup, {
    status: "incomplete",
    code: "CLEANUP_INCOMPLETE",
    message: "The browser did not confirm its end",
  });
  assert.match(written.stderr, /^cleanup: The browser did not confirm its end$/m);
});

test("runAction() still releases the browser when closing the tools fails", async () => {
  const { run, written, order } = setUp({
    connectAgentTools: async (server) => ({
      tools: (await REAL_PARTS.connectAgentTools(server)).tools,
      close: () => Promise.reject(new Error("the connection broke")),
    }),
  });
  assert.equal(await run(), 1);
  assert.deepEqual(order, ["disposed", "report"]);
  assert.equal(JSON.parse(written.stdout).cleanup.message, "the connection broke");
});

test("runAction() releases everything when the runner refuses its options, and says both what failed", async () => {
  const refused = setUp({ runAgent: () => Promise.reject(new TypeError("the schema is wrong")) });
  await assert.rejects(refused.run(), /the schema is wrong/);
  assert.deepEqual(refused.order, ["closed", "disposed"]);
  assert.equal(refused.written.stdout, "");

  const both = setUp({ ...failingDisposal, runAgent: () => Promise.reject(new Error("defect")) });
  await assert.rejects(both.run(), /defect/);
  assert.match(both.written.stderr, /cleanup: The browser did not confirm its end/);
});

const CODEX: RunSettings = {
  ...RUN,
  model: { role: "planner", provider: "codex", model: "m", codexCommand: "/bin/sh" },
  fallback: { role: "fallback", provider: "codex", model: "n" },
};
const DIAGNOSTIC: CodexDiagnostic = {
  step: 1,
  status: "cancelled",
  code: "CANCELLED",
  exitCode: null,
  terminalEvent: "none",
  errorNotifications: 0,
  formatRetries: 0,
  latencyMs: 3,
};

/** Codex planners that report while they are closed, as cancelled ones do. */
function codexParts(order: string[], close: (model: string) => Promise<void> = () => Promise.resolve()) {
  return {
    createCodexPlanner: ({ model, onUsage, onDiagnostic }: CodexPlannerOptions): CodexPlanner =>
      Object.assign(() => Promise.reject(new Error("not asked")), {
        close: async () => {
          await onUsage?.({ step: 1, model, latencyMs: 3, promptTokens: 7 });
          await onDiagnostic?.({ ...DIAGNOSTIC, errorNotifications: model === "m" ? 1 : 2 });
          order.push(`closed ${model}`);
          await close(model);
        },
      }),
  };
}

test("runAction() closes Codex planners before it reports what they said meanwhile", async () => {
  const closed: string[] = [];
  const { run, written } = setUp({
    ...codexParts(closed),
    runAgent: (options) => {
      assert.equal(options.plannerRecovery?.stickyFallback, true);
      assert.equal(typeof options.plannerRecovery?.fallback, "function");
      return Promise.resolve({
        ...RESULT,
        metrics: [
          { step: 1, planner: "primary", attempt: 1, latencyMs: 1, outcome: "error" },
          { step: 1, planner: "fallback", attempt: 2, latencyMs: 1, outcome: "success" },
        ],
      });
    },
  }, CODEX);
  assert.equal(await run(), 0);
  assert.deepEqual(closed, ["closed m", "closed n"]);
  const report = JSON.parse(written.stdout);
  assert.equal(report.fallback_used, true);
  assert.deepEqual(report.model_usage.map(({ model }: { model: string }) => model), ["m", "n"]);
  assert.deepEqual(report.provider_diagnostics, [{ ...DIAGNOSTIC, errorNotifications: 1 }]);
  assert.deepEqual(report.fallback_provider_diagnostics, [{ ...DIAGNOSTIC, errorNotifications: 2 }]);
});

test("runAction() reports planner cleanup that failed beside what the agent achieved", async () => {
  const order: string[] = [];
  const failure = new TablazeError("CODEX_CLEANUP_FAILED", "A process may be left");
  const { run, written, order: released } = setUp(
    codexParts(order, (model) => model === "m" ? Promise.reject(failure) : Promise.resolve()),
    CODEX,
  );
  assert.equal(await run(), 1);
  assert.deepEqual(order, ["closed m", "closed n"]);
  assert.deepEqual(released, ["closed", "disposed", "report"]);
  const report = JSON.parse(written.stdout);
  assert.equal(report.status, "failed");
  assert.equal(report.agent_status, "succeeded");
  assert.equal(report.fallback_used, false);
  assert.deepEqual(report.cleanup, {
    status: "incomplete",
    code: "CODEX_CLEANUP_FAILED",
    message: "A process may be left",
  });
  assert.match(written.stderr, /^cleanup: A process may be left$/m);
});

test("runAction() leaves recovery out of the report where none was configured", async () => {
  const { run, written } = setUp();
  assert.equal(await run(), 0);
  const report = JSON.parse(written.stdout);
  assert.equal("fallback_used" in report, false);
  assert.equal("provider_diagnostics" in report, false);
});

test("runAction() adds the extraction tool, and marks what its model used with role and step", async () => {
  const closed: string[] = [];
  const { run, written } = setUp({
    ...codexParts(closed),
    runAgent: async (options) => {
      options.onEvent?.({ type: "planning", step: 4 });
      const tools = await options.tools.listTools();
      assert.ok(tools.some(({ name }) => name === "tab_extract_model"));
      return RESULT;
    },
  }, { ...CODEX, extraction: { role: "extraction", provider: "codex", model: "x" } });
  assert.equal(await run(), 0);
  assert.deepEqual(closed, ["closed m", "closed n", "closed x"]);
  const report = JSON.parse(written.stdout);
  assert.deepEqual(report.model_usage.at(-1), {
    step: 4,
    model: "x",
    role: "extraction",
    latencyMs: 3,
    promptTokens: 7,
  });
  assert.equal(report.extraction_provider_diagnostics.length, 1);
});
