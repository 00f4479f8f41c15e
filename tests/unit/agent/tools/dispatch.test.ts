import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { z } from "zod";
import type { ToolExecution, ToolRegistryOptions } from "../../../../src/agent/tools/types.ts";
import type { AgentToolClient } from "../../../../src/contracts/tools.ts";
import { BrowserError } from "../../../../src/contracts/errors.ts";
import { browserTools } from "../support.ts";
import { callOnce, errorOf, FakeBrowser, ORDER, registry, tied, tool, type Trusted } from "./support.ts";

test("a handler gets checked input, the trusted context, the id of the call and its signal", async () => {
  const seen: unknown[] = [];
  const controller = new AbortController();
  const made = registry({
    tools: [tool({
      input: z.strictObject({ order: z.string(), cents: z.int().default(5) }),
      handler: (input: unknown, execution: ToolExecution<Trusted>) => {
        seen.push(input, execution.context, execution.callId, execution.signal, Object.isFrozen(execution));
        return { receipt: "r" };
      },
    })],
  });
  const envelope = await callOnce(made, "refund", { order: "7" }, { signal: controller.signal });
  assert.deepEqual(seen, [{ order: "7", cents: 5 }, { token: "t" }, "run-1", controller.signal, true]);
  assert.equal(envelope.outcome, "completed");
  assert.deepEqual(envelope.result.structuredContent, { ok: true, data: { receipt: "r" } });
  assert.equal(envelope.result.isError, undefined);
});

test("a call on a page says the session in its result and in its envelope", async () => {
  const envelope = await callOnce(registry({ browser: tied(new FakeBrowser()) }));
  assert.equal(envelope.sessionId, "s1");
  assert.equal(envelope.contextChanged, undefined);
  assert.deepEqual(envelope.result.structuredContent, {
    ok: true,
    data: { receipt: "r-7" },
    session_id: "s1",
  });
});

test("arguments that the schema does not allow never reach the handler, whatever they are", async () => {
  let entered = 0;
  const schema = z.strictObject({ order: z.string().min(1), cents: z.int().positive() });
  const made = registry({
    tools: [tool({
      input: schema,
      handler: () => {
        entered++;
        return { receipt: "r" };
      },
    })],
  });
  const value = fc.oneof(
    fc.anything({ withBigInt: true, withDate: true, withNullPrototype: true, withSparseArray: true })
      .filter((input) => input !== undefined), // callOnce() would take its own default, which fits
    fc.record({ order: fc.oneof(fc.string(), fc.integer()), cents: fc.oneof(fc.integer(), fc.double()) }, {
      requiredKeys: [],
    }),
    fc.constant(JSON.parse('{"order":"7","cents":1,"__proto__":{"cents":2}}')),
    fc.constant({ ...ORDER, extra: 1 }),
  );
  await fc.assert(fc.asyncProperty(value, async (input) => {
    const before = entered;
    const envelope = await callOnce(made, "refund", input);
    const fits = schema.safeParse(input).success && !Object.hasOwn(Object(input), "__proto__");
    assert.equal(entered - before, fits ? 1 : 0);
    assert.equal(envelope.outcome, fits ? "completed" : "not_started");
    if (!fits) assert.equal(errorOf(envelope).code, "INVALID_ARGUMENT");
    assert.equal(({} as Record<string, unknown>)["cents"], undefined);
  }));
});

test("a refusal of arguments names places, at most twenty, and never a value", async () => {
  const made = registry({
    tools: [tool({
      input: z.strictObject({ lines: z.array(z.strictObject({ quantity: z.int() })) }),
    })],
  });
  const lines = Array.from({ length: 40 }, () => ({ quantity: "4111-1111" }));
  const envelope = await callOnce(made, "refund", { lines });
  const issues = errorOf(envelope).issues as { path: string; message: string }[];
  assert.equal(issues.length, 20);
  assert.equal(issues[0]?.path, "lines[0].quantity");
  assert.doesNotMatch(JSON.stringify(envelope), /4111/);
});

test("asynchronous refinements are waited for, and one that throws accepts nothing", async () => {
  const refined = (check: (order: string) => Promise<boolean>) =>
    registry({
      tools: [tool({ input: z.strictObject({ order: z.string().refine(check), cents: z.int() }) })],
    });
  assert.equal((await callOnce(refined(() => Promise.resolve(true)))).outcome, "completed");
  assert.equal((await callOnce(refined(() => Promise.resolve(false)))).outcome, "not_started");
  const thrown = await callOnce(refined(() => Promise.reject(new Error("db-password"))));
  assert.deepEqual([thrown.outcome, errorOf(thrown).code], ["not_started", "INVALID_ARGUMENT"]);
  assert.doesNotMatch(JSON.stringify(thrown), /db-password/);
});

