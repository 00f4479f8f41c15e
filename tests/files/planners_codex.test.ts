import assert from "node:assert/strict";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { inspect } from "node:util";
import { errorCode } from "../../src/contracts/errors.ts";
import type { AgentModelUsage } from "../../src/contracts/planner.ts";
import type { CodexDiagnostic } from "../../src/planners/codex/diagnostic.ts";
import type { CodexPlannerOptions } from "../../src/planners/codex/options.ts";
import { type CodexPlanner, createCodexPlanner } from "../../src/planners/codex/planner.ts";
import {
  answering,
  type CodexRun,
  COMPLETED,
  createFakeCodex,
  exists,
  type FakeCodex,
  isRunning,
} from "../fixtures/replies/codex.ts";
import { CODEX_CASES, type CodexCase } from "../fixtures/replies/codex_cases.ts";
import { LONG_HISTORY } from "../fixtures/replies/history.ts";
import { plannerRequest } from "../fixtures/replies/provider.ts";

interface Observed {
  readonly usages: AgentModelUsage[];
  readonly diagnostics: CodexDiagnostic[];
}

const OPEN = answering("tab_open", { url: "https://shop.example/" });

async function withCodex(
  runs: readonly CodexRun[],
  use: (planner: CodexPlanner, codex: FakeCodex, observed: Observed) => Promise<void>,
  changes: Partial<CodexPlannerOptions> = {},
): Promise<void> {
  const codex = await createFakeCodex(runs);
  const observed: Observed = { usages: [], diagnostics: [] };
  const planner = createCodexPlanner({
    ...codex.options,
    onUsage: (usage) => void observed.usages.push(usage),
    onDiagnostic: (diagnostic) => void observed.diagnostics.push(diagnostic),
    ...changes,
  });
  try {
    await use(planner, codex, observed);
  } finally {
    await planner.close();
    await codex.remove();
  }
}

async function rejection(promise: Promise<unknown> | unknown): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  assert.fail("the planner did not reject");
}

async function assertNothingLeft(codex: FakeCodex): Promise<void> {
  for (const { folder, processId, descendant } of await codex.records()) {
    assert.equal(exists(folder), false, "the private folder is left");
    assert.equal(await isRunning(processId), false, "the process is left");
    if (descendant !== undefined) assert.equal(await isRunning(descendant), false, "a descendant is left");
  }
}

async function checkCase({ runs, expected, diagnostic }: CodexCase): Promise<void> {
  await withCodex(runs, async (planner, codex, { diagnostics }) => {
    let code: unknown = "OK";
    if ("decision" in expected) {
      assert.equal((await planner(plannerRequest())).type, expected.decision);
    } else {
      const error = await rejection(planner(plannerRequest()));
      assert.ok(error instanceof Error);
      const facts = error as unknown as Record<string, unknown>;
      code = facts["code"];
      const { retryable, fallbackEligible } = facts;
      assert.deepEqual({ code, retryable, fallbackEligible }, expected);
      const everything = `${inspect(error, { depth: 9, showHidden: true })} ${error.stack}`;
      assert.doesNotMatch(everything, /canary|shop\.example/);
    }
    const [only, second] = diagnostics;
    assert.equal(second, undefined);
    assert.deepEqual(only, {
      step: 3,
      status: code === "OK" ? "succeeded" : "failed",
      code,
      terminalEvent: "turn.completed",
      errorNotifications: 0,
      formatRetries: 0,
      latencyMs: only?.latencyMs,
      ...diagnostic,
    });
    assert.equal((await codex.records()).length, runs.length);
    await assertNothingLeft(codex);
  });
}

for (const codexCase of CODEX_CASES) test(`codex: ${codexCase.title}`, () => checkCase(codexCase));

