import { refBy } from "../../../browser/widgets_stage.ts";
import { clicks, type Entry, job, on, reads } from "../../harness/entry.ts";

const check = { type: "check", checked: true };

export const headless: Entry = {
  library: "Headless UI",
  package: "@headlessui/react",
  set: "quick",
  page: "react/headless.jsx",
  jobs: [
    reads("read", /Owner/, /Ada/, /Dark mode/),
    job("listbox: choose", { one: "Cyd" }, async (page) => {
      await page.do({ type: "choose", ref: refBy(page, /Ada/), option: "Cyd" });
    }),
    job("listbox: click by click", { one: "Bo" }, async (page) => {
      await page.do({ type: "click", ref: refBy(page, /Ada/) });
      await page.do({ type: "click", ref: page.ref("option", "Bo") });
    }),
    job("listbox of several", { many: ["Ada", "Cyd"] }, async (page) => {
      await page.do({ type: "click", ref: refBy(page, /nobody/) });
      for (const name of ["Ada", "Cyd"]) await page.do({ type: "click", ref: page.ref("option", name) });
    }),
    on("combobox: choose", "combobox", "Guest", { type: "choose", option: "Cyd" }, { guest: "Cyd" }),
    job("combobox: typed, then a suggestion", { guest: "Bo" }, async (page) => {
      await page.do({ type: "type", ref: page.ref("combobox", "Guest"), value: "b" });
      await page.do({ type: "click", ref: page.ref("option", "Bo") });
    }),
    on("checkbox", "checkbox", "I agree", check, { agreed: true }),
    on("switch", "switch", "Dark mode", check, { dark: true }),
    on("radio", "radio", "pro", check, { plan: "pro" }),
    on("tabs", "tab", "Two", { type: "click" }, { tab: 1 }),
    job("menu", { menu: "archive" }, clicks(["button", "Actions"], ["menuitem", "Archive"])),
    on("disclosure", "button", "Details", { type: "click" }, { open: true }),
    job("popover with a field", { least: "12" }, async (page) => {
      await page.do({ type: "click", ref: page.ref("button", "Filter") });
      await page.do({ type: "fill", ref: page.ref("textbox", "Least price"), value: "12" });
    }),
    job("dialog with a field", { renamed: "new.txt", isOpen: false }, async (page) => {
      await page.do({ type: "click", ref: page.ref("button", "Rename") });
      await page.do({ type: "fill", ref: page.ref("textbox", "New name"), value: "new.txt" }, {
        type: "click",
        ref: page.ref("button", "Save"),
      });
    }),
  ],
};
