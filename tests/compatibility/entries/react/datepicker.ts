import { refBy } from "../../../browser/widgets_stage.ts";
import { type Entry, job, on } from "../../harness/entry.ts";

export const datepicker: Entry = {
  library: "react-datepicker",
  package: "react-datepicker",
  set: "full",
  page: "react/datepicker.jsx",
  jobs: [
    job("a day by clicks", { day: "2030-05-17" }, async (page) => {
      await page.do({ type: "click", ref: page.ref("textbox", "Day") });
      await page.do({ type: "click", ref: refBy(page, /May 17th, 2030/) });
    }),
    job("next month by its arrow", { day: "2030-06-03" }, async (page) => {
      await page.do({ type: "click", ref: page.ref("textbox", "Day") });
      await page.do({ type: "click", ref: page.ref("button", "Next Month") });
      await page.do({ type: "click", ref: refBy(page, /June 3rd, 2030/) });
    }),
    job("month and year selects", { day: "2031-08-09" }, async (page) => {
      await page.do({ type: "click", ref: page.ref("textbox", "Day") });
      await page.do({ type: "select", ref: refBy(page, /combobox[^\]]*May/), values: ["August"] });
      await page.do({ type: "select", ref: refBy(page, /combobox[^\]]*= 2030/), values: ["2031"] });
      await page.do({ type: "click", ref: refBy(page, /August 9th, 2031/) });
    }),
    on("a day that is typed", "textbox", "Day", { type: "fill", value: "05/20/2030" }, { day: "2030-05-20" }),
    job("range of days", { from: "2030-05-06", until: "2030-05-09" }, async (page) => {
      await page.do({ type: "click", ref: page.ref("textbox", "Stay") });
      await page.do({ type: "click", ref: refBy(page, /May 6th, 2030/) });
      await page.do({ type: "click", ref: refBy(page, /May 9th, 2030/) });
    }),
    job("a time from the list", { time: "15:30" }, async (page) => {
      await page.do({ type: "click", ref: page.ref("textbox", "Alarm") });
      await page.do({ type: "click", ref: page.ref("option", "15:30") });
    }, {
      choose: async (page) => {
        await page.do({ type: "choose", ref: page.ref("textbox", "Alarm"), option: "15:30" });
      },
    }),
    job("a month", { month: "2030-09" }, async (page) => {
      await page.do({ type: "click", ref: page.ref("textbox", "Month") });
      await page.do({ type: "click", ref: refBy(page, /September 2030/) });
    }),
  ],
};
