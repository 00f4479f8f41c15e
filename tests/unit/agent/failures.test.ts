import assert from "node:assert/strict";
import { test } from "node:test";
import { AgentPlannerError } from "../../../src/contracts/errors.ts";
import type { AgentFailure } from "../../../src/contracts/result.ts";
import type { AgentRunOptions } from "../../../src/contracts/run.ts";
import { FakeClock } from "../../../src/testing/mod.ts";
import { browserTools, feedbackOf, finish, play, tools, verify } from "./support.ts";

const OPEN = tools(["tab_open", { url: "https://a.test/" }]);
const DONE = [OPEN, tools(verify()), finish("run-2")];
const SECRET = "sk-seeded-secret";

function thrown(error: unknown): () => never {
  return () => {
    throw error;
  };
}

function plannerError(code: AgentFailure["code"], retryable = false, httpStatus?: number): AgentPlannerError {
  return new AgentPlannerError(SECRET, retryable, retryable, {
    code: code as AgentPlannerError["code"],
    cause: new Error(SECRET),
    ...(httpStatus === undefined ? {} : { httpStatus }),
  });
}

const PLANNER_FAILURES: readonly (readonly [unknown, AgentFailure])[] = [
  [new Error(SECRET), { phase: "planner", code: "PLANNER_FAILED", retryable: false }],
  [SECRET, { phase: "planner", code: "PLANNER_FAILED", retryable: false }],
  [undefined, { phase: "planner", code: "PLANNER_FAILED", retryable: false }],
  [{ code: SECRET, retryable: true }, { phase: "planner", code: "PLANNER_FAILED", retryable: false }],
  [{ code: "USAGE_HOOK_FAILED" }, { phase: "application", code: "USAGE_HOOK_FAILED", retryable: false }],
  [plannerError("PLANNER_HTTP_ERROR", true, 502), {
    phase: "planner",
    code: "PLANNER_HTTP_ERROR",
    retryable: true,
    httpStatus: 502,
  }],
  ...([
    "PLANNER_PROCESS_FAILED",
    "PLANNER_TRANSPORT_FAILED",
    "PLANNER_INVALID_RESPONSE",
    "PLANNER_RESPONSE_TOO_LARGE",
    "PLANNER_RESPONSE_READ_FAILED",
    "PLANNER_TOOL_NAME_CONFLICT",
  ] as const).map((code) => [plannerError(code), { phase: "planner", code, retryable: false }] as const),
];
for (const [error, failure] of PLANNER_FAILURES) {
  test(`a planner that throws ${JSON.stringify(error)} gives ${failure.code} (${failure.retryable})`, async () => {
    const { result } = await play([OPEN, thrown(error)]);
    assert.equal(result.status, "failed");
    assert.deepEqual(result.failure, failure);
    assert.deepEqual(result.events.filter((event) => event.type === "failure"), [{
      type: "failure",
      step: 2,
      failure,
    }]);
    assert.doesNotMatch(JSON.stringify(result), new RegExp(SECRET));
    assert.equal(result.plannerCalls, 2, "nothing is retried by default");
  });
}

const UNREADABLE = new Proxy({}, {
  get: thrown(new Error(SECRET)),
  getPrototypeOf: thrown(new Error(SECRET)),
});

test("a planner error that cannot be read is unclassified, and leaves retry and backup as they are", async () => {
  const { result } = await play([thrown(UNREADABLE)]);
  assert.equal(result.failure?.code, "PLANNER_FAILED");
  const again = await play([thrown(UNREADABLE), ...DONE], {
    plannerRecovery: { maxRetries: 1, shouldRetry: () => true },
  });
  assert.equal(again.result.status, "succeeded");
});

const tool = { name: "tab_x", inputSchema: { type: "object" } };
const CATALOGS: readonly (readonly [string, () => unknown, AgentFailure["code"]])[] = [
  ["that rejects", thrown(new Error(SECRET)), "TOOL_CATALOG_FAILED"],
  ["that is no list", () => ({}), "TOOL_CATALOG_INVALID"],
  ["with a nameless tool", () => [{ ...tool, name: "" }], "TOOL_CATALOG_INVALID"],
  ["without a schema", () => [{ name: "tab_x" }], "TOOL_CATALOG_INVALID"],
  ["with a tool that cannot be read", () => [UNREADABLE], "TOOL_CATALOG_INVALID"],
  ["with a name twice", () => [tool, tool], "TOOL_NAMES_DUPLICATED"],
];
for (const [name, listTools, code] of CATALOGS) {
  test(`a catalog ${name} gives ${code} before any planning`, async () => {
    const fake = Object.assign(browserTools(), { listTools });
    const { result } = await play([], { tools: fake as ReturnType<typeof browserTools>, maxSteps: 3 });
    assert.deepEqual([result.status, result.plannerCalls], ["failed", 0]);
    assert.deepEqual(result.failure, { phase: "catalog", code, retryable: false });
    assert.doesNotMatch(JSON.stringify(result), new RegExp(SECRET));
  });
}

