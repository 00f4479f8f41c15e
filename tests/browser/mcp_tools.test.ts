import { Ajv, type ValidateFunction } from "ajv";
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { BrowserEngine } from "../../src/browser/engine.ts";
import type { AgentToolClient } from "../../src/contracts/tools.ts";
import { connectAgentTools } from "../../src/mcp/in_memory_client.ts";
import { createMcpServer } from "../../src/mcp/server.ts";
import { type Pages, servePages } from "./mcp_pages.ts";

interface Snapshot {
  readonly session_id: string;
  readonly snapshot_id: string;
  readonly tree: string;
  readonly mode?: string;
}

type Body = Readonly<Record<string, unknown>>;

let pages: Pages;
let engine: BrowserEngine;
let tools: AgentToolClient;
let disconnect: () => Promise<void>;
const validators = new Map<string, ValidateFunction>();

before(async () => {
  pages = await servePages();
  engine = new BrowserEngine({ timeoutMs: 10_000 });
  ({ tools, close: disconnect } = await connectAgentTools(createMcpServer(engine)));
  const ajv = new Ajv({ strict: false });
  for (const { name, outputSchema } of await tools.listTools()) {
    validators.set(name, ajv.compile(outputSchema ?? false));
  }
});

after(async () => {
  await disconnect();
  await engine.dispose();
  await pages.close();
});

async function call(name: string, given: Record<string, unknown>): Promise<{ body: Body; isError: boolean }> {
  const { structuredContent, content, isError = false } = await tools.callTool({ name, arguments: given });
  const [block] = content;
  assert(structuredContent !== undefined, JSON.stringify(content));
  assert.equal(block?.text, JSON.stringify(structuredContent));
  const validate = validators.get(name);
  assert(validate?.(structuredContent), `${name}: ${JSON.stringify(validate?.errors)}`);
  return { body: structuredContent, isError };
}

async function expectOk(name: string, given: Record<string, unknown>): Promise<Body> {
  const { body, isError } = await call(name, given);
  assert.equal(isError, false, JSON.stringify(body, null, 1));
  assert.equal(body.ok, true);
  return body;
}

async function expectError(
  name: string,
  given: Record<string, unknown>,
): Promise<{ code: string; message: string }> {
  const { body, isError } = await call(name, given);
  assert.deepEqual([body.ok, isError], [false, true], JSON.stringify(body));
  return body.error as { code: string; message: string };
}

async function open(path: string): Promise<Snapshot> {
  return await expectOk("tab_open", { url: `${pages.origin}${path}` }) as unknown as Snapshot;
}

/** The ref of the control with a role and a name, read from the tree as a model reads it. */
function refOf(tree: string, role: string, name: string): string {
  const control = new RegExp(`\\[((?:f\\d+)?e\\d+) ${role}\\b[^\\]]*: ${name}`);
  const found = control.exec(tree)?.[1];
  assert(found !== undefined, `no ${role} named ${name} in\n${tree}`);
  return found;
}

const ids = ({ session_id, snapshot_id }: Snapshot) => ({ session_id, snapshot_id });

test("a form is filled in, sent and proved in one call", async () => {
  const page = await open("/order");
  assert.match(page.tree, /^<page (\S+)>\n[^]*\n<\/page \1>$/);
  assert.doesNotMatch(page.tree, /7731/);
  const result = await expectOk("tab_act", {
    ...ids(page),
    actions: [
      { type: "fill", ref: refOf(page.tree, "textbox", "Name"), value: "Ada" },
      { type: "select", ref: refOf(page.tree, "combobox", "Country"), values: ["Norway"] },
      { type: "check", ref: refOf(page.tree, "checkbox", "Newsletter"), checked: true },
      { type: "click", ref: refOf(page.tree, "button", "Place order") },
    ],
    post_checks: [
      { kind: "text", contains: "Thank you, order 1 received" },
      { kind: "value", ref: refOf(page.tree, "textbox", "Name"), value: "Ada" },
    ],
  });
  assert.deepEqual(
    (result.results as { status: string }[]).map(({ status }) => status),
    Array(4).fill("completed"),
  );
  const { passed, checks } = result.verification as {
    passed: boolean;
    checks: { pass: boolean; already_held?: boolean }[];
  };
  assert.equal(passed, true);
  assert.deepEqual(checks.map(({ pass, already_held }) => [pass, already_held]), [[true, undefined], [
    true,
    undefined,
  ]]);
  assert.match((result.snapshot as Snapshot).tree, /Thank you, order 1 received/);
  assert.deepEqual(pages.orders, ["name=Ada&pin=7731+secret&country=no&news=on"]);

  const failed = await call("tab_verify", {
    session_id: page.session_id,
    checks: [{ kind: "text", contains: "Order cancelled" }],
    timeout_ms: 100,
  });
  assert.deepEqual([failed.body.ok, failed.body.passed, failed.isError], [true, false, true]);
  const read = await expectError("tab_act", { ...ids(page), actions: [{ type: "wait", text: "x" }] });
  assert.equal(read.code, "STALE_SNAPSHOT");
  assert.deepEqual(await expectOk("tab_close", { session_id: page.session_id }), {
    ok: true,
    session_id: page.session_id,
    closed: true,
  });
});

