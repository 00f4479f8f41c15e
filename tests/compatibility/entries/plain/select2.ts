import { refBy } from "../../../browser/widgets_stage.ts";
import { type Entry, job } from "../../harness/entry.ts";

export const select2: Entry = {
  library: "select2",
  package: "select2",
  set: "quick",
  page: "plain/select2.html",
  jobs: [
    job("one: select", { one: "t", open: false }, async (page) => {
      await page.do({ type: "select", ref: refBy(page, /: City/), values: ["Trondheim"] });
    }, {
      choose: async (page) => {
        await page.do({ type: "choose", ref: refBy(page, /Oslo/), option: "Trondheim" });
      },
    }),
    job("one: choose in the drawn list", { one: "b", open: false }, async (page) => {
      await page.do({ type: "choose", ref: refBy(page, /combobox[^\]]*Oslo/), option: "Bergen" });
    }, {
      "click, then click the option": async (page) => {
        await page.do({ type: "click", ref: refBy(page, /combobox[^\]]*Oslo/) });
        await page.do({ type: "click", ref: refBy(page, /(option|treeitem)[^\]]*Bergen/) });
      },
    }),
    job("one: search, then Enter", { one: "t" }, async (page) => {
      await page.do({ type: "click", ref: refBy(page, /combobox[^\]]*Oslo/) });
      await page.do({ type: "type", ref: refBy(page, /searchbox focused/), value: "tron" }, {
        type: "press",
        key: "Enter",
      });
    }),
    job("several: two are chosen", { many: ["r", "bl"] }, async (page) => {
      for (const option of ["red", "blue"]) {
        await page.do({ type: "choose", ref: refBy(page, /combobox[^\]]*Tags/), option });
      }
    }, {
      select: async (page) => {
        await page.do({ type: "select", ref: refBy(page, /: Tags/), values: ["red", "blue"] });
      },
      "click, then click the option": async (page) => {
        for (const option of ["red", "blue"]) {
          await page.do({ type: "click", ref: refBy(page, /(searchbox|textbox|combobox)[^\]]*Tags/) });
          await page.do({ type: "click", ref: refBy(page, new RegExp(`(option|treeitem)[^\\]]*${option}`)) });
        }
      },
    }),
    job("free words", { free: ["fast", "cheap"] }, async (page) => {
      const field = refBy(page, /(searchbox|textbox)[^\]]*Keywords/);
      for (const value of ["fast", "cheap"]) {
        await page.do({ type: "type", ref: field, value }, { type: "press", key: "Enter" });
      }
    }, {
      "type into the last search field": async (page) => {
        for (const value of ["fast", "cheap"]) {
          const fields = [...page.tree.matchAll(/\[(e\d+) (?:searchbox|textbox)[^\]]*\]/g)].map(([, ref]) =>
            ref
          );
          await page.do({ type: "type", ref: fields.at(-1), value }, { type: "press", key: "Enter" });
        }
      },
    }),
  ],
};
