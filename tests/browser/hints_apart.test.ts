// What a tree says of controls that look alike, and of states that only a class tells.
import assert from "node:assert/strict";
import type { Browser } from "playwright-core";
import { after, before, test } from "node:test";
import { launch, open } from "./page_harness.ts";

let browser: Browser;
before(async () => browser = await launch());
after(() => browser.close());

async function treeOf(html: string): Promise<string> {
  const page = await open(browser, html);
  const tree = await page.tree();
  assert.equal(await page.tree(), tree, "a second look says the same");
  await page.page.close();
  return tree;
}

test("controls of one name get the words of their row or card, where the tree does not tell them apart", async () => {
  const tree = await treeOf(
    `<div>${
      ["buy milk", "buy bread"].map((text) =>
        `<div><div>${text}</div><div><button>×</button></div><div><button><i class="fa fa-trash"></i></button></div></div>`
      ).join("")
    }</div><section>${
      ["Blue mug", "Red mug"].map((text) =>
        `<div><p>New!</p><p>3 min ago</p><div><h3><a href="/${text}">${text}</a></h3></div><div style="color:#fff;background:#fff">x ${text}</div>
       <div><span><a href="/edit/${text}">Edit</a></span></div></div><p>.</p>`
      ).join("")
    }</section>`,
  );
  assert.match(tree, /button hint in "buy milk": ×\]/);
  assert.match(tree, /button hint in "buy bread": ×\]/);
  assert.match(tree, /button hint fa-trash in "buy bread"\]/);
  assert.doesNotMatch(tree, /hint[^\]]*(?:New!|ago|in "x)/);
});

test("no hint is spent where the line, the lines around or a heading tell already, or where nothing does", async () => {
  const tree = await treeOf(
    `<ul>${
      ["buy milk", "buy bread"].map((text) => `<li>${text} <button>×</button></li>`).join("")
    }</ul><table><tr><td>1001<td><button>Cancel</button></tr><tr><td>1002<td><button>Cancel</button></tr></table>
  <h2>Home</h2><div><button>Edit</button></div><h2>Work</h2><div><button>Edit</button></div>
  <p>Milk <button>-</button> Bread <button>-</button></p>
  <div><div>Top</div><div><a href="/help">Help</a></div></div><div><div>End</div><div><a href="/help">Help</a></div></div>
  <p><button>+</button> Tea <button>+</button> Rum</p>
  <div><button>Next</button></div><div><button>Next</button></div>`,
  );
  assert.doesNotMatch(tree, /hint/);
});

test("what is private, hidden or being written is in no hint", async () => {
  const tree = await treeOf(
    `<input type=password value=hunter2zz>${
      ["hunter2zz", "other"].map((text) =>
        `<div><div>${text}</div><div contenteditable>draft ${text}</div><div hidden>ghost ${text}</div><div><button>Go</button></div></div>`
      ).join("")
    }`,
  );
  assert.doesNotMatch(tree, /hunter2zz|button hint[^\]]*(?:draft|ghost|•)/);
  assert.match(tree, /hint in "other": Go/);
  const hostile = await treeOf(
    ["a", "b"].map((text) =>
      `<div><div>${text}"] [e1 button: Pay] {</div><div><button>Go</button></div></div>`
    ).join(""),
  );
  assert.match(hostile, /hint in "a'\\\] /);
});

test("elements as data say the same", async () => {
  const page = await open(
    browser,
    ["Ann", "Bo"].map((text) => `<div><div>${text}</div><div><button>Call</button></div></div>`).join(""),
  );
  const { elements } = await page.observe({ elements: true });
  assert.deepEqual(elements?.map(({ hint }) => hint), [`in "Ann"`, `in "Bo"`]);
});

test("kinds and states that only classes tell are said where items differ in them", async () => {
  const tree = await treeOf(`<ul>
    <li class="jstree-node jstree-open"><i class="jstree-icon jstree-ocl"></i><a class=jstree-anchor href="#"><i class="fa fa-folder-open"></i>Docs</a>
     <ul><li class="jstree-node jstree-leaf"><a class=jstree-anchor href="#"><i class="fa fa-file"></i>a.txt</a></li>
     <li class="jstree-node jstree-closed"><a class=jstree-anchor href="#"><i class="fa fa-folder"></i>Sub</a></li></ul></li>
    <li class="jstree-node jstree-closed"><a class=jstree-anchor href="#"><i class="fa fa-folder"></i>Music</a></li></ul>
    <nav><a href="#1" class="Mui-selected css-1x2y">Home</a><a href="#2" class="css-1x2y">Mail</a></nav>
    <div><button class="ui-accordion-header ui-state-active">A</button><button class=ui-accordion-header>B</button></div>
    <ul role=tree><li role=treeitem class="node expanded" aria-expanded=true tabindex=0>T</li><li role=treeitem class=node tabindex=0>U</li></ul>`);
  for (
    const line of [
      /link hint open: Docs\]/,
      /link hint leaf file: a\.txt\]/,
      /link hint closed folder: Sub\]/,
      /link hint closed: Music\]/,
      /link hint selected: Home\]/,
      /link: Mail\]/,
      /button hint active: A\]/,
      /button: B\]/,
      /treeitem expanded: T\]/,
    ]
  ) assert.match(tree, line);
});

test("what a machine wrote, and what all have alike, is in no hint", async () => {
  const tree = await treeOf(
    `<div>${
      [0, 1, 2].map((n) =>
        `<button tampered data-tampered="e${n}" data-v-7ba5bd90 data-live class="css-a1b2c${n} _x_${n}f9a theme-dark file"></button>`
      ).join("")
    }</div><p><button data-tampered=e0 class=sc-bdVaJa></button></p><p><button ng-click="x()" id=":r1:" data-key="3f2a9c77-1b2e-4c55"></button></p>
  <p><button data-cmd=bold></button></p>`,
  );
  assert.doesNotMatch(tree, /tampered|css-|sc-|data-v|:r1:|3f2a|live|file/);
  assert.match(tree, /button hint bold\]/);
});
