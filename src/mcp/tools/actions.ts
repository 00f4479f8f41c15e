import { z } from "zod";
import { boundedInteger, boundedString, noted } from "../schema.ts";
import { id, MAX_VALUE_CHARS, timeoutMs } from "./arguments.ts";

const ref = noted(id, { note: "Ref from the snapshot named by `snapshot_id`" });

const coordinate = noted(z.number().min(0).max(100_000), {
  note: "CSS pixels of the top document's viewport",
});
const point = z.strictObject({ x: z.number().min(0).max(100_000), y: z.number().min(0).max(100_000) });
const nth = noted(boundedInteger(1, 1000), { note: "Which of several matches, from 1" }).exactOptional();

const manner = {
  clicks: noted(boundedInteger(1, 3), { note: "2 for a double click, 3 for a triple one", default: 1 })
    .exactOptional(),
  button: noted(z.enum(["left", "right", "middle"]), { note: "Mouse button", default: "left" })
    .exactOptional(),
  modifiers: noted(z.array(z.enum(["Alt", "Control", "ControlOrMeta", "Meta", "Shift"])).max(5), {
    note: "Keys held down meanwhile",
  }).exactOptional(),
};

/** One step of a batch. Types that take the same fields share a branch: the published schema repeats nothing. */
export const action = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("click"), ref, ...manner }),
  z.strictObject({ type: z.enum(["double_click", "hover", "clear", "focus", "scroll_to"]), ref }),
  z.strictObject({
    type: z.enum(["fill", "type"]),
    ref,
    value: noted(boundedString(0, MAX_VALUE_CHARS), {
      note: "Text that replaces the field's value; with `type` it is typed key by key behind it",
    }),
  }),
  z.strictObject({
    type: z.literal("press"),
    key: noted(boundedString(1, 100), { note: "Key or chord, for example `Enter` or `Control+A`" }),
    ref: noted(id, { note: "Target, focused first; whatever has the focus when left out" }).exactOptional(),
  }),
  z.strictObject({
    type: z.literal("select"),
    ref,
    values: noted(z.array(boundedString(0, 1000)).max(50), {
      note:
        "Values or labels of the options to select (`Name #2` is the second of equal ones); none empties a list",
    }),
  }),
  z.strictObject({
    type: z.literal("choose"),
    ref,
    option: noted(boundedString(1, 1000), {
      note: "Name of the option (`Name #2`: the second so called), in any combobox, listbox or menu",
    }),
  }),
  z.strictObject({
    type: z.literal("set_slider"),
    ref,
    value: noted(z.number(), { note: "Number that the slider should stand at" }),
  }),
  z.strictObject({
    type: z.literal("pick_date"),
    ref,
    value: noted(boundedString(1, 40), {
      note:
        "For a native date or time field, in ISO form: `2030-12-31`, `09:30`, `2030-12-31T09:30`, `2030-12`, `2030-W05`",
    }),
  }),
  z.strictObject({
    type: z.literal("select_text"),
    ref: noted(id, { note: "Where the passage stands; anywhere in the page when left out" }).exactOptional(),
    text: noted(boundedString(1, 2000), { note: "Passage" }),
    nth,
  }),
  z.strictObject({
    type: z.literal("click_text"),
    text: noted(boundedString(1, 2000), { note: "Words of the page's text, in any frame" }),
    nth,
    within: noted(id, { note: "Ref that the words stand in" }).exactOptional(),
    ...manner,
  }),
  z.strictObject({
    type: z.literal("click_named"),
    name: noted(boundedString(1, 200), {
      note: "Exact name of a button or menu item that an earlier action of the batch brings up, in any frame",
    }),
    timeout_ms: noted(timeoutMs, { note: "Milliseconds; bounded by the batch as well" }).exactOptional(),
  }),
  z.strictObject({ type: z.literal("click_xy"), x: coordinate, y: coordinate, ...manner }),
  z.strictObject({
    type: z.literal("drag"),
    ref,
    target_ref: noted(id, { note: "Ref to drop on" }),
    position: noted(z.enum(["before", "after", "above", "below", "center"]), {
      note:
        "Where to land, seen from the target: before and after in its list, above and below outside its edge; excludes `offset`",
      default: "center",
    }).exactOptional(),
    offset: noted(point, { note: "CSS pixels from the target's left upper corner" }).exactOptional(),
  }),
  z.strictObject({
    type: z.enum(["drag_xy", "move_xy"]),
    points: noted(z.array(point).min(1).max(50), {
      note:
        "Points that the pointer passes; drag_xy presses at the first and lets go at the last, so it needs two",
    }),
  }),
  z.strictObject({
    type: z.enum(["upload", "upload_chooser", "drop_files"]),
    ref,
    files: noted(z.array(boundedString(1, 4096)).max(20), {
      note: "Ids from `available_files`: `file:1`, `download:d1`; none clears a file field",
    }),
  }),
  z.strictObject({
    type: z.literal("fill_secret"),
    ref,
    secret: noted(z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,63}$/), { note: "Alias of a configured secret" }),
  }),
  z.strictObject({ type: z.literal("check"), ref, checked: z.boolean() }),
  z.strictObject({
    type: z.literal("scroll"),
    direction: z.enum(["up", "down", "left", "right"]),
    pixels: noted(boundedInteger(1, 10_000), { note: "CSS pixels; chosen by the engine when left out" })
      .exactOptional(),
    ref: noted(id, { note: "Scrollable region; the page when left out" }).exactOptional(),
  }),
  z.strictObject({
    type: z.literal("wait"),
    text: noted(boundedString(1, 2000), { note: "Page text to wait for" }),
    timeout_ms: noted(timeoutMs, { note: "Milliseconds; bounded by the batch as well" }).exactOptional(),
  }),
], { error: () => `Unknown action: type must be ${TYPES.join(", ")}` });

/** Names of all actions, for the message about one that does not exist. */
const TYPES: readonly string[] = action.options.flatMap(({ shape: { type } }) =>
  "options" in type ? type.options : [...type.values]
);

/** 1–20 steps, run in order. */
export const actions = z.array(action).min(1).max(20);

/** What an action types: it may be private, so no error text repeats it. */
export function privateActionValues(step: z.output<typeof action>): readonly string[] {
  return step.type === "fill" || step.type === "type" ? [step.value] : [];
}

/** Says what is wrong with actions whose fields are each valid; `undefined` when nothing is. */
export function findActionConflict(list: readonly z.output<typeof action>[]): string | undefined {
  for (const [index, step] of list.entries()) {
    if (step.type === "drag_xy" && step.points.length < 2) {
      return `actions[${index}]: drag_xy needs two points`;
    }
    if (step.type === "drag" && step.position !== undefined && step.offset !== undefined) {
      return `actions[${index}]: drag takes position or offset, not both`;
    }
    if (step.type === "drop_files" && step.files.length === 0) {
      return `actions[${index}]: drop_files needs a file`;
    }
  }
  return undefined;
}
