// Controls that a page draws itself: bare handles of sliders, a drawn select over a hidden one, words that an ancestor
// listens for, and places to drop on that are no element's middle.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Stage, startStage, type Visit } from "./act_support.ts";

const TRACK = "position:relative;width:200px;height:10px;background:#ccc;margin:30px";
const HANDLE = "position:absolute;left:40px;top:-4px;width:18px;height:18px;background:#fff;border:1px solid";
const CLOCK = `<p id=clock>0</p><script>let t = 0; setInterval(() => clock.textContent = ++t, 30);</script>`;
const handlePage = (shown: string, script: string, tabindex = "tabindex=0"): string =>
  `<title>Slider</title>${CLOCK}<div style="${TRACK}"><span class="ui-slider-handle" aria-label="Volume" ${tabindex}
style="${HANDLE}"></span></div>${shown}<script>
const handle = document.querySelector(".ui-slider-handle"); let value = 2;
const set = (v) => { value = Math.max(0, Math.min(10, Math.round(v))); handle.style.left = value * 20 + "px"; tell(); };
${script}</script>`;
const KEYS =
  `handle.onkeydown = (e) => { if (e.key === "ArrowRight") set(value + 1); if (e.key === "ArrowLeft") set(value - 1); };`;
const POINTER = `handle.onpointerdown = (d) => { const from = d.clientX, old = value;
  const move = (e) => set(old + (e.clientX - from) / 20);
  addEventListener("pointermove", move); addEventListener("pointerup", () => removeEventListener("pointermove", move), { once: true }); };`;

const PAGES = {
  "/keys": handlePage(`<p id=shown>2</p>`, `const tell = () => { shown.textContent = value; };${KEYS}`),
  "/pointer": handlePage(
    `<input id=kept readonly value=2>`,
    `const tell = () => { kept.value = value; };${POINTER}`,
  ),
  "/mute": handlePage("", `const tell = () => {};${KEYS}`),
  "/private": handlePage(
    `<input type=hidden id=kept value=2>`,
    `const tell = () => { kept.value = value; };${KEYS}`,
  ),
  "/beside": handlePage(
    `<button onclick="this.textContent = 'Sent'">Send</button>`,
    `const tell = () => {};${KEYS}`,
  ),
  "/dead": handlePage(`<p>2</p>`, `const tell = () => {};`),
  "/select":
    `<title>Drawn select</title><style>#native{position:absolute;left:0;width:1px;height:1px;overflow:hidden}
#list{position:absolute;display:none;background:#fff;border:1px solid;width:120px}#list.open{display:block}</style>
<label for="h">Height</label><div id="native"><select id="h"><option>5ft 9in</option><option>5ft 10in</option><option>5ft 11in</option></select></div>
<div><div id="box" style="border:1px solid;width:120px">5ft 9in</div><ul id="list"></ul></div><button id="no">No</button><p id="log"></p>
<script>let changes = 0;
for (const o of h.options) { const li = document.createElement("li"); li.textContent = o.text; li.onclick = () => { h.value = o.text; show(); h.dispatchEvent(new Event("change")); }; list.append(li); }
const show = () => { box.textContent = h.value; list.classList.remove("open"); };
box.onclick = () => list.classList.toggle("open"); h.onfocus = () => list.classList.add("open");
h.onchange = () => { changes++; box.textContent = h.value; };
no.onclick = () => { log.textContent = "No, " + h.value + ", drawn " + box.textContent + ", changes " + changes; };
</script>`,
  "/words": `<title>List</title><ul id=list><li>Buy milk<li>Water plants</ul><p id=log></p><script>
list.addEventListener("dblclick", (e) => { log.textContent = "edit " + e.target.textContent; });
list.addEventListener("click", (e) => { if (e.shiftKey) log.textContent = "pick " + e.target.textContent; });
</script>`,
  "/board":
    `<title>Board</title><style>.lane{height:260px;width:180px;border:1px solid;float:left}.card{height:40px;background:#ddd}</style>
<section class=lane id=a aria-label="To do"><div class="card" draggable="true">Card A</div></section>
<section class=lane id=b aria-label="Done"><div class="card" draggable="true">Card B</div></section><p id=log></p><script>
let moved; document.ondragstart = (e) => { moved = e.target; };
for (const lane of document.querySelectorAll(".lane")) {
  lane.ondragover = (e) => e.preventDefault();
  lane.ondrop = (e) => { if (e.target !== lane) { log.textContent = "on a card"; return; }
    lane.append(moved); log.textContent = [...document.querySelectorAll("#b .card")].map((c) => c.textContent).join(" then "); };
}</script>`,
};

