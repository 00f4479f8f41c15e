import assert from "node:assert/strict";
import { test } from "node:test";
import type { AgentDispatchEnvelope } from "../../../src/contracts/tools.ts";
import type { AgentCheckpoint } from "../../../src/contracts/checkpoint.ts";
import type { AgentRunResult } from "../../../src/contracts/result.ts";
import { parseAgentCheckpoint } from "../../../src/agent/checkpoint/parse.ts";
import { createAgentControl } from "../../../src/agent/control.ts";
import { runAgent } from "../../../src/agent/run.ts";
import { FakeClock, ScriptedPlanner, toolResult } from "../../../src/testing/mod.ts";
import { act, browserTools, feedbackOf, finish, testDeps, tools, verify } from "./support.ts";
import { BoundTools, hash, OPEN, playBound } from "./bound_support.ts";

test("every decision gets a lease of its own, closed before the result", async () => {
  const bound = new BoundTools();
  const { result, planner } = await playBound(bound, [tools(verify()), finish("run-2")], {
    startUrl: "https://a.test/",
  });
  assert.equal(result.status, "succeeded");
  assert.deepEqual(bound.log, [
    "identity",
    "prepare",
    "dispatch run-1",
    "close",
    "prepare",
    "dispatch run-2",
    "close",
    "prepare",
    "close",
  ]);
  assert.deepEqual(Object.keys(planner.requests[0]?.tools[0] ?? {}), ["name", "inputSchema", "annotations"]);
});

test("trusted metadata, not readOnlyHint, says what is a mutation", async () => {
  const bound = new BoundTools(browserTools({ report: { readOnly: true, handle: () => toolResult({}) } }));
  const { result } = await playBound(bound, [OPEN, tools(verify(), ["report", {}]), finish("run-2")]);
  assert.equal(result.status, "limit_reached");
});

test("a context key that changes between decisions voids evidence and snapshots", async () => {
  const bound = new BoundTools();
  const { result } = await playBound(bound, [
    OPEN,
    tools(verify()),
    () => {
      bound.contextKey = hash("2");
      return tools(["tab_list", {}]);
    },
    finish("run-2"),
    tools(act()),
  ]);
  assert.equal(result.status, "limit_reached");
  assert.match(feedbackOf(result), /"run-2" is not a passing verification/);
  assert.match(JSON.stringify(result.history), /OBSERVATION_REQUIRED/);
});

test("evidence from before a confirmed close survives a change of context only", async () => {
  const close = ["tab_close", { session_id: "s1" }] as const;
  const closing = async (after: readonly unknown[]): Promise<AgentRunResult> => {
    const bound = new BoundTools();
    bound.envelope = (envelope, name) => {
      if (name === "tab_close") bound.contextKey = hash("2");
      return name === "tab_close" ? { ...envelope, contextChanged: true } : envelope;
    };
    return (await playBound(bound, [OPEN, tools(verify()), tools(close), ...after, finish("run-2")])).result;
  };
  assert.equal((await closing([])).status, "succeeded");
  assert.equal((await closing([OPEN])).status, "limit_reached", "a later mutation voids it all the same");
});

test("closing a tab with tab_tabs, or an unconfirmed close, is no exception", async () => {
  for (
    const call of [["tab_tabs", { session_id: "s1", action: "close" }], ["tab_close", {
      session_id: "s1",
    }]] as const
  ) {
    const bound = new BoundTools(browserTools({ tab_close: { handle: () => toolResult({}) } }));
    bound.envelope = (envelope, name) => {
      if (name === call[0]) bound.contextKey = hash("2");
      return envelope;
    };
    const { result } = await playBound(bound, [OPEN, tools(verify()), tools(call), finish("run-2")]);
    assert.equal(result.status, "limit_reached");
  }
});

test("a context that is not current any more discards the decision, also a finish", async () => {
  const bound = new BoundTools();
  const { result } = await playBound(bound, [
    OPEN,
    tools(verify()),
    () => {
      bound.current = () => Promise.reject(new Error("moved"));
      return finish("run-2");
    },
    () => {
      bound.current = () => {};
      return finish("run-2");
    },
  ]);
  assert.equal(result.status, "limit_reached");
  assert.match(feedbackOf(result), /context of the tools changed while you decided/);
});

test("contextChanged stops the batch, voids evidence, and is no success", async () => {
  const bound = new BoundTools();
  bound.envelope = (envelope, name) => name === "tab_list" ? { ...envelope, contextChanged: true } : envelope;
  const { result } = await playBound(bound, [
    OPEN,
    tools(verify(), ["tab_list", {}], verify()),
    finish("run-2"),
  ]);
  assert.equal(result.status, "limit_reached");
  assert.equal(result.toolCalls, 3);
});

