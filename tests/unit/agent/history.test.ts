import assert from "node:assert/strict";
import { test } from "node:test";
import { History } from "../../../src/agent/history.ts";
import { planCompaction } from "../../../src/agent/compaction.ts";
import { createAgentControl } from "../../../src/agent/control.ts";
import { jsonBytes, utf8Bytes } from "../../../src/agent/utf8.ts";
import { runAgent } from "../../../src/agent/run.ts";
import { FakeClock, toolResult } from "../../../src/testing/mod.ts";
import { browserTools, finish, play, testDeps, tools, verify } from "./support.ts";

const OPEN = tools(["tab_open", { url: "https://a.test/" }]);
const SNAPSHOT = ["tab_snapshot", { session_id: "s1" }] as const;

function large(bytes: number): ReturnType<typeof browserTools> {
  let count = 0;
  return browserTools({
    tab_snapshot: {
      readOnly: true,
      handle: () =>
        toolResult({ snapshot_id: `s1:${++count}`, tree: `secret page ${count} ${"x".repeat(bytes)}` }),
    },
  });
}

test("utf8Bytes() agrees with an encoder", () => {
  const encoder = new TextEncoder();
  for (
    const text of [
      "",
      "abc",
      "é",
      "漢字",
      "😀",
      "a😀é漢",
      "\ud800",
      "\udc00x",
      "\ud800\ud800\udc00",
      "x\ud83d",
    ]
  ) {
    assert.equal(utf8Bytes(text), encoder.encode(text).length, JSON.stringify(text));
  }
});

test("the history keeps its size without serialising again", () => {
  const history = new History("Täsk 😀");
  history.addCalls([{ id: "r-1", name: "a", arguments: {} }], "turn");
  history.addResult({ id: "r-1", name: "a", arguments: {} }, toolResult({ text: "é" }));
  history.addFeedback("no");
  history.addOperator("yes");
  history.addFeedback("after the operator");
  assert.equal(history.bytes, history.messages().reduce((sum, message) => sum + jsonBytes(message), 0));
});

test("the history refuses a second result and an incomplete group", () => {
  const history = new History("t");
  const call = { id: "r-1", name: "a", arguments: {} };
  history.addCalls([call], "turn");
  assert.throws(() => history.addStatement("x"), /not complete/);
  history.addResult(call, toolResult({}));
  assert.throws(() => history.addResult(call, toolResult({})), /its result already/);
});

test("saved groups are shared between saves, grow with the last one, and follow a compaction", () => {
  const history = new History("t");
  const look = (id: string) => {
    const call = { id, name: "look", arguments: {} };
    history.addCalls([call], "turn");
    return call;
  };
  const placeholder = () => toolResult({ ok: false });
  history.addResult(look("run-1"), toolResult({}));
  const first = history.saved(placeholder);
  assert.deepEqual(first.map(({ kind, messages }) => [kind, messages.length]), [["task", 1], ["turn", 2]]);
  history.addFeedback("Go on.");
  const open = look("run-2");
  const second = history.saved(placeholder);
  assert.equal(second[0], first[0]);
  assert.equal(second[1]?.messages.length, 3, "the last group grew after it was saved");
  assert.equal(second[2]?.messages.length, 2, "a call without a result has one that claims nothing");
  history.addResult(open, toolResult({ tree: "seen" }));
  const third = history.saved(placeholder);
  assert.equal(third[1], second[1]);
  assert.match(JSON.stringify(third[2]), /seen/);
  assert.deepEqual([first.length, second.length], [2, 3], "what was handed out stays as it was");
  const leaving = history.groups[1];
  assert.ok(leaving !== undefined);
  history.compact({ leaveOut: [leaving], omitted: { calls: [], unlistedCalls: 1, messages: 3 } });
  const fourth = history.saved(placeholder);
  assert.deepEqual(fourth.map(({ kind }) => kind), ["task", "summary", "turn"]);
  assert.equal(fourth[2], third[2]);
});

