import { refBy } from "../../../browser/widgets_stage.ts";
import { clicks, type Entry, job, on, reads } from "../../harness/entry.ts";

const check = { type: "check", checked: true };

export const primevue: Entry = {
  library: "PrimeVue",
  package: "primevue",
  set: "full",
  page: "vue/primevue.js",
  jobs: [
    reads("read", /City[^\]]*= Oslo|Oslo/, /Heat = 30/, /Ada/, /Xenon/),
    on("text field", "textbox", "Name", { type: "fill", value: "Ada" }, { name: "Ada" }),
    job("number field: typed", { count: 7 }, async (page) => {
      await page.do({ type: "fill", ref: page.ref("spinbutton", "Count"), value: "7" }, {
        type: "press",
        key: "Tab",
      });
    }),
    on("field with a mask", "textbox", "Phone", { type: "type", value: "5551234" }, { phone: "555-1234" }, {
      fill: async (page) => {
        await page.do({ type: "fill", ref: page.ref("textbox", "Phone"), value: "555-1234" });
      },
    }),
    on("select: choose", "combobox", "City", { type: "choose", option: "Trondheim" }, { city: "Trondheim" }),
    job("select: click by click", { city: "Bergen" }, clicks(["combobox", "City"], ["option", "Bergen"])),
    job("select of several", { many: ["Oslo", "Bergen"] }, async (page) => {
      await page.do({ type: "click", ref: page.ref("combobox", "Stops") });
      for (const name of ["Oslo", "Bergen"]) await page.do({ type: "click", ref: page.ref("option", name) });
    }, {
      choose: async (page) => {
        for (const option of ["Oslo", "Bergen"]) {
          await page.do({ type: "choose", ref: page.ref("combobox", "Stops"), option });
        }
      },
    }),
    job("suggestions", { fruit: "Banana" }, async (page) => {
      await page.do({ type: "type", ref: page.ref("combobox", "Fruit"), value: "ban" });
      await page.do({ type: "click", ref: page.ref("option", "Banana") });
    }, {
      choose: async (page) => {
        await page.do({ type: "choose", ref: page.ref("combobox", "Fruit"), option: "Banana" });
      },
    }),
    on("checkbox", "checkbox", "I agree", check, { agreed: true }),
    on("radio", "radio", "Pro", check, { plan: "pro" }),
    on("switch", "switch", "Dark mode", check, { dark: true }),
    on("slider", "slider", "Heat", { type: "set_slider", value: 71 }, { heat: 71 }),
    on("rating", "radio", "4 stars", check, { stars: 4 }),
    job("select button", { view: "Grid" }, async (page) => {
      await page.do({ type: "click", ref: refBy(page, /button[^\]]*: Grid/) });
    }),
    job("day by clicks", { day: "2030-05-17" }, async (page) => {
      await page.do({ type: "click", ref: refBy(page, /(textbox|combobox)[^\]]*: Day/) });
      await page.do({ type: "click", ref: refBy(page, /[: ]17\]/) });
    }),
    job("day that is typed", { day: "2030-05-20" }, async (page) => {
      await page.do({
        type: "fill",
        ref: refBy(page, /(textbox|combobox)[^\]]*: Day/),
        value: "2030-05-20",
      }, { type: "press", key: "Enter" });
    }),
    job("cascade", { place: { name: "Bergen city" } }, async (page) => {
      await page.do({ type: "click", ref: page.ref("combobox", "Place") });
      await page.do({ type: "click", ref: refBy(page, /[: ]Norway/) });
      await page.do({ type: "click", ref: refBy(page, /[: ]Bergen city/) });
    }),
    job("tree select", { node: { notes: true } }, async (page) => {
      await page.do({ type: "click", ref: page.ref("combobox", "Folder") });
      await page.do({ type: "press", ref: refBy(page, /treeitem[^\]]*Docs/), key: "ArrowRight" });
      await page.do({ type: "click", ref: refBy(page, /treeitem[^\]]*Notes/) });
    }),
    job("list box", { picked: "Bergen" }, async (page) => {
      await page.do({ type: "click", ref: refBy(page, /option[^\]]*: Bergen/) });
    }),
    on("tabs", "tab", "Two", { type: "click" }, { tab: "two" }),
    on("accordion", "button", "Details", { type: "click" }, { panel: "d" }),
    job("dialog with a field", { deleted: "moving", dialog: false }, async (page) => {
      await page.do({ type: "click", ref: page.ref("button", "Delete account") });
      await page.do({ type: "fill", ref: page.ref("textbox", "Reason"), value: "moving" }, {
        type: "click",
        ref: page.ref("button", "Delete it"),
      });
    }),
    job("menu", { menu: "archive" }, async (page) => {
      await page.do({ type: "click", ref: page.ref("button", "Actions") });
      await page.do({ type: "click", ref: refBy(page, /[: ]Archive/) });
    }),
    job("split button", { menu: "copy" }, async (page) => {
      await page.do({
        type: "click",
        ref: refBy(page, /button(?=[^\]]*(collapsed|hint))[^\]]*\](?!.*Name)/),
      });
      await page.do({ type: "click", ref: refBy(page, /[: ]Copy/) });
    }),
    job("side panel", { went: "inside" }, clicks(["button", "Side panel"], ["button", "Inside"])),
    job("table: a row is selected", { row: "Bo" }, async (page) => {
      await page.do({ type: "click", ref: refBy(page, /(row|clickable|focusable|cell)[^\]]*Bo\b/) });
    }, {
      click_text: async (page) => {
        await page.do({ type: "click_text", text: "Bo" });
      },
    }),
    job("table: sort", { sort: "age 1" }, async (page) => {
      await page.do({ type: "click", ref: refBy(page, /[: ]Age\]/) });
    }),
    job("pagination", { page: 2 }, async (page) => {
      await page.do({ type: "click", ref: refBy(page, /button[^\]]*: (Page )?3\]/) });
    }),
    job("tree: unfold and select", { unfolded: { docs: true }, chosen: { guide: true } }, async (page) => {
      await page.do({ type: "press", ref: refBy(page, /treeitem[^\]]*Docs/), key: "ArrowRight" });
      await page.do({ type: "click", ref: refBy(page, /treeitem[^\]]*Guide/) });
    }),
    job("pick list", { lists: [["Xenon"], ["Yttrium"]] }, async (page) => {
      await page.do({ type: "click", ref: refBy(page, /option[^\]]*: Yttrium/) });
      await page.do({ type: "click", ref: refBy(page, /button(?! disabled)[^\]]*: Move to Target/) });
    }),
  ],
};
