// Pages whose controls say nothing in words: they must be workable from the tree alone.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Stage, startStage, type Visit } from "./act_support.ts";

const STARS = `<h2>Your rating</h2><div id=stars>${
  Array.from({ length: 5 }, () =>
    `<span class="star"><svg width=24 height=24><path d="M0 0h20v20z"/></svg></span>`).join("")
}</div><div id=marks>${
  [1, 2, 3].map((value) =>
    `<i class=mark data-value=${value} style="display:inline-block;width:30px;height:30px;background:#ddd"></i>`
  ).join("")
}</div>
<p id=out></p>
<script>
const all = [...document.querySelectorAll(".star")];
all.forEach((star, index) => star.addEventListener("click", () => {
  all.forEach((one, at) => one.classList.toggle("active", at <= index));
  out.textContent = "Rated " + (index + 1);
}));
marks.addEventListener("click", (event) => out.textContent = "Marked " + event.target.dataset.value);
</script>`;

const COLOURS = `<h2>Colour</h2><div>${
  ["#e61414", "rgb(30,60,230)", "#149628"].map((color) =>
    `<span class=swatch style="display:inline-block;width:30px;height:30px;background:${color}"></span>`
  )
    .join("")
}</div><p id=out></p>
<script>
for (const swatch of document.querySelectorAll(".swatch")) swatch.onclick = () => {
  document.querySelector(".selected")?.classList.remove("selected");
  swatch.classList.add("selected");
  out.textContent = "Colour " + swatch.style.background;
};
</script>`;

const TOOLS = `<div role=toolbar aria-label=Format><button><i class="fa fa-bold"></i></button>
<button><svg width=20 height=20><use href="#icon-italic"/></svg></button><button><svg class="lucide lucide-link" width=20 height=20></svg></button>
<button data-action=undo><svg width=20 height=20><path d="M0 0h5v5"/></svg></button><button><svg width=20 height=20><path d="M1 0h5v5"/></svg></button>
<button><img src="/img/trash.png" width=20 height=20></button></div>
<ul><li class=done>Milk</li><li>Bread</li></ul><p id=out></p>
<script>
const tools = [...document.querySelectorAll("button")];
tools.forEach((tool, index) => tool.onclick = () => { tool.classList.toggle("is-active"); out.textContent = "Tool " + (index + 1); });
for (const item of document.querySelectorAll("li")) item.addEventListener("click", () => item.classList.toggle("done"));
</script>`;

let stage: Stage;
before(async () => stage = await startStage({ "/stars": STARS, "/colours": COLOURS, "/tools": TOOLS }));
after(() => stage.end());

/** The ref of the control with this hint. */
function hinted(page: Visit, hint: string): string {
  const escaped = hint.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
  const ref = new RegExp(`\\[(e\\d+) [^\\]]*hint ${escaped}(?: [^\\]]*)?\\]`).exec(page.tree)?.[1];
  assert(ref !== undefined, `no hint ${hint} in\n${page.tree}`);
  return ref;
}

test("a star of a rating is told from its neighbours, and what is active is said", async () => {
  const page = await stage.open("/stars");
  hinted(page, "1/5 near Your rating");
  await page.do({ type: "click", ref: hinted(page, "4/5") });
  await page.shows("Rated 4");
  assert.equal(page.tree.match(/active\]/g)?.length, 4);
  await page.do({ type: "click", ref: hinted(page, "value 2") });
  await page.shows("Marked 2");
});

test("swatches are told by their colour, and the chosen one by its class", async () => {
  const page = await stage.open("/colours");
  hinted(page, "red");
  await page.do({ type: "click", ref: hinted(page, "blue") });
  await page.shows("Colour rgb(30, 60, 230)");
  hinted(page, "blue selected");
  await page.do({ type: "click", ref: hinted(page, "green") });
  hinted(page, "green selected");
  assert.doesNotMatch(page.tree, /blue selected/);
});

test("tools that are icons only are told by icon, sprite, data and neighbours", async () => {
  const page = await stage.open("/tools");
  const hints = ["fa-bold", "icon-italic", "lucide-link", "undo", "5/6 at right of undo", "trash"];
  for (const [index, hint] of hints.entries()) {
    await page.do({ type: "click", ref: hinted(page, hint) });
    await page.shows(`Tool ${index + 1}`);
    hinted(page, `${hint} active`);
  }
});

test("items that only a listener makes clickable have refs, and their state is said", async () => {
  const page = await stage.open("/tools");
  const bread = page.ref("listitem", "Bread");
  await page.do({ type: "click", ref: bread });
  assert.match(page.tree, new RegExp(`\\[${bread} listitem hint done: Bread\\]`));
});