test("a write that was not started is no ambiguity, costs one call and voids nothing", async () => {
  const bound = new BoundTools();
  bound.envelope = (envelope, name) =>
    name === "tab_act" ? { ...envelope, outcome: "not_started" } : envelope;
  const { result } = await playBound(bound, [OPEN, tools(verify(), act(), verify()), finish("run-2")]);
  assert.equal(result.status, "succeeded");
  assert.deepEqual([result.toolCalls, result.ambiguousCalls.length], [3, 0]);
});

const UNKNOWN: Readonly<Record<string, (envelope: AgentDispatchEnvelope) => unknown>> = {
  "an unknown outcome": (envelope) => ({ ...envelope, outcome: "unknown" }),
  "no outcome": ({ result }) => ({ result }),
  "an invalid result": () => ({ result: 7, outcome: "completed" }),
  "no envelope": () => undefined,
  "an exception": () => {
    throw new Error("torn");
  },
};
for (const [name, envelope] of Object.entries(UNKNOWN)) {
  test(`a write with ${name} needs reconciliation, a read does not`, async () => {
    const bound = new BoundTools();
    bound.envelope = (original, tool) =>
      tool === "tab_act" || tool === "tab_list" ? envelope(original) : original;
    const { result } = await playBound(bound, [OPEN, tools(["tab_list", {}]), tools(act())]);
    assert.deepEqual([result.status, result.ambiguousCalls.map((call) => call.name)], ["needs_input", [
      "tab_act",
    ]]);
    assert.equal(bound.log.at(-1), "close");
  });
}

test("invalid identities and catalogs fail with their codes before planning", async () => {
  const cases: readonly (readonly [(bound: BoundTools) => void, string])[] = [
    [(bound) => bound.identity = {}, "EXECUTION_IDENTITY_INVALID"],
    [
      (bound) => bound.identity = { registryHash: hash("A"), contextHash: hash("b") },
      "EXECUTION_IDENTITY_INVALID",
    ],
    [(bound) => bound.contextKey = "1", "TOOL_CATALOG_INVALID"],
    [(bound) => bound.metadata = new Map(), "TOOL_CATALOG_INVALID"],
    [(bound) => bound.catalog = () => undefined, "TOOL_CATALOG_INVALID"],
    [(bound) => bound.catalog = (catalog) => ({ ...catalog, metadata: {} }), "TOOL_CATALOG_INVALID"],
    [(bound) => {
      bound.catalog = () => {
        throw new Error("x");
      };
    }, "TOOL_CATALOG_FAILED"],
  ];
  for (const [change, code] of cases) {
    const bound = new BoundTools();
    change(bound);
    const { result } = await playBound(bound, [], { maxSteps: 1 });
    assert.deepEqual(result.failure, { phase: "catalog", code, retryable: false }, code);
    assert.equal(result.plannerCalls, 0);
  }
});

test("a lease that cannot be given back fails the run, also after a finish", async () => {
  const bound = new BoundTools();
  const { result } = await playBound(bound, [OPEN, tools(verify()), () => {
    bound.close = () => Promise.reject(new Error("x"));
    return finish("run-2");
  }]);
  assert.deepEqual([result.status, result.failure?.code], ["failed", "TOOL_CATALOG_CLOSE_FAILED"]);
});

test("giving a lease back is bounded by five seconds", async () => {
  const clock = new FakeClock();
  const bound = new BoundTools();
  bound.close = () => {
    queueMicrotask(() => clock.advance(5000));
    return new Promise(() => {});
  };
  const { result } = await playBound(bound, [OPEN], {}, clock);
  assert.equal(result.failure?.code, "TOOL_CATALOG_CLOSE_FAILED");
});

test("cancellation while the lease is given back cannot succeed", async () => {
  const caller = new AbortController();
  const bound = new BoundTools();
  const { result } = await playBound(bound, [OPEN, tools(verify()), () => {
    bound.close = () => caller.abort();
    return finish("run-2");
  }], { signal: caller.signal });
  assert.equal(result.status, "cancelled");
});

test("a cancelled run with a lease that cannot be given back stays cancelled and says both", async () => {
  const caller = new AbortController();
  const bound = new BoundTools();
  const { result } = await playBound(bound, [() => {
    bound.close = () => Promise.reject(new Error("x"));
    caller.abort();
    return OPEN;
  }], { signal: caller.signal });
  assert.deepEqual([result.status, result.failure?.code], ["cancelled", "TOOL_CATALOG_CLOSE_FAILED"]);
});

