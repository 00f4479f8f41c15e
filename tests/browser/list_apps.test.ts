// One list application drawn by eleven ways of drawing, and worked from beginning to end as an outside client works it. Some
// of them draw a target anew while it is being pressed.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Stage, Visit } from "./act_support.ts";
import { comesToHold, refBy, startWidgets } from "./widgets_stage.ts";

let stage: Stage;
before(async () => stage = await startWidgets("list_apps"));
after(() => stage.end());

const APPS = [
  "alpine",
  "backbone",
  "jquery",
  "knockout",
  "lit",
  "mithril",
  "preact",
  "react",
  "redraw",
  "svelte",
  "vue",
] as const;

const newField = (page: Visit) => page.ref("textbox", "What is to be done?");
const title = (page: Visit) => page.ref("textbox", "Title");
const label = (page: Visit, name: string) => refBy(page, new RegExp(`clickable[^\\]]*${name}`));

for (const app of APPS) {
  test(`${app}: add, edit, toggle, filter and delete`, async () => {
    const page = await stage.open(`/${app}`);
    const isDone = async (...actions: readonly object[]) => {
      const effects = await page.do(...actions);
      assert.ok(effects.every(({ outcome }) => outcome !== "no_effect"), JSON.stringify([actions, effects]));
    };
    // adding goes on in the same batch, as the field is still there, or one that means the same
    await isDone(
      { type: "type", ref: newField(page), value: "feed cat" },
      { type: "press", ref: newField(page), key: "Enter" },
    );
    await comesToHold(page, { items: ["- buy milk", "- walk the dog", "- feed cat"], adds: 1 });
    await isDone(
      { type: "fill", ref: newField(page), value: "call Ada" },
      { type: "press", ref: newField(page), key: "Enter" },
    );
    await comesToHold(page, { items: ["- buy milk", "- walk the dog", "- feed cat", "- call Ada"], adds: 2 });
    await isDone({ type: "double_click", ref: label(page, "feed cat") });
    await comesToHold(page, { editing: 3 });
    await isDone(
      { type: "fill", ref: title(page), value: "feed the cats" },
      { type: "press", ref: title(page), key: "Enter" },
    );
    await comesToHold(page, {
      items: ["- buy milk", "- walk the dog", "- feed the cats", "- call Ada"],
      editing: 0,
    });
    await isDone({ type: "double_click", ref: label(page, "buy milk") });
    await comesToHold(page, { editing: 1 });
    await isDone(
      { type: "type", ref: title(page), value: " and honey" },
      { type: "press", ref: title(page), key: "Escape" },
    );
    await comesToHold(page, {
      items: ["- buy milk", "- walk the dog", "- feed the cats", "- call Ada"],
      editing: 0,
    });
    await isDone({ type: "check", ref: page.ref("checkbox", "Done: walk the dog"), checked: true });
    await comesToHold(page, {
      items: ["- buy milk", "x walk the dog", "- feed the cats", "- call Ada"],
      adds: 2,
    });
    await isDone({ type: "hover", ref: label(page, "buy milk") });
    await isDone({ type: "click", ref: refBy(page, /button[^\]]*: ×/) });
    await comesToHold(page, { items: ["x walk the dog", "- feed the cats", "- call Ada"] });
    await isDone({ type: "click", ref: page.ref("button", "Completed") });
    await comesToHold(page, { filter: "Completed" });
    assert.doesNotMatch(page.tree, /button[^\]]*: Done: feed|clickable[^\]]*feed the cats/);
    await isDone({ type: "click", ref: page.ref("button", "All") });
    await comesToHold(page, { filter: "All", adds: 2 });
    await page.call("tab_close");
  });
}
