import { z } from "zod";
import { boundedInteger, boundedString, noted } from "../schema.ts";
import { id, MAX_VALUE_CHARS, timeoutMs } from "./arguments.ts";

const ref = noted(id, { note: "Ref from the snapshot named by `snapshot_id`" });

/** One step of a batch. Types that take the same fields share a branch: the published schema repeats nothing. */
export const action = z.discriminatedUnion("type", [
  z.strictObject({ type: z.enum(["click", "double_click", "hover"]), ref }),
  z.strictObject({
    type: z.literal("fill"),
    ref,
    value: noted(boundedString(0, MAX_VALUE_CHARS), { note: "Text that replaces the field's value" }),
  }),
  z.strictObject({
    type: z.literal("press"),
    ref,
    key: noted(boundedString(1, 100), { note: "Key or chord, for example `Enter` or `Control+A`" }),
  }),
  z.strictObject({
    type: z.literal("select"),
    ref,
    values: noted(z.array(boundedString(0, 1000)).max(50), {
      note: "Values or labels of the options to select",
    }),
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
], {
  error:
    "Unknown action: type must be click, double_click, hover, fill, press, select, check, scroll or wait",
});

/** 1–20 steps, run in order. */
export const actions = z.array(action).min(1).max(20);
