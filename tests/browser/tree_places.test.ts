// Where words stand and what is painted, for a client that asks for boxes and graphics.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Stage, startStage } from "./act_support.ts";

const PAGE = `<style>*{margin:0} p,h2,section{font:16px monospace}</style>
<h2 style="position:absolute;left:10px;top:20px">Report</h2>
<p style="position:absolute;left:10px;top:60px;width:300px">Plain words (box 1,2,3,4) with <a href=#x>a link</a></p>
<table style="position:absolute;left:10px;top:100px;border-spacing:0"><tr><td style="padding:0;height:20px;width:40px">a</td>
<td style="padding:0;width:40px">b</td></tr></table>
<img alt=Photo style="position:absolute;left:400px;top:20px;width:40px;height:30px">
<svg style="position:absolute;left:10px;top:200px" width=200 height=60><text x=10 y=50>20 { 24</text>
<rect x=40 y=10 width=10 height=40 fill="rgb(230,20,20)" /></svg>
<div style="position:absolute;left:10px;top:300px;width:200px;height:10px;background:rgb(211,211,211)">
  <div style="width:50%;height:10px;background:rgb(20,150,40)"></div></div>
<span style="position:absolute;left:10px;top:330px;border:5px solid rgb(30,60,230)"></span>
<em style="position:absolute;left:30px;top:330px;width:20px;height:20px;background:linear-gradient(rgb(230,20,20),rgb(30,60,230))"></em>
<section style="position:absolute;left:10px;top:400px;width:100px;height:50px;background-image:url('/img/hero.jpg?v=2')">Big words</section>
<x-cell style="position:absolute;left:10px;top:500px;width:20px;height:20px;background:rgb(255,150,0)"></x-cell>
<div style="position:absolute;left:0;top:600px;width:900px;height:600px"><div></div></div>`;

let stage: Stage;
before(async () =>
  stage = await startStage({
    "/page": PAGE,
    "/many": Array.from({ length: 500 }, () => `<i style="display:block;height:9px;background:red"></i>`)
      .join(""),
  })
);
after(() => stage.end());

test("lines of text, rows of tables and pictures have boxes when they are asked for", async () => {
  const page = await stage.open("/page");
  assert.doesNotMatch(page.tree, /\(box \d+,\d+,\d+,\d+\)$/m);
  const { tree } = await page.call("tab_snapshot", { include: ["box"] });
  assert.match(String(tree), /^## Report \(box 10,2\d,\d+,\d+\)$/m);
  // The last one is ours; what the page says stands before it.
  assert.match(
    String(tree),
    /^Plain words \(box 1,2,3,4\) with \[e1 link box \d+,\d+,\d+,\d+: a link\] \(box 10,6\d,\d+,\d+\)$/m,
  );
  assert.match(String(tree), /^\| a \| b \(box 1\d,10\d,\d+,\d+\)$/m);
  assert.match(String(tree), /^image: Photo \(box 400,20,40,30\)$/m);
});

test("texts of drawings, boxes that are there for their colour and pictures in the background are told", async () => {
  const page = await stage.open("/page");
  const { tree } = await page.call("tab_snapshot", { include: ["graphics"] });
  const shapes = String(tree).match(/^shape: .*$/gm)?.map((line) => line.slice(7));
  assert.match(
    shapes?.[0] ?? "",
    /^black text "20 \\\\\{ 24" at \d+,2\d\d size \d+x\d+$|^black text "20 \\\{ 24" at/,
  );
  assert.deepEqual(shapes?.slice(1), [
    "red rect at 55,230 size 10x40",
    "light grey box at 110,305 size 200x10",
    "green box at 60,305 size 100x10",
    "blue box at 15,335 size 10x10",
    "red to blue box at 40,340 size 20x20",
    "hero.jpg background at 60,425 size 100x50",
    "orange box at 20,510 size 20x20",
  ]);
  const many = await stage.open("/many");
  const { tree: long } = await many.call("tab_snapshot", { include: ["graphics"] });
  assert.equal(String(long).match(/^shape: /gm)?.length, 200);
  assert.match(String(long), /^shapes: more than are listed$/m);
});
