import assert from "node:assert/strict";
import { test } from "node:test";
import { callForRefusal, callForReply, withClient } from "./connect.ts";
import { FakePort } from "./fake_port.ts";

type Given = Record<string, unknown>;

const act = (...actions: readonly Given[]): Given => ({ session_id: "s1", snapshot_id: "s1:1", actions });
const verify = (...checks: readonly Given[]): Given => ({ session_id: "s1", snapshot_id: "s1:1", checks });
const many = (count: number, item: Given): readonly Given[] => Array.from({ length: count }, () => item);
const click = { type: "click", ref: "e1" };
const textCheck = { kind: "text", contains: "x" };

/** Arguments at a limit, and the same just beyond it. */
const LIMITS: readonly (readonly [tool: string, within: Given, beyond: Given])[] = [
  ["tab_open", { url: "u".repeat(8192) }, { url: "u".repeat(8193) }],
  ["tab_open", { url: "u" }, { url: "" }],
  ["tab_open", { url: "u", idempotency_key: "k".repeat(160) }, {
    url: "u",
    idempotency_key: "k".repeat(161),
  }],
  ["tab_close", { session_id: "s".repeat(160) }, { session_id: "s".repeat(161) }],
  ["tab_close", { session_id: "s" }, { session_id: "" }],
  ["tab_close", { session_id: "😀".repeat(160) }, { session_id: "😀".repeat(161) }],
  ["tab_snapshot", { session_id: "s", max_chars: 500 }, { session_id: "s", max_chars: 499 }],
  ["tab_snapshot", { session_id: "s", max_chars: 200_000 }, { session_id: "s", max_chars: 200_001 }],
  ["tab_snapshot", { session_id: "s", max_elements: 1 }, { session_id: "s", max_elements: 0 }],
  ["tab_snapshot", { session_id: "s", max_elements: 500 }, { session_id: "s", max_elements: 501 }],
  ["tab_snapshot", { session_id: "s", max_elements: 5 }, { session_id: "s", max_elements: 5.5 }],
  ["tab_snapshot", { session_id: "s", selector: "x".repeat(1000) }, {
    session_id: "s",
    selector: "x".repeat(1001),
  }],
  ["tab_snapshot", { session_id: "s", include: ["url", "box", "graphics"] }, {
    session_id: "s",
    include: ["text"],
  }],
  ["tab_snapshot", { session_id: "s", mode: "diff" }, { session_id: "s", mode: "other" }],
  ["tab_act", act(...many(20, click)), act(...many(21, click))],
  ["tab_act", act(click), act()],
  ["tab_act", { ...act(click), timeout_ms: 100 }, { ...act(click), timeout_ms: 99 }],
  ["tab_act", { ...act(click), timeout_ms: 60_000 }, { ...act(click), timeout_ms: 60_001 }],
  ["tab_act", { ...act(click), verify_timeout_ms: 100 }, { ...act(click), verify_timeout_ms: 99 }],
  ["tab_act", { ...act(click), post_checks: many(20, textCheck) }, {
    ...act(click),
    post_checks: many(21, textCheck),
  }],
  ["tab_act", { ...act(click), post_checks: [textCheck] }, { ...act(click), post_checks: [] }],
  ["tab_act", act({ ...click, ref: "e".repeat(160) }), act({ ...click, ref: "e".repeat(161) })],
  [
    "tab_act",
    act({ type: "fill", ref: "e1", value: "v".repeat(10_000) }),
    act({ type: "fill", ref: "e1", value: "v".repeat(10_001) }),
  ],
  ["tab_act", act({ type: "fill", ref: "e1", value: "" }), act({ type: "fill", ref: "e1" })],
  [
    "tab_act",
    act({ type: "press", ref: "e1", key: "k".repeat(100) }),
    act({ type: "press", ref: "e1", key: "k".repeat(101) }),
  ],
  [
    "tab_act",
    act({ type: "select", ref: "e1", values: Array(50).fill("v") }),
    act({ type: "select", ref: "e1", values: Array(51).fill("v") }),
  ],
  [
    "tab_act",
    act({ type: "select", ref: "e1", values: ["v".repeat(1000)] }),
    act({ type: "select", ref: "e1", values: ["v".repeat(1001)] }),
  ],
  [
    "tab_act",
    act({ type: "check", ref: "e1", checked: true }),
    act({ type: "check", ref: "e1", checked: "yes" }),
  ],
  [
    "tab_act",
    act({ type: "scroll", direction: "up", pixels: 10_000 }),
    act({ type: "scroll", direction: "up", pixels: 10_001 }),
  ],
  [
    "tab_act",
    act({ type: "scroll", direction: "up", pixels: 1 }),
    act({ type: "scroll", direction: "up", pixels: 0 }),
  ],
  ["tab_act", act({ type: "wait", text: "t".repeat(2000) }), act({ type: "wait", text: "t".repeat(2001) })],
  [
    "tab_act",
    act({ type: "wait", text: "t", timeout_ms: 100 }),
    act({ type: "wait", text: "t", timeout_ms: 99 }),
  ],
  ["tab_act", act({ type: "double_click", ref: "e1" }), act({ type: "triple_click", ref: "e1" })],
  ["tab_act", act({ type: "hover", ref: "e1" }), act({ type: "hover" })],
  ["tab_act", act(click), act({ ...click, value: "belongs to fill" })],
  ["tab_verify", verify(...many(20, textCheck)), verify(...many(21, textCheck))],
  ["tab_verify", verify(textCheck), verify()],
  [
    "tab_verify",
    verify({ kind: "url", value: "u".repeat(8192) }),
    verify({ kind: "url", value: "u".repeat(8193) }),
  ],
  [
    "tab_verify",
    verify({ kind: "title", contains: "t".repeat(2000) }),
    verify({ kind: "title", contains: "t".repeat(2001) }),
  ],
  ["tab_verify", verify(textCheck), verify({ kind: "text", contains: "" })],
  ["tab_verify", verify({ kind: "visible", selector: "a" }), verify({ kind: "visible", selector: "" })],
  ["tab_verify", verify({ kind: "value", ref: "e1", value: "" }), verify({ kind: "value", ref: "e1" })],
  [
    "tab_verify",
    verify({ kind: "count", selector: "a", value: 100_000 }),
    verify({ kind: "count", selector: "a", value: 100_001 }),
  ],
  [
    "tab_verify",
    verify({ kind: "count", selector: "a", value: 0 }),
    verify({ kind: "count", selector: "a", value: -1 }),
  ],
  [
    "tab_verify",
    verify({ kind: "count", selector: "a", value: 0 }),
    verify({ kind: "count", selector: "a", value: "none" }),
  ],
  ["tab_verify", { ...verify(textCheck), timeout_ms: 60_000 }, { ...verify(textCheck), timeout_ms: 60_001 }],
  ["tab_extract", { session_id: "s", kind: "table" }, { session_id: "s", kind: "image" }],
  ["tab_extract", { session_id: "s", kind: "text", max_items: 500 }, {
    session_id: "s",
    kind: "text",
    max_items: 501,
  }],
  ["tab_extract", { session_id: "s", kind: "text", max_items: 1 }, {
    session_id: "s",
    kind: "text",
    max_items: 0,
  }],
  ["tab_navigate", { session_id: "s", action: "reload" }, { session_id: "s", action: "home" }],
  ["tab_list", {}, { all: true }],
];

