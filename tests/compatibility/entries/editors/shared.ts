// Jobs that every editor of code, or of rich text, is asked to do.
import { refBy } from "../../../browser/widgets_stage.ts";
import { type Job, job, reads } from "../../harness/entry.ts";

const CODE = "function f(x) {\n  if (x) {\n    return [x];\n  }\n}";

/** Jobs of a code editor that begins with `let a = 1;` and is found by this bracket. */
export function codeJobs(field: RegExp): Job[] {
  return [
    reads("read the code", /let a \\?= 1;/),
    job("replace all: fill", { text: CODE }, async (page) => {
      await page.do({ type: "fill", ref: refBy(page, field), value: CODE });
    }, {
      "click, select all, type": async (page) => {
        await page.do({ type: "click", ref: refBy(page, field) }, { type: "press", key: "ControlOrMeta+A" });
        await page.do({ type: "type", ref: refBy(page, field), value: CODE });
      },
    }),
    job("write behind the end", { text: "let a = 1;\nlet b = [2];" }, async (page) => {
      await page.do(
        { type: "press", ref: refBy(page, field), key: "ControlOrMeta+End" },
        { type: "press", key: "Enter" },
        { type: "type", ref: refBy(page, field), value: "let b = [2];" },
      );
    }),
    job("select all and delete", { text: "" }, async (page) => {
      await page.do({ type: "press", ref: refBy(page, field), key: "ControlOrMeta+A" }, {
        type: "press",
        key: "Delete",
      });
    }),
  ];
}

/** Jobs of a rich editor that begins with the paragraph `Hello world` and is found by this bracket. */
export function richJobs(field: RegExp): Job[] {
  return [
    reads("read the text", /Hello world/),
    job("replace all: fill", { text: "Good morning" }, async (page) => {
      await page.do({ type: "fill", ref: refBy(page, field), value: "Good morning" });
    }, {
      "select all, type": async (page) => {
        await page.do({ type: "press", ref: refBy(page, field), key: "ControlOrMeta+A" });
        await page.do({ type: "type", ref: refBy(page, field), value: "Good morning" });
      },
    }),
    job("replace all by two paragraphs", { text: "One\nTwo" }, async (page) => {
      await page.do({ type: "fill", ref: refBy(page, field), value: "One\nTwo" });
    }, {
      "keys": async (page) => {
        await page.do({ type: "press", ref: refBy(page, field), key: "ControlOrMeta+A" });
        await page.do({ type: "type", ref: refBy(page, field), value: "One" }, {
          type: "press",
          key: "Enter",
        });
        await page.do({ type: "type", ref: refBy(page, field), value: "Two" });
      },
    }),
    job("write behind the end", { text: "Hello world, again" }, async (page) => {
      await page.do({ type: "press", ref: refBy(page, field), key: "ControlOrMeta+End" });
      await page.do({ type: "type", ref: refBy(page, field), value: ", again" });
    }),
    job("make a selected word bold", { text: "Hello world", bold: ["world"] }, async (page) => {
      await page.do({ type: "select_text", ref: refBy(page, field), text: "world" });
      await page.do({ type: "press", key: "ControlOrMeta+B" });
    }),
  ];
}
