import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { BrowserEngine } from "../../src/browser/engine.ts";
import type { DocumentBinding } from "../../src/contracts/document_binding.ts";
import { assertCode, refOf, type Site, startSite } from "./engine_site.ts";

const engine = new BrowserEngine({ timeoutMs: 5000 });
let site: Site;

before(async () => {
  site = await startSite({
    "/": `<button id=edit>Edit</button><button id=route>Route</button><button id=replace>Replace</button>
      <button id=ask>Ask</button><button id=hang>Hang</button><iframe src="{other}/frame"></iframe><p id=out>Old</p>
      <script>
        edit.onclick = () => { document.title = "New"; out.innerHTML = "<b>New</b>"; };
        route.onclick = () => history.pushState({}, "", "/orders?id=1#top");
        replace.onclick = () => history.replaceState({}, "", location.href);
        ask.onclick = () => out.textContent = String(confirm("Sure?"));
        hang.onclick = () => setTimeout(() => { for (;;); }, 50);
      </script>`,
    "/frame": `<a href="/frame?2">Go on</a>`,
  });
});

after(async () => {
  await engine.dispose();
  await site.close();
});

async function click(sessionId: string, name: string, frames = false): Promise<void> {
  const { snapshot_id, tree } = await engine.snapshot(sessionId);
  const ref = refOf(tree, frames ? "link" : "button", name);
  const { results } = await engine.act(sessionId, snapshot_id, [{ type: "click", ref }]);
  assert.equal(results[0]?.effect?.outcome, "done");
}

/** Facts in which two bindings differ. */
function changes(before: DocumentBinding, after: DocumentBinding): readonly string[] {
  return Object.entries(after).filter(([key, value]) => before[key as keyof DocumentBinding] !== value)
    .map(([key]) => key);
}

test("the binding stays through reading, acting, edits of the page and navigations of its frames", async () => {
  const { session_id } = await engine.open(`${site.origin}/`);
  const before = await engine.documentBinding(session_id);
  assert.equal(before.url, `${site.origin}/`);
  assert.equal(before.session_id, session_id);
  await engine.snapshot(session_id);
  await click(session_id, "Edit");
  await click(session_id, "Go on", true);
  await engine.verify(session_id, [{ kind: "title", contains: "New" }]);
  assert.deepEqual(await engine.documentBinding(session_id), before);
  await engine.close(session_id);
});

test("a reload, a change of route, the same route again, and going back each change it", async () => {
  const { session_id } = await engine.open(`${site.origin}/`);
  let before = await engine.documentBinding(session_id);
  const next = async (): Promise<readonly string[]> => {
    const now = await engine.documentBinding(session_id);
    const changed = changes(before, now);
    before = now;
    return changed;
  };
  await engine.navigate(session_id, { action: "reload" });
  assert.deepEqual(await next(), ["document", "navigations"]);
  await click(session_id, "Route");
  assert.deepEqual(await next(), ["url", "navigations"]);
  assert.equal(before.url, `${site.origin}/orders?id=1#top`);
  await click(session_id, "Replace");
  assert.deepEqual(await next(), ["navigations"]);
  await engine.navigate(session_id, { action: "back" });
  assert.ok((await next()).includes("navigations"));
  await engine.close(session_id);
});

test("switching to another tab and back changes it, though the page is the same", async () => {
  const { session_id, tab_id } = await engine.open(`${site.origin}/`);
  const before = await engine.documentBinding(session_id);
  await engine.tabs(session_id, { action: "new", url: `${site.origin}/frame` });
  assert.ok(changes(before, await engine.documentBinding(session_id)).includes("tab_id"));
  await engine.tabs(session_id, { action: "switch", tabId: tab_id });
  const back = await engine.documentBinding(session_id);
  assert.deepEqual(changes(before, back), ["activations"]);
  await engine.tabs(session_id, { action: "switch", tabId: tab_id });
  assert.deepEqual(await engine.documentBinding(session_id), back, "staying is no switch");
  await engine.close(session_id);
});

test("a page behind a dialog, a busy one, and a session that ended say so", async () => {
  const { session_id, snapshot_id, tree } = await engine.open(`${site.origin}/`);
  await engine.act(session_id, snapshot_id, [{ type: "click", ref: refOf(tree, "button", "Ask") }]);
  await assertCode(engine.documentBinding(session_id), "DIALOG_OPEN");
  const { snapshot } = await engine.dialog(session_id, { action: "accept" });
  const hang = refOf(snapshot?.tree, "button", "Hang");
  const quick = { snapshot: false } as const;
  await engine.act(session_id, snapshot?.snapshot_id ?? "", [{ type: "click", ref: hang }], quick);
  await assertCode(engine.documentBinding(session_id), "TIMEOUT");
  await engine.close(session_id);
  await assertCode(engine.documentBinding(session_id), "SESSION_NOT_FOUND");
});
