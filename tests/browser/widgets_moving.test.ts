// Libraries' lists and grids: rows that exist only where one looks, and rows that are carried about.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Stage, Visit } from "./act_support.ts";
import { comesToHold, refBy, startWidgets } from "./widgets_stage.ts";

let stage: Stage;
before(async () => stage = await startWidgets());
after(() => stage.end());

test("TanStack Virtual: a row far down is scrolled to and used", async () => {
  const page = await stage.open("/virtual_list");
  assert.doesNotMatch(page.tree, /Parcel 120\b/);
  while (!/Collect 120\b/.test(page.tree)) {
    const [first = "0"] = /(?<=Parcel )\d+/.exec(page.tree) ?? [];
    assert.ok(Number(first) < 120, page.tree);
    await page.do({ type: "scroll", direction: "down", pixels: 900, ref: page.ref("list", "Parcels") });
  }
  await page.do({ type: "click", ref: page.ref("button", "Collect 120") });
  await comesToHold(page, { collected: 120 });
  await page.call("tab_close");
});

test("Tabulator: rows are sorted, filtered, selected and edited", async () => {
  const page = await stage.open("/data_grid");
  await page.do({ type: "click_text", text: "Age" });
  await comesToHold(page, { sorters: ["age asc"], first: ["Ada 1", "Cleo 51", "Eve 101"] });
  // Header filters of this grid listen to keys.
  await page.do({ type: "type", ref: refBy(page, /searchbox/), value: "Finn 6" });
  await comesToHold(page, { count: 3 });
  await page.do(
    { type: "press", ref: refBy(page, /searchbox/), key: "ControlOrMeta+A" },
    { type: "press", key: "Delete" },
    { type: "type", ref: refBy(page, /searchbox/), value: "Ada 1" },
  );
  await comesToHold(page, { first: ["Ada 1", "Ada 151", "Ada 187"] });
  const boxes = [...page.tree.matchAll(/\[(e\d+) checkbox: Select Row\]/g)].map(([, ref]) => ref);
  await page.do({ type: "click", ref: boxes[1] });
  await comesToHold(page, { selected: [1] });
  await page.do({ type: "click", ref: page.ref("gridcell", "Ada 1") });
  await page.do({ type: "fill", ref: refBy(page, /textbox/), value: "Ada One" }, {
    type: "press",
    key: "Enter",
  });
  await comesToHold(page, { row1: { id: 1, name: "Ada One", age: 20, active: true } });
  await page.call("tab_close");
});

/** Ref of a list item by its text, anywhere in its bracket. */
function itemOf(page: Visit, list: string, text: string): string {
  const section = page.tree.split(`## ${list}`)[1] ?? "";
  const found = new RegExp(`\\[(e\\d+) [^\\]]*${text}[^\\]]*\\]`).exec(section);
  assert(found?.[1] !== undefined, page.tree);
  return found[1];
}

test("SortableJS: items are carried before and behind others, in both ways that it drags", async () => {
  const page = await stage.open("/sortable");
  for (const list of ["Native", "Pointer"]) {
    const key = list.toLowerCase();
    await page.do({
      type: "drag",
      ref: itemOf(page, list, "Wash"),
      target_ref: itemOf(page, list, "Dry"),
      position: "after",
    });
    await comesToHold(page, { [key]: ["Rinse", "Dry", "Wash", "Fold", "Iron"] });
    await page.do({
      type: "drag",
      ref: itemOf(page, list, "Iron"),
      target_ref: itemOf(page, list, "Rinse"),
      position: "before",
    });
    await comesToHold(page, { [key]: ["Iron", "Rinse", "Dry", "Wash", "Fold"] });
  }
  await page.call("tab_close");
});

test("dnd kit: tasks change places under the pointer and with keys", async () => {
  const page = await stage.open("/drag_kit");
  await page.do({
    type: "drag",
    ref: page.ref("button", "Plan"),
    target_ref: page.ref("button", "Test"),
    position: "after",
  });
  await comesToHold(page, { tasks: ["Build", "Test", "Plan", "Ship"] });
  await page.do(
    { type: "press", ref: page.ref("button", "Ship"), key: "Space" },
    { type: "press", key: "ArrowUp" },
    { type: "press", key: "Space" },
  );
  await comesToHold(page, { tasks: ["Build", "Test", "Ship", "Plan"] });
  await page.call("tab_close");
});
