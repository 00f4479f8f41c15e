import { refBy } from "../../../browser/widgets_stage.ts";
import { clicks, type Entry, job, on, reads } from "../../harness/entry.ts";

const check = { type: "check", checked: true };

export const vuetify: Entry = {
  library: "Vuetify",
  package: "vuetify",
  set: "full",
  page: "vue/vuetify.js",
  jobs: [
    reads("read", /Ten/, /Volume/, /Ada/, /red/),
    on("text field", "textbox", "Mail", { type: "fill", value: "a@b.no" }, { mail: "a@b.no" }),
    on("text area", "textbox", "Story", { type: "fill", value: "One\nTwo" }, { story: "One\nTwo" }),
    on("select: choose", "combobox", "Age", { type: "choose", option: "Thirty" }, { age: "Thirty" }),
    job("select: click by click", { age: "Twenty" }, clicks(["combobox", "Age"], ["option", "Twenty"])),
    job("select of several", { tags: ["alpha", "gamma"] }, async (page) => {
      await page.do({ type: "click", ref: page.ref("combobox", "Tags") });
      for (const name of ["alpha", "gamma"]) await page.do({ type: "click", ref: page.ref("option", name) });
    }),
    on("autocomplete", "combobox", "Fruit", { type: "choose", option: "Banana" }, { fruit: "Banana" }),
    job("autocomplete: typed, then a suggestion", { fruit: "Cherry" }, async (page) => {
      await page.do({ type: "type", ref: page.ref("combobox", "Fruit"), value: "che" });
      await page.do({ type: "click", ref: page.ref("option", "Cherry") });
    }),
    job("free words", { words: ["fast", "cheap"] }, async (page) => {
      for (const value of ["fast", "cheap"]) {
        await page.do({ type: "type", ref: page.ref("combobox", "Words"), value }, {
          type: "press",
          key: "Enter",
        });
      }
    }),
    job("number field: typed", { count: 7 }, async (page) => {
      await page.do({ type: "fill", ref: refBy(page, /(textbox|spinbutton)[^\]]*: Count/), value: "7" });
    }),
    on("checkbox", "checkbox", "I agree", check, { agreed: true }),
    on("radio", "radio", "Pro", check, { plan: "pro" }),
    job("switch", { dark: true }, async (page) => {
      await page.do({ ...check, ref: refBy(page, /(switch|checkbox)[^\]]*: Dark mode/) });
    }),
    on("slider", "slider", "Volume", { type: "set_slider", value: 71 }, { volume: 71 }),
    job("slider with two handles", { range: [20, 85] }, async (page) => {
      const handles = [...page.tree.matchAll(/\[(e\d+) slider[^\]]*\]/g)].map(([, ref]) => ref);
      await page.do({ type: "set_slider", ref: handles[2], value: 85 });
    }),
    job("rating", { stars: 4 }, async (page) => {
      await page.do({ type: "click", ref: refBy(page, /: 4 of 5 stars/) });
    }),
    on("toggle buttons", "button", "Right", { type: "click" }, { align: "right" }),
    on("tabs", "tab", "Two", { type: "click" }, { tab: "two" }),
    on("expansion panel", "button", "Details", { type: "click" }, { panel: "d" }),
    job("dialog with a field", { renamed: "new.txt", dialog: false }, async (page) => {
      await page.do({ type: "click", ref: page.ref("button", "Rename") });
      await page.do({ type: "fill", ref: page.ref("textbox", "New name"), value: "new.txt" }, {
        type: "click",
        ref: page.ref("button", "Save"),
      });
    }),
    job("menu", { menu: "archive" }, async (page) => {
      await page.do({ type: "click", ref: page.ref("button", "Actions") });
      await page.do({ type: "click", ref: refBy(page, /[: ]Archive/) });
    }),
    on("tooltip", "button", "Remove", { type: "hover" }, { tip: true }),
    job("chip is taken away", { chips: ["green"] }, async (page) => {
      await page.do({ type: "click", ref: refBy(page, /(button|clickable)[^\]]*(Close|close)/) });
    }),
    on("pagination", "button", "Go to page 3", { type: "click" }, { page: 3 }),
    job("note with an action", { undone: true }, clicks(["button", "Notify"], ["button", "Undo"])),
    job("date picker", { day: "2030-05-17" }, async (page) => {
      await page.do({ type: "click", ref: refBy(page, /(May 17|: 17\b|17 May)/) });
    }),
    job("code in four fields", { code: "1234" }, async (page) => {
      await page.do({ type: "type", ref: refBy(page, /textbox[^\]]*(OTP|character) ?.*1/i), value: "1234" });
    }, {
      "a digit in each field": async (page) => {
        for (const digit of [1, 2, 3, 4]) {
          const ref = refBy(page, new RegExp(`textbox[^\\]]*(OTP|character).*${digit}`, "i"));
          await page.do({ type: "type", ref, value: String(digit) });
        }
      },
    }),
    job("table: a row is selected", { picked: ["Bo"] }, async (page) => {
      const boxes = [...page.tree.matchAll(/\[(e\d+) checkbox[^\]]*\](?= \| (?:\[[^\]]*)?Bo\b)/g)];
      await page.do({ ...check, ref: boxes[0]?.[1] });
    }),
    job("table: sort", { sort: [{ key: "age", order: "asc" }] }, async (page) => {
      await page.do({ type: "click", ref: refBy(page, /[: ]Age\]/) });
    }, {
      click_text: async (page) => {
        await page.do({ type: "click_text", text: "Age", nth: 2 });
      },
    }),
    on("stepper", "button", "Next", { type: "click" }, { step: 2 }),
    job("list with a fold", { went: "users" }, async (page) => {
      await page.do({ type: "click", ref: refBy(page, /: Settings/) });
      await page.do({ type: "click", ref: refBy(page, /: Users/) });
    }),
    job("side panel", { went: "inbox" }, async (page) => {
      await page.do({ type: "click", ref: page.ref("button", "Side panel") });
      await page.do({ type: "click", ref: refBy(page, /: Inbox/) });
    }),
  ],
};
