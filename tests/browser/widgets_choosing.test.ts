// Libraries' comboboxes, calendars, sliders and trees.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Stage } from "./act_support.ts";
import { comesToHold, startWidgets } from "./widgets_stage.ts";

let stage: Stage;
before(async () => stage = await startWidgets());
after(() => stage.end());

test("react-select: one option and several are chosen, one is taken away", async () => {
  const page = await stage.open("/combobox");
  await page.do({ type: "choose", ref: page.ref("combobox", "Fruit"), option: "Elderberry" });
  await comesToHold(page, { fruit: "elderberry", basket: [] });
  for (const option of ["Fig", "Banana"]) {
    await page.do({ type: "choose", ref: page.ref("combobox", "Basket"), option });
  }
  await comesToHold(page, { basket: ["fig", "banana"] });
  await page.do({ type: "click", ref: page.ref("button", "Remove Fig") });
  await comesToHold(page, { fruit: "elderberry", basket: ["banana"] });
  await page.fails(
    { type: "choose", ref: page.ref("combobox", "Fruit"), option: "Durian" },
    "OPTION_NOT_FOUND",
  );
  await comesToHold(page, { fruit: "elderberry", basket: ["banana"] });
  await page.call("tab_close");
});

test("react-select: words typed narrow the options, and Enter takes the first", async () => {
  const page = await stage.open("/combobox");
  await page.do({ type: "type", ref: page.ref("combobox", "Fruit"), value: "apr" }, {
    type: "press",
    key: "Enter",
  });
  await comesToHold(page, { fruit: "apricot" });
  await page.call("tab_close");
});

test("react-day-picker: a range over two months is picked by its days' names", async () => {
  const page = await stage.open("/date_range");
  await page.do({ type: "click", ref: page.ref("button", "Wednesday, May 29th, 2030") });
  await page.do({ type: "click", ref: page.ref("button", "Go to the Next Month") });
  await page.do({ type: "click", ref: page.ref("button", "Tuesday, June 4th, 2030") });
  await comesToHold(page, { from: "2030-05-29", to: "2030-06-04" });
  await page.call("tab_close");
});

test("flatpickr: a calendar that a read-only field opens takes two days and closes", async () => {
  const page = await stage.open("/date_popup");
  await page.do({ type: "click", ref: page.ref("textbox", "Stay") });
  const day = (name: string) => page.ref("clickable", name);
  await page.do({ type: "click", ref: day("May 14, 2030") });
  await page.do({ type: "click", ref: day("May 17, 2030") });
  await comesToHold(page, { days: ["2030-05-14", "2030-05-17"], open: false });
  await page.holds("#stay", "2030-05-14 to 2030-05-17");
  await page.call("tab_close");
});

test("rc-slider and noUiSlider: handles come to stand where they are told", async () => {
  const page = await stage.open("/slider");
  await page.do({ type: "set_slider", ref: page.ref("slider", "Volume"), value: 75 });
  await page.do({ type: "set_slider", ref: page.ref("slider", "Least price"), value: 35 });
  await page.do({ type: "set_slider", ref: page.ref("slider", "Greatest heat"), value: 88 });
  await comesToHold(page, { volume: 75, price: [35, 80], heat: [30, 88] });
  // A handle does not pass its neighbour: what cannot be reached is said.
  const { failed } = await page.act([{
    type: "set_slider",
    ref: page.ref("slider", "Least heat"),
    value: 95,
  }]);
  assert.notEqual(failed, null);
  await page.call("tab_close");
});

test("react-arborist: branches open, and a leaf two steps down is selected", async () => {
  const page = await stage.open("/tree");
  await page.do({ type: "click", ref: page.ref("treeitem", "▸Work") }, { type: "press", key: "ArrowRight" });
  await page.do({ type: "click", ref: page.ref("treeitem", "▸Bills") }, { type: "press", key: "ArrowRight" });
  await page.do({ type: "click", ref: page.ref("treeitem", "·Open") });
  await comesToHold(page, { selected: ["open"], open: { work: true, bills: true } });
  assert.match(page.tree, /treeitem[^\]]*selected[^\]]*: ·Open/);
  await page.call("tab_close");
});
