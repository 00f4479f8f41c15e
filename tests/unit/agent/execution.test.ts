import assert from "node:assert/strict";
import { test } from "node:test";
import { toolResult } from "../../../src/testing/mod.ts";
import type { AgentToolMessage } from "../../../src/contracts/planner.ts";
import type { AgentRunResult } from "../../../src/contracts/result.ts";
import { act, acted, browserTools, feedbackOf, finish, play, tools, verify } from "./support.ts";

const OPEN = tools(["tab_open", { url: "https://a.test/" }]);
const LIST = ["tab_list", {}] as const;

function codes(result: AgentRunResult): readonly unknown[] {
  return result.history.filter((message): message is AgentToolMessage => message.role === "tool").map((
    message,
  ) => (message.result.structuredContent?.error as { code?: string } | undefined)?.code ?? "ok");
}

test("calls get growing ids of the run, in the order in which they were planned", async () => {
  const { result } = await play([OPEN, tools(LIST, LIST)], {});
  const ids = result.history.flatMap((message) =>
    message.role === "assistant" ? message.toolCalls.map((call) => call.id) : []
  );
  assert.deepEqual(ids, ["run-1", "run-2", "run-3"]);
});

for (
  const [name, body] of [
    ["isError", { ...toolResult({}), isError: true }],
    ["ok: false", toolResult({ ok: false })],
    ["replan_required", toolResult({ replan_required: true })],
  ] as const
) {
  test(`${name} skips the later calls of the batch, which cost no budget`, async () => {
    const fake = browserTools({ tab_act: { handle: () => body } });
    const { result } = await play([OPEN, tools(act(), LIST, LIST)], { tools: fake });
    assert.deepEqual(fake.sentNames, ["tab_open", "tab_act"]);
    assert.equal(result.toolCalls, 2);
    assert.deepEqual(codes(result).slice(2), ["NOT_DISPATCHED", "NOT_DISPATCHED"]);
    assert.equal(result.events.filter((event) => event.type === "tool_skipped").length, 2);
  });
}

const BROKEN_RESULTS: Readonly<Record<string, () => unknown>> = {
  throws: () => {
    throw new Error("secret-password");
  },
  "returns nothing": () => undefined,
  "returns a text": () => "done",
  "returns no content": () => ({ structuredContent: { ok: true } }),
  "returns content that is no list": () => ({ content: {} }),
  "returns a function in its data": () => ({ content: [], structuredContent: { a: () => 1 } }),
  "returns isError as a text": () => ({ content: [], isError: "false" }),
};
for (const [name, handle] of Object.entries(BROKEN_RESULTS)) {
  test(`a mutation that ${name} ends the run as ambiguous and is not repeated`, async () => {
    const fake = browserTools({ tab_act: { handle } });
    const { result } = await play([OPEN, tools(act(), verify())], { tools: fake });
    assert.equal(result.status, "needs_input");
    assert.deepEqual(result.ambiguousCalls.map((call) => [call.id, call.name]), [["run-2", "tab_act"]]);
    assert.deepEqual(fake.sentNames, ["tab_open", "tab_act"]);
    assert.deepEqual(codes(result), ["ok", "OUTCOME_UNKNOWN", "NOT_DISPATCHED"]);
    assert.equal(result.failure, undefined);
    assert.doesNotMatch(JSON.stringify(result), /secret-password/);
  });

  test(`a reading tool that ${name} is an error that the planner sees`, async () => {
    const fake = browserTools({ tab_list: { readOnly: true, handle } });
    const { result } = await play([OPEN, tools(LIST, LIST), tools(verify()), finish("run-4")], {
      tools: fake,
    });
    assert.equal(result.status, "succeeded");
    assert.deepEqual(result.ambiguousCalls, []);
    assert.match(String(codes(result)[1]), /TOOL_CALL_FAILED|TOOL_RESULT_INVALID/);
    assert.equal(codes(result)[2], "NOT_DISPATCHED");
  });
}

