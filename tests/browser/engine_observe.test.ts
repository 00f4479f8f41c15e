import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { BrowserEngine } from "../../src/browser/engine.ts";
import { assertCode, linesOf, refOf, type Site, startSite } from "./engine_site.ts";

const rows = Array.from({ length: 900 }, (_, index) => `<p>Paragraph ${index} says something of its own.</p>`)
  .join("");

const engine = new BrowserEngine({ timeoutMs: 5000 });
let site: Site;

before(async () => {
  site = await startSite({
    "/": `<h1>Home</h1><label>Name <input id=name></label>
      <button id=add>Add</button><ul id=list></ul>
      <script>document.querySelector("#add").onclick = () => {
        list.insertAdjacentHTML("beforeend", "<li>Item " + (list.children.length + 1) + "</li>");
      };</script>`,
    "/long": `<h1>Long</h1>${rows}<button>Last</button>`,
    "/late": `<p id=state>Waiting</p><script>
      setTimeout(() => fetch("/slow").then((r) => r.text()).then((text) => state.textContent = text), 20);
      </script>`,
    "/slow": (_, response) => void setTimeout(() => response.end("Loaded late"), 250),
    "/endless": (_, response) => {
      response.writeHead(200, { "content-type": "text/html" });
      response.write("<!doctype html><title>Endless</title><button>Here</button>" + " ".repeat(2000));
    },
    "/two": `<a href="/">Back home</a><p>Second</p>`,
    "/data": `<table><tr><th>Order<th>Total</tr><tr><td>1001<td>14.00</tr></table>
      <a href="/two?x=1">Second page</a>`,
    "/busy": `<button>B</button><script>setTimeout(() => { for (;;); }, 50)</script>`,
    "/sealed":
      `<my-card></my-card><section id=plain></section><div id=unslotted><b>Not shown</b></div><p id=noticed>Clean</p>
      <script>
        customElements.define("my-card", class extends HTMLElement {
          constructor() {
            super();
            const root = this.attachShadow({ mode: "closed" });
            root.innerHTML = "<p>Card text</p><button>Sealed button</button><div></div><p></p>";
            root.querySelector("div").attachShadow({ mode: "closed" }).innerHTML = "<p>Deeply sealed</p>";
            root.querySelector("button").onclick = () => root.lastChild.textContent = "Sealed click";
          }
        });
        plain.attachShadow({ mode: "closed" }).innerHTML = "<p>Plain sealed</p>";
        unslotted.attachShadow({ mode: "closed" }).innerHTML = "<p>In place of it</p>";
        const before = String(Element.prototype.attachShadow) + Object.keys(window).length;
        setInterval(() => {
          if (before !== String(Element.prototype.attachShadow) + Object.keys(window).length) noticed.textContent = "Noticed";
        }, 20);
      </script>`,
    "/nested": `<div id=outer></div><script>
      let host = outer;
      for (let depth = 0; depth < 40; depth++) {
        const root = host.attachShadow({ mode: depth % 3 === 0 ? "open" : "closed" });
        root.innerHTML = "<div></div>";
        host = root.firstChild;
      }
      host.innerHTML = "<button>Innermost</button>";
      </script>`,
    "/wordy": `<p>${"word ".repeat(50_000)}</p><button>Behind</button>`,
    "/loud": `<h1>Loud</h1><button>Quiet</button><iframe title="${"F".repeat(100_000)}"></iframe><script>
      document.title = "T".repeat(100_000);
      history.replaceState(null, "", "?" + "q".repeat(100_000));
      </script>`,
    "/closed": `<div id=host></div><script>
      host.attachShadow({ mode: "open" }).innerHTML = "<button>Inside</button><p>Shadow text</p>";
      </script>`,
  });
});

after(async () => {
  await engine.dispose();
  await site.close();
});

