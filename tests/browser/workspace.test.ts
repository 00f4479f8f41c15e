import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { BrowserEngine } from "../../src/browser/engine.ts";
import type { BrowserWorkspace, RestoreWorkspaceOptions } from "../../src/contracts/workspace.ts";
import { assertCode, refOf, type Site, startSite } from "./engine_site.ts";

let site: Site;
const engines: BrowserEngine[] = [];

function newEngine(): BrowserEngine {
  const engine = new BrowserEngine({ timeoutMs: 5000 });
  engines.push(engine);
  return engine;
}

const DATABASE = `new Promise((done, fail) => {
  const opening = indexedDB.open("notes", 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore("notes", { keyPath: "id" });
  opening.onsuccess = () => done(opening.result);
  opening.onerror = () => fail(opening.error);
})`;

before(async () => {
  site = await startSite({
    "/": (_, response) => {
      response.setHeader("content-type", "text/html; charset=utf-8");
      response.setHeader("set-cookie", "sid=abc; HttpOnly; Path=/");
      response.end(`<!doctype html><title>Shop</title><body style="height: 5000px">
        <p id=early></p><p id=stored></p>
        <button onclick="save()">Save</button>
        <button onclick="window.scrollTo(0, 1234)">Down</button>
        <script>
          early.textContent = "early: " + sessionStorage.getItem("step");
          (async () => {
            const db = await ${DATABASE};
            const get = db.transaction("notes").objectStore("notes").get(1);
            get.onsuccess = () => stored.textContent =
              "stored: " + localStorage.getItem("theme") + " " + (get.result ? get.result.text : "none");
          })();
          async function save() {
            sessionStorage.setItem("step", "two");
            localStorage.setItem("theme", "dark");
            const db = await ${DATABASE};
            const writing = db.transaction("notes", "readwrite");
            writing.objectStore("notes").put({ id: 1, text: "kept" });
            writing.oncomplete = () => document.title = "Saved";
          }
        </script>`);
    },
    "/who": (request, response) => {
      response.setHeader("content-type", "text/html; charset=utf-8");
      response.end(`<!doctype html><title>Who</title><p>cookie: ${request.headers.cookie ?? "none"}`);
    },
    "/form": `<form><label>Name <input name=name></label><label>Notes <textarea name=notes></textarea></label>
      <label>Size <select name=size><option>S<option>M<option>L</select></label>
      <label><input type=checkbox name=gift> Gift</label>
      <label>Password <input type=password name=pw></label>
      <label>Card number <input name=number autocomplete=cc-number></label>
      <label>Code <input name=code autocomplete=one-time-code></label>
      <label>Security code <input name=x1></label></form>`,
    "/sign-in": `<form><label>Name <input name=name></label>
      <label>Word <input name=x2 type=password></label>
      <button type=button onclick="document.querySelector('[name=x2]').type = 'text'">Show</button></form>`,
    "/queue": `<title>Queue</title><p id=said>wait</p><script>
      localStorage.setItem("theme", "dark");
      const opening = indexedDB.open("uploads", 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore("files", { keyPath: "file.name" });
      opening.onsuccess = () => {
        const writing = opening.result.transaction("files", "readwrite");
        writing.objectStore("files").put({ file: new File(["x"], "n.txt") });
        writing.oncomplete = () => said.textContent = "queued";
      };</script>`,
    "/odd": (_, response) => {
      response.setHeader("content-type", "text/html; charset=utf-8");
      response.end(
        `<!doctype html><html dir=rtl><title>Odd</title><body style="width: 5000px; height: 3000px">
        <input name="${"n".repeat(5_000)}" value=""><input name=short>
        <select multiple name=many>${"<option>o".repeat(1_500)}</select>
        <script>
          for (const input of document.querySelectorAll("input")) input.value = "typed";
          for (const option of document.querySelectorAll("option")) option.selected = true;
          history.replaceState(null, "", "/odd?q=" + "x".repeat(9000));
          scrollTo(-700, 200);
        </script>`,
      );
    },
  });
});

after(async () => {
  for (const engine of engines) await engine.dispose();
  await site.close();
});