const DISTURBANCES: readonly (readonly [string, (browser: FakeBrowser) => void])[] = [
  ["a reload", (browser) => browser.change({ document: "d2", navigations: 2 })],
  ["a change of route", (browser) => browser.change({ url: "https://shop.test/other", navigations: 2 })],
  ["a fragment", (browser) => browser.change({ url: "https://shop.test/orders#2" })],
  ["switching away and back", (browser) => browser.change({ activations: 2 })],
  ["another tab", (browser) => browser.change({ tab_id: "t2", activations: 1 })],
  ["the end of the session", (browser) => browser.sessionId = undefined],
  ["another session", (browser) => browser.change({ session_id: "s2" })],
  ["a page that does not answer", (browser) => browser.shown = new BrowserError("TIMEOUT", "busy")],
];

for (const [what, disturb] of DISTURBANCES) {
  test(`${what} after the decision revokes it before the handler runs`, async () => {
    let entered = false;
    const browser = new FakeBrowser();
    const made = registry({
      browser: tied(browser),
      tools: [tool({
        handler: () => {
          entered = true;
          return { receipt: "r" };
        },
      })],
    });
    const envelope = await callOnce(made, "refund", ORDER, { between: () => disturb(browser) });
    assert.equal(entered, false);
    assert.deepEqual([envelope.outcome, envelope.contextChanged, errorOf(envelope).code], [
      "not_started",
      true,
      "CONTEXT_CHANGED",
    ]);
    const lease = await made.prepareTools({});
    await lease.assertCurrent(); // the next decision is made for what is there now
  });
}

test("an origin is checked again at the call, though nobody asked to see the tool", async () => {
  const browser = new FakeBrowser();
  browser.change({ url: "https://elsewhere.test/" });
  const made = registry({
    browser: tied(browser),
    tools: [tool({ allowedOrigins: ["https://shop.test"] })],
  });
  const envelope = await callOnce(made);
  assert.deepEqual([envelope.outcome, errorOf(envelope).code], ["not_started", "TOOL_UNAVAILABLE"]);
});

test("a context that changed or cannot be had stops custom tools and all others before they begin", async () => {
  let context: () => unknown = () => ({ id: "tenant-1", value: { token: "t" } });
  const base = browserTools();
  const made = registry({
    base,
    getContext: (() => context()) as ToolRegistryOptions<Trusted>["getContext"],
  });
  for (
    const next of [() => ({ id: "tenant-2", value: { token: "t" } }), () => {
      throw new Error("signed out");
    }]
  ) {
    for (const name of ["refund", "tab_open"]) {
      context = () => ({ id: "tenant-1", value: { token: "t" } });
      const envelope = await callOnce(made, name, ORDER, { between: () => context = next });
      assert.deepEqual([envelope.outcome, envelope.contextChanged], ["not_started", true], name);
    }
  }
  assert.deepEqual(base.sent, []);
});

test("the page is looked at after the arguments were checked, right before the handler", async () => {
  const browser = new FakeBrowser();
  const made = registry({
    browser: tied(browser),
    tools: [tool({
      input: z.strictObject({ order: z.string(), cents: z.int() }).refine(() => {
        browser.change({ document: "d2" }); // the page changes while a refinement waits
        return Promise.resolve(true);
      }),
    })],
  });
  assert.equal((await callOnce(made)).outcome, "not_started");
});

test("a write that fails after it began has an unknown outcome, a read is an error", async () => {
  const handlers: readonly (readonly [string, unknown, string])[] = [
    ["throws", () => {
      throw new Error("card 4111");
    }, "TOOL_FAILED"],
    ["rejects", () => Promise.reject(new Error("card 4111")), "TOOL_FAILED"],
    ["gives nothing", () => undefined, "INVALID_OUTPUT"],
    ["gives another shape", () => ({ receipt: 7 }), "INVALID_OUTPUT"],
    ["gives more than its schema says", () => ({ receipt: "r", token: "t" }), "INVALID_OUTPUT"],
    ["gives more than 2 MiB", () => ({ receipt: "a".repeat(2 * 1024 * 1024) }), "INVALID_OUTPUT"],
  ];
  for (const [what, handler, code] of handlers) {
    const written = await callOnce(registry({ tools: [tool({ handler })] }));
    assert.deepEqual([written.outcome, errorOf(written).code], ["unknown", "OUTCOME_UNKNOWN"], what);
    const read = await callOnce(registry({ tools: [tool({ handler, effect: "read" })] }));
    assert.deepEqual(
      [read.outcome, read.result.isError, errorOf(read).code],
      ["completed", true, code],
      what,
    );
    assert.doesNotMatch(JSON.stringify([written, read]), /4111|run_tool|\.ts/);
  }
});

