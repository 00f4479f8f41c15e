import { refBy } from "../../../browser/widgets_stage.ts";
import { clicks, type Entry, job, on, reads } from "../../harness/entry.ts";

const check = { type: "check", checked: true };

export const radix: Entry = {
  library: "Radix (shadcn/ui)",
  package: "radix-ui",
  set: "full",
  page: "react/radix.jsx",
  jobs: [
    reads("read", /Fruit[^\]]*= apple/, /Heat = 30/, /report\.pdf/),
    on("checkbox", "checkbox", "I agree", check, { agreed: true }),
    on("radio", "radio", "pro", check, { plan: "pro" }),
    on("switch", "switch", "Dark mode", check, { dark: true }),
    on("slider", "slider", "Heat", { type: "set_slider", value: 71 }, { heat: [71] }),
    on("slider with two handles", "slider", "To", { type: "set_slider", value: 85 }, { range: [20, 85] }),
    on("select: choose", "combobox", "Fruit", { type: "choose", option: "cherry" }, { fruit: "cherry" }),
    on("select: select", "combobox", "Fruit", { type: "select", values: ["banana"] }, { fruit: "banana" }),
    job("select: click by click", { fruit: "banana" }, clicks(["combobox", "Fruit"], ["option", "banana"])),
    on("tabs", "tab", "Two", { type: "click" }, { tab: "two" }),
    on("accordion", "button", "Details", { type: "click" }, { open: "a" }),
    on("collapsible", "button", "Show more", { type: "click" }, { more: true }),
    on("toggle", "button", "Bold", { type: "click" }, { bold: true }),
    on("toggle group", "radio", "Right", { type: "click" }, { align: "right" }),
    job("dialog with a field", { renamed: "new.txt" }, async (page) => {
      await page.do({ type: "click", ref: page.ref("button", "Rename") });
      await page.do({ type: "fill", ref: page.ref("textbox", "New name"), value: "new.txt" }, {
        type: "click",
        ref: page.ref("button", "Save"),
      });
    }),
    job("alert dialog", { deleted: true }, clicks(["button", "Delete"], ["button", "Delete it"])),
    job("menu", { menu: "copy" }, clicks(["button", "Actions"], ["menuitem", "Copy"])),
    job(
      "menu: item that is ticked",
      { wrap: true },
      clicks(["button", "Actions"], ["menuitemcheckbox", "Wrap lines"]),
    ),
    job(
      "submenu",
      { menu: "move" },
      clicks(["button", "Actions"], ["menuitem", "More"], ["menuitem", "Move"]),
    ),
    job("context menu", { context: "open" }, async (page) => {
      await page.do({ type: "click", ref: refBy(page, /report\.pdf/), button: "right" });
      await page.do({ type: "click", ref: page.ref("menuitem", "Open it") });
    }, {
      "click_text with the right button": async (page) => {
        await page.do({ type: "click_text", text: "report.pdf", button: "right" });
        await page.do({ type: "click", ref: page.ref("menuitem", "Open it") });
      },
    }),
    job("menu bar", { bar: "new" }, clicks(["menuitem", "File"], ["menuitem", "New window"])),
    job("navigation menu", { nav: "shoes" }, clicks(["button", "Products"], ["link", "Shoes"])),
    job("popover with a field", { least: "12" }, async (page) => {
      await page.do({ type: "click", ref: page.ref("button", "Filter") });
      await page.do({ type: "fill", ref: page.ref("textbox", "Least price"), value: "12" });
    }),
    job("card on hover", { card: true }, async (page) => {
      await page.do({ type: "hover", ref: page.ref("link", "@ada") });
      await page.shows("12 followers");
    }),
    job("tooltip", { tip: true }, async (page) => {
      await page.do({ type: "hover", ref: page.ref("button", "Help") });
      await page.shows("Opens the manual");
    }),
    job("note with an action", { undone: true }, clicks(["button", "Archive"], ["button", "Undo"])),
    job("code in four fields", { code: "1234" }, async (page) => {
      await page.do({ type: "fill", ref: refBy(page, /textbox[^\]]*Character 1/), value: "1234" });
    }, {
      "a digit in each field": async (page) => {
        for (const digit of [1, 2, 3, 4]) {
          await page.do({
            type: "type",
            ref: refBy(page, new RegExp(`textbox[^\\]]*Character ${digit}`)),
            value: String(digit),
          });
        }
      },
    }),
  ],
};
