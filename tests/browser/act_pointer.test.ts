// Controls that appear, dragging of every kind, and points of the page.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Stage, startStage } from "./act_support.ts";

const NAMED =
  `<button id=open>Delete</button><button id=twice>Twice</button><button id=frame>Frame</button><button id=never>Never</button>
<button id=away>Away</button><div id=place></div><p id=out></p>
<script>
open.onclick = null;
const ask = document.getElementById("open");
ask.onclick = () => setTimeout(() => {
  place.innerHTML = "<div role=dialog aria-label=Sure><button>Confirm</button><button hidden>Confirm</button></div>";
  place.querySelector("button").onclick = () => out.textContent = "Confirmed";
}, 300);
twice.onclick = () => place.innerHTML = "<button>Same</button><button>Same</button>";
frame.onclick = () => place.innerHTML = "<iframe src='{other}/inner' width=300 height=100></iframe>";
away.onclick = () => location.href = "/inner";
</script>`;
const INNER =
  `<button id=in>Inside</button><p id=said></p><script>document.getElementById("in").onclick = () => said.textContent = "Inside clicked";</script>`;

const HOVERED = `<style>li ul { display: none } li:hover ul { display: block }</style>
<ul role=menubar><li role=none><a role=menuitem tabindex=0>Export</a>
<ul role=menu><li role=none><a role=menuitem tabindex=0 onclick="out.textContent = 'Exported'">As PDF</a></ul></ul><p id=out></p>`;

const HTML5 = `<ul id=list>${
  ["A", "B", "C", "D"].map((name) => `<li draggable=true tabindex=0 style="height:40px">${name}</li>`).join(
    "",
  )
}</ul>
<div id=bin tabindex=0 aria-label=Bin style="height:60px;background:#eee">Bin</div><p id=out></p>
<script>
let dragged = null;
for (const item of list.children) {
  item.ondragstart = (event) => { dragged = item; event.dataTransfer.setData("text/plain", item.textContent); };
  item.ondragover = (event) => event.preventDefault();
  item.ondrop = (event) => {
    event.preventDefault();
    const box = item.getBoundingClientRect();
    event.clientY < box.top + box.height / 2 ? item.before(dragged) : item.after(dragged);
    out.textContent = "Order " + [...list.children].map((one) => one.textContent).join("");
  };
}
bin.ondragover = (event) => event.preventDefault();
bin.ondrop = (event) => { event.preventDefault(); out.textContent = "Binned " + event.dataTransfer.getData("text/plain"); dragged.remove(); };
</script>`;

const LIVE = `<ul id=list style="padding:0">${
  ["A", "B", "C", "D", "E"].map((name) =>
    `<li tabindex=0 style="height:40px;list-style:none;touch-action:none">${name}</li>`
  ).join("")
}</ul><p id=out></p>
<script>
let held = null;
list.onpointerdown = (event) => { held = event.target.closest("li"); list.setPointerCapture(event.pointerId); };
list.onpointermove = (event) => {
  if (!held) return;
  const over = document.elementsFromPoint(event.clientX, event.clientY).find((one) => one.localName === "li" && one !== held);
  if (!over) return;
  held.compareDocumentPosition(over) & Node.DOCUMENT_POSITION_FOLLOWING ? over.after(held) : over.before(held);
};
list.onpointerup = () => { held = null; out.textContent = "Order " + [...list.children].map((one) => one.textContent).join(""); };
</script>`;

const CANVAS =
  `<canvas id=board width=300 height=200 style="position:absolute;left:20px;top:20px;border:0"></canvas>
<iframe src="/inner" style="position:absolute;left:400px;top:20px;width:300px;height:100px"></iframe>
<div id=veil style="position:absolute;left:20px;top:300px;width:100px;height:50px" role=button>Spot</div>
<p id=out style="position:absolute;top:400px"></p>
<script>
const log = [];
const say = (event) => { log.push(event.type[5] + Math.round(event.offsetX) + "," + Math.round(event.offsetY)); out.textContent = log.join(" "); };
let down = false;
board.onmousedown = (event) => { down = true; say(event); };
board.onmousemove = (event) => { if (down || event.offsetX === 7) say(event); };
board.onmouseup = (event) => { down = false; say(event); };
</script>`;

