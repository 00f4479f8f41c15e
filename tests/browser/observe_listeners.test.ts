// What only a script's listener makes usable gets a ref; what merely stands below one does not.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Stage, startStage } from "./act_support.ts";

const PAGE = `<div id=plain>Plain words</div><div id=card><h2>Card</h2><p>Two lines</p></div>
<ul id=list><li>One<li>Two<li><a href="/x">Three</a></ul>
<div id=stars><span>a</span><span>b</span></div>
<div id=swatch style="width:30px;height:30px;background:red"></div><div id=strip style="width:5px;height:30px"></div>
<main id=app><p>Much text</p><button id=inner><span id=word>Go</span></button></main>
<div draggable=true>Movable</div><p id=out></p><div id=host></div><iframe src="{other}/inner"></iframe>
<script>
for (const box of [plain, card, list, stars, swatch, strip, app, word, document.body]) {
  box.addEventListener("click", (event) => box === document.body || (out.textContent = "Hit " + box.id));
}
const root = host.attachShadow({ mode: "closed" });
root.innerHTML = "<i>Deep</i>";
root.firstChild.addEventListener("click", () => out.textContent = "Hit deep");
plain.addEventListener("click", () => {
  out.insertAdjacentHTML("afterend", "<div id=late>Late words</div>");
  late.addEventListener("pointerdown", () => out.textContent = "Hit late");
}, { once: true });
</script>`;
const INNER =
  `<div id=there>Framed</div><script>there.addEventListener("click", () => there.textContent = "Hit frame")</script>`;

let stage: Stage;
before(async () => stage = await startStage({ "/": PAGE, "/inner": INNER }));
after(() => stage.end());

test("listeners give refs to what they serve, in shadow roots and frames too", async () => {
  const page = await stage.open("/");
  const { tree } = page;
  for (
    const expected of [
      /clickable: Plain words\]/,
      /clickable[^\\n]*\n? ?#* ?Card/,
      /listitem: One\]/,
      /listitem: Two\]/,
      /clickable: a\]/,
      /clickable hint[^\]]*\]/,
      /clickable: Deep\]/,
      /\[f1e1 clickable: Framed\]/,
      /draggable: Movable\]/,
      /button: Go\]/,
    ]
  ) assert.match(tree, expected);
  assert.equal(tree.match(/\[(?:f\\d)?e\d+ (?:clickable|listitem)/g)?.length, 8, tree);
  for (
    const [role, name] of [["clickable", "Deep"], ["listitem", "Two"], ["clickable", "Plain words"]] as const
  ) {
    await page.do({ type: "click", ref: page.ref(role, name) });
    await page.shows(name === "Deep" ? "Hit deep" : "Hit");
  }
  await page.do({ type: "click", ref: page.ref("clickable", "Late words") });
  await page.do({ type: "click", ref: page.ref("clickable", "Framed") });
  await page.shows("Hit frame");
});
