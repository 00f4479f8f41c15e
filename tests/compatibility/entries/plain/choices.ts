import { refBy } from "../../../browser/widgets_stage.ts";
import { type Entry, job } from "../../harness/entry.ts";

export const choices: Entry = {
  library: "Choices.js",
  package: "choices.js",
  set: "quick",
  page: "plain/choices.html",
  jobs: [
    job("one: choose", { one: "t" }, async (page) => {
      await page.do({
        type: "choose",
        ref: refBy(page, /(combobox|listbox)[^\]]*(City|Oslo)/),
        option: "Trondheim",
      });
    }, {
      "click, then click the option": async (page) => {
        await page.do({ type: "click", ref: refBy(page, /(combobox|clickable)[^\]]*Oslo/) });
        await page.do({ type: "click", ref: refBy(page, /option[^\]]*Trondheim/) });
      },
    }),
    job("several: one more is chosen", { many: ["r", "bl"] }, async (page) => {
      await page.do({
        type: "choose",
        ref: refBy(page, /(combobox|listbox|textbox|searchbox)[^\]]*Tags/),
        option: "blue",
      });
    }, {
      "click, then click the option": async (page) => {
        const box = refBy(page, /(combobox|textbox|searchbox)[^\]]*Tags/);
        await page.do({ type: "click", ref: box });
        await page.do({ type: "click", ref: refBy(page, /option[^\]]*blue/) });
      },
    }),
    job("several: one is taken away", { many: [] }, async (page) => {
      await page.do({ type: "click", ref: refBy(page, /button[^\]]*Remove item/) });
    }),
    job("free words", { mails: ["a@b.no", "c@d.no"] }, async (page) => {
      const field = refBy(page, /(textbox|combobox|searchbox)[^\]]*Mails/);
      for (const value of ["a@b.no", "c@d.no"]) {
        await page.do({ type: "type", ref: field, value }, { type: "press", key: "Enter" });
      }
    }, {
      "type into the field without a name": async (page) => {
        for (const value of ["a@b.no", "c@d.no"]) {
          const fields = [...page.tree.matchAll(/\[(e\d+) (?:searchbox|textbox)[^\]]*\]/g)].map(([, ref]) =>
            ref
          );
          await page.do({ type: "type", ref: fields.at(-1), value }, { type: "press", key: "Enter" });
        }
      },
    }),
  ],
};