const LONG =
  `<div style="height:3000px">Top</div><div id=box style="height:100px;overflow:auto"><div style="height:800px"></div><button>Deep</button></div>
<iframe src="/inner" style="margin-top:2000px;width:300px;height:80px"></iframe><ul><li tabindex=0 draggable=true>Far</li></ul>`;

let stage: Stage;
before(async () =>
  stage = await startStage({
    "/named": NAMED,
    "/inner": INNER,
    "/hovered": HOVERED,
    "/html5": HTML5,
    "/live": LIVE,
    "/canvas": CANVAS,
    "/long": LONG,
  })
);
after(() => stage.end());

test("a button that an earlier action brings up is clicked by its name, in any frame", async () => {
  const page = await stage.open("/named");
  const [, confirmed] = await page.do(
    { type: "click", ref: page.ref("button", "Delete") },
    { type: "click_named", name: "Confirm" },
  );
  assert.deepEqual([confirmed?.outcome, confirmed?.hit], ["done", 'button "Confirm"']);
  await page.shows("Confirmed");
  const [, inside] = await page.do(
    { type: "click", ref: page.ref("button", "Frame") },
    { type: "click_named", name: "Inside" },
  );
  assert.equal(inside?.outcome, "done");
  await page.shows("Inside clicked");
});

test("an item of a menu that opens under the pointer is clicked by its name in the same batch", async () => {
  const page = await stage.open("/hovered");
  const [, clicked] = await page.do(
    { type: "hover", ref: page.ref("menuitem", "Export") },
    { type: "click_named", name: "As PDF" },
  );
  assert.equal(clicked?.outcome, "done");
  await page.shows("Exported");
});

test("a name that nothing, or several things, answer to stops the batch", async () => {
  const page = await stage.open("/named");
  await page.fails({ type: "click_named", name: "Delete" }, "INVALID_ARGUMENT", /tab_click_named/);
  const none = await page.act([
    { type: "click", ref: page.ref("button", "Never") },
    { type: "click_named", name: "Nothing", timeout_ms: 500 },
    { type: "click", ref: page.ref("button", "Delete") },
  ]);
  assert.deepEqual([none.failed?.index, none.failed?.error.code], [1, "TARGET_NOT_FOUND"]);
  assert.deepEqual(none.results.map(({ status }) => status), ["completed", "failed", "skipped"]);
  const several = await page.act([
    { type: "click", ref: page.ref("button", "Twice") },
    { type: "click_named", name: "Same", timeout_ms: 500 },
  ]);
  assert.equal(several.failed?.error.code, "AMBIGUOUS_TARGET");
  assert.match(several.failed?.error.message ?? "", /^2 times/);
});

test("items of a list with drag events land before, after and on others", async () => {
  const page = await stage.open("/html5");
  const item = (name: string): string => page.ref("listitem", name);
  const [moved] = await page.do({ type: "drag", ref: item("A"), target_ref: item("C"), position: "after" });
  assert.equal(moved?.outcome, "done");
  await page.shows("Order BCAD");
  await page.do({ type: "drag", ref: item("D"), target_ref: item("B"), position: "before" });
  await page.shows("Order DBCA");
  await page.do({ type: "drag", ref: item("D"), target_ref: item("A"), position: "before" });
  await page.shows("Order BCDA");
  await page.do({ type: "drag", ref: item("B"), target_ref: /\[(e\d+) [^\]]*Bin/.exec(page.tree)?.[1] });
  await page.shows("Binned B");
});

