// Rows and cells of grids that are chosen, opened or followed without taking the focus have refs and states.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Stage, startStage } from "./act_support.ts";

// The grid of suggestions of the ARIA Authoring Practices: focus stays in the field, which follows rows and cells.
const COMBOBOX = `<label for=field>Fruit</label>
<input id=field role=combobox aria-expanded=false aria-controls=popup aria-haspopup=grid aria-autocomplete=list autocomplete=off>
<div role=grid id=popup aria-label=Fruits style="display:none"></div><p id=log></p><button id=no>No</button>
<script>
const all = [["Apple", "Fruit"], ["Apricot", "Stone fruit"], ["Banana", "Berry"]];
let at = -1;
const draw = () => {
  const found = all.filter(([name]) => name.toLowerCase().startsWith(field.value.toLowerCase()));
  popup.innerHTML = found.map(([name, kind], index) => "<div role=row id=row" + index + (index === at ? " aria-selected=true" : "") +
    "><div role=gridcell id=row" + index + "c0>" + name + "</div><div role=gridcell>" + kind + "</div></div>").join("");
  popup.style.display = "block";
  field.setAttribute("aria-expanded", true);
  if (at >= 0) field.setAttribute("aria-activedescendant", "row" + at);
};
const take = (row) => {
  field.value = row.children[0].textContent;
  popup.style.display = "none";
  at = -1;
  field.setAttribute("aria-expanded", false);
  field.removeAttribute("aria-activedescendant");
  log.textContent = "took " + field.value;
};
popup.onclick = ({ target }) => take(target.closest("[role=row]"));
field.oninput = () => { at = -1; draw(); };
field.onfocus = field.onclick = draw;
field.onkeydown = (event) => {
  if (event.key === "ArrowDown") { at++; draw(); event.preventDefault(); }
  if (event.key === "Enter" && at >= 0) take(popup.children[at]);
};
</script>`;

const TREE =
  `<table role=treegrid aria-label=Inbox><thead><tr><th>Subject</th><th>From</th></tr></thead><tbody>
<tr id=root role=row aria-level=1 aria-expanded=false><td role=gridcell>Treegrids</td><td role=gridcell>Ada</td></tr>
<tr id=child hidden role=row aria-level=2 aria-selected=false><td role=gridcell>Re: Treegrids</td><td role=gridcell>Ben</td></tr></tbody></table>
<div role=tree aria-label=Files><div role=treeitem aria-level=1 tabindex=0>src</div><div role=treeitem aria-level=2 tabindex=-1>main.ts</div></div>
<script>
document.querySelector("table").onclick = ({ target }) => {
  if (!root.contains(target)) return child.setAttribute("aria-selected", true);
  child.hidden = !child.hidden;
  root.setAttribute("aria-expanded", !child.hidden);
};
</script>`;

const SHEET = `<div role=grid aria-label=Month id=month tabindex=0 aria-activedescendant=d2>
<div role=row><div role=columnheader>Mo</div><div role=columnheader>Tu</div></div>
<div role=row><div role=gridcell id=d1>1</div><div role=gridcell id=d2>2</div></div>
<div role=row><div role=gridcell id=d3 aria-disabled=true>3</div><div role=gridcell id=d4>4</div></div></div>
<div role=grid aria-label=People><div role=row><div role=columnheader>Name</div></div>
<div role=row aria-selected=false><div role=gridcell>Ann</div></div><div role=row aria-selected=true><div role=gridcell>Bob</div></div></div>
<table><tr><th>Order<th>Total<tr><td>1001<td>14.00<tr><td>1002<td>9.50</table>
<table role=grid aria-label=Report><tr><th>Order<th>Total<tr><td>1001<td>14.00</table>
<script>
for (const cell of month.querySelectorAll("[role=gridcell]")) cell.onclick = () => {
  for (const other of month.querySelectorAll("[role=gridcell]")) other.removeAttribute("aria-selected");
  cell.setAttribute("aria-selected", true);
  month.setAttribute("aria-activedescendant", cell.id);
};
</script>`;

let stage: Stage;
before(async () => stage = await startStage({ "/combobox": COMBOBOX, "/tree": TREE, "/sheet": SHEET }));
after(() => stage.end());

test("suggestions in a grid are rows with refs, the one that is followed is active, and choose takes one", async () => {
  const page = await stage.open("/combobox");
  const field = page.ref("combobox", "Fruit");
  await page.do({ type: "fill", ref: field, value: "a" }, { type: "press", key: "ArrowDown" });
  assert.match(
    page.tree,
    /grid: Fruits\n \[e\d+ row selected active\] \| Apple \| Fruit\n \[e\d+ row\] \| Apricot \| Stone/,
  );
  const second = /\[(e\d+) row\] \| Apricot/.exec(page.tree)?.[1];
  await page.do({ type: "click", ref: second });
  await page.holds("#field", "Apricot");
  await page.do({ type: "clear", ref: field }, { type: "choose", ref: field, option: "Banana" });
  await page.shows("took Banana");
});

test("rows of a tree grid say level, state and selection, and are opened and selected by their refs", async () => {
  const page = await stage.open("/tree");
  assert.match(page.tree, /\[e\d+ treeitem: src\]\s+\[e\d+ treeitem level 2: main\.ts\]/);
  const row = (words: string): string => {
    const ref = new RegExp(`\\[(e\\d+) row[^\\]]*\\] \\| ${words}`).exec(page.tree)?.[1];
    assert(ref !== undefined, page.tree);
    return ref;
  };
  assert.match(page.tree, /\[e\d+ row collapsed\] \| Treegrids \| Ada/);
  await page.do({ type: "click", ref: row("Treegrids") });
  assert.match(page.tree, /row expanded\] \| Treegrids \| Ada\n \[e\d+ row level 2\] \| Re: Treegrids/);
  await page.do({ type: "click", ref: row("Re: Treegrids") });
  assert.match(page.tree, /row selected level 2\] \| Re/);
});

test("cells of a grid that follows them have refs, rows that are selected have one, data tables have none", async () => {
  const page = await stage.open("/sheet");
  assert.match(
    page.tree,
    /\[e\d+ grid: Month\]\n \| Mo \| Tu\n \| \[e\d+ gridcell: 1\] \| \[e\d+ gridcell active: 2\]/,
  );
  assert.match(page.tree, /\[e\d+ gridcell disabled: 3\]/);
  assert.match(page.tree, /\[e\d+ row\] \| Ann\n \[e\d+ row selected\] \| Bob/);
  assert.match(
    page.tree,
    /\n\| Order \| Total\n\| 1001 \| 14\.00\n\| 1002 \| 9\.50\ngrid: Report\n \| Order \| Total\n \| 1001/,
  );
  assert.equal(page.tree.match(/\[e\d+ /g)?.length, 7, page.tree);
  await page.do({ type: "click", ref: page.ref("gridcell", "4") });
  assert.match(page.tree, /gridcell selected active: 4/);
});
