import assert from "node:assert/strict";
import { test } from "node:test";
import type { RunSettings } from "../../../src/cli/command.ts";
import type { CliEffects } from "../../../src/cli/effects.ts";
import { runAction } from "../../../src/cli/run/action.ts";
import { REAL_PARTS, type RunParts } from "../../../src/cli/run/parts.ts";
import { BrowserError } from "../../../src/contracts/errors.ts";
import type { AgentRunResult } from "../../../src/contracts/result.ts";

const RUN: RunSettings = {
  task: "t",
  provider: "openai-compatible",
  model: "m",
  endpoint: "http://model.example/v1/chat/completions",
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
};

function setUp(changes: Partial<RunParts> = {}) {
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
  return { run: () => runAction({ headless: true }, RUN, effects, parts), written, order };
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
