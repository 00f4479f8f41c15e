import assert from "node:assert/strict";
import { test } from "node:test";
import type { AgentInitialAction } from "../../../src/contracts/run.ts";
import { findOnlyUrl } from "../../../src/agent/task_url.ts";
import { resolveInitialSteps } from "../../../src/agent/initial_actions.ts";
import { FakeTools, toolResult } from "../../../src/testing/mod.ts";
import { browserTools, finish, play, tools, verify } from "./support.ts";

test("startUrl is opened at step 0 as a real call, before the first planner request", async () => {
  const { result, planner, tools: fake } = await play([tools(verify()), finish("run-2")], {
    startUrl: "https://A.test",
  });
  assert.equal(result.status, "succeeded");
  assert.deepEqual(fake.sent[0], { name: "tab_open", arguments: { url: "https://a.test/" } });
  assert.deepEqual([result.steps, result.toolCalls, result.plannerCalls], [2, 2, 2]);
  const start = result.events.find((event) => event.type === "tool_start");
  assert.ok(start?.type === "tool_start");
  assert.deepEqual([start.step, start.call.id], [0, "run-1"]);
  assert.deepEqual(planner.requests[0]?.messages.map((message) => message.role), [
    "user",
    "assistant",
    "tool",
  ]);
});

test("startUrl wins over a URL of the task", async () => {
  const fake = browserTools();
  await play([{ type: "fail", reason: "x" }], {
    tools: fake,
    task: "Open https://b.test/",
    startUrl: "https://a.test/",
    directOpenTaskUrl: true,
  });
  assert.deepEqual(fake.sent.map((call) => call.arguments), [{ url: "https://a.test/" }]);
});

test("the task text is read only when that was asked for", async () => {
  const task = "Open https://b.test/ and look.";
  const asked = await play([{ type: "fail", reason: "x" }], { task, directOpenTaskUrl: true });
  assert.deepEqual(asked.tools.sent.map((call) => call.arguments), [{ url: "https://b.test/" }]);
  const silent = await play([{ type: "fail", reason: "x" }], { task });
  assert.deepEqual(silent.tools.sent, []);
});

test("findOnlyUrl() takes exactly one unambiguous URL", () => {
  const one = "https://example.com/a?b=(c)";
  for (
    const task of [
      `Open ${one}.`,
      `Open (${one}), then stop!`,
      `Open "${one}"; twice: ${one}`,
      `打开${one}，然后验证。`,
      `<${one}>`,
      `[shop](${one})`,
      `Open HTTPS://EXAMPLE.com/a?b=(c)`,
      `Open '${one}'s`,
      `Read \`${one}\` … or ${one}…`,
    ]
  ) {
    assert.equal(findOnlyUrl(task), one, task);
  }
  for (
    const task of [
      "nothing",
      "https://a.test and https://b.test",
      "https://user:pw@a.test/",
      "https://@a.test/",
      "http://",
      "https://exa mple",
      "https://a.test,https://b.test",
      "https://a.test/?next=https://b.test",
      "xhttps://a.test",
      "ftp://a.test",
      "https://[::1",
      // a quote or bracket inside an address would leave another address before it
      "https://a.test/o'brien",
      "https://a.test/driver\u2019s_licence",
      'https://a.test/?q="boots"',
      "https://a.test/orders/<id>",
      "Compare 'https://a.test/o\"x'",
    ].filter((text) => text !== "https://exa mple")
  ) {
    assert.equal(findOnlyUrl(task), undefined, task);
  }
});

test("a missing tab_open fails the run before planning", async () => {
  const fake = new FakeTools({ tab_list: { readOnly: true, handle: () => toolResult({}) } });
  const { result } = await play([], { tools: fake, startUrl: "https://a.test/", maxSteps: 2 });
  assert.deepEqual(result.failure, {
    phase: "catalog",
    code: "INITIALIZATION_TOOL_MISSING",
    retryable: false,
  });
  assert.equal(result.plannerCalls, 0);
});

test("an opening of unknown outcome ends the run before planning", async () => {
  const fake = browserTools({
    tab_open: {
      handle: () => {
        throw new Error("gone");
      },
    },
  });
  const { result } = await play([], { tools: fake, startUrl: "https://a.test/", maxSteps: 2 });
  assert.deepEqual([result.status, result.plannerCalls, result.ambiguousCalls.length], ["needs_input", 0, 1]);
});

