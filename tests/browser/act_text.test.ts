// Rich text, selections, and words inside running text.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Stage, startStage } from "./act_support.ts";

const EDITORS = `<div id=plain contenteditable aria-label=Plain><p>Old <b>text</b></p><p>Second</p></div>
<div id=bare contenteditable=plaintext-only aria-label=Bare style="white-space:pre-wrap"></div>
<div id=chat contenteditable role=textbox aria-label=Chat></div>
<div id=upper contenteditable aria-label=Upper></div>
<div id=stubborn contenteditable aria-label=Stubborn>Fixed</div><p id=out></p>
<script>
chat.onkeydown = (event) => { if (event.key === "Enter" && !event.shiftKey) { event.preventDefault(); out.append("Sent " + chat.innerText); } };
stubborn.addEventListener("beforeinput", (event) => event.preventDefault());
stubborn.addEventListener("paste", (event) => event.preventDefault());
upper.addEventListener("beforeinput", (event) => { if (event.data?.startsWith("*")) { event.preventDefault(); } });
upper.addEventListener("paste", (event) => { event.preventDefault(); upper.innerText = event.clipboardData.getData("text/plain"); });
</script>`;

const SELECT =
  `<div id=rich contenteditable aria-label=Rich>The quick <b>brown fox</b> jumps over the fox den</div>
<label>Notes <textarea id=notes>one two three two</textarea></label><label>Amount <input type=number value=1234></label>
<label>Secret <input type=password value="open sesame"></label><button id=bold>Bold</button><p id=out></p><p id=tool></p>
<script>
addEventListener("mouseup", () => { const text = String(getSelection()); if (text) tool.textContent = "Toolbar for " + text; });
bold.onmousedown = (event) => event.preventDefault();
bold.onclick = () => out.textContent = "Bold " + (getSelection() + "" || notes.value.slice(notes.selectionStart, notes.selectionEnd));
</script>`;

const WORDS =
  `<h1>Rules</h1><p id=one>Please read the <i>full</i> terms and the policy.</p><p>The policy is short.</p>
<ul><li id=item>Plain item without any role</li></ul>
<p style="position:relative">Under a veil<span style="position:absolute;inset:0;background:#fff8"></span></p>
<div style="display:none">Hidden words</div><div style="height:2000px"></div><p id=low>Words far down</p>
<iframe src="{other}/inner" style="width:400px;height:200px"></iframe><p id=out></p>
<script>document.body.addEventListener("click", (event) => out.textContent = "Clicked " + event.target.id + " at " + getSelectionWord(event));
function getSelectionWord(event) { const at = document.caretRangeFromPoint(event.clientX, event.clientY); return at.startContainer.data.slice(at.startOffset - 6, at.startOffset + 6); }
</script>`;
const INNER =
  `<p id=inner>Inner phrase</p><p id=said></p><script>inner.onclick = () => said.textContent = "Inner was clicked";</script>`;

let stage: Stage;
before(async () =>
  stage = await startStage({ "/editors": EDITORS, "/select": SELECT, "/words": WORDS, "/inner": INNER })
);
after(() => stage.end());

test("rich text is replaced line by line, and is exactly what was given", async () => {
  const page = await stage.open("/editors");
  const text = "First line\n\n  indented, with ünïcode & <tags>\nlast";
  for (const name of ["Plain", "Bare", "Chat"]) {
    const [filled] = await page.do({
      type: "fill",
      ref: page.ref("textbox", name),
      value: name === "Bare" ? text : text.replace("  ", ""),
    });
    assert.deepEqual([filled?.outcome, filled?.value], [
      "done",
      name === "Bare" ? text : text.replace("  ", ""),
    ]);
  }
  await page.shows("last");
  assert.doesNotMatch(page.tree, /Sent/);
  const [cleared] = await page.do({ type: "clear", ref: page.ref("textbox", "Plain") });
  assert.equal(cleared?.value, "");
});

