import assert from "node:assert/strict";
import { test } from "node:test";
import type { AgentMessage } from "../../../src/contracts/planner.ts";
import { errorCode } from "../../../src/contracts/errors.ts";
import { projectMessages } from "../../../src/planners/projection.ts";

const TASK: AgentMessage = { role: "user", source: "task", content: "Buy bread" };
const OPEN = { id: "run-1", name: "tab_open", arguments: { url: "https://shop.example/" } };
const READ = { id: "run-2", name: "tab_snapshot", arguments: {} };
const OPENED: AgentMessage = { role: "tool", toolCallId: "run-1", name: "tab_open", result: { content: [] } };
const SEEN: AgentMessage = {
  role: "tool",
  toolCallId: "run-2",
  name: "tab_snapshot",
  result: { content: [] },
};

test("projectMessages() says who speaks, except for the task", () => {
  assert.deepEqual(
    projectMessages([
      TASK,
      { role: "user", source: "feedback", content: "Verify first." },
      { role: "user", source: "operator", content: "Use order 7." },
    ], true),
    [
      { kind: "user", text: "Buy bread" },
      { kind: "user", text: "Executor feedback: Verify first." },
      { kind: "user", text: "Trusted instruction of the operator: Use order 7." },
    ],
  );
});

test("projectMessages() joins calls with their results", () => {
  const projected = projectMessages([
    TASK,
    { role: "assistant", toolCalls: [OPEN, READ], content: "Opening" },
    OPENED,
    SEEN,
    { role: "assistant", toolCalls: [{ ...READ, id: "run-3" }] },
    { ...SEEN, toolCallId: "run-3" },
  ], true);
  assert.deepEqual(projected.map(({ kind }) => kind), ["user", "group", "group"]);
  const [, first] = projected;
  assert.ok(first?.kind === "group");
  assert.equal(first.text, "Opening");
  assert.deepEqual(first.calls, [OPEN, READ]);
  assert.deepEqual(first.results.map(({ callId }) => callId), ["run-1", "run-2"]);
});

test("projectMessages() refuses a history whose calls and results do not pair in order", () => {
  const assistant: AgentMessage = { role: "assistant", toolCalls: [OPEN, READ] };
  const broken: Record<string, AgentMessage[]> = {
    "no result": [TASK, assistant],
    "one result too few": [TASK, assistant, OPENED],
    "one result too many": [TASK, assistant, OPENED, SEEN, SEEN],
    "other order": [TASK, assistant, SEEN, OPENED],
    "a message between": [TASK, assistant, OPENED, TASK, SEEN],
    "another name": [TASK, assistant, { ...OPENED, name: "tab_close" }, SEEN],
    "no call": [TASK, OPENED],
  };
  for (const [title, messages] of Object.entries(broken)) {
    assert.throws(
      () => projectMessages(messages, true),
      (error) => errorCode(error) === "PLANNER_FAILED",
      title,
    );
  }
});

test("projectMessages() drops assistant messages without words and never ends with one", () => {
  assert.deepEqual(
    projectMessages([
      TASK,
      { role: "assistant", toolCalls: [], content: " " },
      { role: "assistant", toolCalls: [], content: "Published a" },
    ], true),
    [
      { kind: "user", text: "Buy bread" },
      { kind: "assistant", text: "Published a" },
      { kind: "user", text: "Go on with the task." },
    ],
  );
});
