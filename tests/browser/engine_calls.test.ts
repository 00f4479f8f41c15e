import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { BrowserEngine } from "../../src/browser/engine.ts";
import { assertCode, refOf, type Site, startSite, until } from "./engine_site.ts";

const engine = new BrowserEngine({ timeoutMs: 5000 });
let site: Site;
let written = 0;

before(async () => {
  site = await startSite({
    "/": `<button id=b>Write</button><label>Field <input id=field></label><p id=out>Nothing yet</p>
      <script>b.onclick = async () => out.textContent = await (await fetch("/write", { method: "POST" })).text();</script>`,
    "/write": (_, response) => void response.end(`Written ${++written} times`),
    "/never": () => {}, // a server that takes the request and says nothing
    "/hang": `<button onclick="for (;;);">Hang</button><p>Fine so far</p>`,
  });
});

after(async () => {
  await engine.dispose();
  await site.close();
});

test("three sessions work at the same time, each with its own page", async () => {
  const opened = await Promise.all([1, 2, 3].map(() => engine.open(`${site.origin}/`)));
  const results = await Promise.all(
    opened.map(({ session_id, snapshot_id, tree }, index) =>
      engine.act(session_id, snapshot_id, [
        { type: "fill", ref: refOf(tree, "textbox", "Field"), value: `session ${index}` },
      ], { postChecks: [{ kind: "value", selector: "#field", value: `session ${index}` }] })
    ),
  );
  assert.deepEqual(results.map(({ verification }) => verification?.passed), [true, true, true]);
  assert.equal(new Set(opened.map(({ session_id }) => session_id)).size, 3);
  await Promise.all(opened.map(({ session_id }) => engine.close(session_id)));
});

test("calls of one session run in the order in which they came", async () => {
  const { session_id, snapshot_id, tree } = await engine.open(`${site.origin}/`);
  const ref = refOf(tree, "textbox", "Field");
  const order: string[] = [];
  const note = <T>(name: string, work: Promise<T>): Promise<T> => work.finally(() => order.push(name));
  const [, snapshot, check] = await Promise.all([
    note(
      "act",
      engine.act(session_id, snapshot_id, [{ type: "fill", ref, value: "first" }], { snapshot: false }),
    ),
    note("snapshot", engine.snapshot(session_id)),
    note("verify", engine.verify(session_id, [{ kind: "value", selector: "#field", value: "first" }])),
    note("close", engine.close(session_id)),
  ]);
  assert.deepEqual(order, ["act", "snapshot", "verify", "close"]);
  assert.match(snapshot.tree ?? "", /first/);
  assert.equal(check.passed, true);
});

test("a call cancelled while it waits in line does nothing", async () => {
  const { session_id, snapshot_id, tree } = await engine.open(`${site.origin}/`);
  const before = written;
  const cancel = new AbortController();
  const waiting = engine.verify(session_id, [{ kind: "text", contains: "Never said" }], { timeoutMs: 600 });
  const queued = engine.act(
    session_id,
    snapshot_id,
    [{ type: "click", ref: refOf(tree, "button", "Write") }],
    {
      signal: cancel.signal,
    },
  );
  cancel.abort();
  await assertCode(queued, "CANCELLED", /nothing was done/);
  assert.equal((await waiting).passed, false);
  const check = await engine.verify(session_id, [{ kind: "text", contains: "Nothing yet" }]);
  assert.equal(check.passed, true);
  assert.equal(written, before);
  await engine.close(session_id);
});

test("a batch cancelled while it runs stops, says how far it came, and keeps the session", async () => {
  const { session_id, snapshot_id, tree } = await engine.open(`${site.origin}/`);
  const cancel = new AbortController();
  const running = engine.act(session_id, snapshot_id, [
    { type: "fill", ref: refOf(tree, "textbox", "Field"), value: "kept" },
    { type: "wait", text: "Never said" },
  ], { signal: cancel.signal, idempotencyKey: "cancelled" });
  running.catch(() => {});
  await until(async () => {
    const probe = engine.list();
    await probe;
    return true;
  }, "list() answers while a session is busy");
  setTimeout(() => cancel.abort(), 800);
  const startMs = performance.now();
  await assertCode(running, "CANCELLED", /after 1 of 2 actions/);
  assert.ok(performance.now() - startMs < 4000);
  // asked again with the same key, it does not act again
  await assertCode(
    engine.act(session_id, snapshot_id, [
      { type: "fill", ref: refOf(tree, "textbox", "Field"), value: "kept" },
      { type: "wait", text: "Never said" },
    ], { idempotencyKey: "cancelled" }),
    "CANCELLED",
    /after 1 of 2 actions/,
  );
  const check = await engine.verify(session_id, [{ kind: "value", selector: "#field", value: "kept" }]);
  assert.equal(check.passed, true);
  await engine.close(session_id);
});

test("a cancelled open leaves nothing behind", async () => {
  const before = await engine.list();
  const cancel = new AbortController();
  const opening = engine.open(`${site.origin}/never`, { signal: cancel.signal });
  opening.catch(() => {});
  await until(() => site.requests.includes("GET /never"), "the server was asked");
  cancel.abort();
  await assertCode(opening, "CANCELLED");
  assert.deepEqual(await engine.list(), before);
});