test("an opening that reports a failure is left to the planner", async () => {
  const fake = browserTools({ tab_open: { handle: () => toolResult({ ok: false }) } });
  const { result, planner } = await play([{ type: "fail", reason: "x" }], {
    tools: fake,
    startUrl: "https://a.test/",
  });
  assert.equal(result.status, "failed");
  assert.equal(planner.requests[0]?.messages.length, 3);
});

const ACTIONS: readonly AgentInitialAction[] = [
  { url: "https://a.test/start" },
  { click: { name: "Open details", role: "button" } },
  { url: "https://a.test/second", newTab: true },
  { url: "https://a.test/third" },
];

test("initialActions run in order in one session, each as a call of its own", async () => {
  const fake = browserTools();
  const { result, planner } = await play([{ type: "fail", reason: "x" }], {
    tools: fake,
    initialActions: ACTIONS,
  });
  assert.deepEqual(fake.sent, [
    { name: "tab_open", arguments: { url: "https://a.test/start" } },
    { name: "tab_click_named", arguments: { session_id: "s1", name: "Open details", role: "button" } },
    { name: "tab_tabs", arguments: { session_id: "s1", action: "new", url: "https://a.test/second" } },
    { name: "tab_navigate", arguments: { session_id: "s1", action: "goto", url: "https://a.test/third" } },
  ]);
  assert.deepEqual([result.toolCalls, result.steps], [4, 1]);
  assert.equal(planner.requests[0]?.messages.filter((message) => message.role === "assistant").length, 4);
});

test("a failed initial action stops the sequence and leaves the rest to the planner", async () => {
  const fake = browserTools({ tab_click_named: { handle: () => toolResult({ ok: false }) } });
  const { result } = await play([{ type: "fail", reason: "x" }], { tools: fake, initialActions: ACTIONS });
  assert.deepEqual(fake.sentNames, ["tab_open", "tab_click_named"]);
  assert.equal(result.plannerCalls, 1);
});

test("an initial action of unknown outcome ends the run", async () => {
  const fake = browserTools({ tab_click_named: { handle: () => undefined } });
  const { result } = await play([], { tools: fake, initialActions: ACTIONS, maxSteps: 2 });
  assert.deepEqual([result.status, result.plannerCalls, fake.sent.length], ["needs_input", 0, 2]);
});

test("an exhausted budget during initialisation does not start the planner", async () => {
  const { result } = await play([], { initialActions: ACTIONS, maxToolCalls: 2, maxSteps: 2 });
  assert.deepEqual([result.status, result.plannerCalls, result.toolCalls], ["limit_reached", 0, 2]);
});

test("wrong initial options are refused", () => {
  const wrong: readonly Readonly<Record<string, unknown>>[] = [
    { startUrl: "file:///etc/passwd" },
    { startUrl: "https://u:p@a.test/" },
    { startUrl: "a.test" },
    { startUrl: "" },
    { startUrl: `https://a.test/${"x".repeat(8200)}` },
    { initialActions: [] },
    { initialActions: Array(21).fill({ url: "https://a.test/" }) },
    { initialActions: [{ click: { name: "x" } }] },
    { initialActions: [{ url: "https://a.test/", newTab: true }] },
    { initialActions: [{ url: "https://a.test/", click: { name: "x" } }] },
    { initialActions: [{ url: "https://a.test/" }, { click: { name: "" } }] },
    { initialActions: [{ url: "https://a.test/" }, { click: { name: "x", role: "slider" } }] },
    { initialActions: [{ url: "https://a.test/" }, { click: { name: "x", selector: "#a" } }] },
    { initialActions: [{ url: "https://a.test/" }], startUrl: "https://a.test/" },
    { initialActions: [{ url: "https://a.test/" }], directOpenTaskUrl: true },
  ];
  for (const options of wrong) {
    assert.throws(
      () => resolveInitialSteps({ task: "t", ...options }),
      /^TypeError: Cannot start run as "(startUrl|initialActions)/,
      JSON.stringify(options),
    );
  }
});