test("a list that sorts itself under the pointer takes an item to its place", async () => {
  const page = await stage.open("/live");
  const item = (name: string): string => page.ref("listitem", name);
  await page.do({ type: "drag", ref: item("A"), target_ref: item("D"), position: "before" });
  await page.shows("Order BCADE");
  await page.do({ type: "drag", ref: item("E"), target_ref: item("B"), position: "after" });
  await page.shows("Order BECAD");
  await page.do({ type: "drag", ref: item("B"), target_ref: item("D"), position: "after" });
  await page.shows("Order ECADB");
});

test("what does not fit the viewport, or contradicts itself, is not dragged", async () => {
  const page = await stage.open("/long");
  await page.fails(
    { type: "drag", ref: page.ref("listitem", "Far"), target_ref: page.ref("button", "Deep") },
    "NOT_VISIBLE",
    /outside the viewport/,
  );
  const html5 = await stage.open("/html5");
  const both = { position: "after", offset: { x: 1, y: 1 } };
  for (
    const wrong of [
      { type: "drag", ref: html5.ref("listitem", "A"), target_ref: html5.ref("listitem", "B"), ...both },
      { type: "drag_xy", points: [{ x: 1, y: 1 }] },
    ]
  ) {
    const { error } = await html5.call("tab_act", { snapshot_id: html5.snapshotId, actions: [wrong] }) as {
      error?: { code: string };
    };
    assert.equal(error?.code, "INVALID_ARGUMENT");
  }
  await html5.fails({ type: "drag", ref: html5.ref("listitem", "A"), target_ref: "e99" }, "STALE_REFERENCE");
  const [offset] = await html5.do({
    type: "drag",
    ref: html5.ref("listitem", "A"),
    target_ref: html5.ref("listitem", "D"),
    offset: { x: 5, y: 38 },
  });
  assert.equal(offset?.outcome, "done");
  await html5.shows("Order BCDA");
});

test("points are clicked, dragged between and passed, and the receipt says what was there", async () => {
  const page = await stage.open("/canvas");
  const [clicked, drawn, passed, framed] = await page.do(
    { type: "click_xy", x: 30, y: 40 },
    { type: "drag_xy", points: [{ x: 120, y: 120 }, { x: 140, y: 120 }, { x: 140, y: 150 }] },
    { type: "move_xy", points: [{ x: 60, y: 60 }, { x: 27, y: 60 }] },
    { type: "click_xy", x: 430, y: 40 },
  );
  assert.match(clicked?.hit ?? "", /canvas/);
  assert.deepEqual([clicked?.outcome, drawn?.outcome], ["done", "done"]);
  assert.match(passed?.hit ?? "", /canvas/);
  assert.match(framed?.hit ?? "", /button "Inside"/);
  await page.shows("d10,20 u10,20 d100,100");
  await page.shows("u120,130");
  await page.shows("m7,40");
  await page.shows("Inside clicked");
  await page.fails({ type: "click_xy", x: 5000, y: 10 }, "NOT_VISIBLE", /1280x800/);
  await page.fails({ type: "drag_xy", points: [{ x: 1, y: 1 }, { x: 1, y: 900 }] }, "NOT_VISIBLE");
  await page.fails({ type: "move_xy", points: [{ x: 1300, y: 1 }] }, "NOT_VISIBLE");
  const [nothing] = await page.do({ type: "click_xy", x: 900, y: 700 });
  assert.deepEqual([nothing?.outcome, nothing?.hit], ["no_effect", "the page itself"]);
});

test("a target is scrolled to, through boxes and frames", async () => {
  const page = await stage.open("/long");
  await page.do({ type: "scroll_to", ref: page.ref("button", "Deep") });
  const seen = await page.call("tab_snapshot", { viewport_only: true });
  assert.match(String(seen.tree), /Deep/);
  await page.look();
  await page.do({ type: "scroll_to", ref: page.ref("button", "Inside") });
  const framed = await page.call("tab_snapshot", { viewport_only: true });
  assert.match(String(framed.tree), /Inside/);
  await page.look();
  await page.fails({ type: "scroll_to", ref: "e99" }, "STALE_REFERENCE");
});
