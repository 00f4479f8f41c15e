import { z } from "zod";
import { copyJson, holdsMoreThan } from "../copy_json.ts";
import { cutText } from "../../contracts/text.ts";
import { jsonBytes } from "../utf8.ts";
import type { ArgumentIssue } from "./replies.ts";

const MAX_ISSUES = 20;
const MAX_ISSUE_CHARS = 300;
const MAX_OUTPUT_BYTES = 2 * 1024 * 1024;
const COPY_OPTIONS = { maxValues: 500_000, maxDepth: 100, lenient: false } as const;

/** Checked arguments, or what is wrong with them. */
export type CheckedInput =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly issues: readonly ArgumentIssue[] };

/** Checks arguments. A refinement that throws accepts nothing, and its words go nowhere. */
export async function checkInput(schema: z.ZodObject, value: unknown): Promise<CheckedInput> {
  const copied = copyJson(value, COPY_OPTIONS);
  if (!copied.ok) {
    return { ok: false, issues: [{ path: "", message: cutText(copied.problem, MAX_ISSUE_CHARS) }] };
  }
  try {
    const parsed = await schema.safeParseAsync(copied.value);
    if (parsed.success) return { ok: true, value: parsed.data };
    return { ok: false, issues: parsed.error.issues.slice(0, MAX_ISSUES).map(toIssue) };
  } catch {
    return { ok: false, issues: [{ path: "", message: "could not be checked" }] };
  }
}

/** Data of a result, or `undefined` when it is not what the schema promises, not JSON, or more than 2 MiB. */
export async function checkOutput(
  schema: z.ZodObject,
  value: unknown,
): Promise<{ readonly data: unknown } | undefined> {
  try {
    // a schema goes through every index of an array, its holes too
    if (holdsMoreThan(value, COPY_OPTIONS.maxValues)) return undefined;
    const parsed = await schema.safeParseAsync(value);
    if (!parsed.success) return undefined;
    const copied = copyJson(parsed.data, COPY_OPTIONS);
    if (!copied.ok || jsonBytes(copied.value) > MAX_OUTPUT_BYTES) return undefined;
    return { data: copied.value };
  } catch {
    return undefined;
  }
}

function toIssue({ path, message }: z.core.$ZodIssue): ArgumentIssue {
  return {
    path: cutText(z.core.toDotPath(path), MAX_ISSUE_CHARS),
    message: cutText(message, MAX_ISSUE_CHARS),
  };
}