test("an address that does not answer is a timeout", async () => {
  const impatient = new BrowserEngine({ timeoutMs: 700 });
  try {
    await assertCode(impatient.open(`${site.origin}/never`), "TIMEOUT", /did not answer/);
    assert.deepEqual(await impatient.list(), []);
  } finally {
    await impatient.dispose();
  }
});

test("a batch that takes too long stops and keeps the session", async () => {
  const { session_id, snapshot_id, tree } = await engine.open(`${site.origin}/`);
  const result = await engine.act(session_id, snapshot_id, [
    { type: "fill", ref: refOf(tree, "textbox", "Field"), value: "done" },
    { type: "wait", text: "Never said", timeout_ms: 5000 },
    { type: "click", ref: refOf(tree, "button", "Write") },
  ], { timeoutMs: 1500 });
  assert.equal(result.ok, false);
  assert.equal(result.failed?.error.code, "BATCH_TIMEOUT");
  assert.equal(result.failed?.index, 1);
  assert.equal(result.failed_action_may_have_side_effects, false);
  assert.equal(result.session_closed, undefined);
  assert.deepEqual(result.results.map(({ status }) => status), ["completed", "failed", "skipped"]);
  assert.match(result.snapshot?.tree ?? "", /done/);
  await engine.close(session_id);
});

test("input whose end is never seen closes the session, as its state cannot be known", async () => {
  const { session_id, snapshot_id, tree } = await engine.open(`${site.origin}/hang`);
  const result = await engine.act(session_id, snapshot_id, [
    { type: "click", ref: refOf(tree, "button", "Hang") },
  ], { timeoutMs: 1500 });
  assert.equal(result.ok, false);
  assert.equal(result.outcome_unknown, true);
  assert.equal(result.results[0]?.effect?.outcome, "unknown");
  assert.equal(result.session_closed, true);
  assert.equal(result.failed_action_may_have_side_effects, true);
  await assertCode(engine.snapshot(session_id), "SESSION_NOT_FOUND");
});

test("the same key and arguments act once; other arguments are refused", async () => {
  const { session_id, snapshot_id, tree } = await engine.open(`${site.origin}/`);
  const before = written;
  const actions = [{ type: "click", ref: refOf(tree, "button", "Write") }] as const;
  const options = { idempotencyKey: "write-1", postChecks: [{ kind: "text", contains: "Written" }] } as const;
  const [first, second] = await Promise.all([
    engine.act(session_id, snapshot_id, actions, options),
    engine.act(session_id, snapshot_id, actions, options),
  ]);
  const third = await engine.act(session_id, snapshot_id, actions, options);
  assert.equal(first.verification?.passed, true);
  assert.deepEqual(second, first);
  assert.deepEqual(third, first);
  assert.equal(written, before + 1);
  await assertCode(
    engine.act(session_id, snapshot_id, [{ type: "press", ref: actions[0].ref, key: "Enter" }], options),
    "IDEMPOTENCY_CONFLICT",
  );
  const a = await engine.open(`${site.origin}/`, { idempotencyKey: "open-1" });
  const b = await engine.open(`${site.origin}/`, { idempotencyKey: "open-1" });
  assert.equal(b.session_id, a.session_id);
  await assertCode(engine.open(`${site.origin}/hang`, { idempotencyKey: "open-1" }), "IDEMPOTENCY_CONFLICT");
  await engine.close(a.session_id);
  await engine.close(session_id);
});

test("a batch refused before it began is not recorded under its key", async () => {
  const { session_id, tree } = await engine.open(`${site.origin}/`);
  const actions = [{ type: "fill", ref: refOf(tree, "textbox", "Field"), value: "x" }] as const;
  const stale = `${session_id}:9`;
  await assertCode(engine.act(session_id, stale, actions, { idempotencyKey: "k" }), "STALE_SNAPSHOT");
  const view = await engine.snapshot(session_id);
  const result = await engine.act(session_id, view.snapshot_id, actions, { idempotencyKey: "k" });
  assert.equal(result.ok, true);
  await engine.close(session_id);
});

test("options outside their range are refused when the engine is made", () => {
  assert.throws(
    () => new BrowserEngine({ timeoutMs: 50 }),
    /"timeoutMs" must be an integer from 100 to 60000/,
  );
  assert.throws(() => new BrowserEngine({ executablePath: "chrome" }), /absolute path/);
  assert.throws(() => new BrowserEngine({ executablePath: "/x", channel: "chrome" }), /exclude each other/);
});

test("a disposed engine says so, and disposing twice is no error", async () => {
  const short = new BrowserEngine();
  const opened = await short.open(`${site.origin}/`);
  const running = short.verify(opened.session_id, [{ kind: "text", contains: "Never said" }]);
  running.catch(() => {});
  const startMs = performance.now();
  await Promise.all([short.dispose(), short.dispose()]);
  assert.ok(performance.now() - startMs < 2500);
  await assertCode(running, "ENGINE_DISPOSED");
  await assertCode(short.open(`${site.origin}/`), "ENGINE_DISPOSED");
  await new BrowserEngine().dispose(); // never started
});