test("open() observes the page and gives short ids", async () => {
  const snapshot = await engine.open(`${site.origin}/`);
  assert.match(snapshot.session_id, /^s[0-9a-hjkmnp-tv-z]{10}$/);
  assert.equal(snapshot.snapshot_id, `${snapshot.session_id}:1`);
  assert.equal(snapshot.tab_id, "t1");
  assert.equal(snapshot.title, "Test");
  assert.equal(snapshot.url, `${site.origin}/`);
  assert.equal(snapshot.truncated, false);
  assert.equal(snapshot.mode, undefined);
  assert.equal(snapshot.frames, undefined);
  assert.equal(snapshot.tabs, undefined);
  refOf(snapshot.tree, "button", "Add");
  const listed = await engine.list();
  assert.deepEqual(listed.find(({ session_id }) => session_id === snapshot.session_id), {
    session_id: snapshot.session_id,
    url: `${site.origin}/`,
    title: "Test",
    tabs: 1,
  });
  assert.deepEqual(await engine.close(snapshot.session_id), {
    session_id: snapshot.session_id,
    closed: true,
  });
  await assertCode(engine.close(snapshot.session_id), "SESSION_NOT_FOUND", /tab_open/);
});

test("snapshot() keeps refs, mints a new id and a new nonce each time", async () => {
  const first = await engine.open(`${site.origin}/`);
  const second = await engine.snapshot(first.session_id);
  assert.equal(second.snapshot_id, `${first.session_id}:2`);
  assert.deepEqual(linesOf(second.tree), linesOf(first.tree));
  assert.notEqual(second.tree?.split("\n")[0], first.tree?.split("\n")[0]);
  await engine.close(first.session_id);
});

test("snapshot() in diff mode tells what changed, and is full without a baseline", async () => {
  const first = await engine.open(`${site.origin}/`);
  const same = await engine.snapshot(first.session_id, { mode: "diff" });
  assert.equal(same.mode, "diff");
  assert.equal(same.baseline_snapshot_id, first.snapshot_id);
  assert.deepEqual(linesOf(same.tree), ["(no change)"]);
  const add = { type: "click" as const, ref: refOf(first.tree, "button", "Add") };
  await engine.act(first.session_id, same.snapshot_id, Array(8).fill(add), { snapshot: false });
  const long = await engine.snapshot(first.session_id, { mode: "diff" });
  assert.equal(long.mode, undefined, "most of the page is new: the whole is shorter");
  assert.ok(linesOf(long.tree).some((line) => line.includes("Item 8")), long.tree);
  await engine.act(first.session_id, long.snapshot_id, [
    { type: "fill", ref: refOf(first.tree, "textbox", "Name"), value: "Ada" },
    add,
  ], { snapshot: false });
  const changed = await engine.snapshot(first.session_id, { mode: "diff" });
  const lines = linesOf(changed.tree);
  assert.ok(lines.some((line) => /^~.*textbox.*Ada/.test(line)), changed.tree);
  assert.ok(lines.some((line) => /^\+.*Item 9/.test(line)), changed.tree);
  await engine.navigate(first.session_id, { action: "goto", url: `${site.origin}/two` });
  await engine.navigate(first.session_id, { action: "back" });
  const other = await engine.snapshot(first.session_id, { mode: "diff", viewportOnly: true });
  assert.equal(other.mode, undefined);
  assert.deepEqual(other.scope, { viewport_only: true });
  await engine.close(first.session_id);
});

test("a long page is read on by cursor: nothing lost, nothing twice", async () => {
  const { session_id } = await engine.open(`${site.origin}/long`);
  const whole = await engine.snapshot(session_id, { maxChars: 200_000 });
  assert.equal(whole.truncated, false);
  const first = await engine.snapshot(session_id, { maxChars: 2000 });
  assert.equal(first.truncated, true);
  assert.deepEqual(first.truncation, ["chars"]);
  assert.ok((first.tree?.length ?? 0) <= 2000);
  const lines = linesOf(first.tree);
  let cursor = first.cursor;
  while (cursor !== undefined) {
    const part = await engine.snapshot(session_id, { cursor, maxChars: 5000 });
    assert.equal(part.snapshot_id, first.snapshot_id);
    assert.ok((part.tree?.length ?? 0) <= 5000);
    lines.push(...linesOf(part.tree));
    cursor = part.cursor;
  }
  assert.deepEqual(lines, linesOf(whole.tree));
  await assertCode(engine.snapshot(session_id, { cursor: "c99.0" }), "CURSOR_NOT_FOUND", /tab_snapshot/);
  await assertCode(engine.snapshot(session_id, { cursor: "elsewhere" }), "CURSOR_NOT_FOUND");
  await assert.rejects(engine.snapshot(session_id, { cursor: "c1.0", selector: "p" }), TypeError);
  await engine.close(session_id);
});

