import { refBy } from "../../../browser/widgets_stage.ts";
import { clicks, type Entry, job, on, reads } from "../../harness/entry.ts";

const check = { type: "check", checked: true };

export const mui: Entry = {
  library: "MUI",
  package: "@mui/material",
  set: "full",
  page: "react/mui.jsx",
  jobs: [
    reads("read", /Mail/, /Age = Ten/, /Volume = 30/, /Price/),
    on("text field", "textbox", "Mail", { type: "fill", value: "a@b.no" }, { mail: "a@b.no" }),
    on("select: choose", "combobox", "Age", { type: "choose", option: "Thirty" }, { age: 30 }),
    on("select: select", "combobox", "Age", { type: "select", values: ["Twenty"] }, { age: 20 }),
    job("select: click by click", { age: 20 }, clicks(["combobox", "Age"], ["option", "Twenty"])),
    job("select of several", { tags: ["alpha", "gamma"] }, async (page) => {
      await page.do({ type: "click", ref: page.ref("combobox", "Tags") });
      for (const name of ["alpha", "gamma"]) await page.do({ type: "click", ref: page.ref("option", name) });
    }),
    on("autocomplete", "combobox", "Fruit", { type: "choose", option: "Banana" }, { fruit: "Banana" }),
    job("autocomplete: typed, then a suggestion", { fruit: "Cherry" }, async (page) => {
      await page.do({ type: "type", ref: page.ref("combobox", "Fruit"), value: "che" });
      await page.do({ type: "click", ref: page.ref("option", "Cherry") });
    }),
    on("autocomplete of several: one more", "combobox", "Cities", { type: "choose", option: "Bergen" }, {
      cities: ["Oslo", "Bergen"],
    }),
    job("autocomplete of several: one is taken away", { cities: [] }, async (page) => {
      await page.do({ type: "click", ref: refBy(page, /hint[^\]]*(Cancel|Oslo)/) });
    }, {
      "Backspace in the field": async (page) => {
        await page.do({ type: "press", ref: page.ref("combobox", "Cities"), key: "Backspace" });
      },
    }),
    job("free words", { words: ["fast", "cheap"] }, async (page) => {
      for (const value of ["fast", "cheap"]) {
        await page.do({ type: "type", ref: refBy(page, /(textbox|combobox)[^\]]*: Words/), value }, {
          type: "press",
          key: "Enter",
        });
      }
    }),
    on("checkbox", "checkbox", "I agree", check, { agreed: true }),
    on("radio", "radio", "Pro", check, { plan: "pro" }),
    on("switch", "switch", "Dark mode", check, { dark: true }),
    on("slider", "slider", "Volume", { type: "set_slider", value: 71 }, { volume: 71 }),
    on("slider with two handles", "slider", "To", { type: "set_slider", value: 85 }, { range: [20, 85] }),
    on("rating", "radio", "4 Stars", check, { stars: 4 }, {
      click: async (page) => {
        await page.do({ type: "click", ref: page.ref("radio", "4 Stars") });
      },
    }),
    on("toggle buttons", "button", "Right", { type: "click" }, { align: "right" }),
    on("tabs", "tab", "Two", { type: "click" }, { tab: 1 }),
    on("accordion", "button", "Details", { type: "click" }, { open: true }),
    job("dialog with a field", { renamed: "new.txt", dialog: false }, async (page) => {
      await page.do({ type: "click", ref: page.ref("button", "Rename") });
      await page.do({ type: "fill", ref: page.ref("textbox", "New name"), value: "new.txt" }, {
        type: "click",
        ref: page.ref("button", "Save"),
      });
    }),
    job("menu", { menu: "archive" }, clicks(["button", "Actions"], ["menuitem", "Archive"])),
    job("chip is taken away", { chips: ["green"] }, async (page) => {
      await page.do({ type: "click", ref: refBy(page, /hint[^\]]*(Cancel|red)/) });
    }, {
      "Delete on the chip": async (page) => {
        await page.do({ type: "press", ref: refBy(page, /: red/), key: "Delete" });
      },
    }),
    on("pagination", "button", "Go to page 3", { type: "click" }, { page: 3 }),
    job(
      "side panel",
      { went: "inbox", drawer: false },
      clicks(["button", "Side panel"], ["button", "Inbox"]),
    ),
    on("tooltip", "button", "Removes it for good", { type: "hover" }, { tip: true }),
    job("note with an action", { undone: true }, clicks(["button", "Notify"], ["button", "Undo"])),
    on("table: sort", "button", "Price", { type: "click" }, { sort: "desc" }),
  ],
};