test("compaction keeps task, operator text, recent groups and current evidence, and names what left", async () => {
  const control = createAgentControl();
  const { result, planner } = await play([
    OPEN,
    tools(verify()),
    tools(SNAPSHOT),
    tools(SNAPSHOT),
    tools(SNAPSHOT),
    tools(SNAPSHOT),
    finish("run-2"),
  ], {
    tools: large(800),
    control,
    historyCompaction: { triggerBytes: 3000, keepRecentGroups: 2 },
    stallDetection: false,
    onEvent: (event) => {
      if (event.type === "started") control.steer("Keep to the test shop.");
    },
  });
  assert.equal(result.status, "succeeded", "evidence survives the compaction");
  const seen = planner.requests.at(-1)?.messages ?? [];
  const texts = seen.map((message) => JSON.stringify(message));
  assert.equal(seen[0]?.role, "user");
  assert.match(texts[1] ?? "", /older messages were left out/);
  assert.match(texts[1] ?? "", /run-1 tab_open ok/);
  assert.doesNotMatch(texts[1] ?? "", /secret page/);
  assert.ok(texts.some((text) => text.includes("Keep to the test shop.")));
  assert.ok(texts.some((text) => text.includes('"toolCallId":"run-2"')));
  assert.ok(!texts.some((text) => text.includes("secret page 1")));
  assert.ok(texts.some((text) => text.includes("secret page 4")));
  const compacted = result.events.filter((event) => event.type === "compacted");
  assert.ok(compacted.length > 0);
  for (const event of compacted) {
    assert.ok(event.type === "compacted" && event.bytesAfter < event.bytesBefore);
  }
});

test("by default nothing is left out up to 256 KiB, and six recent groups stay beyond it", async () => {
  const looks = (count: number): readonly unknown[] => Array(count).fill(tools(SNAPSHOT));
  const small = await play(looks(9), { tools: large(12_000), stallDetection: false });
  assert.equal(small.result.events.filter(({ type }) => type === "compacted").length, 0);
  const { planner, result } = await play(looks(12), { tools: large(12_000), stallDetection: false });
  const event = result.events.find(({ type }) => type === "compacted");
  assert.ok(event?.type === "compacted" && event.bytesBefore > 256 * 1024);
  const kept = planner.requests[event.step]?.messages.filter(({ role }) => role === "tool").length;
  assert.equal(kept, 6);
});

test("the opening stays in the history", async () => {
  const { result } = await play(Array(6).fill(tools(SNAPSHOT)), {
    tools: large(800),
    startUrl: "https://a.test/",
    historyCompaction: { triggerBytes: 2000, keepRecentGroups: 1 },
    stallDetection: false,
  });
  assert.ok(result.history.some((message) => message.role === "tool" && message.name === "tab_open"));
});

test("historyCompaction: false keeps everything until the hard limit", async () => {
  const options = {
    stallDetection: false,
    historyCompaction: false,
    maxHistoryBytes: 4000,
    maxSteps: 20,
  } as const;
  const { result } = await play(Array(3).fill(tools(SNAPSHOT)), { ...options, tools: large(800) });
  assert.equal(result.status, "limit_reached");
  assert.match(JSON.stringify(result.history), /secret page 1/);
});

test("the list of calls that left is bounded and counts the rest", () => {
  const history = new History("t");
  for (let index = 0; index < 300; index++) {
    const call = { id: `r-${index}`, name: "a", arguments: {} };
    history.addCalls([call], "turn");
    history.addResult(call, toolResult({ ok: index % 2 === 0 }));
  }
  const plan = planCompaction(history.groups, history.omitted, {
    keepRecentGroups: 6,
    protectedCallIds: new Set(),
  });
  assert.ok(plan !== undefined);
  history.compact(plan);
  assert.deepEqual([plan.omitted.calls.length, plan.omitted.unlistedCalls], [200, 94]);
  assert.equal(history.messages().length, 2 + 6 * 2);
  assert.equal(history.bytes, history.messages().reduce((sum, message) => sum + jsonBytes(message), 0));
});

test("a step copies nothing of the history: its messages are the same objects each time", async () => {
  const steps = 50;
  let before: readonly unknown[] = [];
  let compared = 0;
  const result = await runAgent({
    task: "t",
    tools: browserTools({ tab_list: { readOnly: true, handle: () => toolResult({ count: compared }) } }),
    planner: ({ messages }) => {
      for (const [index, message] of before.entries()) assert.equal(messages[index], message);
      compared += before.length;
      before = messages;
      return tools(["tab_list", {}]);
    },
    maxSteps: steps,
    maxToolCalls: steps,
    historyCompaction: false,
    stallDetection: false,
  }, testDeps(new FakeClock()));
  assert.equal(result.steps, steps);
  assert.ok(compared > steps * steps / 2);
});
