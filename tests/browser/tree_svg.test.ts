// Widgets drawn in SVG: in the tree by role and name, and worked inside what is drawn.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Stage, startStage, type Visit } from "./act_support.ts";

const star = (index: number, name: string): string =>
  `<g role=radio aria-checked=false ${name} tabindex=${index - 1}>
  <polygon transform="translate(${index * 40} 0)" points="20,2 32,38 2,14 38,14 8,38" fill=orange /></g>`;

const WIDGETS = `<svg id=stars width=240 height=40 role=radiogroup aria-label="Rate this">
  ${star(1, 'aria-label="one star"')}${star(2, 'aria-label="two stars"')}
  ${star(3, "").replace("</g>", "<title>three stars</title></g>")}</svg>
<svg width=300 height=40><g id=zoom role=button tabindex=0><title>Zoom in</title><rect width=30 height=30 x=2 y=2 /></g>
  <a xlink:href="#home" aria-label=Home><rect x=50 width=30 height=30 /></a><a href="#docs"><text x=100 y=20>Docs</text></a>
  <g id=grid role=checkbox aria-checked=false aria-label=Grid tabindex=0><path d="M140 2h20v20h-20z"/></g></svg>
<svg width=300 height=40><rect y=10 width=300 height=4 /><circle id=knob role=slider tabindex=0 aria-label=Volume
  aria-valuemin=0 aria-valuemax=100 aria-valuenow=30 cx=90 cy=12 r=8 /></svg>
<svg width=300 height=70 role=tree aria-label=Org><g role=treeitem aria-expanded=true tabindex=0><text y=20>Root</text>
  <g role=group><g role=treeitem tabindex=-1><text x=20 y=40>Child A</text></g></g></g></svg>
<button aria-label=Menu><svg width=24 height=24 role=presentation><path d="M2 2h20"/><path d="M2 9h20"/></svg></button>
<svg width=24 height=24><path d="M2 2h20"/><path d="M2 9h20"/></svg><p id=log></p>
<script>
const say = (text) => log.append(text + "; ");
for (const one of stars.children) one.onclick = () => {
  for (const other of stars.children) other.setAttribute("aria-checked", other === one);
  say("rated " + [...stars.children].indexOf(one));
};
zoom.onclick = () => say("zoomed");
grid.onclick = () => grid.setAttribute("aria-checked", grid.getAttribute("aria-checked") !== "true");
knob.onkeydown = ({ key }) => {
  const value = +knob.getAttribute("aria-valuenow") + (key === "ArrowUp" ? 1 : key === "ArrowDown" ? -1 : 0);
  knob.setAttribute("aria-valuenow", value);
  knob.setAttribute("cx", value * 3);
};
for (const item of document.querySelectorAll("[role=treeitem] [role=treeitem]")) item.onclick = () => say("picked");
</script>`;

// Bars with listeners, a map whose parts have the pointer's cursor, a ring and a thin line that miss their middle.
const CHART = `<svg width=300 height=100 role=img aria-label=Sales><g id=bars>
  <rect class=bar data-value=12 y=50 width=30 height=50 fill="rgb(30,60,230)" />
  <rect class=bar x=40 width=30 height=90 fill="rgb(30,60,230)"><title>Feb: 30</title></rect>
  <rect class=bar data-value=20 x=80 y=30 width=30 height=70 fill="rgb(30,60,230)" /></g><text y=99 x=200>2024</text></svg>
<svg width=120 height=60 id=map style="cursor:pointer"><g><path aria-label=Norway d="M0 0h50v50h-50z"/>
  <path aria-label=Sweden d="M60 0h50v50h-50z"/></g></svg>
<svg width=100 height=100><path id=ring fill="rgb(230,20,20)" fill-rule=evenodd style="cursor:pointer"
  d="M50 5A45 45 0 1 1 49.9 5M50 15A35 35 0 1 0 50.1 15"/><circle cx=50 cy=50 r=34 fill="rgb(20,150,40)" /></svg>
<svg width=200 height=60><g id=edge style="cursor:pointer"><title>Edge</title><path fill=none stroke=black stroke-width=3
  d="M5 55C30 -30 60 -30 90 55"/></g><line id=flat style="cursor:pointer" data-name=limit x1=100 x2=190 y1=30 y2=30 stroke=black
  stroke-width=4 /></svg>
<svg width=24 height=24 style="cursor:pointer"><title>Close</title><path d="M2 2h20"/><path d="M2 9h20"/></svg><p id=log></p>
<script>
const say = (text) => log.append(text + "; ");
[...bars.children].forEach((bar, index) => bar.addEventListener("click", () => say("bar " + index)));
map.addEventListener("click", ({ target }) => say(target.getAttribute("aria-label")));
for (const one of [ring, edge, flat]) one.addEventListener("click", () => say("on " + one.id));
</script>`;

