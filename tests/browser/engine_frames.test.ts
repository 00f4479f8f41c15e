import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { BrowserEngine } from "../../src/browser/engine.ts";
import { linesOf, refOf, type Site, startSite } from "./engine_site.ts";

const engine = new BrowserEngine({ timeoutMs: 5000 });
let site: Site;

const form = (name: string): string =>
  `<label>${name} field <input id=field></label><button id=go>${name} button</button><p id=out></p>
   <script>go.onclick = () => out.textContent = "${name} got " + field.value;</script>`;

before(async () => {
  site = await startSite({
    "/": `<h1>Outer</h1><button>Top button</button>
      <iframe src="/same" title="Same" width=600 height=120></iframe>
      <iframe src="{other}/cross" title="Cross" width=600 height=120></iframe>
      <iframe title="Written" width=600 height=200
        srcdoc="<p>Srcdoc text</p><iframe src='{other}/nested' width=500 height=120></iframe>"></iframe>`,
    "/same": form("Same"),
    "/cross": form("Cross"),
    "/nested": form("Nested"),
    "/far": `<div style="height:3000px">Tall</div><iframe src="{other}/tall" width=600 height=300></iframe>`,
    "/tall": `<div style="height:2000px">Inside</div>${form("Deep")}`,
    "/covered": `<iframe src="{other}/cross" width=600 height=150></iframe>
      <div id=veil style="position:fixed;inset:0;background:#fffc">Veil</div>`,
    "/hung": `<button>Alive</button><iframe src="{other}/loop" width=300 height=100></iframe>`,
    "/loop": `<p>Looping</p><script>setTimeout(() => { for (;;); }, 30)</script>`,
    "/hidden": `<p>Shown</p><iframe src="/claims" style="visibility:hidden" width=300 height=80></iframe>
      <iframe src="{other}/claims" width=0 height=0></iframe><iframe src="/claims" style="display:none"></iframe>
      <div style="opacity:0"><iframe src="{other}/wraps" width=300 height=80></iframe></div>`,
    "/wraps": `<iframe src="{other}/claims" width=200 height=60></iframe>`,
    "/claims": `<p class=claim>All done</p>`,
    "/swap": `<iframe id=frame src="/same" width=600 height=150></iframe>
      <button onclick="frame.src='{other}/cross'">Swap</button>`,
  });
});

after(async () => {
  await engine.dispose();
  await site.close();
});

test("frames of every kind stand in one tree, below their line", async () => {
  const { session_id, tree, frames } = await engine.open(`${site.origin}/`);
  const lines = linesOf(tree);
  const heads = lines.filter((line) => /^ *frame f\d+/.test(line));
  assert.equal(heads.length, 4, tree);
  assert.match(heads[0] ?? "", /^frame f1: Same$/);
  assert.match(heads[1] ?? "", /^frame f2 .*localhost:\d+: Cross$/);
  assert.match(heads[2] ?? "", /^frame f3: Written$/);
  assert.match(heads[3] ?? "", /^ frame f4 .*localhost:\d+/);
  const nested = lines.findIndex((line) => /Nested button/.test(line));
  assert.match(lines[nested] ?? "", /^ {2}/);
  assert.match(refOf(tree, "button", "Cross button"), /^f2e\d+$/);
  assert.deepEqual(frames?.map(({ frame_id, is_main }) => [frame_id, is_main]), [
    ["f1", false],
    ["f2", false],
    ["f3", false],
    ["f4", false],
  ]);
  await engine.close(session_id);
});

test("real input reaches controls in frames of every kind", async () => {
  const opened = await engine.open(`${site.origin}/`);
  let snapshotId = opened.snapshot_id;
  for (const name of ["Same", "Cross", "Nested"]) {
    const result = await engine.act(opened.session_id, snapshotId, [
      { type: "fill", ref: refOf(opened.tree, "textbox", `${name} field`), value: `to ${name}` },
      { type: "click", ref: refOf(opened.tree, "button", `${name} button`) },
    ], { postChecks: [{ kind: "text", contains: `${name} got to ${name}` }] });
    assert.equal(result.ok, true, JSON.stringify(result.failed));
    assert.equal(result.results[0]?.effect?.value, `to ${name}`);
    assert.equal(result.results[1]?.effect?.outcome, "done");
    assert.equal(result.verification?.passed, true, JSON.stringify(result.verification));
    assert.equal(result.verification?.checks[0]?.already_held, undefined);
    snapshotId = result.snapshot?.snapshot_id ?? "";
  }
  await engine.close(opened.session_id);
});

