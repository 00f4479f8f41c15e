// Where several things bear the name that was asked for, none is taken: the answer lists them, and how to name one.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Stage, startStage } from "./act_support.ts";

const NATIVE = `<label>City <select id=city><option value=il>Springfield<option value=mo>Springfield
<option value=tx>Austin</select></label>
<label>River <select id=river><optgroup label=England><option value=e>Avon</optgroup>
<optgroup label=Scotland><option value=s>Avon<option value=t>Tay</optgroup></select></label>
<label>Case <select id=case><option value=1>us<option value=2>US<option value=3>Us</select></label>
<label>Code <select id=code><option>C #1<option>C #2<option>C</select></label>
<label>Off <select id=off><option value=a disabled>Any<option value=b>Any</select></label>
<label>Many <select multiple id=many><option value=x>Red<option value=y>Red</select></label>
<input readonly aria-label=Unit aria-controls=units id=unit value=-><div id=pop hidden>
<select id=units size=3><option value=kg>Pound<option value=lb>Pound</select></div>
<script>unit.onclick = () => pop.hidden = false;
units.onclick = () => { pop.hidden = true; unit.value = units.value; };</script>`;

const DRAWN =
  `<div role=combobox tabindex=0 aria-label=Guest aria-expanded=false aria-controls=guests id=guest>Nobody</div>
<div role=listbox id=guests hidden><div role=group aria-label=Oslo><div role=option data-id=1>Ann</div></div>
<div role=group aria-label=Bergen><div role=option data-id=2>Ann</div></div><div role=option data-id=3>Bo</div></div>
<div role=radiogroup aria-label=Seat tabindex=0><span role=radio aria-checked=false>Window</span>
<span role=radio aria-checked=false>Window</span></div>
<p id=out></p>
<script>guest.onclick = () => guests.hidden = !guests.hidden;
guests.onclick = (event) => { guest.textContent = event.target.textContent; out.textContent = "Guest " + event.target.dataset.id; guests.hidden = true; };
for (const [index, seat] of [...document.querySelectorAll("[role=radio]")].entries()) seat.onclick = () => {
  seat.ariaChecked = "true"; out.textContent = "Seat " + index;
};
addEventListener("keydown", (event) => { if (event.key === "Escape") guests.hidden = true; });</script>`;

const WORDS =
  `<p>The <b>quick</b> fox ran.</p><p>A lazy fox slept.</p><iframe srcdoc="<p>One fox alone</p>"></iframe>
<input type=password value=fox-secret aria-label=Pin><button id=more>Rows</button><div id=rows></div><p id=out></p>
<script>more.onclick = () => rows.innerHTML = ["Ann", "Bo"].map((name) =>
  "<div><div>" + name + "</div><div><button>Remove</button></div></div>").join("");
document.addEventListener("mouseup", () => out.textContent = "Chosen " + String(getSelection()).length);</script>`;

let stage: Stage;
before(async () => stage = await startStage({ "/native": NATIVE, "/drawn": DRAWN, "/words": WORDS }));
after(() => stage.end());

test("equal options of a native list are refused with what tells them apart, and each of it is taken", async () => {
  const page = await stage.open("/native");
  const pick = (name: string, value: string, type = "select"): object => ({
    type,
    ref: page.ref("combobox", name),
    ...(type === "select" ? { values: [value] } : { option: value }),
  });
  for (const type of ["select", "choose"]) {
    await page.fails(
      pick("City", "Springfield", type),
      "AMBIGUOUS_TARGET",
      /"Springfield #1" \(value il\), "Springfield #2" \(value mo\)/,
    );
    await page.holds("#city", "il");
    await page.do(pick("City", "Springfield #2", type));
    await page.holds("#city", "mo");
    await page.do(pick("City", "il", type));
    await page.holds("#city", "il");
  }
  await page.fails(
    pick("River", "Avon"),
    "AMBIGUOUS_TARGET",
    /\(value e, in England\), .*\(value s, in Scotland\)/,
  );
  await page.fails(pick("River", "Avon #3"), "OPTION_NOT_FOUND");
  await page.do(pick("Case", "US"));
  await page.holds("#case", "2");
  await page.fails(pick("Case", "uS"), "AMBIGUOUS_TARGET", /3 options/);
  await page.do(pick("Code", "C #2"));
  await page.holds("#code", "C #2");
  await page.do(pick("Off", "Any"));
  await page.holds("#off", "b");
  const many = { type: "select", ref: page.ref("listbox", "Many"), values: ["x", "Red"] };
  await page.fails(many, "AMBIGUOUS_TARGET");
  await page.holds("#many", "");
  const unit = page.ref("textbox", "Unit");
  await page.fails({ type: "choose", ref: unit, option: "Pound" }, "AMBIGUOUS_TARGET", /value kg.*value lb/);
  await page.holds("#unit", "-");
  await page.do({ type: "choose", ref: unit, option: "lb" });
  await page.holds("#unit", "lb");
});

test("equal options of a drawn list are refused, and the number behind the name means one", async () => {
  const page = await stage.open("/drawn");
  const guest = page.ref("combobox", "Guest");
  await page.fails(
    { type: "choose", ref: guest, option: "Ann" },
    "AMBIGUOUS_TARGET",
    /2 options .*"Ann #1" \(in Oslo.*"Ann #2" \(in Bergen/,
  );
  assert.match(page.tree, /Nobody/);
  await page.do({ type: "choose", ref: guest, option: "Ann #2" });
  await page.shows("Guest 2");
  const seats = page.ref("radiogroup", "Seat");
  await page.fails({ type: "choose", ref: seats, option: "Window" }, "AMBIGUOUS_TARGET", /#2/);
  await page.do({ type: "choose", ref: seats, option: "Window #2" });
  await page.shows("Seat 1");
});

test("a passage is selected without a ref, and several of one wording are listed with what is around them", async () => {
  const page = await stage.open("/words");
  await page.do({ type: "select_text", text: "quick fox" });
  await page.shows("Chosen 9");
  for (const type of ["select_text", "click_text"]) {
    await page.fails(
      { type, text: "fox" },
      "AMBIGUOUS_TARGET",
      /^3 passages .*1 in "The quick fox ran\.", 2 in "A lazy fox slept\.", 3 in "One fox alone"/,
    );
  }
  await page.do({ type: "select_text", text: "fox", nth: 2 });
  await page.shows("Chosen 3");
  await page.fails({ type: "select_text", text: "fox-secret" }, "TARGET_NOT_FOUND");
});

test("controls of one name are refused by name, and said with where they stand", async () => {
  const page = await stage.open("/words");
  const reply = await page.act([
    { type: "click", ref: page.ref("button", "Rows") },
    { type: "click_named", name: "Remove" },
  ]);
  assert.equal(reply.failed?.error.code, "AMBIGUOUS_TARGET");
  assert.match(reply.failed?.error.message ?? "", /in "Ann", in "Bo"/);
  const named = await page.call("tab_click_named", { name: "Remove" });
  const { code, message } = named.error as { code: string; message: string };
  assert.equal(code, "AMBIGUOUS_TARGET");
  assert.match(message, /e\d+ \(button in "Ann"\), e\d+ \(button in "Bo"\)/);
});
