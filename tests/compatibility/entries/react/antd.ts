import { refBy } from "../../../browser/widgets_stage.ts";
import { clicks, type Entry, job, on, reads } from "../../harness/entry.ts";

/** An option that can be seen: the list has each of its options twice, once for assistive technology. */
const seen = (name: string) => new RegExp(`(option|clickable)(?![^\\]]*not visible)[^\\]]*: ${name}`);

const check = { type: "check", checked: true };

export const antd: Entry = {
  library: "Ant Design",
  package: "antd",
  set: "full",
  page: "react/antd.jsx",
  jobs: [
    reads("read", /Oslo\s+\[e\d+ combobox[^\]]*: City/, /Heat = 30/, /Ada/, /Yttrium/),
    on("field", "textbox", "Name", { type: "fill", value: "Ada" }, { name: "Ada" }),
    on("number field", "spinbutton", "Count", { type: "fill", value: "7" }, { count: 7 }),
    on("select: choose", "combobox", "City", { type: "choose", option: "Trondheim" }, { city: "Trondheim" }),
    job("select: click by click", { city: "Bergen" }, async (page) => {
      await page.do({ type: "click", ref: page.ref("combobox", "City") });
      await page.do({ type: "click", ref: refBy(page, seen("Bergen")) });
    }),
    on("select of several: one more", "combobox", "Stops", { type: "choose", option: "Bergen" }, {
      many: ["Oslo", "Bergen"],
    }),
    job("select of several: one is taken away", { many: [] }, async (page) => {
      await page.do({ type: "click", ref: refBy(page, /(clickable|button|img)[^\]]*(close|remove)/i) });
    }, {
      "Backspace in the field": async (page) => {
        await page.do({ type: "press", ref: page.ref("combobox", "Stops"), key: "Backspace" });
      },
    }),
    job("free words", { words: ["fast", "cheap"] }, async (page) => {
      for (const value of ["fast", "cheap"]) {
        await page.do({ type: "type", ref: page.ref("combobox", "Words"), value }, {
          type: "press",
          key: "Enter",
        });
      }
    }),
    job("cascader", { place: ["no", "bergen"] }, async (page) => {
      await page.do({ type: "click", ref: page.ref("combobox", "Place") });
      await page.do({ type: "click", ref: refBy(page, /[: ]Norway/) });
      await page.do({ type: "click", ref: refBy(page, /[: ]Bergen/) });
    }, {
      click_text: async (page) => {
        await page.do({ type: "click", ref: page.ref("combobox", "Place") });
        await page.do({ type: "click_text", text: "Norway" });
        await page.do({ type: "click_text", text: "Bergen" });
      },
    }),
    job("tree select", { node: "notes" }, async (page) => {
      await page.do({ type: "click", ref: page.ref("combobox", "Folder") });
      await page.do({ type: "click", ref: refBy(page, /[: ]Notes/) });
    }, {
      choose: async (page) => {
        await page.do({ type: "choose", ref: page.ref("combobox", "Folder"), option: "Notes" });
      },
    }),
    job("suggestions", { auto: "Bergen" }, async (page) => {
      await page.do({ type: "type", ref: page.ref("combobox", "Search"), value: "Ber" });
      await page.do({ type: "click", ref: refBy(page, seen("Bergen")) });
    }, {
      choose: async (page) => {
        await page.do({ type: "choose", ref: page.ref("combobox", "Search"), option: "Bergen" });
      },
    }),
    job("day by clicks", { day: "2030-05-17" }, async (page) => {
      await page.do({ type: "click", ref: page.ref("textbox", "Day") });
      await page.do({ type: "click", ref: refBy(page, /cell: 17\]/) });
    }),
    job("day that is typed", { day: "2030-05-20" }, async (page) => {
      await page.do({ type: "fill", ref: page.ref("textbox", "Day"), value: "2030-05-20" }, {
        type: "press",
        key: "Enter",
      });
    }),
    job("range of days by clicks", { span: ["2030-05-06", "2030-05-09"] }, async (page) => {
      await page.do({ type: "click", ref: page.ref("textbox", "Stay") });
      await page.do({ type: "click", ref: refBy(page, /cell: 6\]/) });
      await page.do({ type: "click", ref: refBy(page, /cell: 9\]/) });
    }),
    job("time", { time: "15:30" }, async (page) => {
      await page.do({ type: "fill", ref: page.ref("textbox", "Alarm"), value: "15:30" }, {
        type: "press",
        key: "Enter",
      });
    }),
    on("checkbox", "checkbox", "I agree", check, { agreed: true }),
    on("radio drawn as button", "radio", "Pro", check, { plan: "pro" }),
    on("switch", "switch", "Dark mode", check, { dark: true }),
    on("slider", "slider", "Heat", { type: "set_slider", value: 71 }, { heat: 71 }),
    job("rating", { stars: 4 }, async (page) => {
      const stars = [...page.tree.matchAll(/\[(e\d+) radio[^\]]*star[^\]]*\]/g)].map(([, ref]) => ref);
      await page.do({ type: "click", ref: stars[3] });
    }),
    on("segmented", "radio", "Grid", check, { view: "Grid" }),
    on("tabs", "tab", "Two", { type: "click" }, { tab: "2" }),
    on("collapse", "button", "Details", { type: "click" }, { opened: ["d"] }),
    job("modal with a field", { deleted: "moving", asking: false }, async (page) => {
      await page.do({ type: "click", ref: page.ref("button", "Delete account") });
      await page.do({ type: "fill", ref: page.ref("textbox", "Reason"), value: "moving" }, {
        type: "click",
        ref: page.ref("button", "OK"),
      });
    }),
    job("menu on hover", { menu: "copy" }, async (page) => {
      await page.do({ type: "hover", ref: page.ref("button", "Hover me") });
      await page.do({ type: "click", ref: page.ref("menuitem", "Copy") });
    }),
    job("submenu on hover", { menu: "move" }, async (page) => {
      await page.do({ type: "hover", ref: page.ref("button", "Hover me") });
      await page.do({ type: "hover", ref: page.ref("menuitem", "More") });
      await page.do({ type: "click", ref: page.ref("menuitem", "Move") });
    }),
    job("question at a button", { sure: true }, clicks(["button", "Clear"], ["button", "OK"])),
    job("side panel", { inside: true }, clicks(["button", "Side panel"], ["button", "Inside"])),
    job("color", { color: "#ff0000" }, async (page) => {
      await page.do({ type: "click", ref: refBy(page, /hint[^\]]*(color|blue|right of Side panel)/i) });
      await page.do({ type: "fill", ref: refBy(page, /textbox[^\]]*= 1677ff/i), value: "ff0000" });
      await page.do({ type: "press", key: "Enter" });
    }),
    job("transfer", { moved: ["y"] }, async (page) => {
      await page.do({ type: "check", ref: refBy(page, /checkbox[^\]]*Yttrium/), checked: true });
      await page.do({ type: "click", ref: refBy(page, /button(?! disabled)[^\]]*(right|>)/) });
    }),
    job("tree: unfold and tick", { expanded: ["docs"], checked: ["notes"] }, async (page) => {
      await page.do({ type: "click", ref: refBy(page, /(clickable|button)[^\]]*(switcher|caret)/) });
      await page.do({ type: "check", ref: refBy(page, /checkbox[^\]]*Notes/), checked: true });
    }, {
      "ArrowRight on the folder": async (page) => {
        await page.do({ type: "press", ref: refBy(page, /treeitem[^\]]*Docs/), key: "ArrowRight" });
        await page.do({ type: "check", ref: refBy(page, /checkbox[^\]]*Notes/), checked: true });
      },
    }),
    job("table: a row is selected", { picked: ["b"] }, async (page) => {
      const boxes = [...page.tree.matchAll(/\[(e\d+) checkbox[^\]]*\](?= \| (?:\[e\d+ cell: )?Bo\b)/g)].map((
        [, ref],
      ) => ref);
      await page.do({ type: "check", ref: boxes[0], checked: true });
    }),
    job("table: sort", { sorted: "ascend" }, async (page) => {
      await page.do({ type: "click", ref: refBy(page, /[: ]Age/) });
    }),
    job("pagination", { page: 3 }, async (page) => {
      await page.do({ type: "click", ref: refBy(page, /[: ]3\b/) });
    }),
    job("menu with a fold", { went: "users" }, clicks(["menuitem", "Settings"], ["menuitem", "Users"])),
  ],
};
