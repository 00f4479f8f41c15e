import type { Visit } from "../../../browser/act_support.ts";
import { refBy } from "../../../browser/widgets_stage.ts";
import { type Entry, job, reads } from "../../harness/entry.ts";

/** Ref of a control in the row of a person. */
function inRow(page: Visit, person: string, control: RegExp): string {
  const line = page.tree.split("\n").find((text) => text.includes(person)) ?? "";
  return refBy({ ...page, tree: line } as Visit, control);
}

export const agGrid: Entry = {
  library: "AG Grid",
  package: "ag-grid-community",
  set: "full",
  page: "plain/ag_grid.html",
  jobs: [
    reads("read", /Person 001/, /Person 010/, /Team/, /Red/),
    job("sort by a header", { sort: ["age asc"] }, async (page) => {
      await page.do({ type: "click", ref: refBy(page, /[: ]Age\]/) });
    }, {
      click_text: async (page) => {
        await page.do({ type: "click_text", text: "Age" });
      },
    }),
    job("a row is selected", { picked: ["Person 003"] }, async (page) => {
      await page.do({ type: "check", ref: inRow(page, "Person 003", /checkbox/), checked: true });
    }),
    job("a cell is edited", { age2: 55 }, async (page) => {
      await page.do({ type: "double_click", ref: inRow(page, "Person 002", /[: ]27\]/) });
      await page.do({ type: "fill", ref: refBy(page, /(textbox|spinbutton)[^\]]*focused/), value: "55" }, {
        type: "press",
        key: "Enter",
      });
    }, {
      "keys in the focused cell": async (page) => {
        await page.do({ type: "click", ref: inRow(page, "Person 002", /[: ]27\]/) });
        await page.do({ type: "press", key: "Enter" });
        await page.do({ type: "press", key: "ControlOrMeta+A" }, { type: "press", key: "5" }, {
          type: "press",
          key: "5",
        }, { type: "press", key: "Enter" });
      },
    }),
    job("a cell with a list is edited", { team3: "Blue" }, async (page) => {
      await page.do({ type: "double_click", ref: inRow(page, "Person 003", /[: ]Red\]/) });
      await page.do({ type: "click", ref: refBy(page, /(combobox|option|clickable)[^\]]*Blue/) });
    }),
    job("a box in a row is ticked", { done1: true }, async (page) => {
      const line = page.tree.split("\n").find((text) => text.includes("Person 001")) ?? "";
      const boxes = [...line.matchAll(/\[(e\d+) checkbox[^\]]*\]/g)].map(([, ref]) => ref);
      await page.do({ type: "check", ref: boxes.at(-1), checked: true });
    }),
    job("filter", { count: 1 }, async (page) => {
      await page.do({ type: "click", ref: refBy(page, /(button|clickable|hint)[^\]]*filter/i) });
      await page.do({ type: "fill", ref: refBy(page, /textbox[^\]]*Filter Value/), value: "Person 017" });
    }),
    job("next page", { page: 1 }, async (page) => {
      await page.do({ type: "click", ref: refBy(page, /button[^\]]*Next Page/) });
    }),
    job("rows of a page", { size: 20 }, async (page) => {
      await page.do({ type: "choose", ref: refBy(page, /combobox[^\]]*Page Size/), option: "20" });
    }),
    job("a column is moved", { order: ["age", "name", "team", "done"] }, async (page) => {
      await page.do({
        type: "drag",
        ref: refBy(page, /[: ]Age\]/),
        target_ref: refBy(page, /[: ]Name\]/),
        position: "before",
      });
    }),
  ],
};
