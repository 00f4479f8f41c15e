import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { createToolRegistry } from "../../../../src/agent/tools/registry.ts";
import { ToolRegistryError } from "../../../../src/agent/tools/error.ts";
import type { ToolRegistryOptions } from "../../../../src/agent/tools/types.ts";
import { BrowserError } from "../../../../src/contracts/errors.ts";
import { FakeTools, toolResult } from "../../../../src/testing/mod.ts";
import { browserTools, testDeps } from "../support.ts";
import { errorOf, FakeBrowser, options, ORDER, registry, tied, tool, type Trusted } from "./support.ts";

const signalOf = () => ({ signal: new AbortController().signal });

async function namesOf(made: ReturnType<typeof registry>): Promise<readonly string[]> {
  return (await made.prepareTools(signalOf())).tools.map(({ name }) => name);
}

test("createToolRegistry() refuses options that cannot work", () => {
  const bound = { ...browserTools(), listTools() {}, callTool() {}, prepareTools() {} };
  const origins = tool({ allowedOrigins: ["https://shop.test"] });
  const wrong: readonly (readonly [Partial<Record<keyof ToolRegistryOptions, unknown>>, RegExp])[] = [
    [{ base: {} }, /base must offer/],
    [{ base: bound }, /bound execution of its own/],
    [{ tools: [] }, /1 to 100 tools/],
    [{ tools: Array(101).fill(tool()) }, /1 to 100 tools/],
    [{ tools: [{ ...tool() }] }, /must come from defineTool/],
    [{ tools: [null] }, /must come from defineTool/],
    [{ getContext: { id: "x" } }, /getContext must be a function/],
    [{ tools: [origins] }, /allowedOrigins, which need browser/],
    [{ browser: { engine: {}, getSessionId: () => "s1" } }, /documentBinding/],
    [{ browser: { engine: new FakeBrowser() } }, /getSessionId/],
  ];
  for (const [fields, message] of wrong) {
    assert.throws(
      () => createToolRegistry(options(fields as Partial<ToolRegistryOptions<Trusted>>), testDeps()),
      (error) =>
        error instanceof ToolRegistryError && error.code === "INVALID_REGISTRY" &&
        message.test(error.message),
      String(message),
    );
  }
  assert.throws(
    () => createToolRegistry(undefined as unknown as ToolRegistryOptions, testDeps()),
    /must be an object/,
  );
});

test("a name is there once, among custom tools and beside the others", async () => {
  assert.throws(() => registry({ tools: [tool(), tool({ version: "2" })] }), /Two tools are named refund/);
  const base = new FakeTools({ refund: { handle: () => toolResult({}) } });
  const made = registry({ base });
  const conflict = { code: "TOOL_NAMES_DUPLICATED", message: "Two tools are named refund" };
  await assert.rejects(made.getExecutionIdentity(signalOf()), conflict);
  await assert.rejects(made.prepareTools(signalOf()), conflict);
  await assert.rejects(made.listTools(), conflict);
});

test("the identity covers the whole contract and the context, and the page has no part in it", async () => {
  const hash = async (overrides: Parameters<typeof registry>[0] = {}) =>
    await registry(overrides).getExecutionIdentity(signalOf());
  const plain = await hash();
  assert.deepEqual(plain, await hash());
  assert.deepEqual(
    plain,
    await hash({ tools: [tool({ handler: () => ({ receipt: "other code" }) })] }),
    "code is not seen: that is what the version is for",
  );
  const browser = new FakeBrowser();
  const shop = { allowedOrigins: ["https://shop.test"] };
  const others: readonly Parameters<typeof registry>[0][] = [
    { tools: [tool({ version: "2" })] },
    { tools: [tool({ description: "Pays an order back." })] },
    { tools: [tool({ effect: "read" })] },
    { tools: [tool({ name: "pay_back" })] },
    { tools: [tool({ input: z.strictObject({ order: z.string() }) })] },
    { tools: [tool({ output: z.strictObject({ receipt: z.string().max(9) }) })] },
    { tools: [tool(), tool({ name: "pay_back" })] },
    { base: new FakeTools({ tab_open: { handle: () => toolResult({}) } }) },
    { browser: tied(browser) },
    { browser: tied(browser), tools: [tool(shop)] },
    { browser: tied(browser), tools: [tool({ allowedOrigins: ["https://other.test"] })] },
  ];
  const hashes = new Set<string>([plain.registryHash]);
  for (const other of others) {
    const identity = await hash(other);
    assert.equal(identity.contextHash, plain.contextHash);
    hashes.add(identity.registryHash);
  }
  assert.equal(hashes.size, others.length + 1);
  const tenant = await hash({ getContext: () => ({ id: "tenant-2", value: { token: "t" } }) });
  assert.equal(tenant.registryHash, plain.registryHash);
  assert.notEqual(tenant.contextHash, plain.contextHash);
  assert.equal(plain.contextHash, testDeps().sha256("tenant-1"));
  const made = registry({ browser: tied(browser), tools: [tool(shop)] });
  const here = await made.getExecutionIdentity(signalOf());
  browser.change({ url: "https://elsewhere.test/", document: "d2" });
  assert.deepEqual(await made.getExecutionIdentity(signalOf()), here);
});

