import type { Visit } from "../../../browser/act_support.ts";
import { refBy } from "../../../browser/widgets_stage.ts";
import { clicks, type Entry, job, on } from "../../harness/entry.ts";

/** The handle has no role and no name: it is the control below the words "Heat". */
function handleOf(page: Visit): string {
  return refBy({ ...page, tree: page.tree.split("\nHeat\n")[1] ?? "" } as Visit, /focusable|slider/);
}

export const jqueryUi: Entry = {
  library: "jQuery UI",
  package: "jquery-ui",
  set: "quick",
  page: "plain/jquery_ui.html",
  jobs: [
    job("datepicker: a day by clicks", { date: "2030-05-17" }, async (page) => {
      await page.do({ type: "click", ref: page.ref("textbox", "Arrival") });
      await page.do({ type: "click", ref: page.ref("link", "17") });
    }),
    job("datepicker: month select, then a day", { date: "2030-08-09" }, async (page) => {
      await page.do({ type: "click", ref: page.ref("textbox", "Arrival") });
      await page.do({ type: "select", ref: page.ref("combobox", "Select month"), values: ["Aug"] });
      await page.do({ type: "click", ref: page.ref("link", "9") });
    }),
    on("datepicker: typed", "textbox", "Arrival", { type: "fill", value: "05/20/2030" }, {
      date: "2030-05-20",
    }),
    on("autocomplete", "textbox", "Fruit", { type: "choose", option: "Banana" }, { fruit: "Banana" }, {
      "type, then click the suggestion": async (page) => {
        await page.do({ type: "type", ref: refBy(page, /: Fruit/), value: "ban" });
        await page.do({ type: "click_text", text: "Banana" });
      },
    }),
    job("selectmenu", { speed: "Fast" }, async (page) => {
      await page.do({ type: "choose", ref: refBy(page, /combobox[^\]]*Slow/), option: "Fast" });
    }),
    job("selectmenu: click by click", { speed: "Medium" }, async (page) => {
      await page.do({ type: "click", ref: refBy(page, /combobox[^\]]*Slow/) });
      await page.do({ type: "click", ref: refBy(page, /option[^\]]*Medium/) });
    }, {
      "click, then click_text": async (page) => {
        await page.do({ type: "click", ref: refBy(page, /combobox[^\]]*Slow/) });
        await page.do({ type: "click_text", text: "Medium" });
      },
    }),
    on("spinner: typed", "spinbutton", "Count", { type: "fill", value: "7" }, { count: 7 }),
    on("spinner: keys", "spinbutton", "Count", { type: "press", key: "ArrowUp" }, { count: 2 }),
    job("slider", { heat: 60 }, async (page) => {
      await page.do({ type: "set_slider", ref: handleOf(page), value: 60 });
    }, {
      "arrow keys on the handle": async (page) => {
        for (let times = 0; times < 2; times++) {
          const ref = handleOf(page);
          await page.do(...Array.from({ length: 20 }, () => ({ type: "press", ref, key: "ArrowRight" })));
        }
      },
    }),
    on("tabs", "tab", "Second", { type: "click" }, { tab: 1 }),
    on("accordion", "tab", "Part B", { type: "click" }, { acc: 1 }),
    job("dialog", { dialog: "agreed" }, clicks(["button", "Open dialog"], ["button", "Agree"])),
    job("sortable", { order: ["Beta", "Gamma", "Alpha"] }, async (page) => {
      await page.do({
        type: "drag",
        ref: refBy(page, /[: ]Alpha/),
        target_ref: refBy(page, /[: ]Gamma/),
        position: "after",
      });
    }),
    job("draggable and droppable", { drop: "Parcel" }, async (page) => {
      await page.do({ type: "drag", ref: refBy(page, /Parcel/), target_ref: refBy(page, /Truck/) });
    }),
    on("checkboxradio", "radio", "Return", { type: "check", checked: true }, { ticket: "return" }),
    job("menu with a submenu", { menu: "Save as" }, async (page) => {
      await page.do({ type: "click", ref: page.ref("menuitem", "File") });
      await page.do({ type: "click", ref: page.ref("menuitem", "Save as") });
    }, {
      "hover, then click by name": async (page) => {
        await page.do({ type: "hover", ref: page.ref("menuitem", "File") });
        await page.do({ type: "click_text", text: "Save as" });
      },
    }),
  ],
};
