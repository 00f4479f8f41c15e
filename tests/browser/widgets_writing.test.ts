// Libraries' editors, dialogs and notes.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Stage } from "./act_support.ts";
import { comesToHold, refBy, startWidgets, stateOf } from "./widgets_stage.ts";

let stage: Stage;
before(async () => stage = await startWidgets());
after(() => stage.end());

test("Quill: text is replaced, a passage made bold, and more typed behind it", async () => {
  const page = await stage.open("/rich_text");
  const editor = () => refBy(page, /textbox multiline/);
  await page.do({ type: "fill", ref: editor(), value: "Dear Ada,\nthe parcel is here." });
  await comesToHold(page, { text: "Dear Ada,\nthe parcel is here.\n" });
  await page.do({ type: "select_text", ref: editor(), text: "parcel" }, {
    type: "click",
    ref: page.ref("button", "bold"),
  });
  await comesToHold(page, {
    delta: [{ insert: "Dear Ada,\nthe " }, { insert: "parcel", attributes: { bold: true } }, {
      insert: " is here.\n",
    }],
  });
  await page.do({ type: "press", ref: editor(), key: "ControlOrMeta+End" }, {
    type: "type",
    ref: editor(),
    value: " Thanks",
  });
  assert.match(String((await stateOf(page)).text), /is here\. Thanks\n$/);
  await page.call("tab_close");
});

test("Lexical: an editor with a model of its own takes a fill, a selection and a toolbar button", async () => {
  const page = await stage.open("/rich_text_model");
  const editor = () => page.ref("textbox", "Message");
  await page.do({ type: "fill", ref: editor(), value: "All is well today" });
  await comesToHold(page, { text: "All is well today", bold: [] });
  await page.do({ type: "select_text", ref: editor(), text: "well" }, {
    type: "click",
    ref: page.ref("button", "Bold"),
  });
  await comesToHold(page, { text: "All is well today", bold: ["well"] });
  await page.do({ type: "clear", ref: editor() });
  await comesToHold(page, { text: "" });
  await page.call("tab_close");
});

test("Radix dialog: what lies behind is not to be had, the focus stays inside, and Escape ends it", async () => {
  const page = await stage.open("/modal");
  const behind = page.ref("button", "Count behind");
  await page.do({ type: "click", ref: page.ref("button", "Rename room") });
  assert.match(page.tree, /dialog.*: Rename/);
  const { failed } = await page.act([{ type: "click", ref: behind }]);
  assert.notEqual(failed, null, "a click went through the veil");
  await comesToHold(page, { open: true, behind: 0 });
  // Tab goes round inside: field, Save, Cancel, field.
  await page.do(
    { type: "focus", ref: page.ref("textbox", "Name") },
    ...["Tab", "Tab", "Tab"].map((key) => ({ type: "press", key })),
    { type: "press", key: "A" },
  );
  await page.holds("[name=name]", "A");
  await page.do({ type: "press", key: "Escape" });
  await comesToHold(page, { open: false });
  await page.do({ type: "click", ref: page.ref("button", "Rename room") });
  await page.do(
    { type: "fill", ref: page.ref("textbox", "Name"), value: "Study" },
    { type: "click", ref: page.ref("button", "Save") },
  );
  await comesToHold(page, { open: false, behind: 0, name: "Study" });
  await page.call("tab_close");
});

test("Sonner: a late note is seen, and its action works while it lasts", async () => {
  const page = await stage.open("/toast");
  const reply = await page.act([{ type: "click", ref: page.ref("button", "Send message") }], {
    post_checks: [{ kind: "text", contains: "Message sent" }],
  });
  assert.equal(reply.verification?.passed, true);
  assert.equal(reply.verification?.checks[0]?.already_held, undefined);
  await page.do({ type: "click", ref: page.ref("button", "Undo") });
  await comesToHold(page, { sent: 1, undone: 1 });
  await page.do({ type: "click", ref: page.ref("button", "Save") }, { type: "wait", text: "Could not save" });
  await comesToHold(page, { seen: ["closed"] });
  await page.call("tab_close");
});
