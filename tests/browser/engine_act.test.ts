import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { BrowserEngine } from "../../src/browser/engine.ts";
import type { BrowserAction, SnapshotResult } from "../../src/contracts/browser.ts";
import { assertCode, refOf, type Site, startSite } from "./engine_site.ts";

const engine = new BrowserEngine({ timeoutMs: 4000 });
let site: Site;

before(async () => {
  site = await startSite({
    "/form": `<form id=form action="/sent">
        <label>Name <input name=name></label>
        <label>Short <input name=short maxlength=3></label>
        <label>Password <input name=password type=password></label>
        <label>Notes <textarea name=notes></textarea></label>
        <label>Day <input name=day type=date></label>
        <label>Country <select name=country><option value="">Choose<option value=no>Norway<option value=se>Sweden</select></label>
        <label><input type=checkbox name=news> News</label>
        <label><input type=radio name=size value=s> Small</label>
        <div contenteditable role=textbox aria-label=Story>Old story</div>
        <button>Send</button>
      </form>
      <button id=quiet>Quiet</button>
      <button id=ask>Ask</button><p id=out></p>
      <script>
        quiet.onclick = () => {};
        ask.onclick = async () => out.textContent = await (await fetch("/answer?secret=1", { method: "POST" })).text();
      </script>`,
    "/sent": `<h1>Thank you</h1>`,
    "/answer": (_, response) => void setTimeout(() => response.end("The answer"), 150),
    "/trouble": `<button id=covered>Covered</button>
      <div id=veil style="position:absolute;left:0;top:0;width:300px;height:60px;background:#eee">Cookie notice</div>
      <div style="height:80px"></div>
      <button disabled>Disabled</button>
      <button id=replaced>Replace</button><button id=relabelled>Relabel</button>
      <button onclick="replaced.outerHTML = replaced.outerHTML; relabelled.textContent = 'Delete all'">Change</button>
      <p id=out></p>
      <script>
        covered.onclick = veil.onclick = () => out.textContent = "covered or veil was hit";
        relabelled.onclick = () => out.textContent = "relabelled was hit";
      </script>`,
    "/moving": `<style>@keyframes slide { to { left: 400px } }</style>
      <button id=moving style="position:relative;left:0;animation:slide .7s linear forwards">Moving</button><p id=out></p>
      <script>moving.onclick = () => out.textContent = "caught";</script>`,
    "/ready": `<button id=later disabled aria-busy=true>Later</button><p id=out></p>
      <script>
        later.onclick = () => out.textContent = "was ready";
        fetch("/answer").then(() => { later.disabled = false; later.removeAttribute("aria-busy"); });
      </script>`,
    "/swallow":
      `<button id=target style="position:absolute;left:20px;top:20px;width:200px;height:60px">Target</button>
      <p id=out style="margin-top:120px"></p>
      <script>
        target.addEventListener("pointerover", () => {
          const veil = document.createElement("div");
          veil.id = "veil"; veil.style = "position:absolute;left:0;top:0;width:400px;height:100px;background:#ddd";
          veil.textContent = "Sudden offer"; veil.onclick = () => out.textContent = "veil clicked";
          document.body.append(veil);
        });
        target.onclick = () => out.textContent = "target clicked";
      </script>`,
    "/scroll": `<button>Top</button><div style="height:3000px"></div><p>Bottom text</p>`,
    "/keys": `<label>Search <input id=q></label><p id=out></p>
      <script>q.onkeydown = (e) => { if (e.key === "Enter") out.textContent = "searched " + q.value; };</script>`,
    "/wait": `<button id=b>Start</button><p id=out></p>
      <script>b.onclick = () => setTimeout(() => out.textContent = "Finally there", 1200);</script>`,
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

test("a form is filled, sent, and the receipt is in the same result", () =>
  withPage("/form", async ({ session_id, snapshot_id, tree }) => {
    const filled = await engine.act(session_id, snapshot_id, [
      { type: "fill", ref: refOf(tree, "textbox", "Name"), value: "Ada Lovelace" },
      { type: "fill", ref: refOf(tree, "textbox", "Short"), value: "abcdef" },
      { type: "fill", ref: refOf(tree, "textbox", "Notes"), value: "one\ntwo" },
      { type: "fill", ref: refOf(tree, "textbox", "Story"), value: "New story" },
      { type: "select", ref: refOf(tree, "combobox", "Country"), values: ["Norway"] },
      { type: "check", ref: refOf(tree, "checkbox", "News"), checked: true },
      { type: "check", ref: refOf(tree, "radio", "Small"), checked: true },
    ]);
    assert.equal(filled.ok, true, JSON.stringify(filled.failed));
    assert.equal(filled.batch_complete, true);
    const effects = filled.results.map(({ effect }) => effect);
    assert.equal(effects[0]?.value, "Ada Lovelace");
    assert.equal(effects[1]?.value, "abc");
    assert.equal(effects[2]?.value, "one\ntwo");
    assert.equal(effects[4]?.value, "no");
    assert.equal(effects[5]?.checked, true);
    assert.equal(effects[6]?.checked, true);
    assert.equal(filled.snapshot?.mode, "diff");
    assert.match(filled.snapshot?.tree ?? "", /New story/);
    const sent = await engine.act(session_id, filled.snapshot?.snapshot_id ?? "", [
      { type: "click", ref: refOf(tree, "button", "Send") },
    ], { postChecks: [{ kind: "text", contains: "Thank you" }] });
    assert.equal(sent.verification?.passed, true);
    assert.equal(sent.results[0]?.effect?.navigated, `${site.origin}/sent`);
    assert.deepEqual(sent.results[0]?.effect?.requests, [`GET ${site.origin}/sent 200`]);
    assert.match(sent.snapshot?.tree ?? "", /Thank you/);
    assert.equal(sent.snapshot?.mode, undefined);
  }));

test("a password is typed and never comes back", () =>
  withPage("/form", async ({ session_id, snapshot_id, tree }) => {
    const password = /\[(e\d+) textbox[^\]]*password[^\]]*\]|\[(e\d+) [^\]]*Password[^\]]*\]/.exec(
      tree ?? "",
    );
    const ref = password?.[1] ?? password?.[2] ?? assert.fail(tree);
    const result = await engine.act(session_id, snapshot_id, [{ type: "fill", ref, value: "hunter2!" }]);
    assert.equal(result.ok, true, JSON.stringify(result.failed));
    assert.equal(result.results[0]?.effect?.value_filled, true);
    assert.equal(result.results[0]?.effect?.value, undefined);
    assert.doesNotMatch(JSON.stringify(result), /hunter2/);
    const check = await engine.verify(session_id, [{ kind: "value", ref, value: "hunter2!" }], {
      snapshotId: result.snapshot?.snapshot_id ?? "",
    });
    assert.equal(check.checks[0]?.error?.code, "SENSITIVE_VALUE");
    assert.ok(check.elapsed_ms < 1000);
  }));

