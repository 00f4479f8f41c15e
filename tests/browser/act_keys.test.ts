// Typing, clearing, focusing, pressing, and every manner of clicking.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Stage, startStage } from "./act_support.ts";

const KEYS =
  `<label>Name <input id=name value="Ada"></label><label>Notes <textarea id=notes></textarea></label>
<label>Mail <input id=mail type=email></label><label>Off <input disabled></label>
<label>Fixed <input readonly value=x></label><label><input type=checkbox> Box</label>
<label>Day <input type=date id=day value=2020-01-02></label>
<div id=rich contenteditable aria-label=Rich>Old <b>words</b></div><p id=log></p><h2>Title</h2>
<script>
const said = [];
addEventListener("keydown", (event) => { said.push(event.key); log.textContent = said.join(" "); });
</script>`;

const CODE =
  `<fieldset><legend>Code</legend><div><input aria-label="Digit 1" maxlength=1><input aria-label="Digit 2"
 maxlength=1><input aria-label="Digit 3" maxlength=1></div></fieldset><p id=out></p>
<label>Lonely <input maxlength=1></label>
<script>
const boxes = [...document.querySelectorAll("div input")];
boxes.forEach((box, index) => box.oninput = () => {
  boxes[index + 1]?.focus();
  out.textContent = "Code " + boxes.map((one) => one.value).join("");
});
</script>`;

const CLICKS = `<button id=one>Target</button><p id=log></p><a href="/keys">Away</a>
<textarea id=words aria-label=Words>alpha beta gamma</textarea>
<script>
for (const type of ["click", "dblclick", "auxclick", "contextmenu"]) {
  one.addEventListener(type, (event) => {
    event.preventDefault();
    const keys = ["alt", "ctrl", "meta", "shift"].filter((key) => event[key + "Key"]).join("+");
    log.append(type + event.detail + (keys && " with " + keys) + "; ");
  });
}
</script>`;

const FRAME = `<h1>Outer</h1><iframe src="{other}/keys" style="width:600px;height:400px"></iframe>`;

let stage: Stage;
before(async () =>
  stage = await startStage({ "/keys": KEYS, "/code": CODE, "/clicks": CLICKS, "/frame": FRAME })
);
after(() => stage.end());

test("typing sends each key and goes behind what is there", async () => {
  const page = await stage.open("/keys");
  const [typed] = await page.do({ type: "type", ref: page.ref("textbox", "Name"), value: " B." });
  assert.deepEqual([typed?.outcome, typed?.value], ["done", "Ada B."]);
  await page.shows("B .");
  const [notes] = await page.do({ type: "type", ref: page.ref("textbox", "Notes"), value: "one\ntwo ünï" });
  assert.equal(notes?.value, "one\ntwo ünï");
  await page.do({ type: "type", ref: page.ref("textbox", "Mail"), value: "a@b.example" });
  await page.holds("#mail", "a@b.example");
  const [rich] = await page.do({ type: "type", ref: page.ref("textbox", "Rich"), value: " more" });
  assert.equal(rich?.value, "Old words more");
});

test("typing is refused where no text goes", async () => {
  const page = await stage.open("/keys");
  await page.fails({ type: "type", ref: page.ref("textbox", "Off"), value: "x" }, "TARGET_DISABLED");
  await page.fails(
    { type: "type", ref: page.ref("textbox", "Fixed"), value: "x" },
    "NOT_EDITABLE",
    /read-only/,
  );
  await page.fails({ type: "type", ref: page.ref("checkbox", "Box"), value: "x" }, "NOT_EDITABLE", /check/);
  await page.fails({ type: "type", ref: "e999", value: "x" }, "STALE_REFERENCE");
  await page.fails({ type: "type", ref: "nonsense", value: "x" }, "INVALID_ARGUMENT");
});

