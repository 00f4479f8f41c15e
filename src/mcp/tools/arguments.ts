// Arguments that several tools share, so that a limit is written once.
import type { z } from "zod";
import { boundedInteger, boundedString, noted } from "../schema.ts";

/** Longest URL, in characters. */
export const MAX_URL_CHARS = 8192;

/** Longest text that one `fill` types or one `value` check compares, in characters. */
export const MAX_VALUE_CHARS = 10_000;

/** An id that a tool returned. */
export const id = boundedString(1, 160);

/** A CSS selector. */
export const selector = boundedString(1, 1000);

/** A URL; the engine judges its form. */
export const url = boundedString(1, MAX_URL_CHARS);

/** A time budget in milliseconds. */
export const timeoutMs = boundedInteger(100, 60_000);

/** The session that a tool works on. */
export const sessionId: z.ZodString = noted(id, { note: "Session, as returned by `tab_open`" });

/** A caller's key for at-most-once. */
export const idempotencyKey: z.ZodString = noted(id, {
  note:
    "Key chosen by the caller. A second call with the same key and arguments returns the first one's result " +
    "instead of acting again; other arguments are refused",
});
