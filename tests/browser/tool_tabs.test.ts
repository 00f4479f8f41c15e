import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { refOf, type Site, startSite } from "./engine_site.ts";
import { type Body, type Shown, snapshotIn, ToolCalls } from "./tool_calls.ts";

interface Tab {
  readonly tab_id: string;
  readonly url: string;
  readonly title: string;
  readonly active: boolean;
}

let site: Site;
let calls: ToolCalls;

before(async () => {
  site = await startSite({
    "/": `<h1>First</h1><button onclick="window.open('/second')">Open</button>`,
    "/second": `<h1>Second</h1>`,
    "/guarded": `<button onclick="out.textContent='typed'">Edit</button><p id=out></p>
      <script>addEventListener("beforeunload", (event) => event.preventDefault())</script>`,
    "/stuck": `<button onclick="setTimeout(() => { for (;;); }, 0)">Hang</button>`,
  });
  calls = await ToolCalls.start({ timeoutMs: 4000 });
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

const tabsOf = ({ tabs }: Body): readonly Tab[] => tabs as readonly Tab[];

test("tabs are listed, opened, switched and closed; the last one ends the session", () =>
  withPage("/", async ({ session_id }) => {
    const listed = await calls.ok("tab_tabs", { session_id, action: "list" });
    assert.deepEqual(tabsOf(listed), [{ tab_id: "t1", url: `${site.origin}/`, title: "Test", active: true }]);
    assert.equal(listed.snapshot, undefined);
    const opened = await calls.ok("tab_tabs", { session_id, action: "new", url: `${site.origin}/second` });
    assert.deepEqual(tabsOf(opened).map(({ tab_id, active }) => [tab_id, active]), [["t1", false], [
      "t2",
      true,
    ]]);
    assert.match(snapshotIn(opened).tree, /Second/);
    const switched = await calls.ok("tab_tabs", { session_id, action: "switch", tab_id: "t1" });
    assert.equal(snapshotIn(switched).tab_id, "t1");
    assert.match(snapshotIn(switched).tree, /First/);
    const closed = await calls.ok("tab_tabs", { session_id, action: "close", tab_id: "t1" });
    assert.deepEqual(tabsOf(closed).map(({ tab_id, active }) => [tab_id, active]), [["t2", true]]);
    assert.match(snapshotIn(closed).tree, /Second/);
    const last = await calls.ok("tab_tabs", { session_id, action: "close", tab_id: "t2" });
    assert.deepEqual([last.session_closed, last.tabs, last.snapshot], [true, [], undefined]);
    await calls.fails("tab_snapshot", { session_id }, "SESSION_NOT_FOUND");
  }));

test("a new tab without an address is blank, and one that cannot be loaded leaves the old one active", () =>
  withPage("/", async ({ session_id }) => {
    const blank = await calls.ok("tab_tabs", { session_id, action: "new" });
    assert.equal(snapshotIn(blank).url, "about:blank");
    await calls.ok("tab_tabs", { session_id, action: "close", tab_id: "t2" });
    await calls.fails(
      "tab_tabs",
      { session_id, action: "new", url: "http://127.0.0.1:1/" },
      "NAVIGATION_FAILED",
    );
    const listed = tabsOf(await calls.ok("tab_tabs", { session_id, action: "list" }));
    assert.deepEqual(listed.map(({ tab_id, active }) => [tab_id, active]), [["t1", true]]);
  }));

test("a popup is a tab like the others", () =>
  withPage("/", async (opened) => {
    const { session_id, snapshot_id, tree } = opened;
    const actions = [{ type: "click", ref: refOf(tree, "button", "Open") }];
    await calls.ok("tab_act", { session_id, snapshot_id, actions });
    const listed = await calls.ok("tab_tabs", { session_id, action: "list" });
    assert.equal(tabsOf(listed).length, 2);
    const popup = await calls.ok("tab_tabs", { session_id, action: "switch", tab_id: "t2" });
    assert.match(snapshotIn(popup).tree, /Second/);
    // the snapshot of the other tab is void
    await calls.fails("tab_act", { session_id, snapshot_id, actions }, "STALE_SNAPSHOT");
  }));

test("closing a tab whose page asks is parked; its answer closes it or keeps it", () =>
  withPage("/", async ({ session_id }) => {
    const opened = await calls.ok("tab_tabs", { session_id, action: "new", url: `${site.origin}/guarded` });
    const { snapshot_id, tree } = snapshotIn(opened);
    await calls.ok("tab_act", {
      session_id,
      snapshot_id,
      actions: [{ type: "click", ref: refOf(tree, "button", "Edit") }],
    });
    const parked = await calls.ok("tab_tabs", { session_id, action: "close", tab_id: "t2" });
    assert.equal((parked.dialog_open as { type: string }).type, "beforeunload");
    assert.equal(tabsOf(parked).length, 2);
    assert.equal(tabsOf(await calls.ok("tab_tabs", { session_id, action: "list" })).length, 2);
    const kept = await calls.ok("tab_dialog", { session_id, action: "dismiss" });
    assert.match(snapshotIn(kept).tree, /typed/);
    await calls.ok("tab_tabs", { session_id, action: "close", tab_id: "t2" });
    const closed = await calls.ok("tab_dialog", { session_id, action: "accept" });
    assert.match(snapshotIn(closed).tree, /First/);
    assert.equal(tabsOf(await calls.ok("tab_tabs", { session_id, action: "list" })).length, 1);
  }));

test("a tab whose script hangs is closed all the same", () =>
  withPage("/", async ({ session_id }) => {
    const opened = await calls.ok("tab_tabs", { session_id, action: "new", url: `${site.origin}/stuck` });
    const { snapshot_id, tree } = snapshotIn(opened);
    await calls.call("tab_act", {
      session_id,
      snapshot_id,
      actions: [{ type: "click", ref: refOf(tree, "button", "Hang") }],
      include_snapshot: false,
      timeout_ms: 1500,
    });
    const { body } = await calls.call("tab_tabs", { session_id, action: "close", tab_id: "t2" });
    if (body.ok === true) assert.deepEqual(tabsOf(body).map(({ tab_id }) => tab_id), ["t1"]);
    else assert.equal((body.error as { code: string }).code, "SESSION_NOT_FOUND"); // the batch's end was not seen
  }));

test("what does not fit is refused", () =>
  withPage("/", async ({ session_id }) => {
    await calls.refuses("tab_tabs", { session_id, action: "move" });
    await calls.refuses("tab_tabs", { session_id, action: "new", url: "x".repeat(8193) });
    await calls.refuses("tab_tabs", { session_id, action: "list", extra: 1 });
    await calls.fails("tab_tabs", { session_id, action: "switch" }, "INVALID_ARGUMENT");
    await calls.fails("tab_tabs", { session_id, action: "close" }, "INVALID_ARGUMENT");
    await calls.fails("tab_tabs", { session_id, action: "list", tab_id: "t1" }, "INVALID_ARGUMENT");
    await calls.fails(
      "tab_tabs",
      { session_id, action: "switch", tab_id: "t1", url: "x" },
      "INVALID_ARGUMENT",
    );
    await calls.fails("tab_tabs", { session_id, action: "new", url: "file:///etc/passwd" }, "INVALID_URL");
    assert.match(
      await calls.fails("tab_tabs", { session_id, action: "switch", tab_id: "t9" }, "TAB_NOT_FOUND"),
      /t1/,
    );
    await calls.fails("tab_tabs", { session_id: "s-none", action: "list" }, "SESSION_NOT_FOUND");
  }));

test("listing, printing and saving state are reads for a run, whatever their hint says", () => {
  const { tools } = calls;
  const effect = (name: string, given: Record<string, unknown>) =>
    tools.callEffect?.({ name, arguments: { session_id: "s", ...given } });
  assert.equal(effect("tab_tabs", { action: "list" }), "read");
  assert.equal(effect("tab_pdf", {}), "read");
  assert.equal(effect("tab_state", {}), "read");
  assert.equal(effect("tab_tabs", { action: "close", tab_id: "t1" }), undefined);
  assert.equal(
    effect("tab_tabs", { action: "list", more: true }),
    undefined,
    "what would be refused is no read",
  );
  assert.equal(effect("tab_dialog", { action: "accept" }), undefined);
  assert.equal(effect("somebody_elses", {}), undefined);
});
