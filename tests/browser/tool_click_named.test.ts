import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Site, startSite } from "./engine_site.ts";
import { type Shown, snapshotIn, ToolCalls } from "./tool_calls.ts";

let site: Site;
let calls: ToolCalls;

before(async () => {
  site = await startSite({
    "/": `<button onclick="out.textContent='saved '+(++times)">Save</button><button>Save all</button>
      <a href="#x">Help</a><button>Help</button><button disabled>Send</button>
      <button style="display:none">Ghost</button><div role=tab tabindex=0 onclick="out.textContent='tab'">Details</div>
      <label><input type=checkbox> Agree</label><h2>Title</h2><p id=out></p><script>let times = 0</script>`,
    "/frames": `<h1>Around</h1><iframe src="/pay"></iframe><iframe src="{other}/pay2"></iframe><p id=got></p>
      <script>addEventListener("message", ({ data }) => got.textContent = data)</script>`,
    "/pay": `<button onclick="parent.postMessage('paid near', '*')">Pay</button>`,
    "/pay2": `<button onclick="parent.postMessage('paid far', '*')">Pay far</button>`,
    "/many": `<p>${"word ".repeat(50_000)}</p><button>Last</button>`,
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

test("the one control with the exact name is clicked, and the whole page comes back", () =>
  withPage("/", async ({ session_id }) => {
    const body = await calls.ok("tab_click_named", { session_id, name: " Save " });
    assert.deepEqual([body.completed, body.batch_complete], [1, true]);
    const snapshot = snapshotIn(body);
    assert.equal(snapshot.mode, undefined);
    assert.match(snapshot.tree, /saved 1[^]*|Title/);
    assert.match(snapshot.tree, /Save all/);
    assert.match(
      snapshotIn(await calls.ok("tab_click_named", { session_id, name: "Details", role: "tab" })).tree,
      /tab/,
    );
    const checked = await calls.ok("tab_click_named", { session_id, name: "Agree" });
    assert.match(snapshotIn(checked).tree, /checkbox[^\]]*checked[^\]]*: Agree/);
  }));

test("controls in frames, of this site and of another, are clicked too", () =>
  withPage("/frames", async ({ session_id }) => {
    const near = await calls.ok("tab_click_named", { session_id, name: "Pay" });
    assert.match(snapshotIn(near).tree, /paid near/);
    const far = await calls.ok("tab_click_named", { session_id, name: "Pay far", role: "button" });
    assert.match(snapshotIn(far).tree, /paid far/);
  }));

test("no name, or several of it, clicks nothing and says what is there", () =>
  withPage("/", async ({ session_id }) => {
    const missing = await calls.fails("tab_click_named", { session_id, name: "save" }, "TARGET_NOT_FOUND");
    assert.match(missing, /"Save"/);
    await calls.fails("tab_click_named", { session_id, name: "Title" }, "TARGET_NOT_FOUND");
    await calls.fails("tab_click_named", { session_id, name: "Ghost" }, "TARGET_NOT_FOUND");
    const two = await calls.fails("tab_click_named", { session_id, name: "Help" }, "AMBIGUOUS_TARGET");
    assert.match(two, /e\d+ \(link\), e\d+ \(button\)/);
    await calls.ok("tab_click_named", { session_id, name: "Help", role: "button" });
    await calls.fails("tab_click_named", { session_id, name: "Save", role: "link" }, "TARGET_NOT_FOUND");
    await calls.fails("tab_click_named", { session_id, name: "x", role: "menuitem" }, "TARGET_NOT_FOUND");
  }));

test("a control that cannot be clicked is reported as a batch reports it", () =>
  withPage("/", async ({ session_id }) => {
    const { body, isError } = await calls.call("tab_click_named", { session_id, name: "Send" });
    assert.deepEqual([isError, body.ok, body.completed], [true, false, 0]);
    assert.equal((body.failed as { error: { code: string } }).error.code, "TARGET_DISABLED");
  }));

test("a page that was not read to its end is not guessed at", () =>
  withPage("/many", async ({ session_id }) => {
    await calls.fails("tab_click_named", { session_id, name: "Last" }, "SNAPSHOT_TRUNCATED");
  }));

test("the same key clicks once", () =>
  withPage("/", async ({ session_id }) => {
    const given = { session_id, name: "Save", idempotency_key: "once" };
    const first = await calls.ok("tab_click_named", given);
    assert.deepEqual(await calls.ok("tab_click_named", given), first);
    await calls.fails("tab_click_named", { ...given, name: "Save all" }, "IDEMPOTENCY_CONFLICT");
    const { text } = await calls.ok("tab_extract", { session_id, kind: "text" });
    assert.match(text as string, /saved 1/);
  }));

test("what does not fit is refused", async () => {
  const session_id = "s-none";
  for (const name of ["", "x".repeat(201)]) await calls.refuses("tab_click_named", { session_id, name });
  await calls.refuses("tab_click_named", { session_id, name: "x", role: "heading" });
  await calls.refuses("tab_click_named", { session_id });
  await calls.fails("tab_click_named", { session_id, name: "  " }, "INVALID_ARGUMENT");
  await calls.fails("tab_click_named", { session_id, name: "x" }, "SESSION_NOT_FOUND");
});