test("planners see only the public part of a tool", async () => {
  const fake = Object.assign(browserTools(), {
    listTools: () => [{ ...tool, annotations: { readOnlyHint: true, secret: SECRET }, handler: SECRET }],
  });
  const { planner } = await play([{ type: "fail", reason: "x" }], {
    tools: fake as unknown as ReturnType<typeof browserTools>,
  });
  assert.deepEqual(planner.requests[0]?.tools, [{ ...tool, annotations: { readOnlyHint: true } }]);
});

const HOOKS: readonly (readonly [string, Partial<AgentRunOptions>, AgentFailure["code"]])[] = [
  ["onEvent throws", { onEvent: thrown(new Error(SECRET)) }, "EVENT_HOOK_FAILED"],
  ["onMetrics throws", { onMetrics: thrown(new Error(SECRET)) }, "METRICS_HOOK_FAILED"],
  ["validateCompletion throws", { validateCompletion: thrown(new Error(SECRET)) }, "COMPLETION_HOOK_FAILED"],
  [
    "validateCompletion returns a promise of true",
    { validateCompletion: () => Promise.resolve(true) as unknown as boolean },
    "COMPLETION_HOOK_FAILED",
  ],
  [
    "validateCompletion returns a promise that never settles",
    { validateCompletion: () => new Promise(() => {}) as unknown as boolean },
    "COMPLETION_HOOK_FAILED",
  ],
  [
    "validateCompletion returns what cannot be read",
    { validateCompletion: () => UNREADABLE as boolean },
    "COMPLETION_HOOK_FAILED",
  ],
  [
    "validateCompletion returns nothing",
    { validateCompletion: () => undefined as unknown as boolean },
    "COMPLETION_HOOK_FAILED",
  ],
  [
    "an event hook throws at the end",
    {
      onEvent: (event) => {
        if (event.type === "finished") throw new Error(SECRET);
      },
    },
    "EVENT_HOOK_FAILED",
  ],
];
for (const [name, options, code] of HOOKS) {
  test(`when ${name} the run fails with ${code}`, async () => {
    const replies = [...DONE];
    const fake = browserTools();
    const { result } = await play(
      [(): unknown => replies.shift(), (): unknown => replies.shift(), (): unknown => replies.shift()].slice(
        0,
        name === "onEvent throws" ? 0 : name === "onMetrics throws" ? 1 : 3,
      ),
      { ...options, tools: fake, maxSteps: 3 },
    );
    assert.equal(result.status, "failed");
    assert.deepEqual(result.failure, { phase: "application", code, retryable: false });
    assert.deepEqual(result.evidence, []);
    assert.doesNotMatch(JSON.stringify(result), new RegExp(SECRET));
  });
}

test("an event hook that rejects is not lost", async () => {
  let failed = false;
  const { result } = await play([
    OPEN,
    async () => {
      while (!failed) await Promise.resolve();
      for (let turn = 0; turn < 20; turn++) await Promise.resolve();
      return tools(verify());
    },
  ], {
    onEvent: (event) => {
      if (event.type !== "planning" || event.step !== 2) return;
      return Promise.reject(new Error(SECRET)).finally(() => failed = true) as unknown as void;
    },
  });
  assert.deepEqual([result.status, result.failure?.code], ["failed", "EVENT_HOOK_FAILED"]);
});

test("a broken hook is not called about its own failure", async () => {
  let calls = 0;
  const { result } = await play([], {
    maxSteps: 1,
    onEvent: () => {
      calls++;
      throw new Error(SECRET);
    },
  });
  assert.equal(calls, 2); // "started" and "finished", never "failure"
  assert.equal(result.failure?.code, "EVENT_HOOK_FAILED");
});

