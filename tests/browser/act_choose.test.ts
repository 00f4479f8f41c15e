// Lists, sliders and dates of every kind.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { type Stage, startStage } from "./act_support.ts";

const NATIVE =
  `<label>Country <select id=country><option value="">Choose</option><option value=no>Norway</option>
<option value=Norway>Norway by value</option><option value=x disabled>Atlantis</option></select></label>
<label>Colours <select multiple id=colours><option>red<option>blue<option>green</select></label>
<input readonly aria-label=Unit aria-controls=units id=unit value=kg>
<div id=pop hidden><select id=units size=3><option value=kg>Kilogram</option><option value=lb>Pound</option>
<option value=st disabled>Stone</option></select></div><button>Plain</button><p id=out></p>
<script>
unit.onclick = () => pop.hidden = false;
units.onclick = () => { pop.hidden = true; setTimeout(() => { unit.value = units.value; out.textContent = "Unit " + units.value; }, 200); };
</script>`;

const ARIA =
  `<div role=combobox tabindex=0 aria-label=City aria-expanded=false aria-controls=cities id=city>None</div>
<ul role=listbox id=cities hidden><li role=option>Oslo</li><li role=option>Bergen</li>
<li role=option aria-disabled=true>Atlantis</li><li role=option>Twin</li><li role=option>Twin</li></ul>
<label for=ahead>Fruit</label><input id=ahead role=combobox aria-autocomplete=list aria-expanded=false autocomplete=off>
<button id=file aria-haspopup=menu>File</button><div role=menu id=menu hidden><div role=menuitem>Open</div><div role=menuitem>Save as</div></div>
<div id=custom style="cursor:pointer">Pick size</div><div id=panel></div>
<div role=listbox aria-label=Always tabindex=0><div role=option aria-selected=true>One</div><div role=option aria-selected=false>Two</div></div>
<p id=out></p><div id=portal></div>
<script>
city.onclick = () => cities.hidden = !cities.hidden;
cities.onclick = (event) => { const item = event.target; if (item.ariaDisabled) return; city.textContent = item.textContent; cities.hidden = true; };
const fruits = ["Apple", "Apricot", "Banana", "Cherry", "Quince"];
ahead.oninput = () => setTimeout(() => {
  portal.innerHTML = "<div role=listbox>" + fruits.filter((name) => name.toLowerCase().startsWith(ahead.value.toLowerCase())).map((name) => "<div role=option>" + name + "</div>").join("") + "</div>";
}, 150);
portal.onclick = (event) => { ahead.value = event.target.textContent; portal.innerHTML = ""; out.textContent = "Fruit " + ahead.value; };
file.onclick = () => menu.hidden = !menu.hidden;
menu.onclick = (event) => { menu.hidden = true; out.textContent = "Menu " + event.target.textContent; };
custom.onclick = () => panel.innerHTML = "<div>Small</div><div>Large</div>";
panel.onclick = (event) => { custom.textContent = event.target.textContent; panel.innerHTML = ""; };
for (const item of document.querySelectorAll("[aria-label=Always] div")) item.onclick = () => {
  for (const other of item.parentNode.children) other.ariaSelected = other === item;
};
addEventListener("keydown", (event) => { if (event.key === "Escape") { cities.hidden = true; portal.innerHTML = ""; } });
</script>`;

const VIRTUAL = `<button id=row aria-haspopup=listbox aria-controls=list>Row</button>
<div role=listbox id=list hidden style="height:100px;overflow:auto;position:relative"><div id=rows></div></div>
<script>
const HEIGHT = 20, COUNT = 500;
rows.style.cssText = "position:relative;height:" + HEIGHT * COUNT + "px";
function draw() {
  const first = Math.floor(list.scrollTop / HEIGHT);
  rows.innerHTML = "";
  for (let index = first; index < Math.min(COUNT, first + 7); index++) {
    rows.insertAdjacentHTML("beforeend", "<div role=option style='position:absolute;height:20px;top:" + index * HEIGHT + "px'>Item " + index + "</div>");
  }
}
row.onclick = () => { list.hidden = false; draw(); };
list.onscroll = draw;
rows.onclick = (event) => { row.textContent = event.target.textContent; list.hidden = true; };
</script>`;