test("createCodexPlanner() runs one private, ephemeral process without tools, keys or user settings", async () => {
  process.env["TABLAZE_API_KEY"] = "canary-of-the-key";
  process.env["OPENAI_API_KEY"] = "canary-of-the-key";
  try {
    await withCodex([OPEN], async (planner, codex) => {
      assert.deepEqual(await planner(plannerRequest({ messages: LONG_HISTORY })), {
        type: "tools",
        calls: [{ name: "tab_open", arguments: { url: "https://shop.example/" } }],
      });
      const [record] = await codex.records();
      assert.ok(record !== undefined);
      for (
        const flag of [
          "--json",
          "--ephemeral",
          "--ignore-user-config",
          "--ignore-rules",
          "--sandbox=read-only",
        ]
      ) {
        assert.ok(record.args.includes(flag), flag);
      }
      for (
        const setting of [
          "features.shell_tool=false",
          'web_search="disabled"',
          'model_reasoning_effort="low"',
        ]
      ) {
        assert.ok(record.args.includes(setting), setting);
      }
      assert.equal(record.args[0], "exec");
      assert.equal(record.args.at(-1), "-");
      assert.ok(record.args.includes("--model=configured"));
      assert.deepEqual(record.modes, { folder: "700", files: Array(5).fill("600") });
      assert.deepEqual(record.workFolderEntries, []);
      assert.doesNotMatch(JSON.stringify(record), /canary/);
      assert.ok(record.environment["TMPDIR"]?.startsWith(record.folder));
      assert.deepEqual(record.images.map(({ base64 }) => base64), ["AAAA", "BBBB", "CCCC"]);
      assert.match(
        record.input,
        /1\. "Image 1 of the result of call run-1 \(tab_screenshot\)"\n2\. "Image 1 of the/,
      );
      assert.deepEqual(record.schema, {
        type: "object",
        properties: {
          name: { type: "string", enum: ["tab_open", "agent_finish", "agent_request_input", "agent_fail"] },
          arguments_json: { type: "string" },
        },
        required: ["name", "arguments_json"],
        additionalProperties: false,
      });
      assert.doesNotMatch(record.input, /hidden_from_models|hidden title/);
      await assertNothingLeft(codex);
    }, { reasoningEffort: "low" });
  } finally {
    delete process.env["TABLAZE_API_KEY"];
    delete process.env["OPENAI_API_KEY"];
  }
});

test("createCodexPlanner() attaches no image for a text-only model", async () => {
  await withCodex([OPEN], async (planner, codex) => {
    await planner(plannerRequest({ messages: LONG_HISTORY }));
    const [record] = await codex.records();
    assert.deepEqual(record?.images, []);
    assert.match(record?.input ?? "", /images are not sent to this model/);
  }, { supportsImages: false });
});

test("createCodexPlanner() reports counters that every turn of the call supplied", async () => {
  const { cached_input_tokens: _missing, ...partial } = COMPLETED.usage;
  const second = { ...OPEN, events: [{ type: "turn.completed", usage: { ...partial, output_tokens: -1 } }] };
  await withCodex([answering("tab_open", "{"), second], async (planner, _codex, { usages }) => {
    await planner(plannerRequest());
    const [usage] = usages;
    assert.deepEqual(usages, [{
      step: 3,
      model: "configured",
      latencyMs: usage?.latencyMs,
      promptTokens: 200,
      cacheCreationPromptTokens: 6,
      reasoningTokens: 4,
    }]);
  });
});

test("createCodexPlanner() reports usage of an unusable answer, and none where no turn completed", async () => {
  await withCodex([{ ...OPEN, output: "no" }, { exitCode: 1 }], async (planner, _codex, { usages }) => {
    await rejection(planner(plannerRequest()));
    assert.equal(usages.length, 1);
    await rejection(planner(plannerRequest()));
    assert.equal(usages.length, 1);
  });
});

test("createCodexPlanner() repairs arguments without showing the conversation again", async () => {
  await withCodex([answering("tab_open", '{"url":"https://shop.example/"'), OPEN], async (planner, codex) => {
    await planner(plannerRequest());
    const [, correction] = await codex.records();
    assert.ok(correction !== undefined);
    assert.doesNotMatch(correction.input, /Open the shop/);
    assert.match(correction.input, /"\{\\"url\\":\\"https:\/\/shop\.example\/\\""/);
    assert.deepEqual((correction.schema["properties"] as { name: unknown }).name, {
      type: "string",
      enum: ["tab_open"],
    });
  });
});

test("createCodexPlanner() gives the repair no time of its own", async () => {
  const realNow = performance.now;
  try {
    await withCodex([answering("tab_open", "{"), OPEN], async (planner, codex, { diagnostics }) => {
      const recordFolder = codex.options.codexCommandArgs?.at(-2) ?? "";
      const firstRecord = join(recordFolder, "run_0");
      // as soon as the first process has written its record, two minutes have passed
      performance.now = () => realNow.call(performance) + (exists(firstRecord) ? 120_000 : 0);
      const error = await rejection(planner(plannerRequest()));
      const { code, retryable } = error as Record<string, unknown>;
      assert.deepEqual({ code, retryable }, { code: "PLANNER_PROCESS_FAILED", retryable: true });
      assert.equal(diagnostics[0]?.validationStage, "arguments_json");
      assert.equal((await codex.records()).length, 1, "no second process");
      await assertNothingLeft(codex);
    });
  } finally {
    performance.now = realNow;
  }
});

test("createCodexPlanner() kills what a successful process left in its group", async () => {
  await withCodex([{ ...OPEN, leavesDescendant: true }], async (planner, codex) => {
    assert.equal((await planner(plannerRequest())).type, "tools");
    await assertNothingLeft(codex);
  });
});

