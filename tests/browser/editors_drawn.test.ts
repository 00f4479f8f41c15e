// What stands for an editor's hidden field, what does not, and what an editor that tells nothing gets.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Stage, startStage } from "./act_support.ts";
import { refBy } from "./widgets_stage.ts";

/** A field of no size in a box with drawn lines; its script says what comes of keys and of the clipboard's events. */
const drawn = (script: string, more = "") =>
  `<style>.box{position:relative;width:400px;height:80px;overflow:hidden}
  .box textarea{position:absolute;left:4px;top:4px;width:1px;height:1px;opacity:0}.lines{cursor:text;height:80px}</style>
  <div class=box><textarea id=field aria-label=Code></textarea><div class=lines id=lines>one</div></div>${more}
  <p>Held: <output id=held></output></p><script>
  let text = "one", pastes = 0, all = false;
  const draw = (next) => { text = next; lines.textContent = text; held.textContent = pastes + ":" + text; };
  lines.onmousedown = (event) => { event.preventDefault(); field.focus(); };
  field.onkeydown = (event) => { if (event.ctrlKey && event.key.toLowerCase() === "a") { event.preventDefault(); all = true; } };
  field.oninput = () => { draw((all ? "" : text) + field.value); all = false; field.value = ""; };
  field.onpaste = (event) => { event.preventDefault(); pastes++; const given = event.clipboardData.getData("text/plain");
    draw((all ? "" : text) + change(given)); all = false; };
  let change = (given) => given;
  field.oncopy = (event) => { event.preventDefault(); event.clipboardData.setData("text/plain", all ? text : ""); };
  ${script}</script>`;

const PAGES = {
  "/plain": drawn(`document.addEventListener("copy", (event) => {
    event.clipboardData.setData("text/plain", text + " (copied from this page)"); event.preventDefault(); });`),
  "/changing": drawn(`change = (given) => given.toUpperCase();
    field.oninput = () => { draw(field.value.toUpperCase()); all = false; field.value = ""; };`),
  "/silent": drawn(`field.oncopy = null; field.remove(); const box = document.createElement("div");
    box.contentEditable = "true"; box.style.cssText = "position:absolute;width:1px;height:1px;opacity:0;top:4px";
    box.setAttribute("aria-label", "Code"); document.querySelector(".box").prepend(box);
    box.oninput = () => draw("one" + box.textContent);`),
  "/deaf": drawn("field.onkeydown = null;"),
  "/veiled": drawn(
    "",
    `<div role=dialog aria-label=Wait style="position:fixed;inset:0;background:#fff">Wait</div>`,
  ),
  "/aside": `<form style="width:500px;height:200px;cursor:text;position:relative">
    <textarea aria-label=Trap style="position:absolute;left:-900px;width:1px;height:1px;opacity:0"></textarea>
    <div style="position:relative;width:200px;height:80px"><textarea aria-label=Ghost
      style="position:absolute;width:1px;height:1px;opacity:0"></textarea><p>No editor</p></div>
    <p>Some words</p></form>`,
  "/frames": `<h1>Frames</h1><iframe title=Body srcdoc="<body contenteditable>Hello</body>"></iframe>
    <iframe title=Old srcdoc="<body>Old</body><script>document.designMode='on'</script>"></iframe>`,
};

let stage: Stage;
before(async () => stage = await startStage(PAGES));
after(() => stage.end());

test("a drawn editor is filled through its parts, and what a page adds to copies is not its text", async () => {
  const page = await stage.open("/plain");
  const ref = page.ref("textbox", "Code");
  const [filled] = await page.do({ type: "fill", ref, value: "a (b)" });
  assert.equal(filled?.value, "a (b)");
  await page.shows("Held: 1:a (b)");
  await page.do({ type: "fill", ref, value: "a (b)" });
  await page.shows("Held: 1:a (b)");
  await page.call("tab_close");
});

test("an editor that changes what it is given is told as failed, and holds it once", async () => {
  const page = await stage.open("/changing");
  await page.fails(
    { type: "fill", ref: page.ref("textbox", "Code"), value: "a b" },
    "ACTION_FAILED",
    /now: "A B"/,
  );
  await page.shows("Held: 1:A B");
  await page.call("tab_close");
});

test("an editor that does not tell what it holds is not filled blindly, and can be typed into", async () => {
  const page = await stage.open("/silent");
  const ref = page.ref("textbox", "Code");
  await page.fails({ type: "fill", ref, value: "two" }, "UNSUPPORTED_FLOW", /does not tell/);
  assert.match(page.tree, /clickable: one\]/);
  const [typed] = await page.do({ type: "type", ref, value: "two" });
  assert.equal(typed?.outcome, "done");
  await page.shows("onetwo");
  await page.call("tab_close");
});

test("an editor that cannot be told to select everything is not filled: the text would be added", async () => {
  const page = await stage.open("/deaf");
  await page.fails({ type: "fill", ref: page.ref("textbox", "Code"), value: "two" }, "UNSUPPORTED_FLOW");
  assert.match(page.tree, /clickable: one\]/);
  await page.call("tab_close");
});

test("what is over the whole widget covers its field", async () => {
  const page = await stage.open("/veiled");
  const ref = refBy(page, /Code/);
  await page.fails({ type: "fill", ref, value: "x" }, "TARGET_COVERED", /Wait/);
  await page.fails({ type: "click", ref }, "TARGET_COVERED", /Wait/);
  await page.call("tab_close");
});

test("a field that is put aside, or has no drawn part, is not reached through the boxes around it", async () => {
  const page = await stage.open("/aside");
  for (const name of ["Trap", "Ghost"]) {
    const ref = page.ref("textbox", name);
    assert.match(page.tree, new RegExp(`\\[${ref} textbox multiline not visible`));
  }
  const { failed } = await page.act([{ type: "click", ref: page.ref("textbox", "Trap") }]);
  assert.notEqual(failed, null, "the box around it was clicked");
  await page.call("tab_close");
});

test("a frame whose whole body is edited has a ref, and is filled", async () => {
  const page = await stage.open("/frames");
  for (const [frame, words] of [["f1", "Hello"], ["f2", "Old"]] as const) {
    const ref = refBy(page, new RegExp(`\\[${frame}e\\d+ textbox multiline.*${words}`));
    await page.do({ type: "fill", ref, value: "One\nTwo" });
    await page.do({ type: "type", ref, value: "!" });
    assert.match(page.tree, new RegExp(`${ref} textbox multiline.*One⏎Two!`));
  }
  await page.call("tab_close");
});
