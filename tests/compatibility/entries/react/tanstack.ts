import type { Visit } from "../../../browser/act_support.ts";
import { refBy } from "../../../browser/widgets_stage.ts";
import { type Entry, job, on, reads } from "../../harness/entry.ts";

/** Ref of a control in the row of a person. */
function inRow(page: Visit, person: string, control: RegExp): string {
  const line = page.tree.split("\n").find((text) => text.includes(person)) ?? "";
  return refBy({ ...page, tree: line } as Visit, control);
}

export const tanstack: Entry = {
  library: "TanStack Table",
  package: "@tanstack/react-table",
  set: "full",
  page: "react/tanstack.jsx",
  jobs: [
    reads("read", /\| Person 01 \| 20/, /Person 05/),
    job("sort by a header", { sorting: [{ id: "age", desc: true }] }, async (page) => {
      await page.do({ type: "click", ref: refBy(page, /[: ]Age\]/) });
    }),
    on("search", "textbox", "Search", { type: "fill", value: "Person 17" }, { shown: ["Person 17"] }),
    job("a row is selected", { picked: { "2": true } }, async (page) => {
      await page.do({ type: "check", ref: inRow(page, "Person 03", /checkbox/), checked: true });
    }),
    job("a row is unfolded", { expanded: { "1": true } }, async (page) => {
      await page.do({ type: "click", ref: inRow(page, "Person 02", /▸/) });
    }),
    job("the button of a row", { deleted: "Person 04" }, async (page) => {
      await page.do({ type: "click", ref: inRow(page, "Person 04", /button[^\]]*Delete/) });
    }),
    on("a column is hidden", "checkbox", "Show age", { type: "check", checked: false }, {
      columns: { age: false },
    }),
    on("next page", "button", ">", { type: "click" }, { pagination: { pageIndex: 1, pageSize: 5 } }),
    on("rows of a page", "combobox", "Rows", { type: "select", values: ["10"] }, {
      pagination: { pageIndex: 0, pageSize: 10 },
    }),
  ],
};