test("one frame can be observed and acted in by its id", async () => {
  const { session_id } = await engine.open(`${site.origin}/`);
  const scoped = await engine.snapshot(session_id, { frameId: "f2" });
  assert.deepEqual(scoped.scope, { frame_id: "f2" });
  assert.doesNotMatch(scoped.tree ?? "", /Top button/);
  assert.equal(scoped.url, `${site.origin}/`);
  const result = await engine.act(session_id, scoped.snapshot_id, [
    { type: "click", ref: refOf(scoped.tree, "button", "Cross button") },
  ]);
  assert.equal(result.ok, true, JSON.stringify(result.failed));
  assert.match(result.snapshot?.tree ?? "", /Cross got/);
  const text = await engine.extract(session_id, { kind: "text", frameId: "f4" });
  assert.match(text.text ?? "", /Nested button/);
  await engine.close(session_id);
});

test("data is read from the frame that was observed last, and names that frame's address", async () => {
  const { session_id } = await engine.open(`${site.origin}/`);
  const readAll = async (frameId?: string) => {
    const frame = frameId === undefined ? {} : { frameId };
    const { frame_id, url, text } = await engine.extract(session_id, { kind: "text", ...frame });
    const [field] = await engine.readFields(
      session_id,
      [{ name: "button", selector: "button", mode: "text" }],
      frame,
    );
    assert.equal(field?.url, url);
    assert.match(text ?? "", new RegExp(field?.quote ?? "no button"));
    return { frame_id, path: new URL(url).pathname, origin: new URL(url).origin, button: field?.quote };
  };
  const outer = { frame_id: "f0", path: "/", origin: site.origin, button: "Top button" };
  const cross = { frame_id: "f2", path: "/cross", button: "Cross button" };
  assert.deepEqual(await readAll(), outer);
  await engine.snapshot(session_id, { frameId: "f2" });
  const { origin, ...scoped } = await readAll();
  assert.deepEqual(scoped, cross);
  assert.match(origin, /localhost/);
  assert.deepEqual(await readAll("f0"), outer);
  assert.deepEqual(await readAll("f4"), { frame_id: "f4", path: "/nested", origin, button: "Nested button" });
  await engine.snapshot(session_id);
  assert.deepEqual(await readAll(), outer);
  const links = await engine.extract(session_id, { kind: "links", frameId: "f2" });
  assert.equal(new URL(links.url).pathname, "/cross");
  await engine.close(session_id);
});

test("a control far down in a frame far down is scrolled to", async () => {
  const opened = await engine.open(`${site.origin}/far`);
  const result = await engine.act(opened.session_id, opened.snapshot_id, [
    { type: "click", ref: refOf(opened.tree, "button", "Deep button") },
  ], { postChecks: [{ kind: "text", contains: "Deep got" }] });
  assert.equal(result.ok, true, JSON.stringify(result.failed));
  assert.equal(result.verification?.passed, true);
  await engine.close(opened.session_id);
});

test("something that covers the frame is found before input is sent", async () => {
  const opened = await engine.open(`${site.origin}/covered`);
  const result = await engine.act(opened.session_id, opened.snapshot_id, [
    { type: "click", ref: refOf(opened.tree, "button", "Cross button") },
  ]);
  assert.equal(result.failed?.error.code, "TARGET_COVERED");
  assert.equal(result.failed_action_may_have_side_effects, false);
  assert.ok(result.elapsed_ms < 3000);
  await engine.close(opened.session_id);
});

test("a frame that does not answer is a line that says so", async () => {
  const opened = await engine.open(`${site.origin}/hung`);
  const snapshot = await engine.snapshot(opened.session_id);
  assert.match(snapshot.tree ?? "", /frame f1.*does not answer/);
  assert.deepEqual(snapshot.truncation, ["frames"]);
  refOf(snapshot.tree, "button", "Alive");
  await engine.close(opened.session_id);
});

test("text in frames that nobody sees proves nothing", async () => {
  const { session_id } = await engine.open(`${site.origin}/hidden`);
  const { checks } = await engine.verify(session_id, [
    { kind: "text", contains: "All done" },
    { kind: "visible", selector: ".claim" },
    { kind: "count", selector: ".claim", value: 0 },
  ], { timeoutMs: 300 });
  assert.deepEqual(checks.map(({ pass }) => pass), [false, false, true], JSON.stringify(checks));
  await engine.close(session_id);
});

test("a frame that moves to another site is followed", async () => {
  const opened = await engine.open(`${site.origin}/swap`);
  const result = await engine.act(opened.session_id, opened.snapshot_id, [
    { type: "click", ref: refOf(opened.tree, "button", "Swap") },
    { type: "wait", text: "Cross button" },
  ], { snapshot: "full" });
  assert.equal(result.ok, true, JSON.stringify(result.failed));
  const { tree, snapshot_id } = result.snapshot ?? assert.fail("no snapshot");
  const clicked = await engine.act(opened.session_id, snapshot_id, [
    { type: "click", ref: refOf(tree, "button", "Cross button") },
  ]);
  assert.match(clicked.snapshot?.tree ?? "", /Cross got/);
  await engine.close(opened.session_id);
});