test("a slow completion policy cannot succeed after the deadline", async () => {
  const clock = new FakeClock();
  const validateCompletion = (): boolean => {
    clock.block(300_000);
    return true;
  };
  const { result } = await play(DONE, { validateCompletion }, clock);
  assert.equal(result.status, "limit_reached");
});

test("a policy that cancels the run cannot succeed", async () => {
  const caller = new AbortController();
  const validateCompletion = (): boolean => {
    caller.abort();
    return true;
  };
  const { result } = await play(DONE, { validateCompletion, signal: caller.signal });
  assert.equal(result.status, "cancelled");
});

test("validateCompletion sees task, summary, data and evidence, and its text goes to the planner", async () => {
  const seen: unknown[] = [];
  const claim = { type: "finish", summary: "Saved it.", evidence: ["run-2"], data: { n: 1 } };
  const { result } = await play([OPEN, tools(verify()), claim, claim], {
    validateCompletion: ({ history, ...input }) => {
      seen.push(input);
      assert.ok(history.length > 0);
      return seen.length === 2 ? true : "The number must be checked too.";
    },
  });
  assert.equal(result.status, "succeeded");
  assert.deepEqual(result.data, { n: 1 });
  assert.match(feedbackOf(result), /The number must be checked too/);
  assert.deepEqual(Object.keys(seen[0] as object).sort(), ["data", "evidence", "summary", "task"]);
});

test("a policy cannot change the evidence that it judges", async () => {
  const { result } = await play(DONE, {
    validateCompletion: ({ evidence }) => {
      assert.throws(() => (evidence as unknown[]).pop(), TypeError);
      assert.throws(() => Object.assign(evidence[0] ?? {}, { checks: [] }), TypeError);
      return true;
    },
  });
  assert.equal(result.evidence[0]?.toolCallId, "run-2");
});

test("a policy that answers with a blank text says no", async () => {
  const { result } = await play(DONE, { validateCompletion: () => " " });
  assert.equal(result.status, "limit_reached");
  assert.match(feedbackOf(result), /Not accepted: the application's own acceptance rule is not met yet/);
});

test("validateCompletion that says no makes the planner go on, and is asked again", async () => {
  let asked = 0;
  const { result } = await play([...DONE, finish("run-2")], { validateCompletion: () => ++asked === 2 });
  assert.equal(result.status, "succeeded");
  assert.match(feedbackOf(result), /acceptance rule is not met/);
});

test("a diagnosis is in result and events alone: not in history or checkpoint, and a resumed run has none", async () => {
  const { result } = await play([OPEN, thrown(plannerError("PLANNER_HTTP_ERROR", true, 502))]);
  assert.equal(result.failure?.code, "PLANNER_HTTP_ERROR");
  assert.doesNotMatch(JSON.stringify([result.history, result.checkpoint]), /PLANNER_HTTP_ERROR|502/);
  const resumed = await play([{ type: "human_input", question: "?" }], {
    resume: result.checkpoint,
    maxSteps: 9,
  });
  assert.equal(resumed.result.failure, undefined);
});

test("a decision to give up, an error of a tool and a cancellation are no infrastructure failure", async () => {
  const caller = new AbortController();
  const cancel = (): unknown => (caller.abort(), OPEN);
  const failing = browserTools({ tab_open: { handle: thrown(new Error("x")) } });
  const ends = [
    await play([{ type: "fail", reason: "no" }]),
    await play([OPEN], { tools: failing }),
    await play([cancel], { signal: caller.signal }),
  ];
  assert.deepEqual(ends.map(({ result }) => [result.status, result.failure]), [
    ["failed", undefined],
    ["needs_input", undefined],
    ["cancelled", undefined],
  ]);
});

test("validateCompletion is not asked about a claim without evidence", async () => {
  let asked = 0;
  await play([OPEN, finish("run-1")], { validateCompletion: () => ++asked > 0 });
  assert.equal(asked, 0);
});

test("a tool client that breaks inside the runner's own reach is an executor failure", async () => {
  const deps = { clock: new FakeClock(), randomId: () => "run", sha256: thrown(new Error(SECRET)) };
  const { runAgent } = await import("../../../src/agent/run.ts");
  const result = await runAgent(
    { task: "t", planner: () => tools(["tab_list", {}]), tools: browserTools() },
    deps,
  );
  assert.deepEqual([result.status, result.failure?.code], ["failed", "EXECUTOR_FAILED"]);
  assert.doesNotMatch(JSON.stringify(result), new RegExp(SECRET));
});
