import { refBy } from "../../../browser/widgets_stage.ts";
import { type Entry, job, on } from "../../harness/entry.ts";

export const flatpickr: Entry = {
  library: "flatpickr",
  package: "flatpickr",
  set: "quick",
  page: "plain/flatpickr.html",
  jobs: [
    job("a day by clicks", { day: "2030-05-17" }, async (page) => {
      await page.do({ type: "click", ref: page.ref("textbox", "Day") });
      await page.do({ type: "click", ref: refBy(page, /May 17, 2030/) });
    }),
    job("month select, then a day", { day: "2030-08-09" }, async (page) => {
      await page.do({ type: "click", ref: page.ref("textbox", "Day") });
      await page.do({ type: "select", ref: page.ref("combobox", "Month"), values: ["August"] });
      await page.do({ type: "click", ref: refBy(page, /August 9, 2030/) });
    }),
    job("next month by its arrow", { day: "2030-06-03" }, async (page) => {
      await page.do({ type: "click", ref: page.ref("textbox", "Day") });
      await page.do({ type: "click", ref: refBy(page, /next-month/) });
      await page.do({ type: "click", ref: refBy(page, /June 3, 2030/) });
    }),
    job("a time", { time: "15:00" }, async (page) => {
      await page.do({ type: "click", ref: page.ref("textbox", "Start") });
      await page.do({ type: "fill", ref: page.ref("spinbutton", "Hour"), value: "15" }, {
        type: "press",
        key: "Enter",
      });
    }),
    on("a day that is typed", "textbox", "Typed", { type: "fill", value: "2030-05-20" }, {
      typed: "2030-05-20",
    }, {
      "fill, then Enter": async (page) => {
        await page.do({ type: "fill", ref: page.ref("textbox", "Typed"), value: "2030-05-20" }, {
          type: "press",
          key: "Enter",
        });
      },
    }),
  ],
};
