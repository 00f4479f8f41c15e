import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { refOf, type Site, startSite, until } from "./engine_site.ts";
import { type Shown, snapshotIn, ToolCalls } from "./tool_calls.ts";

let site: Site;
let calls: ToolCalls;

const GUARDED = `<button onclick="out.textContent='typed'">Edit</button><p id=out></p>
<script>addEventListener("beforeunload", (event) => event.preventDefault())</script>`;

before(async () => {
  site = await startSite({
    "/dialogs": `<button onclick="out.textContent='asked '+confirm('Really delete?')">Delete</button>
      <button onclick="alert('Note');out.textContent='told'">Tell</button>
      <button onclick="out.textContent='named '+prompt('Your name?','Ada')">Name</button>
      <button onclick="for (let i = 1; i <= 3; i++) alert('Round '+i); out.textContent='over'">Loop</button>
      <button onclick="setTimeout(() => alert('Late'), 150)">Later</button>
      <button onclick="out.textContent='plain'">Plain</button><p id=out></p>`,
    "/alert": `<h1>Greeting</h1><script>alert("Hello\\u202e there")</script><p>Below</p>`,
    "/guarded": GUARDED,
    "/next": `<h1>Next page</h1>`,
    "/pops": `<button onclick="window.open('/alert')">Open</button><p id=out></p>`,
    "/idle": `<h1>Idle</h1><script>setTimeout(() => alert("On its own"), 300)</script>`,
  });
  calls = await ToolCalls.start({ timeoutMs: 5000 });
});

after(async () => {
  await calls.stop();
  await site.close();
});

async function withPage(path: string, use: (opened: Shown) => Promise<void>): Promise<void> {
  const opened = await calls.open(site.origin + path);
  try {
    await use(opened);
  } finally {
    await calls.close(opened);
  }
}

function click({ session_id, snapshot_id, tree }: Shown, ...names: string[]): Record<string, unknown> {
  return {
    session_id,
    snapshot_id,
    actions: names.map((name) => ({ type: "click", ref: refOf(tree, "button", name) })),
  };
}

test("a dialog parks its batch, and stays open until it is answered", () =>
  withPage("/dialogs", async (opened) => {
    const { session_id } = opened;
    const parked = await calls.ok("tab_act", {
      ...click(opened, "Delete", "Plain"),
      post_checks: [{ kind: "text", contains: "asked" }],
    });
    assert.deepEqual(parked.dialog_open, { type: "confirm", message: "Really delete?" });
    assert.deepEqual([parked.completed, parked.batch_complete, parked.partial], [1, false, true]);
    const [first, second] = parked.results as {
      status: string;
      effect?: { dialog?: string; outcome: string };
    }[];
    assert.deepEqual([first?.status, first?.effect?.dialog, first?.effect?.outcome], [
      "completed",
      "confirm",
      "done",
    ]);
    assert.equal(second?.status, "skipped");
    assert.equal(parked.verification, undefined);
    assert.equal((parked.snapshot_error as { code: string }).code, "DIALOG_OPEN");
    const body = await calls.ok("tab_dialog", { session_id, action: "accept" });
    assert.deepEqual(body.answered, { type: "confirm", message: "Really delete?", handled: "accepted" });
    assert.match(snapshotIn(body).tree, /asked true/);
  }));

test("a dialog that is dismissed tells the page no", () =>
  withPage("/dialogs", async (opened) => {
    await calls.ok("tab_act", click(opened, "Delete"));
    const body = await calls.ok("tab_dialog", { session_id: opened.session_id, action: "dismiss" });
    assert.match(snapshotIn(body).tree, /asked false/);
    // the page can be worked with again, and the guard of the first click is gone
    const next = await calls.ok("tab_act", click(snapshotIn(body), "Plain"));
    assert.equal(next.batch_complete, true);
    assert.equal(next.dialogs, undefined);
  }));

test("a prompt takes a text, or keeps what it suggests", () =>
  withPage("/dialogs", async (opened) => {
    const { session_id } = opened;
    const parked = await calls.ok("tab_act", click(opened, "Name"));
    assert.deepEqual(parked.dialog_open, { type: "prompt", message: "Your name?", default_value: "Ada" });
    const first = await calls.ok("tab_dialog", { session_id, action: "accept", prompt_text: "Grace" });
    assert.match(snapshotIn(first).tree, /named Grace/);
    await calls.ok("tab_act", click(snapshotIn(first), "Name"));
    const second = await calls.ok("tab_dialog", { session_id, action: "accept" });
    assert.match(snapshotIn(second).tree, /named Ada/);
  }));