/** A workspace as it comes back from a file. */
async function saved(engine: BrowserEngine): Promise<BrowserWorkspace> {
  return JSON.parse(JSON.stringify(await engine.exportWorkspace())) as BrowserWorkspace;
}

async function moved(
  engine: BrowserEngine,
  sessionId: string,
  options?: RestoreWorkspaceOptions,
): Promise<{ engine: BrowserEngine; sessionId: string; problems: readonly string[] }> {
  const workspace = await saved(engine);
  const other = newEngine();
  const { sessionMap, problems } = await other.restoreWorkspace(workspace, options);
  const restored = sessionMap[sessionId];
  assert.ok(restored !== undefined && restored !== sessionId);
  return { engine: other, sessionId: restored, problems };
}

test("cookies, localStorage, IndexedDB, sessionStorage and scroll go on in another browser", async () => {
  const engine = newEngine();
  const { session_id, snapshot_id, tree } = await engine.open(`${site.origin}/`);
  const acted = await engine.act(session_id, snapshot_id, [
    { type: "click", ref: refOf(tree, "button", "Save") },
    { type: "click", ref: refOf(tree, "button", "Down") },
  ], { postChecks: [{ kind: "title", contains: "Saved" }] });
  assert.equal(acted.verification?.passed, true);
  const workspace = await saved(engine);
  assert.deepEqual(workspace.sessions[0]?.tabs[0]?.scroll, [0, 1234]);
  const next = await moved(engine, session_id);
  assert.deepEqual(next.problems, []);
  const checked = await next.engine.verify(next.sessionId, [
    { kind: "text", contains: "early: two" }, // it was there before the page's own code ran
    { kind: "text", contains: "stored: dark kept" },
    { kind: "url", value: `${site.origin}/` },
  ]);
  assert.deepEqual(checked.checks.filter(({ pass }) => !pass), []);
  const again = await saved(next.engine);
  assert.deepEqual(again.sessions[0]?.tabs[0]?.scroll, [0, 1234]);
  const who = await next.engine.navigate(next.sessionId, { action: "goto", url: `${site.origin}/who` });
  assert.match(who.tree ?? "", /cookie: sid=abc/);
});

test("what changed since the last export is in the next one, for pages shown and pages left", async () => {
  const engine = newEngine();
  const { session_id, snapshot_id, tree } = await engine.open(`${site.origin}/`);
  const before = await saved(engine);
  assert.equal(JSON.stringify(before).includes("dark"), false);
  await engine.act(session_id, snapshot_id, [{ type: "click", ref: refOf(tree, "button", "Save") }], {
    postChecks: [{ kind: "title", contains: "Saved" }],
  });
  assert.ok(JSON.stringify(await saved(engine)).includes("dark"));
  await engine.navigate(session_id, { action: "goto", url: `${site.otherOrigin}/who` });
  const left = JSON.stringify(await saved(engine));
  assert.ok(left.includes("dark") && left.includes("kept"), "data of an origin that no page shows any more");
});

test("form input comes back only when asked for, and no password, card or code is ever saved", async () => {
  const engine = newEngine();
  const { session_id, snapshot_id, tree } = await engine.open(`${site.origin}/form`);
  const fill = (name: string, value: string) =>
    ({ type: "fill", ref: refOf(tree, "textbox", name), value }) as const;
  await engine.act(session_id, snapshot_id, [
    fill("Name", "Ada"),
    fill("Notes", "two\nlines"),
    { type: "select", ref: refOf(tree, "combobox", "Size"), values: ["L"] },
    { type: "check", ref: refOf(tree, "checkbox", "Gift"), checked: true },
    fill("Password", "hunter2secret"),
    fill("Card number", "4111111111111111"),
    fill("Code", "987654"),
    fill("Security code", "31337"),
  ]);
  const text = JSON.stringify(await saved(engine));
  for (const secret of ["hunter2secret", "4111111111111111", "987654", "31337"]) {
    assert.equal(text.includes(secret), false, secret);
  }
  assert.ok(text.includes("Ada"));
  const values = (name: string, value: string) =>
    ({ kind: "value", selector: `[name=${name}]`, value }) as const;
  const without = await moved(engine, session_id);
  const empty = await without.engine.verify(without.sessionId, [values("name", ""), values("size", "S")]);
  assert.equal(empty.passed, true);
  const restored = await moved(engine, session_id, { restoreDrafts: true });
  const full = await restored.engine.verify(restored.sessionId, [
    values("name", "Ada"),
    values("notes", "two\nlines"),
    values("size", "L"),
    { kind: "count", selector: "[name=gift]:checked", value: 1 },
    { kind: "count", selector: "[name=pw]:not(:placeholder-shown)", value: 1 },
  ]);
  assert.deepEqual(full.checks.filter(({ pass }) => !pass), []);
  assert.deepEqual(restored.problems, []);
});

