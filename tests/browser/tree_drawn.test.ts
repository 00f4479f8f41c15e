// A hidden native select and what a library draws for it are one control: in the tree, and for whoever chooses.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Stage, startStage } from "./act_support.ts";

const OPTIONS = `<option value=s>Small<option value=m selected>Medium<option value=l>Large`;
const CLIP = `position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0 0 0 0)`;
const LIST = `<ul class=list hidden><li>Small<li>Medium<li>Large</ul>`;

/** How libraries hide the select and where they draw; `B` is the field and its list. */
const FORMS: Readonly<Record<string, string>> = {
  clipped_before:
    `<label for=n>Size</label><select id=n style="${CLIP}">${OPTIONS}</select><span class="select2-container">
    <span role=combobox tabindex=0 aria-expanded=false class=field>Medium</span>${LIST}</span>`,
  wrapped_away:
    `<label for=n>Size</label><div style="position:absolute;width:1px;height:1px;overflow:hidden"><select id=n>${OPTIONS}</select></div>
    <div><div class=field>Medium</div>${LIST}</div>`,
  not_rendered: `<label for=n>Size</label><select id=n style="display:none">${OPTIONS}</select>
    <div class="nice-select" tabindex=0 style="display:inline-block"><span class="field">Medium</span>${LIST}</div>`,
  wrapped_with: `<label for=n>Size</label><div class="bootstrap-select dropdown"><select id=n
    style="position:absolute;opacity:0;width:.5px;height:100%">${OPTIONS}</select>
    <button type=button aria-haspopup=listbox class=field>Medium</button>${LIST}</div>`,
  inner_native:
    `<label id=lab for=n>Size</label><div class="choices" role=combobox tabindex=0 aria-expanded=false
    aria-labelledby=lab><div class="choices__inner"><select id=n hidden tabindex=-1>${OPTIONS}</select>
    <div class="choices__list field"><div>Medium</div></div></div>${
      LIST.replaceAll("<li", "<li role=option").replace("<ul", "<ul role=listbox")
    }</div>`,
  inner_plain:
    `<label id=lab for=n>Size</label><div class="choices" role=combobox tabindex=0 aria-expanded=false
    aria-labelledby=lab><select id=n hidden tabindex=-1>${OPTIONS}</select>
    <div class="field">Medium</div>${LIST}</div>`,
  faded_away:
    `<style>.list{position:absolute}.list[hidden]{display:block;opacity:0;pointer-events:none}</style><label for=n>Size</label>
    <select id=n style="display:none">${OPTIONS}</select>
    <div class="nice-select" tabindex=0><div class="field">Medium</div>${LIST}</div>`,
  drawn_first: `<label for=n>Size</label><div class=select><div class=field>Medium</div>${LIST}</div>
    <select id=n style="opacity:0;position:absolute;pointer-events:none">${OPTIONS}</select>`,
};

const SCRIPT = `<p id=log></p><button id=no>No</button><script>
const field = document.querySelector(".field"), list = document.querySelector(".list");
field.onclick = () => list.hidden = !list.hidden;
field.onmousedown = (event) => event.preventDefault();
for (const item of list.children) item.onclick = () => {
  n.value = item.textContent[0].toLowerCase(); field.textContent = item.textContent; list.hidden = true;
};
no.onclick = () => log.textContent = "No, " + n.value;
</script>`;

let stage: Stage;
before(async () => {
  const pages = Object.entries(FORMS).map(([name, html]) => [`/${name}`, html + SCRIPT]);
  stage = await startStage({
    ...Object.fromEntries(pages),
    "/apart": `<label>Real <select>${OPTIONS}</select></label><div class=select>Medium</div>
      <select hidden>${OPTIONS}</select><p>Much is said of Medium here, and of other sizes as well, at some length</p>
      <label for=far>Far</label><select id=far style="display:none"><option>A<option>B</select><div><select aria-label=Other><option>A</select></div>`,
  });
});
after(() => stage.end());

for (const name of Object.keys(FORMS)) {
  test(`a select that is ${name.replaceAll("_", " ")} its drawn part is one control with its options`, async () => {
    const page = await stage.open(`/${name}`);
    assert.equal(page.tree.match(/\[e\d+ /g)?.length, 2, page.tree);
    assert.match(page.tree, /combobox[^:\]]*: Size = Medium \{Small \| Medium \| Large\}\]/);
    assert.equal(page.tree.match(/Size/g)?.length, 1, page.tree);
    await page.do(
      { type: "choose", ref: page.ref("combobox", "Size"), option: "Large" },
      { type: "click", ref: page.ref("button", "No") },
    );
    await page.shows("No, l");
    assert.match(page.tree, /combobox[^:\]]*: Size = Large/);
    await page.do({ type: "select", ref: page.ref("combobox", "Size"), values: ["Small"] });
    await page.holds("#n", "s");
    await page.do({ type: "click", ref: page.ref("combobox", "Size") });
    assert.match(page.tree, /combobox[^\n]*Small \| Medium \| Large\}\]\n [^\n]*Small/); // the open list can be used
    await page.call("tab_close");
  });
}

test("a select that is shown, or hidden without a drawn part, takes nothing from what stands beside it", async () => {
  const page = await stage.open("/apart");
  assert.match(page.tree, /combobox: Real = Medium/);
  assert.match(page.tree, /combobox: Other = A/);
  assert.match(page.tree, /Much is said of Medium/);
  assert.equal(page.tree.match(/\[e\d+ /g)?.length, 2, page.tree);
});