test("a tool without readOnlyHint counts as a mutation, whatever its name says", async () => {
  const fake = browserTools({ read_only_report: { handle: () => toolResult({}) } });
  const { result } = await play([OPEN, tools(verify(), ["read_only_report", {}]), finish("run-2")], {
    tools: fake,
  });
  assert.equal(result.status, "limit_reached");
});

test("an ordinary failure of a mutation returns to the planner and voids evidence", async () => {
  const fake = browserTools({
    tab_act: {
      handle: () => toolResult({ ok: false, error: { code: "STALE_REFERENCE", message: "observe again" } }),
    },
  });
  const { result } = await play([OPEN, tools(verify(), act()), finish("run-2")], { tools: fake });
  assert.equal(result.status, "limit_reached");
  assert.match(feedbackOf(result), /Not accepted/);
});

test("malformed decisions cost a step each and run nothing", async () => {
  const fake = browserTools();
  const { result } = await play(["text", { type: "tools", calls: [] }, tools(["agent_finish", {}])], {
    tools: fake,
  });
  assert.deepEqual([result.status, result.steps, result.toolCalls], ["limit_reached", 3, 0]);
  assert.deepEqual(fake.sent, []);
  assert.equal(feedbackOf(result).match(/rejected and nothing was done/g)?.length, 3);
});

test("one unknown name rejects the whole batch before any call is sent", async () => {
  const fake = browserTools();
  const { result } = await play([tools(LIST, ["tab_zap", {}])], { tools: fake });
  assert.deepEqual(fake.sent, []);
  assert.equal(result.toolCalls, 0);
});

test("every registered call has exactly one result, and messages cannot be changed", async () => {
  const { result, planner } = await play([
    OPEN,
    (request: { messages: unknown[] }) => {
      request.messages.length = 0; // only the planner's own list
      return tools(LIST, act(), LIST);
    },
    finish("run-9"),
  ], {
    tools: browserTools({
      tab_act: { handle: (input) => toolResult(acted(input, { replan_required: true })) },
    }),
  });
  const registered = result.history.flatMap((m) =>
    m.role === "assistant" ? m.toolCalls.map((call) => call.id) : []
  );
  const answered = result.history.flatMap((m) => m.role === "tool" ? [m.toolCallId] : []);
  assert.deepEqual(answered, registered);
  assert.ok(result.history.every((message) => Object.isFrozen(message)));
  assert.equal(planner.requests[2]?.messages[0]?.role, "user");
});

test("what a tool returns is copied: changing it later changes nothing", async () => {
  const body = { session_id: "s1", snapshot_id: "s1:1", note: "before" };
  const fake = browserTools({ tab_open: { handle: () => ({ content: [], structuredContent: body }) } });
  const { result } = await play([OPEN, () => {
    body.note = "after";
    return tools(LIST);
  }], { tools: fake });
  assert.match(JSON.stringify(result.history), /before/);
  assert.doesNotMatch(JSON.stringify(result.history), /after"/);
});

test("a tool may change the arguments it was given without changing the record", async () => {
  const fake = browserTools({
    tab_act: {
      handle: (input) => {
        (input as Record<string, unknown>).session_id = "s9";
        return toolResult({});
      },
    },
  });
  const { result } = await play([OPEN, tools(act("s1"))], { tools: fake });
  assert.deepEqual(result.ambiguousCalls, []);
  const calls = result.history.flatMap((message) => message.role === "assistant" ? message.toolCalls : []);
  assert.equal(calls[1]?.arguments.session_id, "s1");
});

test("a result keeps hostile keys as data and turns numbers that JSON cannot carry into null", async () => {
  const structuredContent = JSON.parse('{"__proto__":{"polluted":1}}');
  structuredContent.width = NaN;
  const fake = browserTools({ tab_act: { handle: () => ({ content: [], structuredContent }) } });
  const { result } = await play([OPEN, tools(act())], { tools: fake });
  assert.equal(({} as Record<string, unknown>).polluted, undefined);
  assert.deepEqual(result.ambiguousCalls, []);
  assert.match(JSON.stringify(result.history.at(-1)), /{"__proto__":{"polluted":1},"width":null}/);
});
