import { refBy } from "../../../browser/widgets_stage.ts";
import { clicks, type Entry, job, on, reads } from "../../harness/entry.ts";

export const reactSelect: Entry = {
  library: "react-select",
  package: "react-select",
  set: "full",
  page: "react/select.jsx",
  jobs: [
    reads("read", /Oslo[\s\S]*City|City[\s\S]*Oslo/),
    on("one: choose", "combobox", "City", { type: "choose", option: "Trondheim" }, { one: "Trondheim" }),
    job("one: click by click", { one: "Bergen" }, clicks(["combobox", "City"], ["option", "Bergen"])),
    job("one: typed, then Enter", { one: "Trondheim" }, async (page) => {
      await page.do({ type: "type", ref: page.ref("combobox", "City"), value: "tron" }, {
        type: "press",
        key: "Enter",
      });
    }),
    job("one: cleared", { one: null }, async (page) => {
      await page.do({ type: "click", ref: refBy(page, /(button|clickable)[^\]]*(clear|×|indicator)/i) });
    }, {
      "Backspace in the field": async (page) => {
        await page.do({ type: "press", ref: page.ref("combobox", "City"), key: "Backspace" });
      },
    }),
    on("several: one more", "combobox", "Stops", { type: "choose", option: "Bergen" }, {
      many: ["Oslo", "Bergen"],
    }),
    job("several: one is taken away", { many: [] }, async (page) => {
      await page.do({ type: "click", ref: page.ref("button", "Remove Oslo") });
    }),
    job("free words", { made: ["fast", "cheap"] }, async (page) => {
      for (const value of ["fast", "cheap"]) {
        await page.do({ type: "type", ref: page.ref("combobox", "Words"), value }, {
          type: "press",
          key: "Enter",
        });
      }
    }),
  ],
};