test("tabs come back in their order, with the one that was active", async () => {
  const engine = newEngine();
  const { session_id } = await engine.open(`${site.origin}/who`);
  await engine.tabs(session_id, { action: "new", url: `${site.origin}/form` });
  await engine.tabs(session_id, { action: "new", url: `${site.origin}/sign-in` });
  const { tabs } = await engine.tabs(session_id, { action: "list" });
  await engine.tabs(session_id, { action: "switch", tabId: tabs[1]?.tab_id ?? "" });
  const next = await moved(engine, session_id);
  const restored = await next.engine.tabs(next.sessionId, { action: "list" });
  assert.deepEqual(
    restored.tabs.map(({ url, active }) => [url.slice(site.origin.length), active]),
    [["/who", false], ["/form", true], ["/sign-in", false]],
  );
});

test("what was a password is never saved as a draft, also when the page shows it", async () => {
  const engine = newEngine();
  const { session_id, snapshot_id, tree } = await engine.open(`${site.origin}/sign-in`);
  await engine.act(session_id, snapshot_id, [
    { type: "fill", ref: refOf(tree, "textbox", "Name"), value: "Ada" },
    { type: "fill", ref: refOf(tree, "textbox", "Word"), value: "hunter2secret" },
    { type: "click", ref: refOf(tree, "button", "Show") },
  ]);
  const shown = await engine.verify(session_id, [
    { kind: "count", selector: "[name=x2][type=text]", value: 1 },
  ]);
  assert.equal(shown.passed, true);
  const text = JSON.stringify(await saved(engine));
  assert.ok(text.includes("Ada"));
  assert.equal(text.includes("hunter2secret"), false);
});

test("whatever a page holds, what was saved of it can be read again", async () => {
  const engine = newEngine();
  const { session_id } = await engine.open(`${site.origin}/odd`);
  const workspace = await saved(engine);
  const [tab] = workspace.sessions[0]?.tabs ?? [];
  assert.ok((tab?.url.length ?? 0) > 9_000);
  assert.deepEqual(tab?.scroll, [-700, 200]);
  assert.equal(tab?.drafts.some(({ field }) => field.includes("|short|")), true);
  const next = await moved(engine, session_id, { restoreDrafts: true });
  assert.deepEqual(next.problems, []);
  assert.deepEqual((await saved(next.engine)).sessions[0]?.tabs[0]?.scroll, [-700, 200]);
});

test("a database that cannot be written down costs itself, and neither the run nor other data", async () => {
  const engine = newEngine();
  const { session_id } = await engine.open(`${site.origin}/queue`);
  await engine.verify(session_id, [{ kind: "text", contains: "queued" }]);
  await engine.navigate(session_id, { action: "goto", url: `${site.otherOrigin}/` });
  const { snapshot_id, tree } = await engine.navigate(session_id, { action: "reload" });
  await engine.act(session_id, snapshot_id ?? "", [
    { type: "click", ref: refOf(tree ?? "", "button", "Save") },
  ], { postChecks: [{ kind: "title", contains: "Saved" }] });
  const next = await moved(engine, session_id);
  assert.deepEqual(next.problems, [`databases of ${site.origin} could not be brought back`]);
  const checked = await next.engine.verify(next.sessionId, [{ kind: "text", contains: "stored: dark kept" }]);
  assert.equal(checked.passed, true, "the databases of other sites are there");
  const { storage } = (await saved(next.engine)).sessions[0] ?? {};
  const items = storage?.origins.find(({ origin }) => origin === site.origin);
  assert.deepEqual(items?.["localStorage"], [{ name: "theme", value: "dark" }]);
});