test("snapshot() returns elements as data, in parts", async () => {
  const { session_id } = await engine.open(`${site.origin}/`);
  const first = await engine.snapshot(session_id, { format: "elements", maxElements: 1 });
  assert.equal(first.tree, undefined);
  assert.equal(first.elements?.length, 1);
  assert.ok(first.truncation?.includes("elements"));
  const all = [...first.elements ?? []];
  let cursor = first.cursor;
  while (cursor !== undefined) {
    const part = await engine.snapshot(session_id, { cursor });
    all.push(...part.elements ?? []);
    cursor = part.cursor;
  }
  const whole = await engine.snapshot(session_id, { format: "elements" });
  assert.deepEqual(all, whole.elements);
  assert.ok(all.some(({ role, name }) => role === "button" && name === "Add"));
  await engine.close(session_id);
});

test("snapshot() of one root needs exactly one match", async () => {
  const { session_id } = await engine.open(`${site.origin}/data`);
  const scoped = await engine.snapshot(session_id, { selector: "table" });
  assert.deepEqual(scoped.scope, { selector: "table" });
  assert.match(scoped.tree ?? "", /1001/);
  assert.doesNotMatch(scoped.tree ?? "", /Second page/);
  await assertCode(engine.snapshot(session_id, { selector: "td" }), "SELECTOR_COUNT");
  await assertCode(engine.snapshot(session_id, { frameId: "f7" }), "FRAME_NOT_FOUND", /tab_snapshot/);
  await engine.close(session_id);
});

test("open() waits for what the page is still fetching", async () => {
  const snapshot = await engine.open(`${site.origin}/late`);
  assert.match(snapshot.tree ?? "", /Loaded late/);
  await engine.close(snapshot.session_id);
});

test("a page whose body never ends is observed all the same", async () => {
  const startMs = performance.now();
  const snapshot = await engine.open(`${site.origin}/endless`);
  refOf(snapshot.tree, "button", "Here");
  assert.ok(performance.now() - startMs < 9000);
  await engine.close(snapshot.session_id);
});

test("open shadow roots are part of the tree", async () => {
  const snapshot = await engine.open(`${site.origin}/closed`);
  assert.match(snapshot.tree ?? "", /Shadow text/);
  const result = await engine.act(snapshot.session_id, snapshot.snapshot_id, [
    { type: "click", ref: refOf(snapshot.tree, "button", "Inside") },
  ]);
  assert.equal(result.ok, true);
  await engine.close(snapshot.session_id);
});

test("closed shadow roots are part of the tree, and the page does not notice", async () => {
  const opened = await engine.open(`${site.origin}/sealed`);
  for (const text of ["Card text", "Deeply sealed", "Plain sealed", "In place of it", "Clean"]) {
    assert.match(opened.tree ?? "", new RegExp(text));
  }
  assert.doesNotMatch(opened.tree ?? "", /Not shown/);
  const result = await engine.act(opened.session_id, opened.snapshot_id, [
    { type: "click", ref: refOf(opened.tree, "button", "Sealed button") },
  ], { postChecks: [{ kind: "text", contains: "Sealed click" }] });
  assert.equal(result.ok, true, JSON.stringify(result.failed));
  assert.equal(result.verification?.passed, true);
  const after = await engine.snapshot(opened.session_id);
  assert.match(after.tree ?? "", /Clean/);
  await engine.close(opened.session_id);
});

test("closed shadow roots are found however deep they lie in each other", async () => {
  const { session_id, tree } = await engine.open(`${site.origin}/nested`);
  assert.match(tree ?? "", /button: Innermost/);
  await engine.close(session_id);
});