test("an idempotency key keeps an order from being placed twice", async () => {
  const page = await open("/order");
  const before = pages.orders.length;
  const order = {
    ...ids(page),
    actions: [
      { type: "fill", ref: refOf(page.tree, "textbox", "Name"), value: "Bob" },
      { type: "click", ref: refOf(page.tree, "button", "Place order") },
    ],
    post_checks: [{ kind: "text", contains: "Thank you" }],
    idempotency_key: "order-bob",
  };
  const first = await expectOk("tab_act", order);
  assert.deepEqual(await expectOk("tab_act", order), first);
  assert.equal(pages.orders.length, before + 1);
  const conflict = await expectError("tab_act", { ...order, actions: order.actions.slice(1) });
  assert.equal(conflict.code, "IDEMPOTENCY_CONFLICT");
  await expectOk("tab_close", { session_id: page.session_id });
});

test("fields in frames of the same and of another site are filled in", async () => {
  const page = await open("/frames");
  const sent = async (observed: Snapshot, index: number, value: string): Promise<Snapshot> => {
    const fields = [...observed.tree.matchAll(/\[(f\d+e\d+) textbox\b[^\]]*: Code/g)].map(([, ref]) => ref);
    const buttons = [...observed.tree.matchAll(/\[(f\d+e\d+) button\b[^\]]*: Send code/g)].map(([, ref]) =>
      ref
    );
    assert.deepEqual([fields.length, buttons.length], [2, 2], observed.tree);
    const result = await expectOk("tab_act", {
      ...ids(observed),
      actions: [{ type: "fill", ref: fields[index], value }, { type: "click", ref: buttons[index] }],
    });
    assert.match((result.snapshot as Snapshot).tree, new RegExp(`Sent ${value}`));
    return await expectOk("tab_snapshot", { session_id: observed.session_id }) as unknown as Snapshot;
  };
  const afterNear = await sent(page, 0, "1111");
  const afterFar = await sent(afterNear, 1, "2222");
  for (const origin of [`Received 1111 from ${pages.origin}`, `Received 2222 from ${pages.otherOrigin}`]) {
    assert(afterFar.tree.includes(origin), afterFar.tree);
  }
  const proof = await expectOk("tab_verify", {
    session_id: page.session_id,
    checks: [{ kind: "text", contains: `Received 2222 from ${pages.otherOrigin}` }],
  });
  assert.equal(proof.passed, true);
  await expectOk("tab_close", { session_id: page.session_id });
});

test("controls and text in nested open shadow roots are reached", async () => {
  const page = await open("/shadow");
  const add = refOf(page.tree, "button", "Add one");
  const result = await expectOk("tab_act", {
    ...ids(page),
    actions: [{ type: "click", ref: add }, { type: "double_click", ref: add }],
    post_checks: [{ kind: "text", contains: "Total 3" }],
  });
  assert.equal((result.verification as { passed: boolean }).passed, true);
  await expectOk("tab_close", { session_id: page.session_id });
});

test("late content is waited for, and what it brings can be acted on", async () => {
  const page = await open("/late");
  const loaded = await expectOk("tab_act", {
    ...ids(page),
    actions: [{ type: "click", ref: refOf(page.tree, "button", "Load") }, {
      type: "wait",
      text: "Loaded 2 items",
    }],
  });
  const snapshot = loaded.snapshot as Snapshot;
  const picked = await expectOk("tab_act", {
    ...ids(snapshot),
    actions: [{ type: "click", ref: refOf(snapshot.tree, "button", "First item") }],
    post_checks: [{ kind: "text", contains: "Picked the first" }, {
      kind: "count",
      selector: "#list button",
      value: 1,
    }],
  });
  assert.equal((picked.verification as { passed: boolean }).passed, true);
  await expectOk("tab_close", { session_id: page.session_id });
});

