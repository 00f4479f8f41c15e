import type { CallToolResult } from "./sdk_server.ts";
import { type BrowserErrorCode, errorCode } from "../contracts/errors.ts";
import { isBrowserErrorCode } from "./error_codes.ts";
import { cleanErrorText, cleanResult } from "./hygiene.ts";
import { toBoundedJson } from "./reply_limit.ts";
import type { ToolBody } from "./tool.ts";

const INTERNAL_ERROR_MESSAGE =
  "The browser side failed in an unforeseen way. Look with tab_list and tab_snapshot at what is there before you try again.";
const CANCELLED_MESSAGE = "The call was cancelled. Look with tab_list and tab_snapshot at what is there.";

function toReply(text: string, isError: boolean): CallToolResult {
  return {
    content: [{ type: "text", text }],
    structuredContent: JSON.parse(text),
    ...(isError ? { isError } : {}),
  };
}

/** Puts the outcome of a tool that worked into the reply envelope. */
export function toResultReply(
  result: object,
  options: {
    readonly maxChars: number;
    readonly privateValues: readonly string[];
    readonly isFailure: (body: ToolBody) => boolean;
  },
): CallToolResult {
  // Through JSON first: what follows works on plain data, and no object of the engine leaves the room.
  const plain = JSON.parse(JSON.stringify({ ok: true, ...result })) as Record<string, unknown>;
  const body = cleanResult(plain, options.privateValues) as Record<string, unknown>;
  const isError = options.isFailure(body);
  return toReply(toBoundedJson(body, options.maxChars), isError);
}

/** The reply for a failure that is known by its code. */
export function toErrorReply(code: BrowserErrorCode, message: string): CallToolResult {
  return toReply(JSON.stringify({ ok: false, error: { code, message } }), true);
}

/** The reply for whatever a handler threw. Only what was thrown on purpose may speak. */
export function toThrownReply(
  error: unknown,
  options: { readonly isCancelled: boolean; readonly privateValues: readonly string[] },
): CallToolResult {
  const code = errorCode(error);
  if (isBrowserErrorCode(code) && code !== "INTERNAL_ERROR" && error instanceof Error) {
    return toErrorReply(code, cleanErrorText(error.message, options.privateValues));
  }
  if (options.isCancelled) return toErrorReply("CANCELLED", CANCELLED_MESSAGE);
  return toErrorReply("INTERNAL_ERROR", INTERNAL_ERROR_MESSAGE);
}
