import assert from "node:assert/strict";
import { test } from "node:test";
import { parseDecision } from "../../../src/agent/decide.ts";

const CONTEXT = { toolNames: new Set(["tab_open"]), mayPublish: true };

function feedback(reply: unknown, context = CONTEXT): string {
  const parsed = parseDecision(reply, context);
  assert.equal(parsed.ok, false, `accepted ${String(reply)}`);
  return parsed.ok ? "" : parsed.feedback;
}

function calls(count: number): unknown {
  return { type: "tools", calls: Array.from({ length: count }, () => ({ name: "tab_open", arguments: {} })) };
}

test("parseDecision() accepts each kind and drops what it does not know", () => {
  const accepted = [
    calls(1),
    calls(20),
    { type: "finish", summary: "ok", evidence: ["r-1", "r-1"], data: { a: [1, null] }, thoughts: "…" },
    { type: "publish", key: "k", data: 1, evidence: ["r-1"] },
    { type: "human_input", question: "?" },
    { type: "fail", reason: "no" },
  ];
  for (const reply of accepted) assert.equal(parseDecision(reply, CONTEXT).ok, true);
  const parsed = parseDecision(accepted[2], CONTEXT);
  assert.deepEqual(parsed.ok && parsed.decision, {
    type: "finish",
    summary: "ok",
    evidence: ["r-1"],
    data: { a: [1, null] },
  });
});

test("parseDecision() returns frozen copies that share nothing with the reply", () => {
  const input = { list: [1] };
  const parsed = parseDecision({ type: "tools", calls: [{ name: "tab_open", arguments: input }] }, CONTEXT);
  input.list.push(2);
  assert.ok(parsed.ok && parsed.decision.type === "tools");
  const copy = parsed.decision.calls[0]?.arguments;
  assert.deepEqual(copy, { list: [1] });
  assert.ok(Object.isFrozen(copy) && Object.isFrozen(copy?.list));
});

test("parseDecision() refuses what is no decision", () => {
  for (
    const reply of [undefined, null, "done", 7, [], true, () => {}, {}, { type: "constructor" }, {
      type: "toString",
    }]
  ) {
    assert.match(feedback(reply), /rejected and nothing was done/);
  }
});

test("parseDecision() refuses numbers of calls outside 1 to 20", () => {
  assert.match(feedback(calls(0)), /1 to 20/);
  assert.match(feedback(calls(21)), /1 to 20/);
});

test("parseDecision() refuses mixed decisions", () => {
  const finish = { type: "finish", summary: "ok", evidence: ["r-1"] };
  assert.match(feedback({ ...finish, calls: [] }), /mixed/);
  assert.match(feedback({ ...finish, question: "?" }), /mixed/);
  for (const name of ["agent_finish", "agent_publish", "agent_request_input", "agent_fail"]) {
    assert.match(feedback({ type: "tools", calls: [{ name, arguments: {} }] }), /only call/);
  }
});

test("parseDecision() refuses unknown tools and arguments that are no object", () => {
  assert.match(
    feedback({ type: "tools", calls: [{ name: "tab_zap", arguments: {} }] }),
    /no tool named "tab_zap"/,
  );
  assert.match(
    feedback({ type: "tools", calls: [{ name: "tab_open", arguments: "{}" }] }),
    /must be an object/,
  );
  assert.match(feedback({ type: "tools", calls: [{ name: "tab_open" }] }), /must be an object/);
});

test("parseDecision() refuses values that JSON cannot carry", () => {
  const circular: Record<string, unknown> = {};
  circular.self = circular;
  const values = [
    1n,
    Symbol("s"),
    () => 1,
    NaN,
    Infinity,
    new Date(0),
    new Map(),
    [undefined],
    new Array(3),
    circular,
    Object.defineProperty({}, "x", { get: () => 1, enumerable: true }),
    new Proxy({}, {
      ownKeys: () => {
        throw new Error("trap");
      },
    }),
  ];
  for (const value of values) feedback({ type: "finish", summary: "ok", evidence: [], data: { value } });
});

test("parseDecision() refuses keys that reach a prototype and pollutes nothing", () => {
  const hostile = [
    '{"__proto__":{"polluted":1}}',
    '{"a":{"__proto__":{"polluted":1}}}',
    '{"constructor":{"prototype":{"polluted":1}}}',
  ];
  for (const text of hostile) {
    assert.match(
      feedback({ type: "tools", calls: [{ name: "tab_open", arguments: JSON.parse(text) }] }),
      /reaches a prototype/,
    );
  }
  assert.match(
    feedback(JSON.parse('{"type":"fail","reason":"x","__proto__":{"polluted":1}}')),
    /reaches a prototype/,
  );
  assert.equal(({} as Record<string, unknown>).polluted, undefined);
});

test("parseDecision() lets the honest word constructor pass", () => {
  const reply = { type: "finish", summary: "ok", evidence: [], data: { constructor: "Ferrari" } };
  assert.equal(parseDecision(reply, CONTEXT).ok, true);
});

test("parseDecision() bounds data, texts, ids and shared references", () => {
  assert.match(
    feedback({ type: "finish", summary: "ok", evidence: [], data: "é".repeat(1_048_576) }),
    /larger than/,
  );
  assert.match(feedback({ type: "fail", reason: "x".repeat(20_001) }), /longer than/);
  assert.match(feedback({ type: "finish", summary: "ok", evidence: Array(101).fill("r-1") }), /at most 100/);
  let bomb: unknown = "lol";
  for (let level = 0; level < 30; level++) bomb = [bomb, bomb];
  assert.match(feedback({ type: "finish", summary: "ok", evidence: [], data: bomb }), /too many parts/);
  let deep: unknown = 1;
  for (let level = 0; level < 200; level++) deep = [deep];
  assert.match(feedback({ type: "finish", summary: "ok", evidence: [], data: deep }), /nested too deeply/);
});

test("parseDecision() refuses publications without a schema, and ones without data", () => {
  const reply = { type: "publish", key: "k", data: 1, evidence: [] };
  assert.match(feedback(reply, { ...CONTEXT, mayPublish: false }), /no schema/);
  assert.match(feedback({ type: "publish", key: "k", evidence: [] }), /needs "data"/);
  assert.match(feedback({ type: "publish", key: "k".repeat(201), data: 1, evidence: [] }), /longer than 200/);
});