test("the order of tools is no part of the identity", async () => {
  const tools = [tool(), tool({ name: "pay_back" })];
  const [first, second] = await Promise.all([
    registry({ tools }).getExecutionIdentity(signalOf()),
    registry({ tools: [...tools].reverse() }).getExecutionIdentity(signalOf()),
  ]);
  assert.deepEqual(first, second);
});

test("a tool with origins exists only where the active tab's main document has one of them", async () => {
  const browser = new FakeBrowser();
  const made = registry({
    browser: tied(browser),
    tools: [
      tool({ allowedOrigins: ["https://shop.test", "http://shop.test:8080"] }),
      tool({ name: "everywhere" }),
    ],
  });
  assert.deepEqual((await namesOf(made)).slice(-2), ["refund", "everywhere"]);
  for (
    const url of [
      "http://shop.test/orders",
      "https://shop.test:8443/",
      "https://shop.test.evil.test/",
      "https://evil.test/?https://shop.test",
      "about:blank",
    ]
  ) {
    browser.change({ url });
    assert.deepEqual((await namesOf(made)).slice(-1), ["everywhere"], url);
    assert.equal((await namesOf(made)).includes("refund"), false, url);
  }
  browser.change({ url: "http://shop.test:8080/orders" });
  assert.equal((await namesOf(made)).includes("refund"), true);
  assert.equal((await made.listTools()).some(({ name }) => name === "refund"), true);
  browser.sessionId = undefined;
  assert.equal((await namesOf(made)).includes("refund"), false);
  browser.sessionId = "s9";
  assert.equal((await namesOf(made)).includes("refund"), false, "a session that ended shows no page");
});

test("metadata covers tools that are not there now, and names the session of the ones that are bound", async () => {
  const browser = new FakeBrowser();
  browser.change({ url: "https://elsewhere.test/" });
  const made = registry({
    browser: tied(browser),
    tools: [tool({ allowedOrigins: ["https://shop.test"] }), tool({ name: "look", effect: "read" })],
  });
  const { tools, metadata } = await made.prepareTools(signalOf());
  assert.equal(tools.some(({ name }) => name === "refund"), false);
  assert.deepEqual(metadata.get("refund"), { effect: "write", sessionId: "s1" });
  assert.deepEqual(metadata.get("look"), { effect: "read", sessionId: "s1" });
  assert.deepEqual(metadata.get("tab_verify"), { effect: "read" });
  assert.deepEqual(metadata.get("tab_act"), { effect: "write" });
  const unbound = await registry().prepareTools(signalOf());
  assert.deepEqual(unbound.metadata.get("refund"), { effect: "write" });
});

test("the context key stays while nothing happens, and changes with every disturbance of the page", async () => {
  const browser = new FakeBrowser();
  const made = registry({ browser: tied(browser) });
  const key = async (): Promise<string> => (await made.prepareTools(signalOf())).contextKey;
  const first = await key();
  assert.match(first, /^[0-9a-f]{64}$/);
  assert.equal(await key(), first);
  const seen = new Set([first]);
  for (
    const facts of [
      { document: "d2" },
      { navigations: 2 },
      { url: "https://shop.test/orders#top" },
      { activations: 2 },
      { tab_id: "t2" },
    ]
  ) {
    browser.change(facts);
    seen.add(await key());
  }
  browser.sessionId = undefined;
  seen.add(await key());
  assert.equal(seen.size, 7);
  browser.sessionId = "s1";
  browser.shown = new BrowserError("DIALOG_OPEN", "A dialog is open");
  const unreadable = await key();
  assert.notEqual(await key(), unreadable, "a page that does not answer equals no other, also not itself");
});