let stage: Stage;
before(async () => stage = await startStage({ "/widgets": WIDGETS, "/chart": CHART }));
after(() => stage.end());

const click = (ref: string): object => ({ type: "click", ref });

function hinted(page: Visit, hint: string): string {
  const ref = new RegExp(`\\[(e\\d+) clickable[^\\]:]* hint ${hint}\\]`).exec(page.tree)?.[1];
  assert(ref !== undefined, `no hint ${hint} in\n${page.tree}`);
  return ref;
}

test("radios, buttons, links, check boxes, sliders and tree items drawn in SVG are there and do their work", async () => {
  const page = await stage.open("/widgets");
  assert.match(
    page.tree,
    /radiogroup: Rate this\n \[e1 radio: one star\] \[e2 radio: two stars\] \[e3 radio: three stars\]/,
  );
  assert.match(page.tree, /tree: Org\n \[e\d+ treeitem expanded: Root\]\n {2}\[e\d+ treeitem: Child A\]/);
  assert.equal(page.tree.match(/\[e\d+ /g)?.length, 11, page.tree); // nothing for the parts of icons
  await page.do(
    click(page.ref("radio", "three stars")),
    { type: "check", ref: page.ref("radio", "one star"), checked: true },
    { type: "check", ref: page.ref("checkbox", "Grid"), checked: true },
    click(page.ref("button", "Zoom in")),
    click(page.ref("treeitem", "Child A")),
    { type: "set_slider", ref: page.ref("slider", "Volume"), value: 32 },
  );
  await page.shows("rated 2; rated 0; zoomed; picked;");
  assert.match(
    page.tree,
    /radio checked[^:]*: one star.*\n.*checkbox checked[^:]*: Grid.*slider[^:]*: Volume = 32/,
  );
  await page.do(click(page.ref("link", "Docs")));
  await page.do(click(page.ref("link", "Home")));
  const { tree, url } = await page.call("tab_snapshot", { include: ["url"] });
  assert.equal(url, `${stage.site.origin}/widgets#home`);
  assert.match(
    String(tree),
    /link[^:]*: Home -> \/widgets#home\] \[e\d+ link[^:]*: Docs -> \/widgets#docs\]/,
  );
});

test("parts of charts and maps that are listened to have refs, and are hit where they are drawn", async () => {
  const page = await stage.open("/chart");
  assert.match(page.tree, /image: Sales/);
  assert.equal(page.tree.match(/\[e\d+ /g)?.length, 9, page.tree);
  await page.do(
    click(hinted(page, "value 12")),
    click(page.ref("clickable", "Feb: 30")),
    click(hinted(page, "value 20")),
    click(page.ref("clickable", "Sweden")),
    click(hinted(page, "red")),
    click(page.ref("clickable", "Edge")),
    click(hinted(page, "limit")),
  );
  await page.shows("bar 0; bar 1; bar 2; Sweden; on ring; on edge; on flat;");
});
