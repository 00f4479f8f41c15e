// What an element owns elsewhere in the document is written once, and never lost.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { launch, open } from "./page_harness.ts";

let browser: Browser;
before(async () => {
  browser = await launch();
});
after(async () => {
  await browser.close();
});

/** How often each word stands in the tree of some markup. */
async function counts(html: string, ...words: readonly string[]): Promise<number[]> {
  const agent = await open(browser, html);
  const text = await agent.tree();
  await agent.page.close();
  return words.map((word) => text.split(word).length - 1);
}

const ROWS =
  `<div role=rowgroup id=body><div role=row><div role=gridcell>Ada</div><div role=gridcell><button>Edit</button></div></div></div>`;

test("rows that their grid owns, inside or outside it, are all there", async () => {
  const head = `<div role=rowgroup><div role=row><div role=columnheader>Name</div></div></div>`;
  assert.deepEqual(
    await counts(
      `<div role=grid aria-owns=body>${head}<div tabindex=0 style="height:20px;overflow:auto">${ROWS}</div></div>`,
      "Name",
      "Ada",
      "Edit",
    ),
    [1, 1, 1],
  );
  assert.deepEqual(
    await counts(`<div role=grid aria-owns=body>${head}</div>${ROWS}`, "Name", "Ada", "Edit"),
    [1, 1, 1],
  );
  assert.deepEqual(
    await counts(`<table aria-owns=more><tr><td>One</table><p id=more>Two</p>`, "One", "Two"),
    [1, 1],
  );
});

const FIELDS: readonly string[] = [
  `<input role=combobox aria-expanded=true aria-owns=list aria-label=Country>`,
  `<div role=combobox tabindex=0 aria-expanded=true aria-owns=list>Choose</div>`,
  `<div contenteditable aria-owns=list>Choose</div>`,
  `<button aria-owns=list>Choose</button>`,
  `<div role=treeitem tabindex=0 aria-owns=list>Choose</div>`,
  `<div style="display:none" aria-owns=list>Choose</div>`,
  `<div inert aria-owns=list>Choose</div>`,
  `<details><summary>More</summary><div aria-owns=list>Choose</div></details>`,
];

test("a list that a field owns is there, before or behind it", async () => {
  const cases = FIELDS.flatMap((field, index) =>
    ["before", "behind"].map((place) => {
      const id = `${place}${index}x`;
      const owner = field.replace("aria-owns=list", `aria-owns=${id}`);
      const list = `<ul id=${id} role=listbox><li role=option>Norway ${id}</ul>`;
      return { word: `option: Norway ${id}]`, html: place === "before" ? list + owner : owner + list };
    })
  );
  const found = await counts(cases.map(({ html }) => html).join("<hr>"), ...cases.map(({ word }) => word));
  for (const [index, count] of found.entries()) assert.equal(count, 1, cases[index]?.html);
});

test("owners that own each other or themselves lose nothing", async () => {
  const cases = [
    `<div id=a aria-owns=b>Alpha</div><div id=b aria-owns=a>Beta</div>`,
    `<div id=a aria-owns=a>Alpha</div><div id=b>Beta</div>`,
    `<div id=a>Alpha<div id=b aria-owns=a>Beta</div></div>`,
    `<div aria-owns="a b">Owner</div><div aria-owns="b a">Other</div><div id=a>Alpha</div><div id=b>Beta</div>`,
  ];
  for (const html of cases) assert.deepEqual(await counts(html, "Alpha", "Beta"), [1, 1], html);
});

test("a tree item shows the group that it owns below itself", async () => {
  const agent = await open(
    browser,
    `<div role=tree aria-label=Files><div role=treeitem tabindex=0 aria-expanded=true aria-owns=group>Work</div></div>
<p>Between</p><div id=group role=group><div role=treeitem tabindex=-1>Plans</div></div>`,
  );
  const text = await agent.tree();
  await agent.page.close();
  assert.ok(text.indexOf("Plans") < text.indexOf("Between"), text);
  assert.ok(text.indexOf("Plans") > text.indexOf("Work"), text);
});