test("an older workspace, which does not name its popup policy, has the one that stays", async () => {
  const engine = newEngine();
  await engine.open(`${site.origin}/who`);
  const { popupPolicy: _unsaid, ...older } = await saved(engine);
  const restored = await newEngine().restoreWorkspace(older as BrowserWorkspace);
  assert.deepEqual(restored.problems, []);
  const follows = new BrowserEngine({ popupPolicy: "follow-single" });
  engines.push(follows);
  await assertCode(follows.restoreWorkspace(older as BrowserWorkspace), "INVALID_ARGUMENT");
});

test("a page that cannot be loaded again is told, and its session goes on", async () => {
  const engine = newEngine();
  const { session_id } = await engine.open(`${site.origin}/who`);
  const workspace = await saved(engine);
  const unreachable = JSON.parse(
    JSON.stringify(workspace).replaceAll(site.origin, "http://127.0.0.1:1"),
  ) as never;
  const other = newEngine();
  const { sessionMap, problems } = await other.restoreWorkspace(unreachable);
  assert.match(problems.join(), /127\.0\.0\.1:1\/who could not be loaded again/);
  const id = sessionMap[session_id] ?? "";
  const page = await other.navigate(id, { action: "goto", url: `${site.origin}/who` });
  assert.equal(page.session_id, id);
});

test("a workspace that is not valid or does not fit starts no browser", async () => {
  const engine = newEngine();
  await engine.open(`${site.origin}/who`);
  const workspace = await saved(engine);
  const edited = (edit: (copy: Record<string, never> & BrowserWorkspace) => unknown): unknown => {
    const copy = JSON.parse(JSON.stringify(workspace));
    edit(copy);
    return copy;
  };
  const cases: readonly unknown[] = [
    null,
    {},
    { ...workspace, version: 2 },
    { ...workspace, extra: 1 },
    { ...workspace, popupPolicy: "follow-single" },
    { ...workspace, policyHashes: { navigation: "a".repeat(64) } },
    { ...workspace, sessions: [...workspace.sessions, ...workspace.sessions] },
    edited((copy) => (copy.sessions[0] as { activeTab: number }).activeTab = 5),
    edited((copy) => (copy.sessions[0]?.tabs[0] as { url: string }).url = "file:///etc/passwd"),
    edited((copy) => (copy.sessions[0]?.tabs[0] as { url: string }).url = "javascript:alert(1)"),
    edited((copy) => (copy.sessions[0] as unknown as { tabs: unknown[] }).tabs = []),
  ];
  for (const value of cases) {
    const other = newEngine();
    await assertCode(other.restoreWorkspace(value as BrowserWorkspace), "INVALID_ARGUMENT");
    assert.equal(other.browserProcessId, undefined);
  }
  await assertCode(engine.restoreWorkspace(workspace), "INVALID_ARGUMENT"); // it has a session already
});

test("a workspace goes on only with the files that it was granted", async () => {
  const granted = (path: string): BrowserEngine => {
    const engine = new BrowserEngine({ availableFilePaths: [path] });
    engines.push(engine);
    return engine;
  };
  const [own, other] = ["workspace.test.ts", "engine_site.ts"].map((name) =>
    join(import.meta.dirname ?? "", name)
  );
  assert.ok(own && other);
  const workspace = await saved(granted(own));
  assert.match(workspace.policyHashes["files"] ?? "", /^[0-9a-f]{64}$/);
  assert.deepEqual((await granted(own).restoreWorkspace(workspace)).sessionMap, {});
  for (const engine of [granted(other), newEngine()]) {
    await assertCode(engine.restoreWorkspace(workspace), "INVALID_ARGUMENT");
  }
});

test("an engine without sessions saves an empty workspace and starts no browser, also when it is restored", async () => {
  const engine = newEngine();
  const workspace = await saved(engine);
  assert.deepEqual(workspace.sessions, []);
  const other = newEngine();
  assert.deepEqual(await other.restoreWorkspace(workspace), { sessionMap: {}, problems: [] });
  assert.equal(engine.browserProcessId, undefined);
  assert.equal(other.browserProcessId, undefined);
});