test("createCodexPlanner() ends a process that outlives its time, and calls it transient", async () => {
  await withCodex(
    [{ hangs: true, ignoreTerminate: true, leavesDescendant: true }],
    async (planner, codex) => {
      const error = await rejection(planner(plannerRequest()));
      const { code, retryable } = error as Record<string, unknown>;
      assert.deepEqual({ code, retryable }, { code: "PLANNER_PROCESS_FAILED", retryable: true });
      await assertNothingLeft(codex);
    },
    { timeoutMs: 3000 },
  );
});

test("createCodexPlanner() rejects with the signal's reason and still reports usage", async () => {
  await withCodex(
    [{ events: [COMPLETED], eventsBeforeRecord: true, hangs: true, leavesDescendant: true }],
    async (planner, codex, observed) => {
      const controller = new AbortController();
      const reason = new Error("stopped by the caller");
      const planned = rejection(planner(plannerRequest({ signal: controller.signal })));
      await codex.started(1);
      controller.abort(reason);
      assert.equal(await planned, reason);
      assert.equal(observed.usages.length, 1);
      assert.deepEqual(observed.diagnostics.map(({ status, code }) => [status, code]), [[
        "cancelled",
        "CANCELLED",
      ]]);
      await assertNothingLeft(codex);
    },
  );
});

test("createCodexPlanner() starts nothing for an aborted signal", async () => {
  await withCodex([], async (planner, codex, observed) => {
    const reason = new Error("stopped by the caller");
    assert.equal(await rejection(planner(plannerRequest({ signal: AbortSignal.abort(reason) }))), reason);
    assert.deepEqual(await codex.records(), []);
    assert.deepEqual(observed, { usages: [], diagnostics: [] });
  });
});

test("close() ends outstanding requests, waits for their hooks and refuses new ones", async () => {
  const codex = await createFakeCodex([{
    events: [COMPLETED],
    eventsBeforeRecord: true,
    hangs: true,
    ignoreTerminate: true,
  }]);
  const finished: string[] = [];
  const planner = createCodexPlanner({
    ...codex.options,
    onUsage: async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      finished.push("usage");
    },
  });
  const planned = rejection(planner(plannerRequest())).then((error) =>
    finished.push(errorCode(error) ?? "none")
  );
  await codex.started(1);
  const closed = planner.close();
  assert.equal(planner.close(), closed);
  await closed;
  assert.ok(finished.includes("usage"));
  await assertNothingLeft(codex);
  await planned;
  assert.deepEqual(finished, ["usage", "PLANNER_FAILED"]);
  assert.equal(errorCode(await rejection(planner(plannerRequest()))), "PLANNER_FAILED");
  assert.equal((await codex.records()).length, 1);
  await codex.remove();
});

test("createCodexPlanner() names a missing executable, which no retry can mend", async () => {
  await withCodex([], async (planner) => {
    const error = await rejection(planner(plannerRequest()));
    const { code, retryable, fallbackEligible, message } = error as Record<string, unknown>;
    assert.deepEqual({ code, retryable, fallbackEligible }, {
      code: "PLANNER_PROCESS_FAILED",
      retryable: false,
      fallbackEligible: true,
    });
    assert.match(String(message), /codexCommand/);
    assert.doesNotMatch(String(message), /canary/);
  }, { codexCommand: "/nonexistent/canary-codex" });
});

test("createCodexPlanner() tells a failed hook from a failed CLI", async () => {
  const failure = new Error("disk full");
  for (const hook of ["onUsage", "onDiagnostic"]) {
    await withCodex([OPEN], async (planner) => {
      const error = await rejection(planner(plannerRequest()));
      assert.equal(errorCode(error), "USAGE_HOOK_FAILED");
      assert.equal((error as Error).cause, failure);
    }, { [hook]: () => Promise.reject(failure) });
  }
});

test("createCodexPlanner() refuses wrong options without echoing them", () => {
  const wrong: Record<string, unknown>[] = [
    {},
    { model: "" },
    { model: "m", endpoint: "https://canary.example/" },
    { model: "m", apiKey: "canary" },
    { model: "m", maxOutputTokens: 5 },
    { model: "m", codexCommand: "" },
    { model: "m", codexCommandArgs: "canary" },
    { model: "m", codexCommandArgs: ["canary\0"] },
    { model: "m", reasoningEffort: 'low"\ncanary="' },
    { model: "m", timeoutMs: 0 },
    { model: "m", timeoutMs: 86_400_001 },
    { model: "m", maxResponseBytes: 64 * 1024 * 1024 + 1 },
    { model: "m", supportsImages: "canary" },
    { model: "m", onDiagnostic: "canary" },
  ];
  for (const options of wrong) {
    assert.throws(() => createCodexPlanner(options as unknown as CodexPlannerOptions), (error: unknown) => {
      assert.ok(error instanceof TypeError || error instanceof RangeError);
      return /^Cannot create planner as "\w+" must be /.test(error.message) &&
        !inspect(error).includes("canary");
    }, Object.keys(options).join());
  }
});