test("a ref whose element became another one is refused, and the batch says where it stopped", async () => {
  const page = await open("/replaced");
  const { body, isError } = await call("tab_act", {
    ...ids(page),
    actions: [
      { type: "click", ref: refOf(page.tree, "button", "Swap") },
      { type: "click", ref: refOf(page.tree, "button", "Delete draft") },
      { type: "hover", ref: refOf(page.tree, "button", "Swap") },
    ],
  });
  assert.deepEqual([body.ok, isError, body.completed], [false, true, 1]);
  assert.deepEqual((body.results as { status: string }[]).map(({ status }) => status), [
    "completed",
    "failed",
    "skipped",
  ]);
  const { index, error } = body.failed as { index: number; error: { code: string } };
  assert.deepEqual([index, error.code], [1, "STALE_REFERENCE"]);
  await expectOk("tab_close", { session_id: page.session_id });
});

test("data is extracted, and a long page is read on by cursor without a gap", async () => {
  const page = await open("/data");
  const { session_id } = page;
  const table = await expectOk("tab_extract", { session_id, kind: "table" });
  assert.deepEqual([table.columns, table.rows], [["Order", "Total"], [["1001", "14.00"], ["1002", "9.50"]]]);
  const links = await expectOk("tab_extract", { session_id, kind: "links" });
  assert.deepEqual(links.links, [{ text: "Late page", url: `${pages.origin}/late` }]);
  const text = await expectOk("tab_extract", { session_id, kind: "text", selector: "#long p:last-child" });
  assert.equal(text.text, "Paragraph number 299 of the long text");
  assert.equal(
    (await expectError("tab_extract", { session_id, kind: "text", selector: "p" })).code,
    "SELECTOR_COUNT",
  );

  let part = await expectOk("tab_snapshot", { session_id, max_chars: 2000 });
  let whole = part.tree as string;
  for (let count = 0; part.cursor !== undefined; count += 1) {
    assert.equal(part.truncated, true);
    assert((part.tree as string).length <= 2000);
    assert(count < 50, "the cursor leads nowhere");
    part = await expectOk("tab_snapshot", { session_id, cursor: part.cursor, max_chars: 2000 });
    whole += `\n${part.tree}`;
  }
  const numbers = [...whole.matchAll(/Paragraph number (\d+) /g)].map(([, number]) => Number(number));
  assert.deepEqual(numbers, [...Array(300).keys()]);
  await expectOk("tab_close", { session_id });
});

test("navigation keeps the session, voids refs and reports what cannot be loaded", async () => {
  const page = await open("/order");
  const { session_id } = page;
  const there = await expectOk("tab_navigate", { session_id, action: "goto", url: `${pages.origin}/shadow` });
  assert.equal(there.title, "Shadow");
  const stale = await expectError("tab_act", { ...ids(page), actions: [{ type: "click", ref: "e1" }] });
  assert.equal(stale.code, "STALE_SNAPSHOT");
  assert.equal((await expectOk("tab_navigate", { session_id, action: "back" })).title, "Order");
  assert.equal((await expectOk("tab_navigate", { session_id, action: "forward" })).title, "Shadow");
  assert.equal((await expectOk("tab_navigate", { session_id, action: "reload" })).title, "Shadow");
  const denied = await expectError("tab_navigate", { session_id, action: "goto", url: "file:///etc/passwd" });
  assert.equal(denied.code, "INVALID_URL");
  const { sessions } = await expectOk("tab_list", {}) as { sessions: { session_id: string }[] };
  assert(sessions.some((session) => session.session_id === session_id));
  await expectOk("tab_close", { session_id });
  assert.equal((await expectError("tab_snapshot", { session_id })).code, "SESSION_NOT_FOUND");
});

test("a connection that nobody takes is an envelope that does not repeat the address", async () => {
  const gone = await servePages();
  await gone.close();
  const { code, message } = await expectError("tab_open", { url: `${gone.origin}/?token=abc123` });
  assert.equal(code, "NAVIGATION_FAILED");
  assert.doesNotMatch(message, /abc123|http:/);
});

test("a cancelled call ends at once, and its session can be worked with", async () => {
  const page = await open("/late");
  const controller = new AbortController();
  const reason = new Error("changed my mind");
  const waiting = tools.callTool(
    {
      name: "tab_act",
      arguments: { ...ids(page), actions: [{ type: "wait", text: "never shown", timeout_ms: 60_000 }] },
    },
    { signal: controller.signal },
  );
  const listed = await expectOk("tab_list", {}); // answers while the session waits
  assert(JSON.stringify(listed).includes(page.session_id));
  controller.abort(reason);
  await assert.rejects(waiting, reason);
  const again = await expectOk("tab_snapshot", { session_id: page.session_id }) as unknown as Snapshot;
  await expectOk("tab_act", {
    ...ids(again),
    actions: [{ type: "click", ref: refOf(again.tree, "button", "Load") }],
  });
  await expectOk("tab_close", { session_id: page.session_id });
});