test("picker fields are set, and a value of the wrong form is refused", () =>
  withPage("/form", async ({ session_id, snapshot_id, tree }) => {
    const ref = /\[(e\d+) [^\]]*Day\b/.exec(tree ?? "")?.[1] ?? assert.fail(tree);
    const set = await engine.act(session_id, snapshot_id, [{ type: "fill", ref, value: "2030-12-31" }]);
    assert.equal(set.results[0]?.effect?.value, "2030-12-31");
    const wrong = await engine.act(session_id, set.snapshot?.snapshot_id ?? "", [
      { type: "fill", ref, value: "31.12.2030" },
    ]);
    assert.equal(wrong.ok, false);
    assert.doesNotMatch(wrong.failed?.error.message ?? "", /31\.12\.2030/);
  }));

test("a click that does nothing says so, quickly; one that asks the server waits for the answer", () =>
  withPage("/form", async ({ session_id, snapshot_id, tree }) => {
    const quiet = await engine.act(session_id, snapshot_id, [
      { type: "click", ref: refOf(tree, "button", "Quiet") },
    ]);
    assert.equal(quiet.results[0]?.effect?.outcome, "no_effect");
    const asked = await engine.act(session_id, quiet.snapshot?.snapshot_id ?? "", [
      { type: "click", ref: refOf(tree, "button", "Ask") },
    ]);
    assert.equal(asked.results[0]?.effect?.outcome, "done");
    assert.deepEqual(asked.results[0]?.effect?.requests, [`POST ${site.origin}/answer 200`]);
    assert.match(asked.snapshot?.tree ?? "", /The answer/);
  }));

