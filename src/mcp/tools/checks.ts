import { z } from "zod";
import type { BrowserCheck } from "../../contracts/browser.ts";
import { boundedInteger, boundedString, noted } from "../schema.ts";
import { id, MAX_VALUE_CHARS, selector, url } from "./arguments.ts";

/** One assertion about the page. */
export const check = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("url"), value: noted(url, { note: "Exact address" }) }),
  z.strictObject({
    kind: z.enum(["text", "title"]),
    contains: noted(boundedString(1, 2000), {
      note: "Passage; page text never includes what stands in a field",
    }),
  }),
  z.strictObject({ kind: z.literal("visible"), selector }),
  z.strictObject({
    kind: z.literal("value"),
    value: noted(boundedString(0, MAX_VALUE_CHARS), { note: "Exact value of an input, textarea or select" }),
    ref: noted(id, { note: "Field by ref; exactly one of `ref` and `selector`" }).exactOptional(),
    selector: noted(selector, { note: "Field by selector; exactly one of `ref` and `selector`" })
      .exactOptional(),
  }),
  z.strictObject({ kind: z.literal("count"), selector, value: boundedInteger(0, 100_000) }),
], { error: "Unknown check: kind must be url, title, text, visible, value or count" });

/** 1–20 assertions. */
export const checks = z.array(check).min(1).max(20);

/** Says what is wrong with checks whose fields are each valid; `undefined` when nothing is. */
export function findCheckConflict(list: readonly BrowserCheck[], name: string): string | undefined {
  for (const [index, item] of list.entries()) {
    if (item.kind === "value" && (item.ref === undefined) === (item.selector === undefined)) {
      return `${name}[${index}]: a value check needs exactly one of ref and selector`;
    }
  }
  return undefined;
}

/** True when a check names a ref. */
export function usesRef(list: readonly BrowserCheck[]): boolean {
  return list.some((item) => item.kind === "value" && item.ref !== undefined);
}

/** Expected values of fields: they may be private, so no error text repeats them. */
export function privateCheckValues(list: readonly BrowserCheck[]): readonly string[] {
  return list.flatMap((item) => item.kind === "value" ? [item.value] : []);
}
