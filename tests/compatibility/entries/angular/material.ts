import { refBy } from "../../../browser/widgets_stage.ts";
import { clicks, type Entry, job, on, reads } from "../../harness/entry.ts";

const check = { type: "check", checked: true };

export const material: Entry = {
  library: "Angular Material",
  package: "@angular/material",
  set: "full",
  page: "angular/material.ts",
  jobs: [
    reads("read", /Food[^\]]*= Pizza/, /Heat/, /red/, /1 – 10 of 100/),
    on("text field", "textbox", "Mail", { type: "fill", value: "a@b.no" }, { mail: "a@b.no" }),
    on("select: choose", "combobox", "Food", { type: "choose", option: "Rice" }, { food: "rice" }),
    on("select: select", "combobox", "Food", { type: "select", values: ["Soup"] }, { food: "soup" }),
    job("select: click by click", { food: "soup" }, clicks(["combobox", "Food"], ["option", "Soup"])),
    job("select of several", { tags: ["alpha", "gamma"] }, async (page) => {
      await page.do({ type: "click", ref: page.ref("combobox", "Tags") });
      for (const name of ["alpha", "gamma"]) await page.do({ type: "click", ref: page.ref("option", name) });
    }),
    job("suggestions", { fruit: "Banana" }, async (page) => {
      await page.do({ type: "type", ref: page.ref("combobox", "Fruit"), value: "ban" });
      await page.do({ type: "click", ref: page.ref("option", "Banana") });
    }),
    job("day by clicks", { day: "2030-05-17" }, async (page) => {
      await page.do({ type: "click", ref: page.ref("button", "Open calendar") });
      await page.do({ type: "click", ref: refBy(page, /May 17, 2030/) });
    }),
    on("day that is typed", "textbox", "Day", { type: "fill", value: "5/20/2030" }, { day: "2030-05-20" }),
    on("checkbox", "checkbox", "I agree", check, { agreed: true }),
    on("radio", "radio", "Pro", check, { plan: "pro" }),
    on("switch", "switch", "Dark mode", check, { dark: true }),
    on("slider", "slider", "Heat", { type: "set_slider", value: 71 }, { heat: 71 }),
    on("slider with two handles", "slider", "To", { type: "set_slider", value: 85 }, { from: 20, to: 85 }),
    job("toggle buttons", { align: "right" }, async (page) => {
      await page.do({ type: "click", ref: refBy(page, /(radio|button)[^\]]*: Right/) });
    }),
    on("tabs", "tab", "Two", { type: "click" }, { tab: 1 }),
    on("expansion panel", "button", "Details", { type: "click" }, { panel: true }),
    job("menu", { menu: "copy" }, clicks(["button", "Actions"], ["menuitem", "Copy"])),
    job(
      "submenu",
      { menu: "move" },
      clicks(["button", "Actions"], ["menuitem", "More"], ["menuitem", "Move"]),
    ),
    on("chip is taken away", "button", "remove red", { type: "click" }, { chips: ["green"] }),
    job("dialog with a field", { renamed: "new.txt" }, async (page) => {
      await page.do({ type: "click", ref: page.ref("button", "Rename") });
      await page.do({ type: "fill", ref: page.ref("textbox", "New name"), value: "new.txt" }, {
        type: "click",
        ref: page.ref("button", "Save"),
      });
    }),
    job("note with an action", { undone: true }, clicks(["button", "Notify"], ["button", "Undo"])),
    job("list of several", { picked: ["a", "b"] }, clicks(["option", "Axle"], ["option", "Bolt"])),
    job("table: sort", { sort: "age asc" }, async (page) => {
      await page.do({ type: "click", ref: refBy(page, /(button|columnheader|clickable)[^\]]*Age/) });
    }),
    on("next page", "button", "Next page", { type: "click" }, { page: 1 }),
    on("rows of a page", "combobox", "Items per page:", { type: "choose", option: "5" }, { size: 5 }, {
      "by its value": async (page) => {
        await page.do({ type: "choose", ref: refBy(page, /combobox[^\]]*= 10/), option: "5" });
      },
    }),
    on("stepper", "button", "Next", { type: "click" }, { step: 1 }),
  ],
};