test("an editor that reshapes keys gets a paste, and one that takes nothing says so", async () => {
  const page = await stage.open("/editors");
  const [pasted] = await page.do({ type: "fill", ref: page.ref("textbox", "Upper"), value: "* starred" });
  assert.equal(pasted?.value, "* starred");
  await page.fails(
    { type: "fill", ref: page.ref("textbox", "Stubborn"), value: "New" },
    "ACTION_FAILED",
    /Fixed/,
  );
});

test("a passage is selected in an editor and in a field, and tools notice", async () => {
  const page = await stage.open("/select");
  const rich = page.ref("textbox", "Rich");
  const [selected] = await page.do({ type: "select_text", ref: rich, text: "brown fox jumps" });
  assert.deepEqual([selected?.outcome, selected?.value], ["done", "brown fox jumps"]);
  await page.shows("Toolbar for brown fox jumps");
  await page.do({ type: "click", ref: page.ref("button", "Bold") });
  await page.shows("Bold brown fox jumps");
  await page.do({ type: "select_text", ref: rich, text: "fox", nth: 2 }, { type: "press", key: "Delete" });
  await page.shows("brown fox jumps over the den");
  await page.do({ type: "select_text", ref: page.ref("textbox", "Notes"), text: "three" }, {
    type: "press",
    key: "x",
  });
  await page.holds("#notes", "one two x two");
});

test("a passage that is not there, or there twice, is not selected", async () => {
  const page = await stage.open("/select");
  const rich = page.ref("textbox", "Rich");
  await page.fails({ type: "select_text", ref: rich, text: "wolf" }, "TARGET_NOT_FOUND");
  await page.fails({ type: "select_text", ref: rich, text: "fox" }, "AMBIGUOUS_TARGET", /2 times/);
  await page.fails(
    { type: "select_text", ref: rich, text: "fox", nth: 3 },
    "TARGET_NOT_FOUND",
    /no number 3/,
  );
  await page.fails(
    { type: "select_text", ref: page.ref("textbox", "Notes"), text: "two" },
    "AMBIGUOUS_TARGET",
  );
  await page.fails(
    { type: "select_text", ref: page.ref("textbox", "Secret"), text: "open" },
    "SENSITIVE_VALUE",
  );
  await page.fails(
    { type: "select_text", ref: page.ref("spinbutton", "Amount"), text: "23" },
    "UNSUPPORTED_FLOW",
  );
});

test("words of the running text are clicked where they stand, in any frame", async () => {
  const page = await stage.open("/words");
  const [clicked] = await page.do({ type: "click_text", text: "full terms" });
  assert.equal(clicked?.outcome, "done");
  await page.shows("Clicked at full");
  await page.do({ type: "click_text", text: "policy", nth: 2 });
  await page.shows("Clicked at");
  await page.do({ type: "click_text", text: "item without" });
  await page.shows("Clicked item");
  await page.do({ type: "click_text", text: "far down" });
  await page.shows("Clicked low");
  const [inner] = await page.do({ type: "click_text", text: "Inner phrase" });
  assert.equal(inner?.outcome, "done");
  await page.shows("Inner was clicked");
});

test("words that cannot be clicked are refused at once", async () => {
  const page = await stage.open("/words");
  const startMs = performance.now();
  await page.fails({ type: "click_text", text: "no such words" }, "TARGET_NOT_FOUND");
  await page.fails({ type: "click_text", text: "Hidden words" }, "TARGET_NOT_FOUND");
  await page.fails({ type: "click_text", text: "policy" }, "AMBIGUOUS_TARGET", /^2 passages/);
  await page.fails({ type: "click_text", text: "policy", nth: 3 }, "TARGET_NOT_FOUND");
  await page.fails({ type: "click_text", text: "Under a veil" }, "TARGET_COVERED");
  assert.ok(performance.now() - startMs < 30_000, "no timeout was waited out");
  await page.fails({ type: "click_text", text: "policy", within: "e99" }, "STALE_REFERENCE");
});