test("while a dialog is open every other tool says so at once, and the session can be listed and closed", async () => {
  const opened = await calls.open(`${site.origin}/dialogs`);
  const { session_id, snapshot_id } = opened;
  await calls.ok("tab_act", click(opened, "Tell"));
  const others: [string, Record<string, unknown>][] = [
    ["tab_snapshot", {}],
    ["tab_act", { snapshot_id, actions: [{ type: "wait", text: "x" }] }],
    ["tab_verify", { checks: [{ kind: "text", contains: "Tell" }] }],
    ["tab_extract", { kind: "text" }],
    ["tab_navigate", { action: "reload" }],
  ];
  const startMs = performance.now();
  for (const [name, given] of others) {
    const message = await calls.fails(name, { session_id, ...given }, "DIALOG_OPEN");
    assert.match(message, /alert dialog \("Note"\).*tab_dialog/);
  }
  assert(performance.now() - startMs < 3000, "they did not wait for the page");
  const { sessions } = await calls.ok("tab_list", {}) as unknown as {
    sessions: { session_id: string; dialog_open?: { type: string } }[];
  };
  assert.equal(sessions.find((one) => one.session_id === session_id)?.dialog_open?.type, "alert");
  await calls.ok("tab_close", { session_id });
  await calls.fails("tab_snapshot", { session_id }, "SESSION_NOT_FOUND");
});

test("alerts in a loop are answered one by one", () =>
  withPage("/dialogs", async (opened) => {
    const { session_id } = opened;
    const parked = await calls.ok("tab_act", click(opened, "Loop"));
    assert.deepEqual(parked.dialog_open, { type: "alert", message: "Round 1" });
    for (const round of [2, 3]) {
      const body = await calls.ok("tab_dialog", { session_id, action: "accept" });
      assert.deepEqual(body.dialog_open, { type: "alert", message: `Round ${round}` });
      assert.equal(body.snapshot, undefined);
    }
    const last = await calls.ok("tab_dialog", { session_id, action: "dismiss" });
    assert.match(snapshotIn(last).tree, /over/);
  }));

test("an answer set beforehand is used once, for the next dialog", () =>
  withPage("/dialogs", async (opened) => {
    const { session_id } = opened;
    const armed = await calls.ok("tab_dialog", { session_id, action: "accept" });
    assert.equal(armed.armed, "accept");
    const result = await calls.ok("tab_act", click(opened, "Delete"));
    assert.deepEqual(result.dialogs, [{ type: "confirm", message: "Really delete?", handled: "accepted" }]);
    assert.equal(result.batch_complete, true);
    const snapshot = snapshotIn(result);
    assert.match(snapshot.tree, /asked true/);
    const refs = { session_id, snapshot_id: snapshot.snapshot_id, tree: opened.tree } as Shown;
    const parked = await calls.ok("tab_act", click(refs, "Delete"));
    assert.deepEqual(parked.dialog_open, { type: "confirm", message: "Really delete?" });
  }));

test("an armed text answers a prompt", () =>
  withPage("/dialogs", async (opened) => {
    await calls.ok("tab_dialog", { session_id: opened.session_id, action: "accept", prompt_text: "Linus" });
    assert.match(snapshotIn(await calls.ok("tab_act", click(opened, "Name"))).tree, /named Linus/);
  }));

test("a dialog that comes a moment after the click parks the batch as well", () =>
  withPage("/dialogs", async (opened) => {
    const parked = await calls.ok("tab_act", click(opened, "Later", "Plain"));
    assert.deepEqual(parked.dialog_open, { type: "alert", message: "Late" });
    assert.equal(parked.batch_complete, false);
    const body = await calls.ok("tab_dialog", { session_id: opened.session_id, action: "accept" });
    assert.equal((body.answered as { handled: string }).handled, "accepted");
  }));

