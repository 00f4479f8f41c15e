import assert from "node:assert/strict";
import { test } from "node:test";
import { toBrowserError } from "../../../src/browser/failures.ts";
import { BrowserError } from "../../../src/contracts/errors.ts";
import { callForReply, withClient } from "./connect.ts";
import { actResult, FakePort, snapshotResult, verifyResult } from "./fake_port.ts";

type ErrorBody = { readonly code: string; readonly message: string };

const click = { session_id: "s1", snapshot_id: "s1:1", actions: [{ type: "click", ref: "e1" }] };

test("a result is the envelope with ok in front and the port's fields behind", async () => {
  await withClient(new FakePort(), async (client) => {
    const { body, isError } = await callForReply(client, "tab_open", { url: "https://shop.example/" });
    assert.equal(isError, false);
    assert.deepEqual(body, { ok: true, ...snapshotResult() });
    const listed = await callForReply(client, "tab_list", {});
    assert.deepEqual(listed.body, {
      ok: true,
      sessions: [{ session_id: "s1", url: "https://shop.example/", title: "Shop", tabs: 1 }],
    });
    const closed = await callForReply(client, "tab_close", { session_id: "s1" });
    assert.deepEqual(closed.body, { ok: true, session_id: "s1", closed: true });
  });
});

test("tab_verify that does not pass is an error that worked", async () => {
  const port = new FakePort();
  port.verify = () =>
    Promise.resolve(
      verifyResult({ passed: false, checks: [{ index: 0, kind: "text", pass: false, actual: "Sorry" }] }),
    );
  await withClient(port, async (client) => {
    await client.listTools(); // from here on the client compares results with the published schema
    const { body, isError } = await callForReply(client, "tab_verify", {
      session_id: "s1",
      checks: [{ kind: "text", contains: "Thank you" }],
    });
    assert.deepEqual([body.ok, body.passed, isError], [true, false, true]);
  });
});

test("a failed batch keeps its whole result", async () => {
  const port = new FakePort();
  const error = { code: "TARGET_COVERED", message: "e1 is covered by e9" };
  const failed = actResult({
    ok: false,
    batch_complete: false,
    completed: 0,
    failed: { index: 0, error },
    failed_action_may_have_side_effects: false,
    results: [{ index: 0, type: "click", status: "failed", error }],
  });
  port.act = () => Promise.resolve(failed);
  await withClient(port, async (client) => {
    await client.listTools();
    const { body, isError } = await callForReply(client, "tab_act", click);
    assert.equal(isError, true);
    assert.deepEqual(body, failed);
  });
});

test("a batch whose post-checks fail worked, and says that they failed", async () => {
  const port = new FakePort();
  port.act = () =>
    Promise.resolve(actResult({ verification: verifyResult({ passed: false }), replan_required: true }));
  await withClient(port, async (client) => {
    const { body, isError } = await callForReply(client, "tab_act", click);
    assert.deepEqual([body.ok, isError, body.replan_required], [true, false, true]);
  });
});

test("an error of the browser keeps its code and message", async () => {
  const port = new FakePort();
  port.act = () =>
    Promise.reject(new BrowserError("STALE_SNAPSHOT", "Snapshot s1:1 was consumed; call tab_snapshot"));
  await withClient(port, async (client) => {
    await client.listTools();
    const { body, isError } = await callForReply(client, "tab_act", click);
    assert.equal(isError, true);
    assert.deepEqual(body, {
      ok: false,
      error: { code: "STALE_SNAPSHOT", message: "Snapshot s1:1 was consumed; call tab_snapshot" },
    });
  });
});

