import { z } from "zod";
import { findCheckConflict as conflictOf } from "../../browser/check_conflicts.ts";
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
  z.strictObject({
    kind: z.literal("absent"),
    text: noted(boundedString(1, 2000), {
      note: "Passage that must not be seen; exactly one of `text` and `selector`",
    })
      .exactOptional(),
    selector: noted(selector, { note: "Nothing that matches may be seen" }).exactOptional(),
  }),
  z.strictObject({
    kind: z.literal("matches"),
    in: noted(z.enum(["text", "url", "title"]), { note: "Where to look" }),
    pattern: noted(boundedString(1, 1000), { note: "Regular expression in RE2 syntax; `(?i)` ignores case" }),
  }),
  z.strictObject({
    kind: z.literal("state"),
    ref: noted(id, { note: "Control" }),
    state: z.enum([
      "checked",
      "unchecked",
      "enabled",
      "disabled",
      "selected",
      "unselected",
      "expanded",
      "collapsed",
    ]),
  }),
  z.strictObject({
    kind: z.literal("attribute"),
    name: noted(boundedString(1, 200), { note: "Attribute; for `download` the file's name" }),
    value: noted(boundedString(0, MAX_VALUE_CHARS), { note: "As it is written; any when left out" })
      .exactOptional(),
    ref: noted(id, { note: "Element by ref; exactly one of `ref` and `selector`" }).exactOptional(),
    selector: noted(selector, { note: "Element by selector; exactly one of `ref` and `selector`" })
      .exactOptional(),
  }),
  z.strictObject({
    kind: z.literal("download"),
    name: noted(boundedString(1, 300), { note: "Exact name of a completed download" }).exactOptional(),
    min_bytes: noted(boundedInteger(0, Number.MAX_SAFE_INTEGER), { note: "Smallest size" }).exactOptional(),
    sha256: noted(z.string().regex(/^[0-9a-f]{64}$/), { note: "Digest in lower-case hexadecimal" })
      .exactOptional(),
  }),
  z.strictObject({
    kind: z.literal("response"),
    url: noted(url, {
      note: "Part of the address; the newest such response counts. Needs `--capture-network`",
    }),
    status: noted(boundedInteger(100, 599), { note: "HTTP status; any from 200 to 299 when left out" })
      .exactOptional(),
    method: noted(boundedString(1, 20), { note: "HTTP method; any when left out" }).exactOptional(),
  }),
  z.strictObject({ kind: z.literal("count"), selector, value: boundedInteger(0, 100_000) }),
], { error: () => `Unknown check: kind must be ${KINDS.join(", ")}` });

/** Names of all kinds, for the message about one that does not exist. */
const KINDS: readonly string[] = check.options.flatMap(({ shape: { kind } }) =>
  "options" in kind ? kind.options : [...kind.values]
);

/** 1–20 assertions. */
export const checks = z.array(check).min(1).max(20);

/** Says what is wrong with checks whose fields are each valid; `undefined` when nothing is. */
export function findCheckConflict(list: readonly BrowserCheck[], name: string): string | undefined {
  for (const [index, item] of list.entries()) {
    const conflict = conflictOf(item);
    if (conflict !== undefined) return `${name}[${index}]: ${conflict}`;
  }
  return undefined;
}

/** True when a check names a ref. */
export function usesRef(list: readonly BrowserCheck[]): boolean {
  return list.some((item) => "ref" in item && item.ref !== undefined);
}

/** Expected values of fields: they may be private, so no error text repeats them. */
export function privateCheckValues(list: readonly BrowserCheck[]): readonly string[] {
  return list.flatMap((item) => item.kind === "value" ? [item.value] : []);
}
