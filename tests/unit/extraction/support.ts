import assert from "node:assert/strict";
import { inspect } from "node:util";
import type { ExtractionErrorCode } from "../../../src/extraction/error.ts";

/** Text that stands in sources and values, and must be in no error. */
export const CANARY = "canary-of-the-page";

/** Runs it, and sees to it that it fails with the code, and that no value or source is in the error. */
export async function refused(
  code: ExtractionErrorCode,
  run: () => unknown,
  pattern: RegExp = /./,
): Promise<void> {
  let error: unknown;
  try {
    await run();
  } catch (thrown) {
    error = thrown;
  }
  assert.ok(error instanceof Error, `nothing was thrown instead of ${code}`);
  const text = inspect({ ...error, message: error.message }, { depth: 9 });
  assert.equal((error as { code?: string }).code, code, text);
  assert.match(text, pattern);
  assert.doesNotMatch(text, new RegExp(CANARY));
}