test("every limit of every argument holds at its edge and is refused beyond it", async () => {
  const port = new FakePort();
  await withClient(port, async (client) => {
    for (const [tool, within, beyond] of LIMITS) {
      const before = port.calls.length;
      const { body } = await callForReply(client, tool, within);
      assert.equal(body.ok, true, `${tool} ${JSON.stringify(within).slice(0, 200)}`);
      assert.equal(port.calls.length, before + 1);
      await callForRefusal(client, tool, beyond);
      assert.equal(port.calls.length, before + 1, "a refused call reached the browser");
    }
  });
});

test("a refusal names the argument and does not repeat its value", async () => {
  await withClient(new FakePort(), async (client) => {
    const given = act({ type: "fill", ref: "e1", value: "hunter2".repeat(2000) });
    const text = await callForRefusal(client, "tab_act", given);
    assert.match(
      text,
      /^"actions\[0\]\.value" is a text of 14000 characters: expected a text of 0 to 10000 /,
    );
    assert.doesNotMatch(text, /hunter2/);
    const unknown = await callForRefusal(client, "tab_act", act({ type: "dance", ref: "e1" }));
    assert.match(unknown, /^"actions\[0\]\.type" is "dance": expected one of click, double_click/);
  });
});

test("a refusal stays short however much is wrong", async () => {
  await withClient(new FakePort(), async (client) => {
    const given = Object.fromEntries(
      Array.from({ length: 900 }, (_, index) => [`${"k".repeat(500)}${index}`, 1]),
    );
    const text = await callForRefusal(client, "tab_open", { ...given, url: "u" });
    assert.match(text, /^There is no field "k+…"/);
  });
});

test("more values than any valid call holds are refused unread", async () => {
  await withClient(new FakePort(), async (client) => {
    const given = { url: "u", list: Array.from({ length: 10_001 }, () => 1) };
    const { isError, content } = await client.callTool({ name: "tab_open", arguments: given });
    assert.equal(isError, true);
    assert.match(JSON.stringify(content), /more than the maximum of 10000 elements/);
  });
});

