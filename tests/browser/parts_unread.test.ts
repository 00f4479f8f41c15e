// An observation holds what could be read, says what could not, and its cause can be found under an id.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { refOf, type Site, startSite } from "./engine_site.ts";
import { snapshotIn, ToolCalls } from "./tool_calls.ts";

const notices: string[] = [];
let calls: ToolCalls;
let site: Site;

const PLAIN = `<p>Plain text</p><button onclick="this.after('Plain pressed')">Plain button</button>`;
const BOXES = `<p>Boxes text</p>${
  `<div style="height:12px"></div>`.repeat(6)
}<button onclick="this.after('Boxes pressed')">Boxes button</button>`;
const CLOSED = `<div id=host></div><script>
  host.attachShadow({ mode: "closed" }).innerHTML = "<p>Closed text</p><button>Closed button</button>";
</script>`;
/** A form whose fields hide its own methods: nothing that reads it by them can. */
const HIDING =
  `<p>Before it</p><form><input name=getAttribute><button>Lost</button></form><button>After it</button>`;

const frame = (src: string, title: string, rest = ""): string =>
  `<iframe src="${src}" title="${title}" width=300 height=80 ${rest}></iframe>`;

before(async () => {
  const many = Array.from(
    { length: 8 },
    (_, index) => frame("/plain", `P${index}`) + frame("/boxes", `B${index}`) + frame("/closed", `C${index}`),
  ).join("");
  site = await startSite({
    "/plain": PLAIN,
    "/boxes": BOXES,
    "/closed": CLOSED,
    "/hiding": HIDING,
    "/wrapping": `<p>Wraps</p>${frame("/closed", "Inner")}${frame("{other}/boxes", "Far inner")}`,
    "/two": `<h1>Offers</h1>${frame("/plain", "One")}${frame("/boxes", "Two")}`,
    "/many": `<h1>Many</h1>${many}`,
    "/kinds": `<h1>Kinds</h1>${frame("/wrapping", "Nested")}${frame("{other}/closed", "Far")}
      ${frame("{other}/wrapping", "Far nested")}${frame("/closed", "Sandboxed", 'sandbox="allow-scripts"')}
      ${
      frame("about:blank", "Blank")
    }<iframe title=Written srcdoc="<p>Written text</p><button>Written button</button>"></iframe>`,
    "/restless": `<h1>Restless</h1><button>Stay</button><div id=place></div><script>
      let turn = 0;
      setInterval(() => {
        turn += 1;
        const made = document.createElement("iframe");
        made.src = ["/closed", "{other}/boxes", "/boxes", "about:blank"][turn % 4];
        place.append(made);
        if (place.children.length > 5) place.firstChild.remove();
        const first = place.firstChild;
        if (turn % 3 === 0) first.src = "/plain?" + turn;
      }, 15);
    </script>`,
    "/part": `<h1>Part</h1>${frame("/hiding", "Hiding")}${frame("/plain", "Plain")}`,
    "/deep": `<div id=host></div><script>
      let at = host;
      for (let depth = 0; depth < 215; depth += 1) {
        const root = at.attachShadow({ mode: "closed" });
        at = document.createElement("div");
        root.append(at);
      }
      at.innerHTML = "<button>Deepest</button>";
    </script>`,
  });
  calls = await ToolCalls.start({ onNotice: (line) => notices.push(line) });
});

after(async () => {
  await calls.stop();
  await site.close();
});

const countOf = (tree: string, words: string): number => tree.split(words).length - 1;

test("two frames of one site, one with what may host a shadow root, open every time", async () => {
  for (let round = 0; round < 5; round += 1) {
    const { tree, truncated, ...opened } = await calls.open(`${site.origin}/two`);
    assert.equal(truncated, false, tree);
    for (const name of ["Plain button", "Boxes button"]) assert.equal(countOf(tree, name), 1, tree);
    await calls.close(opened);
  }
});

test("each press reaches its frame", async () => {
  const opened = await calls.open(`${site.origin}/two`);
  const body = await calls.ok("tab_act", {
    session_id: opened.session_id,
    snapshot_id: opened.snapshot_id,
    actions: ["Plain button", "Boxes button"].map((name) => ({
      type: "click",
      ref: refOf(opened.tree, "button", name),
    })),
  });
  assert.match(snapshotIn(body).tree, /Plain pressed[^]*Boxes pressed/);
  await calls.close(opened);
});

test("many frames of one site are read side by side, whole", async () => {
  const opened = await calls.open(`${site.origin}/many`);
  for (const name of ["Plain button", "Boxes button", "Closed button"]) {
    assert.equal(countOf(opened.tree, name), 8, opened.tree);
  }
  assert.equal(opened.truncated, false);
  await calls.close(opened);
});

test("frames of every kind are read beside each other", async () => {
  const opened = await calls.open(`${site.origin}/kinds`);
  const { tree } = opened;
  assert.equal(countOf(tree, "Closed button"), 4, tree);
  assert.equal(countOf(tree, "Boxes button"), 2, tree);
  assert.equal(countOf(tree, "Written button"), 1, tree);
  assert.match(tree, /frame f\d+: Blank/);
  assert.equal(opened.truncated, false, tree);
  await calls.close(opened);
});

test("frames that go, come and move while they are read fail nothing, and are told", async () => {
  const opened = await calls.open(`${site.origin}/restless`);
  for (let round = 0; round < 8; round += 1) {
    const { tree, truncated } = await calls.ok("tab_snapshot", { session_id: opened.session_id }) as {
      tree: string;
      truncated: boolean;
    };
    assert.equal(countOf(tree, "Stay"), 1, tree);
    if (/could not be read/.test(tree)) assert.equal(truncated, true, tree);
  }
  await calls.close(opened);
});

test("a part that cannot be read is a line, the rest is there, and its cause is found under its id", async () => {
  for (const path of ["/hiding", "/part"]) {
    const opened = await calls.open(`${site.origin}${path}`);
    const { tree } = opened;
    for (const words of ["Before it", "After it", "(a part, form, could not be read)"]) {
      assert.equal(countOf(tree, words), 1, tree);
    }
    if (path === "/part") assert.equal(countOf(tree, "Plain button"), 1, tree);
    assert.deepEqual([opened.truncated, opened.truncation], [true, ["scan"]]);
    const id = /error ([0-9a-f]{8}) in the server's log/.exec(tree)?.[1] ?? assert.fail(tree);
    const cause = notices.filter((line) => line.startsWith(`error ${id}: `)).join("\n");
    assert.match(cause, /getAttribute is not a function/);
    assert.match(cause, /\n.* at /);
    await calls.close(opened);
  }
});

test("a search by name does not choose where a part was not read", async () => {
  const opened = await calls.open(`${site.origin}/part`);
  await calls.fails(
    "tab_click_named",
    { session_id: opened.session_id, name: "Plain button" },
    "SNAPSHOT_TRUNCATED",
  );
  await calls.close(opened);
});

test("closed roots deeper than one look goes are said to be missing, and come with the next look", async () => {
  const opened = await calls.open(`${site.origin}/deep`);
  assert.match(opened.tree, /closed shadow roots: not all were read/);
  assert.deepEqual([opened.truncated, opened.truncation], [true, ["scan"]]);
  const { body } = await calls.call("tab_snapshot", { session_id: opened.session_id });
  const next = body as unknown as typeof opened;
  assert.match(next.tree, /button: Deepest/);
  assert.equal(next.truncated, false);
  await calls.close(opened);
});
