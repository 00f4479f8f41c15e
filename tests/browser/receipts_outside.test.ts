// What a click sets off outside its page: a window or a file whose server takes its time. "Nothing happened" would make
// a planner click again.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { BrowserEngine } from "../../src/browser/engine.ts";
import type { ActionEffect } from "../../src/contracts/browser.ts";
import { refOf, type Site, startSite } from "./engine_site.ts";

const engine = new BrowserEngine({ timeoutMs: 5000 });
let site: Site;

before(async () => {
  site = await startSite({
    "/": `<a href="/report?key=1" target=_blank>Report</a> <a href="/report" download>File</a>
      <a href="/report" download><span role=button tabindex=0>Inner</span></a>
      <button onclick="window.open('/report?key=1')">Window</button>
      <a href="#" onclick="return false">Nothing</a> <button>Idle</button>
      <iframe sandbox="allow-scripts" srcdoc="<a href='/report' target=_blank>Caged</a>"></iframe>
      <iframe srcdoc="<button onclick=&quot;window.open('/report')&quot;>Framed</button>"></iframe>`,
    "/report": (_, response) =>
      void setTimeout(() => {
        response.setHeader("content-disposition", "attachment; filename=report.csv");
        response.end("a,b");
      }, 2500),
  });
});

after(async () => {
  await engine.dispose();
  await site.close();
});

async function effectOf(role: string, name: string): Promise<ActionEffect | undefined> {
  const { session_id, snapshot_id, tree } = await engine.open(site.origin);
  const result = await engine.act(session_id, snapshot_id, [{ type: "click", ref: refOf(tree, role, name) }]);
  assert.equal(result.ok, true, JSON.stringify(result.failed));
  await engine.close(session_id);
  return result.results[0]?.effect;
}

for (const [role, name] of [["link", "Report"], ["button", "Window"], ["button", "Framed"]] as const) {
  test(`a window that ${name} asks for is in the receipt before its server answers`, async () => {
    const effect = await effectOf(role, name);
    assert.equal(effect?.outcome, "done");
    assert.deepEqual(effect?.requests, [`GET ${site.origin}/report pending`]);
  });
}

for (const [role, name] of [["link", "File"], ["button", "Inner"]] as const) {
  test(`nobody can tell whether ${name} did nothing`, async () => {
    assert.equal((await effectOf(role, name))?.outcome, "unknown");
  });
}

for (const [role, name] of [["link", "Nothing"], ["button", "Idle"], ["link", "Caged"]] as const) {
  test(`${name} did nothing, and that is said`, async () => {
    assert.equal((await effectOf(role, name))?.outcome, "no_effect");
  });
}