const SLIDERS = `<label>Volume <input type=range id=volume min=0 max=50 step=5 value=10></label>
<div role=slider tabindex=0 aria-label=Speed aria-valuemin=0 aria-valuemax=20 aria-valuenow=4 id=speed style="width:20px;height:20px;background:red"></div>
<div id=track style="position:relative;width:300px;height:20px;background:#ccc;margin:20px"><div role=slider tabindex=0 aria-label=Drag
 aria-valuemin=0 aria-valuemax=100 aria-valuenow=0 id=thumb style="position:absolute;width:20px;height:20px;left:0;background:blue"></div></div>
<div role=slider tabindex=0 aria-label=Stuck aria-valuemin=0 aria-valuemax=9 aria-valuenow=3 style="width:20px;height:20px"></div>
<button>Plain</button><p id=out></p>
<script>
volume.onchange = () => out.textContent = "Volume " + volume.value;
speed.onkeydown = (event) => {
  const by = { ArrowUp: 2, ArrowRight: 2, ArrowDown: -2, ArrowLeft: -2 }[event.key] ?? 0;
  speed.ariaValueNow = Math.min(20, Math.max(0, Number(speed.ariaValueNow) + by));
};
let grabbed = false;
thumb.onpointerdown = (event) => { grabbed = true; thumb.setPointerCapture(event.pointerId); };
thumb.onpointermove = (event) => {
  if (!grabbed) return;
  const box = track.getBoundingClientRect();
  const value = Math.round(Math.min(1, Math.max(0, (event.clientX - 10 - box.left) / (box.width - 20))) * 100);
  thumb.ariaValueNow = value;
  thumb.style.left = value / 100 * (box.width - 20) + "px";
};
thumb.onpointerup = () => grabbed = false;
</script>`;

const DATES =
  `<label>Day <input type=date id=day min=2030-01-01 max=2030-12-31></label><label>Time <input type=time id=time></label>
<label>Moment <input type=datetime-local id=moment></label><label>Month <input type=month id=month></label>
<label>Week <input type=week id=week></label><label>Text <input id=text></label><label>Off <input type=date disabled></label>
<label>Fixed <input type=date readonly></label><p id=out></p>
<script>for (const field of document.querySelectorAll("input")) field.onchange = () => out.append(field.id + " " + field.value + "; ");</script>`;

let stage: Stage;
before(async () =>
  stage = await startStage({
    "/native": NATIVE,
    "/aria": ARIA,
    "/virtual": VIRTUAL,
    "/sliders": SLIDERS,
    "/dates": DATES,
  })
);
after(() => stage.end());

test("native options are selected by value first, then by label", async () => {
  const page = await stage.open("/native");
  const country = page.ref("combobox", "Country");
  const effects = await page.do(
    { type: "select", ref: country, values: ["Norway"] },
    { type: "select", ref: country, values: ["Norway by value"] },
    { type: "choose", ref: country, option: "no" },
    { type: "select", ref: page.ref("listbox", "Colours"), values: ["red", "green"] },
  );
  assert.deepEqual(effects.map(({ value }) => value), ["Norway", "Norway", "no", "red, green"]);
  const [emptied] = await page.do({ type: "select", ref: page.ref("listbox", "Colours"), values: [] });
  assert.equal(emptied?.value, "");
  await page.fails({ type: "select", ref: country, values: [] }, "INVALID_ARGUMENT", /exactly one/);
  await page.fails({ type: "select", ref: country, values: ["Mars"] }, "OPTION_NOT_FOUND", /Norway by value/);
  await page.fails({ type: "choose", ref: country, option: "Atlantis" }, "OPTION_NOT_FOUND", /disabled/);
  await page.fails({ type: "select", ref: country, values: ["no", "x"] }, "INVALID_ARGUMENT");
  await page.fails({ type: "select", ref: page.ref("button", "Plain"), values: ["no"] }, "UNSUPPORTED_FLOW");
});

test("a read-only field with a native list of its own takes one of its options", async () => {
  const page = await stage.open("/native");
  const unit = page.ref("textbox", "Unit");
  const mistaken = await page.act([{ type: "select", ref: unit, values: ["stone"] }]);
  assert.equal(mistaken.failed?.error.code, "OPTION_NOT_FOUND");
  assert.equal(mistaken.failed_action_may_have_side_effects, false, "nothing was opened");
  await page.fails({ type: "select", ref: unit, values: ["st"] }, "OPTION_NOT_FOUND", /disabled/);
  await page.fails({ type: "select", ref: unit, values: ["kg", "lb"] }, "INVALID_ARGUMENT", /exactly one/);
  const [taken] = await page.do({ type: "select", ref: unit, values: ["lb"] });
  assert.equal(taken?.outcome, "done");
  await page.shows("Unit lb");
  await page.holds("#unit", "lb");
});

test("an option of a combobox is chosen by name, and a failure leaves it closed", async () => {
  const page = await stage.open("/aria");
  const city = page.ref("combobox", "City");
  const [chosen] = await page.do({ type: "choose", ref: city, option: "Bergen" });
  assert.deepEqual([chosen?.outcome, chosen?.value], ["done", "Bergen"]);
  await page.fails(
    { type: "choose", ref: page.ref("combobox", "City"), option: "Rome" },
    "OPTION_NOT_FOUND",
    /Oslo, Bergen/,
  );
  await page.fails(
    { type: "choose", ref: page.ref("combobox", "City"), option: "Atlantis" },
    "OPTION_NOT_FOUND",
    /disabled/,
  );
  await page.fails(
    { type: "choose", ref: page.ref("combobox", "City"), option: "Twin" },
    "AMBIGUOUS_TARGET",
    /2 options/,
  );
  assert.doesNotMatch(page.tree, /Oslo/);
  const [again] = await page.do({ type: "choose", ref: page.ref("combobox", "City"), option: "oslo" });
  assert.equal(again?.value, "Oslo");
});