test("the last part of an observation that was cut says so as the first does", async () => {
  const { session_id } = await engine.open(`${site.origin}/wordy`);
  const first = await engine.snapshot(session_id, { maxChars: 150_000 });
  assert.deepEqual(first.truncation, ["scan", "chars"]);
  const last = await engine.snapshot(session_id, { cursor: first.cursor ?? "", maxChars: 150_000 });
  assert.equal(last.cursor, undefined);
  assert.deepEqual([last.truncated, last.truncation], [true, ["scan"]]);
  await engine.close(session_id);
});

test("a title and an address without end leave room for the page", async () => {
  const opened = await engine.open(`${site.origin}/loud`);
  const { session_id, title, url } = opened;
  assert.match(opened.tree ?? "", /button: Quiet/);
  assert.equal(opened.truncated, false);
  assert.match(title, /^T{400,600}…$/);
  assert.match(url, /^http.*q{7000,8192}…$/);
  assert.ok(JSON.stringify([opened, await engine.list()]).length < 30_000);
  await engine.close(session_id);
});

test("a page whose script hangs gives a clear timeout, and the session can leave it", async () => {
  const opened = await engine.open(`${site.origin}/two`);
  await engine.navigate(opened.session_id, { action: "goto", url: `${site.origin}/busy` }).catch(() => {});
  await assertCode(engine.snapshot(opened.session_id), "TIMEOUT", /tab_navigate/);
  const left = await engine.navigate(opened.session_id, { action: "goto", url: `${site.otherOrigin}/two` });
  assert.match(left.tree ?? "", /Second/);
  await engine.close(opened.session_id);
});

test("navigate() goes, comes back, forward and again", async () => {
  const { session_id } = await engine.open(`${site.origin}/`);
  const second = await engine.navigate(session_id, { action: "goto", url: `${site.origin}/two` });
  assert.match(second.tree ?? "", /Second/);
  assert.match((await engine.navigate(session_id, { action: "back" })).tree ?? "", /Home/);
  assert.match((await engine.navigate(session_id, { action: "forward" })).tree ?? "", /Second/);
  assert.match((await engine.navigate(session_id, { action: "reload" })).tree ?? "", /Second/);
  await assertCode(
    engine.navigate(session_id, { action: "forward" }),
    "NAVIGATION_FAILED",
    /no page to go forward/,
  );
  await assertCode(engine.navigate(session_id, { action: "goto", url: "file:///etc/passwd" }), "INVALID_URL");
  await assert.rejects(engine.navigate(session_id, { action: "goto" }), TypeError);
  await engine.close(session_id);
});

test("extract() reads text, links and tables", async () => {
  const { session_id } = await engine.open(`${site.origin}/data`);
  const text = await engine.extract(session_id, { kind: "text" });
  assert.match(text.text ?? "", /14\.00/);
  assert.equal(text.frame_id, "f0");
  const links = await engine.extract(session_id, { kind: "links" });
  assert.deepEqual(links.links, [{ text: "Second page", url: `${site.origin}/two?x=1` }]);
  const table = await engine.extract(session_id, { kind: "table" });
  assert.deepEqual(table.columns, ["Order", "Total"]);
  assert.deepEqual(table.rows, [["1001", "14.00"]]);
  await assertCode(engine.extract(session_id, { kind: "text", selector: "td" }), "SELECTOR_COUNT");
  await engine.close(session_id);
});

test("addresses that cannot be opened are refused with the reason, and nothing stays behind", async () => {
  await assertCode(engine.open("ftp://example.org/"), "INVALID_URL", /only http/);
  await assertCode(engine.open("/relative"), "INVALID_URL", /not an absolute/);
  await assertCode(engine.open("http://user:secret@127.0.0.1/"), "INVALID_URL", /user name or password/);
  const before = (await engine.list()).length;
  await assertCode(engine.open("http://127.0.0.1:1/x?token=abc"), "NAVIGATION_FAILED", /ERR_/);
  await assert.rejects(
    engine.open("http://127.0.0.1:1/x?token=abc"),
    ({ message }) => !/token/.test(message),
  );
  assert.equal((await engine.list()).length, before);
});

test("calls for an unknown session name the open ones", async () => {
  const { session_id } = await engine.open(`${site.origin}/`);
  await assertCode(engine.snapshot("snobody0000"), "SESSION_NOT_FOUND", new RegExp(session_id));
  await engine.close(session_id);
});