test("covered and disabled targets fail fast with a reason, and later steps are skipped", () =>
  withPage("/trouble", async ({ session_id, snapshot_id, tree }) => {
    const covered = await engine.act(session_id, snapshot_id, [
      { type: "click", ref: refOf(tree, "button", "Covered") },
      { type: "click", ref: refOf(tree, "button", "Change") },
    ], { postChecks: [{ kind: "title", contains: "Test" }] });
    assert.equal(covered.ok, false);
    assert.equal(covered.verification, undefined, "a batch that failed is not checked");
    assert.equal(covered.failed?.error.code, "TARGET_COVERED");
    assert.match(covered.failed?.error.message ?? "", /Cookie notice/);
    assert.equal(covered.failed_action_may_have_side_effects, false);
    assert.deepEqual(covered.results.map(({ status }) => status), ["failed", "skipped"]);
    assert.doesNotMatch(covered.snapshot?.tree ?? "", /was hit/);
    const disabled = await engine.act(session_id, covered.snapshot?.snapshot_id ?? "", [
      { type: "click", ref: /\[(e\d+) button disabled: Disabled/.exec(tree ?? "")?.[1] ?? assert.fail(tree) },
    ]);
    assert.equal(disabled.failed?.error.code, "TARGET_DISABLED");
  }));

test("a target that becomes ready while the page is busy is waited for", () =>
  withPage("/ready", async ({ session_id, snapshot_id, tree }) => {
    const ref = /\[(e\d+) button[^\]]*Later/.exec(tree ?? "")?.[1] ?? assert.fail(tree);
    const result = await engine.act(session_id, snapshot_id, [{ type: "click", ref }]);
    assert.equal(result.ok, true, JSON.stringify(result.failed));
    assert.match(result.snapshot?.tree ?? "", /was ready/);
  }));

test("a moving target is clicked once it has come to rest", () =>
  withPage("/moving", async ({ session_id, snapshot_id, tree }) => {
    const result = await engine.act(session_id, snapshot_id, [
      { type: "click", ref: refOf(tree, "button", "Moving") },
    ]);
    assert.equal(result.ok, true, JSON.stringify(result.failed));
    assert.match(result.snapshot?.tree ?? "", /caught/);
  }));

test("replaced and relabelled nodes are stale, and are not clicked", () =>
  withPage("/trouble", async ({ session_id, snapshot_id, tree }) => {
    const changed = await engine.act(session_id, snapshot_id, [
      { type: "click", ref: refOf(tree, "button", "Change") },
    ], { snapshot: false });
    assert.equal(changed.ok, true, JSON.stringify(changed.failed));
    await assertCode(
      engine.act(session_id, snapshot_id, [{ type: "click", ref: refOf(tree, "button", "Replace") }]),
      "STALE_SNAPSHOT",
      /tab_snapshot/,
    );
    for (const name of ["Replace", "Relabel"]) {
      const view = await engine.open(`${site.origin}/trouble`);
      const result = await engine.act(view.session_id, view.snapshot_id, [
        { type: "click", ref: refOf(view.tree, "button", "Change") },
        { type: "click", ref: refOf(view.tree, "button", name) },
      ]);
      assert.equal(result.failed?.error.code, "STALE_REFERENCE", JSON.stringify(result));
      assert.equal(result.failed?.index, 1);
      assert.equal(result.completed, 1);
      assert.equal(result.partial, true);
      assert.doesNotMatch(result.snapshot?.tree ?? "", /was hit/);
      await engine.close(view.session_id);
    }
  }));

test("a click that something else would swallow is held back", () =>
  withPage("/swallow", async ({ session_id, snapshot_id, tree }) => {
    const result = await engine.act(session_id, snapshot_id, [
      { type: "click", ref: refOf(tree, "button", "Target") },
    ], { snapshot: "full" });
    assert.equal(result.ok, false);
    assert.equal(result.failed?.error.code, "TARGET_COVERED");
    assert.doesNotMatch(result.snapshot?.tree ?? "", /clicked/);
  }));

test("keys go to the target, and unknown ones are refused before anything is pressed", () =>
  withPage("/keys", async ({ session_id, snapshot_id, tree }) => {
    const ref = refOf(tree, "textbox", "Search");
    const result = await engine.act(session_id, snapshot_id, [
      { type: "fill", ref, value: "tea" },
      { type: "press", ref, key: "s" },
      { type: "press", ref, key: "enter" },
    ]);
    assert.equal(result.ok, true, JSON.stringify(result.failed));
    assert.match(result.snapshot?.tree ?? "", /searched teas/);
    const wrong = await engine.act(session_id, result.snapshot?.snapshot_id ?? "", [
      { type: "press", ref, key: "Control+Nonsense" },
    ]);
    assert.equal(wrong.failed?.error.code, "INVALID_ARGUMENT");
    assert.match(wrong.failed?.error.message ?? "", /Enter/);
    assert.equal(wrong.failed_action_may_have_side_effects, false);
  }));

test("scroll moves the page, hover and double click arrive", () =>
  withPage("/scroll", async ({ session_id, snapshot_id, tree }) => {
    const result = await engine.act(session_id, snapshot_id, [
      { type: "hover", ref: refOf(tree, "button", "Top") },
      { type: "double_click", ref: refOf(tree, "button", "Top") },
      { type: "scroll", direction: "down", pixels: 2500 },
    ]);
    assert.equal(result.ok, true, JSON.stringify(result.failed));
    assert.equal(result.results[2]?.effect?.outcome, "done");
    const view = await engine.snapshot(session_id, { viewportOnly: true });
    assert.match(view.tree ?? "", /Bottom text/);
    assert.doesNotMatch(view.tree ?? "", /Top/);
  }));

test("wait ends when its text appears, or with a timeout of its own", () =>
  withPage("/wait", async ({ session_id, snapshot_id, tree }) => {
    const result = await engine.act(session_id, snapshot_id, [
      { type: "click", ref: refOf(tree, "button", "Start") },
      { type: "wait", text: "Finally there" },
    ]);
    assert.equal(result.ok, true, JSON.stringify(result.failed));
    const never = await engine.act(session_id, result.snapshot?.snapshot_id ?? "", [
      { type: "wait", text: "Never said", timeout_ms: 300 },
    ]);
    assert.equal(never.failed?.error.code, "TIMEOUT");
  }));

test("a check that held before the batch is marked", () =>
  withPage("/form", async ({ session_id, snapshot_id, tree }) => {
    const ref = refOf(tree, "textbox", "Name");
    const result = await engine.act(session_id, snapshot_id, [{ type: "fill", ref, value: "Ada" }], {
      postChecks: [{ kind: "visible", selector: "#form" }, { kind: "value", ref, value: "Ada" }],
    });
    assert.equal(result.verification?.passed, true);
    assert.deepEqual(result.verification?.checks.map(({ already_held }) => already_held), [true, undefined]);
    const failing = await engine.act(session_id, result.snapshot?.snapshot_id ?? "", [
      { type: "fill", ref, value: "Eve" },
    ], { postChecks: [{ kind: "text", contains: "Never said" }], verifyTimeoutMs: 200 });
    assert.equal(failing.ok, true);
    assert.equal(failing.verification?.passed, false);
    assert.equal(failing.replan_required, true);
  }));

test("a consumed snapshot is good for checks until it is replaced", () =>
  withPage("/form", async ({ session_id, snapshot_id, tree }) => {
    const ref = refOf(tree, "textbox", "Name");
    await engine.act(session_id, snapshot_id, [{ type: "fill", ref, value: "Ada" }], { snapshot: false });
    const checks = [{ kind: "value", ref, value: "Ada" }] as const;
    assert.equal((await engine.verify(session_id, checks, { snapshotId: snapshot_id })).passed, true);
    await assertCode(engine.verify(session_id, checks), "INVALID_ARGUMENT", /snapshot_id/);
    await engine.snapshot(session_id);
    await assertCode(engine.verify(session_id, checks, { snapshotId: snapshot_id }), "STALE_SNAPSHOT");
  }));

test("checks of every kind are evaluated, and hopeless ones end at once", () =>
  withPage("/form", async ({ session_id }) => {
    const good = await engine.verify(session_id, [
      { kind: "url", value: `${site.origin}/form` },
      { kind: "title", contains: "Tes" },
      { kind: "visible", selector: "#form" },
      { kind: "count", selector: "option", value: 3 },
      { kind: "value", selector: "[name=name]", value: "" },
    ]);
    assert.equal(good.passed, true, JSON.stringify(good));
    const bad = await engine.verify(session_id, [{ kind: "visible", selector: "###" }]);
    assert.equal(bad.passed, false);
    assert.ok(bad.checks[0]?.error !== undefined);
    assert.ok(bad.elapsed_ms < 1000, String(bad.elapsed_ms));
  }));

test("text that stands only in a field fails a text check at once, with a hint", () =>
  withPage("/form", async ({ session_id, snapshot_id, tree }) => {
    await engine.act(session_id, snapshot_id, [
      { type: "fill", ref: refOf(tree, "textbox", "Name"), value: "Grace Hopper" },
    ]);
    const { passed, checks, elapsed_ms } = await engine.verify(session_id, [{
      kind: "text",
      contains: "Grace Hopper",
    }]);
    assert.equal(passed, false);
    assert.match(checks[0]?.hint ?? "", /value/);
    assert.ok(elapsed_ms < 1500, String(elapsed_ms));
  }));

test("batches are checked before anything runs", () =>
  withPage("/form", async ({ session_id, snapshot_id }) => {
    const wrong = [[], [{ type: "jump", ref: "e1" }], [{ type: "click" }], [{
      type: "click",
      ref: "e1",
      x: 1,
    }]];
    for (const actions of wrong) {
      const work = engine.act(session_id, snapshot_id, actions as unknown as BrowserAction[]);
      await assert.rejects(work, (error) => error instanceof TypeError || error instanceof RangeError);
    }
    const nothing = await engine.act(session_id, snapshot_id, [{ type: "click", ref: "e999" }]);
    assert.equal(nothing.failed?.error.code, "STALE_REFERENCE");
  }));