let stage: Stage;
before(async () => {
  stage = await startStage(PAGES);
});
after(() => stage.end());

async function text(page: Visit, selector: string): Promise<string> {
  return String((await page.call("tab_extract", { kind: "text", selector })).text).trim();
}

/** Ref of the handle in a page, whatever word it goes by. */
function handleOf(page: Visit): string {
  return /\[(e\d+) [^\]]*Volume/.exec(page.tree)?.[1] ?? assert.fail(page.tree);
}

test("a bare handle is brought to a value by keys, confirmed by the number that follows it and not by a clock", async () => {
  const page = await stage.open("/keys");
  for (const value of [5, 0, 10]) {
    const [effect] = await page.do({ type: "set_slider", ref: handleOf(page), value });
    assert.deepEqual([effect?.outcome, effect?.value], ["done", String(value)]);
    assert.equal(await text(page, "#shown"), String(value));
  }
  const message = await page.fails(
    { type: "set_slider", ref: handleOf(page), value: 12 },
    "ACTION_FAILED",
    /is 10 now/,
  );
  assert.match(message, /does not take 12/);
  await page.call("tab_close");
});

test("a bare handle without keys is dragged, confirmed by its field", async () => {
  const page = await stage.open("/pointer");
  const [effect] = await page.do({ type: "set_slider", ref: handleOf(page), value: 7 });
  assert.equal(effect?.outcome, "done");
  await page.holds("#kept", "7");
  await page.call("tab_close");
});

test("a handle whose value nothing tells, or that does not move, is never told as set", async () => {
  for (const path of ["/mute", "/private"]) {
    const mute = await stage.open(path);
    const ref = handleOf(mute);
    await mute.fails({ type: "set_slider", ref, value: 5 }, "ACTION_FAILED", /cannot be confirmed/);
    await mute.call("tab_close");
  }
  const beside = await stage.open("/beside");
  await beside.fails({ type: "set_slider", ref: beside.ref("button", "Send"), value: 5 }, "UNSUPPORTED_FLOW");
  assert.match(beside.tree, /Send/);
  await beside.call("tab_close");
  const dead = await stage.open("/dead");
  await dead.fails({ type: "set_slider", ref: handleOf(dead), value: 5 }, "ACTION_FAILED", /did not move/);
  await dead.call("tab_close");
});

test("select on a drawn select leaves no list open, and fires its change once", async () => {
  const page = await stage.open("/select");
  await page.do(
    { type: "select", ref: page.ref("combobox", "Height"), values: ["5ft 10in"] },
    { type: "click", ref: page.ref("button", "No") },
  );
  await page.shows("No, 5ft 10in, drawn 5ft 10in, changes 1");
  await page.call("tab_close");
});

test("click_text clicks twice and with keys held, on words that only an ancestor listens for", async () => {
  const page = await stage.open("/words");
  await page.do({ type: "click_text", text: "Water plants", clicks: 2 });
  await page.shows("edit Water plants");
  await page.do({ type: "click_text", text: "Buy milk", modifiers: ["Shift"] });
  await page.shows("pick Buy milk");
  await page.call("tab_close");
});

test("drag lands below a card, in the free part of its lane", async () => {
  const page = await stage.open("/board");
  const card = (name: string): string =>
    new RegExp(`\\[(e\\d+) [^\\]]*${name}`).exec(page.tree)?.[1] ?? assert.fail(page.tree);
  await page.do({ type: "drag", ref: card("Card A"), target_ref: card("Card B"), position: "below" });
  await page.shows("Card B then Card A");
  await page.call("tab_close");
});