test("a page that cannot say which document it is hides custom tools and holds up nothing else", async () => {
  const browser = new FakeBrowser();
  browser.shown = new BrowserError("DIALOG_OPEN", "A dialog is open");
  const made = registry({ browser: tied(browser) });
  const lease = await made.prepareTools(signalOf());
  assert.equal(lease.tools.some(({ name }) => name === "refund"), false);
  await lease.assertCurrent();
  const refused = await lease.dispatch({ id: "run-1", name: "refund", arguments: ORDER }, {});
  assert.deepEqual([refused.outcome, errorOf(refused).code], ["not_started", "CONTEXT_CHANGED"]);
  const answered = await lease.dispatch({ id: "run-2", name: "tab_list", arguments: {} }, {});
  assert.equal(answered.outcome, "completed");
  browser.shown = new FakeBrowser().shown;
  await assert.rejects(async () => await lease.assertCurrent(), { code: "CONTEXT_CHANGED" });
});

test("a session id that is no text, or an engine that breaks, makes a page that cannot be read", async () => {
  const browser = new FakeBrowser();
  for (const getSessionId of [() => 7, () => Promise.reject(new Error("torn"))]) {
    const made = registry({
      browser: { engine: browser, getSessionId: getSessionId as unknown as () => string },
    });
    assert.equal((await namesOf(made)).includes("refund"), false);
  }
});

test("a context that cannot be had is no context", async () => {
  const wrong: readonly (() => unknown)[] = [
    () => undefined,
    () => "tenant-1",
    () => ({ id: "", value: 1 }),
    () => ({ id: "a".repeat(4097), value: 1 }),
    () => ({ id: 7, value: 1 }),
    () => {
      throw new Error("secret of the application");
    },
  ];
  for (const getContext of wrong) {
    const made = registry({
      getContext: getContext as unknown as ToolRegistryOptions<Trusted>["getContext"],
    });
    for (const ask of [made.getExecutionIdentity(signalOf()), made.prepareTools(signalOf())]) {
      await assert.rejects(ask, (error) => {
        assert.ok(error instanceof ToolRegistryError);
        assert.equal(error.code, "CONTEXT_UNAVAILABLE");
        assert.doesNotMatch(error.message, /secret/);
        return true;
      });
    }
  }
});

test("a run whose context id changes cannot go on, and another run of the same registry can", async () => {
  let id = "tenant-1";
  const made = registry({ getContext: () => ({ id, value: { token: id } }) });
  const first = new AbortController();
  const second = new AbortController();
  await made.getExecutionIdentity(first);
  await made.prepareTools(first);
  id = "tenant-2";
  await made.getExecutionIdentity(second);
  await made.prepareTools(second);
  await assert.rejects(made.prepareTools(first), { code: "CONTEXT_CHANGED" });
});

test("the other tools are listed once for a run, and what they say later is not taken over", async () => {
  let listed = 0;
  const base = browserTools();
  const list = base.listTools.bind(base);
  base.listTools = () => {
    listed++;
    return list();
  };
  const made = registry({ base });
  const run = new AbortController();
  await made.getExecutionIdentity(run);
  for (let decision = 0; decision < 3; decision++) await made.prepareTools(run);
  assert.equal(listed, 1);
});

test("outside a lease custom tools are listed and not called, the others go through", async () => {
  const base = browserTools();
  const made = registry({ base });
  await assert.rejects(made.callTool({ name: "refund", arguments: ORDER }), { code: "LEASE_REQUIRED" });
  await made.callTool({ name: "tab_list", arguments: {} });
  assert.deepEqual(base.sentNames, ["tab_list"]);
  assert.equal(made.callEffect?.({ name: "refund", arguments: {} }), "write");
});