test("a lease that arrives after cancellation is closed too", async () => {
  const caller = new AbortController();
  const bound = new BoundTools();
  let deliver: (() => void) | undefined;
  const prepare = bound.prepareTools.bind(bound);
  bound.prepareTools = async () => {
    queueMicrotask(() => caller.abort());
    await new Promise<void>((resolve) => deliver = resolve);
    return await prepare();
  };
  const { result } = await playBound(bound, [], { signal: caller.signal, maxSteps: 1 });
  assert.equal(result.status, "cancelled");
  deliver?.();
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  assert.equal(bound.log.at(-1), "close");
});

test("the dispatcher receives the id of the call", async () => {
  const bound = new BoundTools();
  await playBound(bound, [OPEN, tools(["tab_list", {}])]);
  assert.deepEqual(bound.log.filter((line) => line.startsWith("dispatch")), [
    "dispatch run-1",
    "dispatch run-2",
  ]);
});

test("a deadline that passes while the lease is given back cannot succeed", async () => {
  const clock = new FakeClock();
  const bound = new BoundTools();
  const { result } = await playBound(
    bound,
    [OPEN, tools(verify()), () => {
      bound.close = () => clock.block(300_000);
      return finish("run-2");
    }],
    {},
    clock,
  );
  assert.equal(result.status, "limit_reached");
});

test("an instruction that comes while the lease is given back is heard before any success", async () => {
  const control = createAgentControl();
  const bound = new BoundTools();
  const { result } = await playBound(bound, [
    OPEN,
    tools(verify()),
    () => {
      bound.close = () => {
        bound.close = () => {};
        control.steer("Check the total too.");
      };
      return finish("run-2");
    },
    { type: "fail", reason: "heard" },
  ], { control });
  assert.equal(result.reason, "heard");
});

test("a resumed bound run needs exactly the identity that it had, before catalog, planner and tools", async () => {
  const ask = [{ type: "human_input", question: "?" }];
  const bound = new BoundTools();
  const { result } = await playBound(bound, ask);
  assert.deepEqual(result.checkpoint.executionIdentity, bound.identity);
  const resume = parseAgentCheckpoint(JSON.stringify(result.checkpoint));
  const same = new BoundTools();
  assert.equal((await playBound(same, ask, { resume, maxSteps: 9 })).result.status, "needs_input");
  for (
    const identity of [
      { registryHash: hash("c"), contextHash: hash("b") },
      { registryHash: hash("a"), contextHash: hash("c") },
    ]
  ) {
    const other = new BoundTools();
    other.identity = identity;
    const { result: refused } = await playBound(other, [], { resume, maxSteps: 9 });
    assert.equal(refused.failure?.code, "EXECUTION_IDENTITY_MISMATCH");
    assert.deepEqual(other.log, ["identity"]);
    assert.deepEqual(refused.checkpoint.executionIdentity, result.checkpoint.executionIdentity);
  }
  const planner = new ScriptedPlanner([]);
  const unbound = await runAgent(
    { task: "t", planner: planner.plan, tools: browserTools(), resume },
    testDeps(),
  );
  assert.equal(unbound.failure?.code, "EXECUTION_IDENTITY_MISMATCH");
});

test("a run that was not bound cannot become bound, also not by a reconciliation", async () => {
  const broken = browserTools({ tab_open: { handle: () => Promise.reject(new Error("gone")) } });
  const planner = new ScriptedPlanner([OPEN]);
  const before = await runAgent({ task: "t", planner: planner.plan, tools: broken }, testDeps());
  assert.equal(before.status, "needs_input");
  const bound = new BoundTools();
  const { result } = await playBound(bound, [], {
    resume: before.checkpoint,
    maxSteps: 9,
    reconciliation: { resolvedCallIds: ["run-1"], note: "Nothing was opened." },
  });
  assert.equal(result.failure?.code, "EXECUTION_IDENTITY_MISMATCH");
  assert.deepEqual(result.checkpoint.ambiguousCalls.map(({ id }) => id), ["run-1"], "the doubt stays");
  assert.deepEqual(bound.log, ["identity"]);
});

test("a claimed read is checked against trusted metadata before planning", async () => {
  const saved: AgentCheckpoint[] = [];
  await playBound(new BoundTools(), [tools(verify()), { type: "human_input", question: "?" }], {
    onCheckpoint: (checkpoint) => void saved.push(checkpoint),
  });
  const resume = saved.find(({ pendingTool }) => pendingTool?.effect === "read");
  assert.ok(resume);
  const bound = new BoundTools();
  bound.metadata = new Map([...await bound.inner.listTools()].map(({ name }) => [name, { effect: "write" }]));
  const { result } = await playBound(bound, [], { resume, maxSteps: 9 });
  assert.equal(result.status, "needs_input");
  assert.deepEqual(result.checkpoint.ambiguousCalls.map(({ name }) => name), ["tab_verify"]);
  assert.deepEqual(bound.log, ["identity", "prepare", "close"]);
});
