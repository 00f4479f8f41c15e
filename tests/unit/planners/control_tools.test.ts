import assert from "node:assert/strict";
import { test } from "node:test";
import { errorCode } from "../../../src/contracts/errors.ts";
import { controlTools, parseControlCall } from "../../../src/planners/control_tools.ts";
import { toDecision } from "../../../src/planners/decision.ts";
import { plannerRequest } from "../../fixtures/replies/provider.ts";

const DATA = { type: "object", properties: { title: { type: "string" } }, required: ["title"] };
const PLAIN = plannerRequest();
const FINAL = plannerRequest({ finalOutputSchema: DATA });
const PARTIAL = plannerRequest({ partialOutputSchema: DATA });

function isInvalid(error: unknown): boolean {
  return errorCode(error) === "PLANNER_INVALID_RESPONSE";
}

test("controlTools() offers data and publication only with their schemas", () => {
  assert.deepEqual(controlTools(PLAIN).map(({ name }) => name), [
    "agent_finish",
    "agent_request_input",
    "agent_fail",
  ]);
  assert.deepEqual(controlTools(PARTIAL).map(({ name }) => name).at(-1), "agent_publish");
  const required = (request: typeof PLAIN) => controlTools(request)[0]?.inputSchema["required"];
  assert.deepEqual(required(PLAIN), ["summary", "evidence"]);
  assert.deepEqual(required(FINAL), ["summary", "evidence", "data"]);
});

test("parseControlCall() reads each control decision", () => {
  const evidence = ["run-1"];
  assert.deepEqual(parseControlCall("agent_finish", { summary: "Done", evidence, data: 1, more: 2 }, PLAIN), {
    type: "finish",
    summary: "Done",
    evidence,
  });
  assert.deepEqual(parseControlCall("agent_finish", { summary: "Done", evidence, data: null }, FINAL), {
    type: "finish",
    summary: "Done",
    evidence,
    data: null,
  });
  assert.deepEqual(parseControlCall("agent_finish", { summary: "Done", evidence }, FINAL), {
    type: "finish",
    summary: "Done",
    evidence,
  });
  assert.deepEqual(parseControlCall("agent_publish", { key: "a", data: { title: "A" }, evidence }, PARTIAL), {
    type: "publish",
    key: "a",
    data: { title: "A" },
    evidence,
  });
  assert.deepEqual(parseControlCall("agent_request_input", { question: "Which?" }, PLAIN), {
    type: "human_input",
    question: "Which?",
  });
  assert.deepEqual(parseControlCall("agent_fail", { reason: "Closed" }, PLAIN), {
    type: "fail",
    reason: "Closed",
  });
});

test("parseControlCall() refuses missing and mistyped fields", () => {
  const wrong: [string, Record<string, unknown>][] = [
    ["agent_finish", { evidence: ["run-1"] }],
    ["agent_finish", { summary: " ", evidence: ["run-1"] }],
    ["agent_finish", { summary: 7, evidence: ["run-1"] }],
    ["agent_finish", { summary: "Done", evidence: "run-1" }],
    ["agent_finish", { summary: "Done", evidence: [7] }],
    ["agent_publish", { key: "a", evidence: ["run-1"] }],
    ["agent_publish", { data: {}, evidence: ["run-1"] }],
    ["agent_request_input", {}],
    ["agent_fail", { reason: null }],
    ["agent_other", {}],
  ];
  for (const [name, input] of wrong) {
    assert.throws(
      () => parseControlCall(name, input, PARTIAL),
      isInvalid,
      `${name} ${JSON.stringify(input)}`,
    );
  }
});

test("toDecision() passes a name outside the catalog on, so that the executor can answer it", () => {
  const calls = [{ name: "tab_invented", arguments: {} }];
  assert.deepEqual(toDecision(calls, PLAIN, 1000), { type: "tools", calls });
});

test("toDecision() refuses a control call beside any other call", () => {
  const finish = { name: "agent_finish", arguments: { summary: "Done", evidence: ["run-1"] } };
  const publish = { name: "agent_publish", arguments: { key: "a", data: {}, evidence: [] } };
  const open = { name: "tab_open", arguments: {} };
  for (const calls of [[open, finish], [finish, open], [publish, open], [publish, finish], []]) {
    assert.throws(() => toDecision(calls, PARTIAL, 1000), isInvalid);
  }
});

test("toDecision() measures bytes, not characters", () => {
  const calls = [{ name: "tab_open", arguments: { text: "é".repeat(100) } }];
  const byteCount = new TextEncoder().encode(JSON.stringify({ type: "tools", calls })).byteLength;
  assert.equal(toDecision(calls, PLAIN, byteCount).type, "tools");
  assert.throws(
    () => toDecision(calls, PLAIN, byteCount - 1),
    (error) => errorCode(error) === "PLANNER_RESPONSE_TOO_LARGE",
  );
});