test("typing goes on where the page hands a code from field to field", async () => {
  const page = await stage.open("/code");
  await page.do({ type: "type", ref: page.ref("textbox", "Digit 1"), value: "407" });
  await page.shows("Code 407");
  await page.fails(
    { type: "type", ref: page.ref("textbox", "Lonely"), value: "12" },
    "ACTION_FAILED",
    /hand the focus on/,
  );
});

test("a field is cleared, whatever kind it is", async () => {
  const page = await stage.open("/keys");
  const effects = await page.do(
    { type: "clear", ref: page.ref("textbox", "Name") },
    { type: "clear", ref: page.ref("textbox", "Rich") },
    { type: "clear", ref: /\[(e\d+) [^\]]*Day/.exec(page.tree)?.[1] },
  );
  assert.deepEqual(effects.map(({ outcome, value }) => [outcome, value]), Array(3).fill(["done", ""]));
  await page.fails({ type: "clear", ref: page.ref("textbox", "Off") }, "TARGET_DISABLED");
  await page.fails({ type: "clear", ref: page.ref("checkbox", "Box") }, "NOT_EDITABLE");
});

test("focus goes to a target, and a key without a ref to the focus", async () => {
  const page = await stage.open("/keys");
  const [, pressed] = await page.do({ type: "focus", ref: page.ref("textbox", "Notes") }, {
    type: "press",
    key: "x",
  });
  assert.match(pressed?.hit ?? "", /textbox "Notes"/);
  await page.holds("#notes", "x");
  const [entered] = await page.do({ type: "press", key: "Shift+A", ref: page.ref("textbox", "Name") });
  assert.equal(entered?.hit, undefined);
  await page.fails({ type: "focus", ref: page.ref("textbox", "Off") }, "TARGET_DISABLED");
  await page.fails({ type: "press", key: "Strg+A" }, "INVALID_ARGUMENT", /Examples/);
  const fresh = await stage.open("/keys");
  const [nowhere] = await fresh.do({ type: "press", key: "j" });
  assert.equal(nowhere?.hit, "the page itself");
  await fresh.shows("j");
});

test("a key without a ref reaches the focus inside a frame of another site", async () => {
  const page = await stage.open("/frame");
  const [, pressed] = await page.do({ type: "focus", ref: page.ref("textbox", "Notes") }, {
    type: "press",
    key: "q",
  });
  assert.match(pressed?.hit ?? "", /textbox "Notes"/);
  await page.look();
  assert.match(page.tree, /Notes = q\]/);
});

test("clicks come in every number, with every button, and with keys held down", async () => {
  const page = await stage.open("/clicks");
  const target = page.ref("button", "Target");
  await page.do({ type: "click", ref: target, clicks: 3 });
  await page.shows("click1; click2; dblclick2; click3;");
  await page.do({ type: "click", ref: target, button: "right" });
  await page.shows("contextmenu");
  await page.do({ type: "click", ref: target, modifiers: ["Shift", "Alt"] });
  await page.shows("click1 with alt+shift");
  await page.do({ type: "click", ref: target, button: "middle" });
  await page.shows("auxclick");
  const [, cut] = await page.do(
    { type: "click", ref: page.ref("textbox", "Words"), clicks: 3 },
    { type: "press", key: "Delete" },
  );
  assert.match(cut?.hit ?? "", /Words/);
  await page.holds("#words", "");
});

test("a click with a modifier opens a link in another tab, and says so", async () => {
  const page = await stage.open("/clicks");
  const [opened] = await page.do({
    type: "click",
    ref: page.ref("link", "Away"),
    modifiers: ["ControlOrMeta"],
  });
  assert.equal(opened?.popup, "t2");
  await page.do({ type: "click", ref: page.ref("button", "Target") });
  await page.shows("click1;");
  const list = await page.call("tab_act", {
    snapshot_id: page.snapshotId,
    actions: [{ type: "click", ref: page.ref("button", "Target"), clicks: 4 }],
  }).catch((error: unknown) => ({ error }));
  assert.ok("error" in list, "four clicks are refused by the schema");
});
