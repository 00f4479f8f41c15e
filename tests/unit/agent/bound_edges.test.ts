// What a bound client may do at the worst moment: hang, answer late, answer nonsense.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { AgentToolCatalog } from "../../../src/contracts/tools.ts";
import { FakeClock } from "../../../src/testing/mod.ts";
import { browserTools, finish, tools, verify } from "./support.ts";
import { BoundTools, hash, OPEN, playBound } from "./bound_support.ts";

const never = (): Promise<never> => new Promise(() => {});

test("the deadline and the caller end an identity, a preparation, a check and a dispatch that hang", async () => {
  const hangs: Readonly<Record<string, (bound: BoundTools, stop: () => void) => void>> = {
    identity: (bound, stop) => {
      bound.getExecutionIdentity = () => (queueMicrotask(stop), never());
    },
    preparation: (bound, stop) => {
      bound.prepareTools = () => (queueMicrotask(stop), never());
    },
    check: (bound, stop) => {
      bound.current = () => (queueMicrotask(stop), never());
    },
    dispatch: (bound, stop) => {
      bound.envelope = () => (queueMicrotask(stop), never());
    },
  };
  for (const [name, hang] of Object.entries(hangs)) {
    const replies = name === "check" || name === "dispatch" ? [tools(["tab_list", {}])] : [];
    const clock = new FakeClock();
    const late = new BoundTools();
    hang(late, () => clock.advance(1000));
    const byTime = await playBound(late, replies, { timeoutMs: 1000, maxSteps: 1 }, clock);
    assert.deepEqual([byTime.result.status, byTime.result.failure], ["limit_reached", undefined], name);
    const caller = new AbortController();
    const cancelled = new BoundTools();
    hang(cancelled, () => caller.abort());
    const byCaller = await playBound(cancelled, replies, { signal: caller.signal, maxSteps: 1 });
    assert.deepEqual([byCaller.result.status, byCaller.result.failure], ["cancelled", undefined], name);
    if (replies.length > 0) {
      assert.equal(cancelled.log.at(-1), "close", "the lease is given back all the same");
    }
  }
});

test("a lease is given back before the run is saved for the last time", async () => {
  const bound = new BoundTools();
  await playBound(bound, [OPEN, tools(verify()), finish("run-2")], {
    onCheckpoint: ({ phase }) => void (phase === "terminal" && bound.log.push("terminal")),
  });
  assert.deepEqual(bound.log.slice(-2), ["close", "terminal"]);
});

test("a catalog that cannot be used is given back too", async () => {
  const bound = new BoundTools();
  bound.catalog = (catalog) => ({ ...catalog, metadata: new Map([["tab_open", { effect: "delete" }]]) });
  const { result } = await playBound(bound, [], { maxSteps: 1 });
  assert.equal(result.failure?.code, "TOOL_CATALOG_INVALID");
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  assert.equal(bound.log.at(-1), "close");
});

test("what binds a run reaches neither the planner nor anything that is kept, apart from the identity", async () => {
  const bound = new BoundTools();
  bound.contextKey = hash("7");
  const { result, planner } = await playBound(bound, [OPEN, tools(verify()), finish("run-2")]);
  assert.equal(result.status, "succeeded");
  assert.doesNotMatch(JSON.stringify([planner.requests, result]), new RegExp(hash("7")));
  assert.doesNotMatch(JSON.stringify(planner.requests), new RegExp(`${hash("a")}|${hash("b")}`));
  assert.deepEqual(result.checkpoint.executionIdentity, bound.identity);
});

test("trusted words on one call count before the metadata of its tool, and words that are none do not", async () => {
  const list = ["tab_tabs", { session_id: "s1", action: "list" }] as const;
  const withEffect = (callEffect: unknown) => {
    const bound = new BoundTools(browserTools());
    bound.catalog = (catalog) => ({ ...catalog, callEffect }) as AgentToolCatalog;
    return playBound(bound, [OPEN, tools(verify(), list), finish("run-2")]);
  };
  assert.equal((await withEffect(() => "read")).result.status, "succeeded");
  const broken = (): never => {
    throw new Error("torn");
  };
  for (const callEffect of [() => undefined, () => "harmless", broken]) {
    assert.equal((await withEffect(callEffect)).result.status, "limit_reached");
  }
});

test("an attempt that a guard rejects costs a call, the calls skipped behind it cost none", async () => {
  const bound = new BoundTools();
  bound.envelope = (envelope, name) =>
    name === "tab_list" ? { ...envelope, outcome: "not_started", contextChanged: true } : envelope;
  const { result } = await playBound(bound, [OPEN, tools(["tab_list", {}], verify(), verify())]);
  assert.equal(result.toolCalls, 2);
  assert.equal(result.events.filter(({ type }) => type === "tool_skipped").length, 2);
});
