import { refBy } from "../../../browser/widgets_stage.ts";
import { clicks, type Entry, job, on, reads } from "../../harness/entry.ts";

const check = { type: "check", checked: true };

export const aria: Entry = {
  library: "React Aria",
  package: "react-aria-components",
  set: "full",
  page: "react/aria.jsx",
  jobs: [
    reads("read", /apple/, /Heat = 30/, /b\.txt/),
    job("select: choose", { fruit: "cherry" }, async (page) => {
      await page.do({ type: "choose", ref: refBy(page, /(button|combobox)[^\]]*apple/), option: "cherry" });
    }),
    job("select: click by click", { fruit: "banana" }, async (page) => {
      await page.do({ type: "click", ref: refBy(page, /(button|combobox)[^\]]*apple/) });
      await page.do({ type: "click", ref: page.ref("option", "banana") });
    }),
    on("combobox: choose", "combobox", "Drink", { type: "choose", option: "water" }, { combo: "water" }),
    job("combobox: typed, then a suggestion", { combo: "tea" }, async (page) => {
      await page.do({ type: "type", ref: page.ref("combobox", "Drink"), value: "te" });
      await page.do({ type: "click", ref: page.ref("option", "tea") });
    }),
    job("number field: typed", { count: 7 }, async (page) => {
      await page.do({ type: "fill", ref: page.ref("textbox", "Count"), value: "7" }, {
        type: "press",
        key: "Tab",
      });
    }),
    on("number field: button", "button", "Increase Count", { type: "click" }, { count: 2 }),
    on("slider", "slider", "Heat", { type: "set_slider", value: 71 }, { heat: 71 }),
    on("checkbox", "checkbox", "I agree", check, { agreed: true }),
    on("switch", "switch", "Dark mode", check, { dark: true }),
    on("radio", "radio", "Pro", check, { plan: "pro" }),
    on("tabs", "tab", "Two", { type: "click" }, { tab: "two" }),
    job("date: a day by clicks", { day: "2030-05-17" }, async (page) => {
      await page.do({ type: "click", ref: refBy(page, /button[^\]]*Day/) });
      await page.do({ type: "click", ref: refBy(page, /May 17, 2030/) });
    }),
    job("date: a part is typed", { day: "2030-05-21" }, async (page) => {
      await page.do({ type: "type", ref: refBy(page, /spinbutton[^\]]*day, Day/), value: "21" });
    }),
    job("empty date: its parts are typed", { typed: "1999-12-31" }, async (page) => {
      for (const [part, value] of [["month", "12"], ["day", "31"], ["year", "1999"]] as const) {
        await page.do({
          type: "type",
          ref: refBy(page, new RegExp(`spinbutton[^\\]]*${part}, Birthday`)),
          value,
        });
      }
    }),
    job("search is cleared", { search: "" }, async (page) => {
      await page.do({ type: "click", ref: refBy(page, /button[^\]]*Clear search/i) });
    }),
    job("tag is taken away", { tags: ["green"] }, async (page) => {
      await page.do({ type: "click", ref: refBy(page, /button[^\]]*Remove[^\]]*/) });
    }, {
      "Delete on the tag": async (page) => {
        await page.do({ type: "press", ref: refBy(page, /[: ]red/), key: "Delete" });
      },
    }),
    job("grid list: two are selected", { picked: ["a.txt", "b.txt"] }, async (page) => {
      for (const name of ["a.txt", "b.txt"]) {
        await page.do({ ...check, ref: refBy(page, new RegExp(`checkbox[^\\]]*${name}`)) });
      }
    }, {
      "click on the rows": async (page) => {
        for (const text of ["a.txt", "b.txt"]) await page.do({ type: "click_text", text });
      },
    }),
    job("menu", { menu: "archive" }, clicks(["button", "Actions"], ["menuitem", "Archive"])),
    job("dialog with a field", { renamed: "new.txt" }, async (page) => {
      await page.do({ type: "click", ref: page.ref("button", "Rename") });
      await page.do({ type: "fill", ref: page.ref("textbox", "New name"), value: "new.txt" }, {
        type: "click",
        ref: page.ref("button", "Save"),
      });
    }),
    on("disclosure", "button", "Details", { type: "click" }, { open: true }),
    on("toggle", "button", "Bold", { type: "click" }, { bold: true }),
    job("tree: unfold and select", { unfolded: ["docs"], chosen: ["guide"] }, async (page) => {
      await page.do({ type: "click", ref: refBy(page, /button[^\]]*(Expand|▸)/) });
      await page.do({
        type: "click",
        ref: refBy(page, /(row|treeitem|option|clickable|focusable)[^\]]*guide/),
      });
    }, {
      "keys": async (page) => {
        await page.do({ type: "press", ref: refBy(page, /[: ]docs/), key: "ArrowRight" });
        await page.do({ type: "press", key: "ArrowDown" }, { type: "press", key: "Enter" });
      },
    }),
  ],
};