test("a field that narrows its list by typing gets the option typed", async () => {
  const page = await stage.open("/aria");
  const [chosen] = await page.do({ type: "choose", ref: page.ref("combobox", "Fruit"), option: "Quince" });
  assert.deepEqual([chosen?.outcome, chosen?.value], ["done", "Quince"]);
  await page.shows("Fruit Quince");
  await page.holds("#ahead", "Quince");
});

test("menus, lists that stand open, and dropdowns without any role", async () => {
  const page = await stage.open("/aria");
  await page.do({ type: "choose", ref: page.ref("button", "File"), option: "Save as" });
  await page.shows("Menu Save as");
  const [two] = await page.do({ type: "choose", ref: page.ref("listbox", "Always"), option: "Two" });
  assert.equal(two?.outcome, "done");
  await page.do({ type: "choose", ref: page.ref("clickable", "Pick size"), option: "Large" });
  assert.match(page.tree, /clickable: Large\]/);
  await page.fails(
    { type: "choose", ref: page.ref("button", "File"), option: "Quit" },
    "OPTION_NOT_FOUND",
    /Open, Save as/,
  );
});

test("an option far down a list that draws only what it shows is found", async () => {
  const page = await stage.open("/virtual");
  const [chosen] = await page.do({ type: "choose", ref: page.ref("button", "Row"), option: "Item 123" });
  assert.deepEqual([chosen?.outcome, chosen?.value], ["done", "Item 123"]);
  assert.match(page.tree, /button[^\]]*: Item 123\]/);
});

test("sliders go to a value: native, by keys, and by dragging", async () => {
  const page = await stage.open("/sliders");
  const effects = await page.do(
    { type: "set_slider", ref: page.ref("slider", "Volume"), value: 35 },
    { type: "set_slider", ref: page.ref("slider", "Speed"), value: 16 },
    { type: "set_slider", ref: page.ref("slider", "Drag"), value: 73 },
  );
  assert.deepEqual(effects.map(({ outcome, value }) => [outcome, value]), [["done", "35"], ["done", "16"], [
    "done",
    "73",
  ]]);
  await page.shows("Volume 35");
  await page.fails(
    { type: "set_slider", ref: page.ref("slider", "Volume"), value: 60 },
    "INVALID_ARGUMENT",
    /0 to 50/,
  );
  await page.fails(
    { type: "set_slider", ref: page.ref("slider", "Volume"), value: 33 },
    "INVALID_ARGUMENT",
    /30 or 35/,
  );
  await page.fails(
    { type: "set_slider", ref: page.ref("slider", "Speed"), value: 7 },
    "ACTION_FAILED",
    /stands at/,
  );
  await page.fails(
    { type: "set_slider", ref: page.ref("slider", "Stuck"), value: 5 },
    "ACTION_FAILED",
    /stands at 3/,
  );
  await page.fails({ type: "set_slider", ref: page.ref("button", "Plain"), value: 5 }, "UNSUPPORTED_FLOW");
});

test("native dates and times take ISO values", async () => {
  const page = await stage.open("/dates");
  const ref = (name: string): string =>
    new RegExp(`\\[(e\\d+) [^\\]]*: ${name}\\b`).exec(page.tree)?.[1] ?? "";
  const effects = await page.do(
    { type: "pick_date", ref: ref("Day"), value: "2030-05-17" },
    { type: "pick_date", ref: ref("Time"), value: "09:30" },
    { type: "pick_date", ref: ref("Moment"), value: "2031-01-02T03:04" },
    { type: "pick_date", ref: ref("Month"), value: "2031-02" },
    { type: "pick_date", ref: ref("Week"), value: "2031-W07" },
  );
  assert.deepEqual(effects.map(({ value }) => value), [
    "2030-05-17",
    "09:30",
    "2031-01-02T03:04",
    "2031-02",
    "2031-W07",
  ]);
  await page.shows("day 2030-05-17; time 09:30; moment 2031-01-02T03:04; month 2031-02; week 2031-W07;");
  await page.fails(
    { type: "pick_date", ref: ref("Day"), value: "17.05.2030" },
    "INVALID_ARGUMENT",
    /2030-12-31/,
  );
  await page.fails({ type: "pick_date", ref: ref("Day"), value: "2030-02-31" }, "INVALID_ARGUMENT");
  await page.fails(
    { type: "pick_date", ref: ref("Day"), value: "2031-05-17" },
    "INVALID_ARGUMENT",
    /up to 2030-12-31/,
  );
  await page.holds("#day", "2030-05-17");
  await page.fails(
    { type: "pick_date", ref: ref("Text"), value: "2030-05-17" },
    "UNSUPPORTED_FLOW",
    /calendar/,
  );
  await page.fails({ type: "pick_date", ref: ref("Off"), value: "2030-05-17" }, "TARGET_DISABLED");
  await page.fails({ type: "pick_date", ref: ref("Fixed"), value: "2030-05-17" }, "NOT_EDITABLE");
});
