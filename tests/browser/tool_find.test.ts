import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Site, startSite } from "./engine_site.ts";
import { type Shown, snapshotIn, ToolCalls } from "./tool_calls.ts";

let site: Site;
let calls: ToolCalls;

// Holds the rows on the screen only, as grids of long data do.
const VIRTUAL = `<div id=list tabindex=0 aria-label=Rows style="height:300px;overflow:auto;position:relative">
<div style="height:60000px"></div></div>
<script>
const draw = () => {
  for (const row of list.querySelectorAll("p")) row.remove();
  const first = Math.floor(list.scrollTop / 30);
  for (let index = first; index < Math.min(first + 12, 2000); index++) {
    const row = document.createElement("p");
    row.textContent = "Row number " + index;
    row.style.cssText = "position:absolute;margin:0;height:30px;top:" + index * 30 + "px";
    list.append(row);
  }
};
list.onscroll = draw; draw();
</script>`;
const GROWING = `<ul id=list></ul><script>
let count = 0;
const more = () => { for (let i = 0; i < 30; i++) list.insertAdjacentHTML("beforeend", "<li style='height:40px'>Item " + ++count + "</li>"); };
more();
addEventListener("scroll", () => {
  if (count < 150 && scrollY + innerHeight > document.body.scrollHeight - 50) setTimeout(more, 120);
});
</script>`;
const long = (last: string): string =>
  `<h1>Top</h1>${
    Array.from({ length: 120 }, (_, index) => `<p style="height:30px">Line ${index}</p>`).join("")
  }<p>${last}</p>`;

before(async () => {
  site = await startSite({
    "/long": long("The <b>very</b> end"),
    "/virtual": VIRTUAL,
    "/growing": GROWING,
    "/boxed": `<style>html,body{margin:0;height:100%;overflow:hidden}main{height:100%;overflow:auto}</style>
      <main>${long("Inside the box")}</main>`,
    "/frames": `<h1>Around</h1><iframe src="/long" width=600 height=400></iframe>`,
    "/short":
      `<p>Shown</p><p hidden>Kept back</p><input value="Typed words" aria-label=Field><button>Plain</button>`,
  });
  calls = await ToolCalls.start({ timeoutMs: 5000 });
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

test("a text below the fold is brought onto the screen", () =>
  withPage("/long", async ({ session_id }) => {
    const body = await calls.ok("tab_find", { session_id, text: "  The very   end " });
    assert.deepEqual([body.found, body.limit_reached, body.frame_id], [true, false, "f0"]);
    const snapshot = snapshotIn(body);
    assert.match(snapshot.tree, /The very end/);
    assert.doesNotMatch(snapshot.tree, /Top/);
    assert.deepEqual(snapshot.scope, { viewport_only: true });
  }));

test("a text that is not there is looked for everywhere, also above", () =>
  withPage("/long", async ({ session_id }) => {
    await calls.ok("tab_find", { session_id, text: "Line 60" });
    const body = await calls.ok("tab_find", { session_id, text: "No such words" });
    assert.deepEqual([body.found, body.reached_end, body.limit_reached], [false, true, false]);
    assert((body.scrolls as number) > 0);
  }));

test("rows that a list makes only when they show are found, downwards and back", () =>
  withPage("/virtual", async ({ session_id, snapshot_id, tree }) => {
    const container_ref = /\[(e\d+) [^\]]*scrollable[^\]]*\]/.exec(tree)?.[1] ?? assert.fail(tree);
    const given = { session_id, container_ref, max_scrolls: 100, timeout_ms: 30_000 };
    const down = await calls.ok("tab_find", { ...given, snapshot_id, text: "Row number 420" });
    assert.equal(down.found, true);
    assert.match(snapshotIn(down).tree, /Row number 420/);
    const back = await calls.ok("tab_find", {
      ...given,
      snapshot_id: snapshotIn(down).snapshot_id,
      text: "Row number 37",
    });
    assert.deepEqual([back.found, back.limit_reached], [true, false]);
    assert((back.scrolls as number) < 20, "the shorter side is searched first");
  }));

test("a search that runs out of steps says so", () =>
  withPage("/virtual", async ({ session_id, snapshot_id, tree }) => {
    const container_ref = /\[(e\d+) [^\]]*scrollable[^\]]*\]/.exec(tree)?.[1] ?? assert.fail(tree);
    const body = await calls.ok("tab_find", {
      session_id,
      snapshot_id,
      container_ref,
      text: "Row number 1999",
      max_scrolls: 3,
    });
    assert.deepEqual([body.found, body.scrolls, body.limit_reached, body.reached_end], [
      false,
      3,
      true,
      false,
    ]);
    const none = await calls.ok("tab_find", { session_id, text: "Nowhere", max_scrolls: 0 });
    assert.deepEqual([none.found, none.scrolls], [false, 0]);
  }));

test("a list that loads more at its end is followed", () =>
  withPage("/growing", async ({ session_id }) => {
    const body = await calls.ok("tab_find", { session_id, text: "Item 118" });
    assert.equal(body.found, true, JSON.stringify(body));
  }));

test("a page whose content scrolls in a box, and a frame, are searched", async () => {
  await withPage("/boxed", async ({ session_id }) => {
    assert.equal((await calls.ok("tab_find", { session_id, text: "Inside the box" })).found, true);
  });
  await withPage("/frames", async ({ session_id }) => {
    const outside = await calls.ok("tab_find", { session_id, text: "The very end" });
    assert.equal(outside.found, false);
    const body = await calls.ok("tab_find", { session_id, text: "The very end", frame_id: "f1" });
    assert.deepEqual([body.found, body.frame_id], [true, "f1"]);
    assert.match(snapshotIn(body).tree, /The very end/);
  });
});

test("hidden text and what stands in a field are not found", () =>
  withPage("/short", async ({ session_id }) => {
    assert.equal((await calls.ok("tab_find", { session_id, text: "Shown" })).found, true);
    assert.equal((await calls.ok("tab_find", { session_id, text: "Kept back" })).found, false);
    assert.equal((await calls.ok("tab_find", { session_id, text: "Typed words" })).found, false);
  }));

test("what does not fit is refused", () =>
  withPage("/short", async ({ session_id, snapshot_id, tree }) => {
    for (const text of ["", "x".repeat(201)]) await calls.refuses("tab_find", { session_id, text });
    for (const max_scrolls of [-1, 101, 1.5]) {
      await calls.refuses("tab_find", { session_id, text: "x", max_scrolls });
    }
    for (const timeout_ms of [99, 60_001]) {
      await calls.refuses("tab_find", { session_id, text: "x", timeout_ms });
    }
    await calls.fails("tab_find", { session_id, text: "   " }, "INVALID_ARGUMENT");
    await calls.fails("tab_find", { session_id, text: "x", container_ref: "e1" }, "INVALID_ARGUMENT");
    await calls.fails("tab_find", { session_id, text: "x", frame_id: "f7" }, "FRAME_NOT_FOUND");
    const container_ref = /\[(e\d+) button/.exec(tree)?.[1] ?? assert.fail(tree);
    await calls.fails("tab_find", { session_id, text: "x", container_ref, snapshot_id }, "INVALID_ARGUMENT");
    await calls.fails(
      "tab_find",
      { session_id, text: "x", container_ref: "e99", snapshot_id },
      "STALE_REFERENCE",
    );
    await calls.fails(
      "tab_find",
      { session_id, text: "x", container_ref, snapshot_id: `${session_id}:99` },
      "STALE_SNAPSHOT",
    );
  }));