test("a page that greets with an alert is opened with the dialog in the reply", async () => {
  const opened = await calls.open(`${site.origin}/alert`);
  const { session_id, snapshot_id } = opened;
  assert.deepEqual(opened.dialog_open, { type: "alert", message: "Hello there" });
  assert.equal(opened.tree, undefined);
  await calls.fails(
    "tab_act",
    { session_id, snapshot_id, actions: [{ type: "wait", text: "x" }] },
    "DIALOG_OPEN",
  );
  const body = await calls.ok("tab_dialog", { session_id, action: "accept" });
  assert.match(snapshotIn(body).tree, /Greeting[^]*Below/);
  await calls.fails(
    "tab_act",
    { session_id, snapshot_id, actions: [{ type: "wait", text: "x" }] },
    "STALE_SNAPSHOT",
  );
  await calls.close(opened);
});

test("leaving a page that asks is parked: dismissing stays, accepting goes on", () =>
  withPage("/guarded", async (opened) => {
    const { session_id } = opened;
    await calls.ok("tab_act", click(opened, "Edit"));
    const parked = await calls.ok("tab_navigate", { session_id, action: "goto", url: `${site.origin}/next` });
    assert.equal((parked.dialog_open as { type: string }).type, "beforeunload");
    assert.match(parked.url as string, /guarded/);
    const stayed = await calls.ok("tab_dialog", { session_id, action: "dismiss" });
    assert.match(snapshotIn(stayed).tree, /typed/);
    await calls.ok("tab_navigate", { session_id, action: "reload" });
    const reloaded = await calls.ok("tab_dialog", { session_id, action: "accept" });
    assert.doesNotMatch(snapshotIn(reloaded).tree, /typed/);
    await calls.ok("tab_act", click(snapshotIn(reloaded), "Edit"));
    await calls.ok("tab_navigate", { session_id, action: "goto", url: `${site.origin}/next` });
    const left = await calls.ok("tab_dialog", { session_id, action: "accept" });
    assert.match(snapshotIn(left).tree, /Next page/);
  }));

test("a dialog that opens while nothing is going on is reported by the next call", () =>
  withPage("/idle", async ({ session_id, dialog_open }) => {
    if (dialog_open === undefined) {
      await until(async () => {
        const { body } = await calls.call("tab_snapshot", { session_id });
        return (body.error as { code?: string } | undefined)?.code === "DIALOG_OPEN";
      }, "the dialog is reported");
    }
    const body = await calls.ok("tab_dialog", { session_id, action: "accept" });
    assert.match(snapshotIn(body).tree, /Idle/);
  }));

test("a popup with a dialog is named by its tab", () =>
  withPage("/pops", async (opened) => {
    const { session_id } = opened;
    let body = await calls.ok("tab_act", click(opened, "Open"));
    await until(async () => {
      if (body.dialog_open !== undefined) return true;
      const { body: next } = await calls.call("tab_list", {});
      const [session] = next.sessions as { dialog_open?: unknown }[];
      body = session as Record<string, unknown>;
      return body.dialog_open !== undefined;
    }, "the popup's dialog is reported");
    const { type, message } = body.dialog_open as { type: string; message: string };
    assert.deepEqual([type, message], ["alert", "Hello there"]);
    await calls.ok("tab_dialog", { session_id, action: "accept" });
    const { tabs } = await calls.ok("tab_snapshot", { session_id }) as unknown as { tabs: unknown[] };
    assert.equal(tabs.length, 2);
  }));

test("what does not fit is refused, and the dialog stays open", () =>
  withPage("/dialogs", async (opened) => {
    const { session_id } = opened;
    await calls.refuses("tab_dialog", { session_id, action: "maybe" });
    await calls.refuses("tab_dialog", { session_id, action: "accept", prompt_text: "x".repeat(10_001) });
    await calls.refuses("tab_dialog", { session_id });
    await calls.fails("tab_dialog", { session_id, action: "dismiss", prompt_text: "x" }, "INVALID_ARGUMENT");
    await calls.fails("tab_dialog", { session_id: "s-unknown", action: "accept" }, "SESSION_NOT_FOUND");
    await calls.ok("tab_act", click(opened, "Delete"));
    const message = await calls.fails(
      "tab_dialog",
      { session_id, action: "accept", prompt_text: "my words" },
      "INVALID_ARGUMENT",
    );
    assert.doesNotMatch(message, /my words/);
    const body = await calls.ok("tab_dialog", { session_id, action: "accept" });
    assert.match(snapshotIn(body).tree, /asked true/);
  }));
