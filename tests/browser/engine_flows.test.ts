import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { BrowserEngine } from "../../src/browser/engine.ts";
import type { SnapshotResult } from "../../src/contracts/browser.ts";
import { refOf, type Site, startSite } from "./engine_site.ts";

// Dialogs, popups and downloads: what an action sets off beside the page.
const engine = new BrowserEngine({ timeoutMs: 4000 });
let site: Site;

before(async () => {
  site = await startSite({
    "/sent": `<h1>Thank you</h1>`,
    "/dialog": `<button onclick="out.textContent = String(confirm('Really delete?'))">Delete</button>
      <button onclick="alert('Note')">Tell</button><p id=out></p>`,
    "/popups": `<a href="/sent" target=_blank>New tab</a>
      <button onclick="window.open('/sent')">Open</button><button onclick="out.textContent='more'">More</button><p id=out></p>`,
    "/pays": `<button onclick="window.open('/bye')">Pay</button>`,
    "/bye": `<button onclick="window.close()">Done</button>`,
    "/file": `<a href="/report.csv?key=1">Report</a>`,
    "/report.csv": (_, response) => {
      response.setHeader("content-disposition", "attachment; filename=report.csv");
      response.end("a,b");
    },
  });
});

after(async () => {
  await engine.dispose();
  await site.close();
});

async function withPage(path: string, run: (opened: SnapshotResult) => Promise<void>): Promise<void> {
  const opened = await engine.open(site.origin + path);
  try {
    await run(opened);
  } finally {
    await engine.close(opened.session_id).catch(() => {});
  }
}

test("a dialog leaves the batch where it is, and its answer is observed", () =>
  withPage("/dialog", async ({ session_id, snapshot_id, tree }) => {
    const result = await engine.act(session_id, snapshot_id, [
      { type: "click", ref: refOf(tree, "button", "Delete") },
      { type: "click", ref: refOf(tree, "button", "Tell") },
    ]);
    assert.deepEqual([result.ok, result.batch_complete, result.failed], [true, false, null]);
    assert.deepEqual(result.dialog_open, { type: "confirm", message: "Really delete?" });
    assert.equal(result.results[0]?.effect?.dialog, "confirm");
    assert.equal(result.results[1]?.status, "skipped");
    const answered = await engine.dialog(session_id, { action: "dismiss" });
    assert.match(answered.snapshot?.tree ?? "", /false/);
  }));

test("a popup becomes an owned tab and is named in the receipt", () =>
  withPage("/popups", async ({ session_id, snapshot_id, tree }) => {
    const ref = /\[(e\d+) link[^\]]*New tab/.exec(tree ?? "")?.[1] ?? assert.fail(tree);
    const result = await engine.act(session_id, snapshot_id, [{ type: "click", ref }]);
    assert.equal(result.ok, true, JSON.stringify(result.failed));
    assert.equal(result.results[0]?.effect?.popup, "t2");
    assert.equal(result.snapshot?.tab_id, "t1");
    assert.equal(result.snapshot?.tabs?.length, 2);
  }));

test("follow-single goes to the one popup and asks for a new plan", async () => {
  const follower = new BrowserEngine({ popupPolicy: "follow-single" });
  try {
    const opened = await follower.open(`${site.origin}/popups`);
    const result = await follower.act(opened.session_id, opened.snapshot_id, [
      { type: "click", ref: refOf(opened.tree, "button", "Open") },
      { type: "click", ref: refOf(opened.tree, "button", "More") },
    ], { postChecks: [{ kind: "title", contains: "Test" }] });
    assert.equal(result.ok, true);
    assert.equal(result.verification, undefined, "a batch that ended in another page is not checked");
    assert.equal(result.batch_complete, false);
    assert.equal(result.replan_required, true);
    assert.deepEqual(result.popup_followed, {
      from_tab_id: "t1",
      tab_id: "t2",
      action_index: 0,
      window_ms: 250,
    });
    assert.equal(result.snapshot?.tab_id, "t2");
    assert.match(result.snapshot?.tree ?? "", /Thank you/);
    assert.equal(result.results[1]?.status, "skipped");
  } finally {
    await follower.dispose();
  }
});

test("follow-single follows a link that opens a new tab without an opener", async () => {
  const follower = new BrowserEngine({ popupPolicy: "follow-single" });
  try {
    const { session_id, snapshot_id, tree } = await follower.open(`${site.origin}/popups`);
    const ref = /\[(e\d+) link[^\]]*New tab/.exec(tree ?? "")?.[1] ?? assert.fail(tree);
    const result = await follower.act(session_id, snapshot_id, [{ type: "click", ref }]);
    assert.equal(result.popup_followed?.tab_id, "t2", JSON.stringify(result));
    assert.match(result.snapshot?.tree ?? "", /Thank you/);
  } finally {
    await follower.dispose();
  }
});

test("a download is named in the receipt", () =>
  withPage("/file", async ({ session_id, snapshot_id, tree }) => {
    const result = await engine.act(session_id, snapshot_id, [
      { type: "click", ref: refOf(tree, "link", "Report") },
    ]);
    assert.equal(result.ok, true, JSON.stringify(result.failed));
    assert.equal(result.results[0]?.effect?.download, "report.csv");
    assert.doesNotMatch(JSON.stringify(result.results), /key=1/);
  }));

test("a popup that closes itself gives the tab that opened it back", async () => {
  const follower = new BrowserEngine({ popupPolicy: "follow-single" });
  try {
    const { session_id, snapshot_id, tree } = await follower.open(`${site.origin}/pays`);
    const paying = await follower.act(session_id, snapshot_id, [
      { type: "click", ref: refOf(tree, "button", "Pay") },
    ]);
    const { snapshot } = paying;
    assert.equal(snapshot?.tab_id, "t2", JSON.stringify(paying));
    const result = await follower.act(session_id, snapshot.snapshot_id, [
      { type: "click", ref: refOf(snapshot.tree, "button", "Done") },
    ]);
    assert.equal(result.ok, true, JSON.stringify(result.failed));
    assert.equal(result.session_closed, undefined);
    assert.equal(result.snapshot?.tab_id, "t1");
    assert.equal(result.snapshot?.tabs, undefined);
    refOf(result.snapshot?.tree, "button", "Pay");
  } finally {
    await follower.dispose();
  }
});