test("an error whose message names an id has its cause in the log, and another one has not", async () => {
  const notices: string[] = [];
  const port = new FakePort();
  await withClient(port, async (client) => {
    const cause = new Error("net layer fell over at https://a.example/x?token=1");
    port.close = () => Promise.reject(toBrowserError(cause, "NAVIGATION_FAILED", "It could not be opened"));
    const { body } = await callForReply(client, "tab_close", { session_id: "s1" });
    const { code, message } = body.error as ErrorBody;
    const id = /\(error ([0-9a-f]{8}) in the server's log\)/.exec(message)?.[1];
    assert.equal(code, "NAVIGATION_FAILED");
    assert(id !== undefined && notices[0]?.startsWith(`error ${id}: Error: net layer fell over`), message);
    assert(!/token/.test(message + notices.join()));
    notices.length = 0;
    port.close = () =>
      Promise.reject(
        new BrowserError("NAVIGATION_FAILED", "No page to go back to", { cause: new Error("x") }),
      );
    await callForReply(client, "tab_close", { session_id: "s1" });
    assert.deepEqual(notices, []);
  }, { onNotice: (line) => notices.push(line) });
});

test("an error from another copy of the package is known by its code", async () => {
  const port = new FakePort();
  port.close = () => Promise.reject(Object.assign(new Error("No session s1"), { code: "SESSION_NOT_FOUND" }));
  await withClient(port, async (client) => {
    const { body } = await callForReply(client, "tab_close", { session_id: "s1" });
    assert.equal((body.error as ErrorBody).code, "SESSION_NOT_FOUND");
  });
});

test("whatever else is thrown becomes INTERNAL_ERROR and says nothing of itself but an id that leads to its cause", async () => {
  const notices: string[] = [];
  const cyclic: Record<string, unknown> = {};
  cyclic.self = cyclic;
  const thrown: readonly unknown[] = [
    new Error("secret detail"),
    new TypeError("secret detail"),
    Object.assign(new Error("secret detail"), { code: "ENOENT" }),
    Object.assign(new Error("secret detail"), { code: "constructor" }),
    Object.assign(new Error("secret detail"), { code: "INTERNAL_ERROR" }),
    { code: "STALE_SNAPSHOT", message: "secret detail" },
    "secret detail",
    undefined,
    null,
  ];
  const port = new FakePort();
  await withClient(port, async (client) => {
    for (const error of thrown) {
      port.list = () => Promise.reject(error);
      const { body } = await callForReply(client, "tab_list", {});
      assert.equal((body.error as ErrorBody).code, "INTERNAL_ERROR");
      assert.doesNotMatch(JSON.stringify(body), /secret detail/);
      const id = /\(error ([0-9a-f]{8}) in the server's log\)/.exec((body.error as ErrorBody).message)?.[1];
      const cause = notices.filter((line) => line.startsWith(`error ${id ?? "none"}: `)).join("\n");
      assert.notEqual(cause, "");
      if (error instanceof Error) assert.match(cause, /secret detail[^]*\n.*: at .*replies\.test/);
    }
    port.open = () => {
      throw new Error("secret detail");
    };
    port.snapshot = () => Promise.resolve(snapshotResult({ scope: cyclic }));
    for (
      const [name, given] of [["tab_open", { url: "u" }], ["tab_snapshot", { session_id: "s" }]] as const
    ) {
      const { body } = await callForReply(client, name, given);
      assert.equal((body.error as ErrorBody).code, "INTERNAL_ERROR");
    }
  }, { onNotice: (line) => notices.push(line) });
});

test("no error text of a reply repeats what was typed, expected or fetched", async () => {
  const port = new FakePort();
  const message =
    'Could not type "correct horse" into e1 at https://user:pw@a.example/x?token=1 \u001b[31mnow\u001b[39m\n' +
    "Call log:\n  - waiting for correct horse";
  const error = { code: "ACTION_FAILED", message };
  port.act = () =>
    Promise.resolve(actResult({
      ok: false,
      failed: { index: 0, error },
      results: [{ index: 0, type: "fill", status: "failed", error }],
      snapshot_error: error,
      verification: verifyResult({
        passed: false,
        checks: [{ index: 0, kind: "value", pass: false, hint: "is not 4111 1111", error }],
      }),
    }));
  const given = {
    session_id: "s1",
    snapshot_id: "s1:1",
    actions: [{ type: "fill", ref: "e1", value: "correct horse" }],
    post_checks: [{ kind: "value", ref: "e2", value: "4111 1111" }],
  };
  await withClient(port, async (client) => {
    const { body } = await callForReply(client, "tab_act", given);
    const text = JSON.stringify(body);
    assert.doesNotMatch(text, /correct horse|4111 1111|token=1|user:pw|Call log|\[31m/);
    assert.equal(
      (body.failed as { error: ErrorBody }).error.message,
      'Could not type "[value]" into e1 at [url] now',
    );
    port.act = () => Promise.reject(new BrowserError("ACTION_FAILED", message));
    const thrown = await callForReply(client, "tab_act", given);
    assert.equal((thrown.body.error as ErrorBody).message, 'Could not type "[value]" into e1 at [url] now');
  });
});

test("what was read from the page is not touched by the cleaning of errors", async () => {
  const port = new FakePort();
  const tree = "Call log: see https://a.example/x, error: none, hint: 4111";
  port.verify = () =>
    Promise.resolve(
      verifyResult({ checks: [{ index: 0, kind: "value", pass: true, actual: "4111 https://a.example/" }] }),
    );
  port.snapshot = () => Promise.resolve(snapshotResult({ tree }));
  await withClient(port, async (client) => {
    const observed = await callForReply(client, "tab_snapshot", { session_id: "s" });
    assert.equal(observed.body.tree, tree);
    const { body } = await callForReply(client, "tab_verify", {
      session_id: "s",
      checks: [{ kind: "value", selector: "input", value: "4111" }],
    });
    assert.equal((body.checks as { actual: string }[])[0]?.actual, "4111 https://a.example/");
  });
});

test("a reply stays within its bound and says that something is missing", async () => {
  const port = new FakePort();
  port.snapshot = () => Promise.resolve(snapshotResult({ tree: "long line\n".repeat(100_000) }));
  port.extract = () =>
    Promise.resolve({
      session_id: "s",
      frame_id: "f0",
      url: "u",
      kind: "table",
      columns: ["a"],
      rows: Array.from({ length: 500 }, () => ["cell ".repeat(1000)]),
      truncated: false,
    });
  await withClient(port, async (client) => {
    const observed = await callForReply(client, "tab_snapshot", { session_id: "s", max_chars: 500 });
    assert.equal(observed.body.truncated, true);
    assert(JSON.stringify(observed.body).length <= 61_000);
    const { body } = await callForReply(client, "tab_extract", { session_id: "s", kind: "table" });
    assert.equal(body.truncated, true);
    assert(JSON.stringify(body).length <= 100_000);
    assert((body.rows as unknown[]).length > 1);
  });
});

test("the largest tree that can be asked for arrives whole", async () => {
  const port = new FakePort();
  const tree = '"quoted"\n'.repeat(22_222);
  port.snapshot = () => Promise.resolve(snapshotResult({ tree }));
  await withClient(port, async (client) => {
    const { body } = await callForReply(client, "tab_snapshot", { session_id: "s", max_chars: 200_000 });
    assert.equal(body.tree, tree);
    assert.equal(body.truncated, false);
  });
});