test("rules between arguments give INVALID_ARGUMENT and a reason", async () => {
  const port = new FakePort();
  const conflicts: readonly (readonly [tool: string, given: Given, reason: RegExp])[] = [
    ["tab_navigate", { session_id: "s", action: "goto" }, /goto needs url/],
    ["tab_navigate", { session_id: "s", action: "back", url: "https://a.example/" }, /back takes no url/],
    [
      "tab_snapshot",
      { session_id: "s", cursor: "c", mode: "full", include: ["url"] },
      /excludes mode, include/,
    ],
    ["tab_verify", verify({ kind: "value", value: "x" }), /checks\[0\].*exactly one of ref and selector/],
    [
      "tab_verify",
      verify(textCheck, { kind: "value", value: "x", ref: "e1", selector: "a" }),
      /checks\[1\].*exactly one/,
    ],
    [
      "tab_verify",
      { session_id: "s", checks: [{ kind: "value", ref: "e1", value: "x" }] },
      /needs snapshot_id/,
    ],
    [
      "tab_act",
      { ...act(click), post_checks: [{ kind: "value", value: "x" }] },
      /post_checks\[0\].*exactly one/,
    ],
  ];
  await withClient(port, async (client) => {
    for (const [tool, given, reason] of conflicts) {
      const { body, isError } = await callForReply(client, tool, given);
      assert.deepEqual([isError, body.ok], [true, false]);
      const { code, message } = body.error as { code: string; message: string };
      assert.equal(code, "INVALID_ARGUMENT");
      assert.match(message, reason);
    }
    await callForReply(client, "tab_snapshot", { session_id: "s", cursor: "c", max_chars: 900 });
  });
  assert.equal(port.calls.length, 1);
});

test("arguments reach the port under its own names, and left-out ones not at all", async () => {
  const port = new FakePort();
  await withClient(port, async (client) => {
    await callForReply(client, "tab_open", { url: "https://a.example/", idempotency_key: "k" });
    await callForReply(client, "tab_snapshot", {
      session_id: "s",
      mode: "diff",
      format: "elements",
      max_chars: 600,
      max_elements: 7,
      frame_id: "f1",
      selector: "main",
      viewport_only: true,
      include: ["box"],
    });
    await callForReply(client, "tab_act", {
      ...act(click, { type: "scroll", direction: "down" }),
      post_checks: [textCheck],
      verify_timeout_ms: 200,
      include_snapshot: false,
      timeout_ms: 300,
      idempotency_key: "k",
    });
    await callForReply(client, "tab_verify", { ...verify(textCheck), timeout_ms: 400 });
    await callForReply(client, "tab_extract", {
      session_id: "s",
      kind: "links",
      selector: "nav",
      frame_id: "f1",
      max_items: 3,
    });
    await callForReply(client, "tab_navigate", {
      session_id: "s",
      action: "goto",
      url: "https://b.example/",
      idempotency_key: "k",
    });
    await callForReply(client, "tab_close", { session_id: "s" });
    await callForReply(client, "tab_snapshot", { session_id: "s" });
  });
  const calls = port.calls.map(({ method, arguments: given }) => {
    const options = given.at(-1) as Record<string, unknown>;
    assert(options.signal instanceof AbortSignal);
    const { signal: _signal, ...rest } = options;
    return [method, ...given.slice(0, -1), rest];
  });
  assert.deepEqual(calls, [
    ["open", "https://a.example/", { idempotencyKey: "k" }],
    ["snapshot", "s", {
      mode: "diff",
      format: "elements",
      maxChars: 600,
      maxElements: 7,
      frameId: "f1",
      selector: "main",
      viewportOnly: true,
      include: ["box"],
    }],
    ["act", "s1", "s1:1", [click, { type: "scroll", direction: "down" }], {
      snapshot: false,
      timeoutMs: 300,
      postChecks: [textCheck],
      verifyTimeoutMs: 200,
      idempotencyKey: "k",
    }],
    ["verify", "s1", [textCheck], { snapshotId: "s1:1", timeoutMs: 400 }],
    ["extract", "s", { kind: "links", selector: "nav", frameId: "f1", maxItems: 3 }],
    ["navigate", "s", { action: "goto", url: "https://b.example/", idempotencyKey: "k" }],
    ["close", "s", {}],
    ["snapshot", "s", {}],
  ]);
});

test("an undefined argument counts as left out, as it does over a pipe", async () => {
  const port = new FakePort();
  await withClient(port, async (client) => {
    await callForReply(client, "tab_snapshot", { session_id: "s", selector: undefined, mode: "full" });
  });
  assert.deepEqual(Object.keys(port.calls[0]?.arguments[1] as object).sort(), ["mode", "signal"]);
});