test("an output that JSON cannot carry is refused, though its schema allows anything", async () => {
  const output = z.strictObject({ any: z.unknown() });
  for (const any of [10n, () => 1, Symbol("x"), Number.NaN, new Date(0), new Map()]) {
    const envelope = await callOnce(registry({ tools: [tool({ output, handler: () => ({ any }) })] }));
    assert.equal(envelope.outcome, "unknown", typeof any);
  }
  const throws = z.strictObject({ receipt: z.string() }).refine(() => Promise.reject(new Error("torn")));
  assert.equal((await callOnce(registry({ tools: [tool({ output: throws })] }))).outcome, "unknown");
});

test("cancelling before the handler starts nothing, cancelling a write in it leaves its outcome unknown", async () => {
  const controller = new AbortController();
  let entered = 0;
  const hanging = tool({
    handler: () => {
      entered++;
      controller.abort();
      return new Promise(() => {});
    },
  });
  const within = await callOnce(registry({ tools: [hanging] }), "refund", ORDER, {
    signal: controller.signal,
  });
  assert.deepEqual([within.outcome, entered], ["unknown", 1]);
  for (const name of ["refund", "tab_open"]) {
    const base = browserTools();
    const stopped = new AbortController();
    const made = registry({ base, tools: [hanging] });
    const before = await callOnce(made, name, ORDER, {
      between: () => stopped.abort(),
      signal: stopped.signal,
    });
    assert.deepEqual([before.outcome, errorOf(before).code, entered, base.sent.length], [
      "not_started",
      "CANCELLED",
      1,
      0,
    ]);
  }
});

test("a handler that waits can check again, and one that outlives its lease is told", async () => {
  const browser = new FakeBrowser();
  let later: (() => Promise<void>) | undefined;
  const made = registry({
    browser: tied(browser),
    tools: [tool({
      handler: async (_input: unknown, { assertCurrent }: ToolExecution) => {
        await assertCurrent();
        later = assertCurrent;
        return { receipt: "r" };
      },
    })],
  });
  const signal = new AbortController().signal;
  const lease = await made.prepareTools({ signal });
  const call = { id: "run-1", name: "refund", arguments: ORDER };
  assert.equal((await lease.dispatch(call, { signal })).outcome, "completed");
  browser.change({ document: "d2" });
  await assert.rejects(later ?? assert.fail, { code: "CONTEXT_CHANGED" });
  await lease.close();
  await assert.rejects(later ?? assert.fail, { code: "LEASE_CLOSED" });
  const closed = await lease.dispatch(call, { signal });
  assert.deepEqual([closed.outcome, errorOf(closed).code], ["not_started", "LEASE_CLOSED"]);
});

test("a page that changed while the handler ran is reported, and the outcome stays known", async () => {
  const browser = new FakeBrowser();
  const made = registry({
    browser: tied(browser),
    tools: [tool({
      handler: () => {
        browser.change({ document: "d2" });
        return { receipt: "r" };
      },
    })],
  });
  const envelope = await callOnce(made);
  assert.deepEqual([envelope.outcome, envelope.contextChanged], ["completed", true]);
});

test("other tools run as they are, and their own words on effects count", async () => {
  const base: AgentToolClient = Object.assign(browserTools(), {
    callEffect: ({ arguments: input }: { arguments: Readonly<Record<string, unknown>> }) =>
      input["action"] === "list" ? "read" as const : undefined,
  });
  const made = registry({ base });
  const envelope = await callOnce(made, "tab_open", { url: "https://a.test/" });
  assert.equal(envelope.outcome, "completed");
  assert.equal(envelope.result.structuredContent?.["session_id"], "s1");
  const lease = await made.prepareTools({});
  assert.equal(lease.callEffect?.({ name: "tab_tabs", arguments: { action: "list" } }), "read");
  assert.equal(lease.callEffect?.({ name: "tab_tabs", arguments: { action: "close" } }), undefined);
  assert.equal(lease.callEffect?.({ name: "refund", arguments: { action: "list" } }), "write");
});

test("an array that is nearly all holes is refused as input and as output, in no time", async () => {
  const holes: string[] = [];
  holes.length = 4_000_000_000;
  const list = z.strictObject({ items: z.array(z.string().optional()) });
  let entered = 0;
  const made = registry({
    tools: [tool({
      input: list,
      output: list,
      handler: () => {
        entered++;
        return { items: holes };
      },
    })],
  });
  for (const given of [{ items: holes }, { items: [holes] }]) {
    assert.equal((await callOnce(made, "refund", given as never)).outcome, "not_started");
  }
  assert.equal(entered, 0);
  assert.equal((await callOnce(made, "refund", { items: [] } as never)).outcome, "unknown");
  assert.equal(entered, 1);
});
