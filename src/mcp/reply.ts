import type { CallToolResult } from "./sdk_server.ts";
import { type BrowserErrorCode, errorCode } from "../contracts/errors.ts";
import { ExtractionError, type ExtractionErrorCode, type ExtractionIssue } from "../extraction/error.ts";
import { encodeBase64 } from "../platform/base64.ts";
import { causeOf } from "../contracts/thrown.ts";
import { hasIncidentId, inServersLog, noteIncident } from "../platform/incidents.ts";
import { isBrowserErrorCode } from "./error_codes.ts";
import { cleanErrorText, cleanResult } from "./hygiene.ts";
import { toBoundedJson } from "./reply_limit.ts";
import type { ToolBody } from "./tool.ts";
import { toWellFormedData } from "../contracts/text.ts";

const INTERNAL_ERROR_MESSAGE = "The browser side failed in an unforeseen way";
const AFTER_ERROR = "Look with tab_list and tab_snapshot at what is there before you try again.";
const CANCELLED_MESSAGE = "The call was cancelled. Look with tab_list and tab_snapshot at what is there.";

interface ImageBlock {
  readonly type: "image";
  readonly data: string;
  readonly mimeType: string;
}

function toReply(text: string, isError: boolean, images: readonly ImageBlock[] = []): CallToolResult {
  return {
    content: [{ type: "text", text }, ...images],
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
  const images: ImageBlock[] = [];
  const plain = JSON.parse(JSON.stringify({ ok: true, ...result }, imagesTo(images))) as Record<
    string,
    unknown
  >;
  const body = toWellFormedData(cleanResult(plain, options.privateValues)) as Record<string, unknown>;
  const isError = options.isFailure(body);
  return toReply(toBoundedJson(body, options.maxChars), isError, images);
}

/** Takes images out of a result: bytes beside a `mime_type` become a block of their own. */
function imagesTo(images: ImageBlock[]): (this: unknown, key: string, value: unknown) => unknown {
  return function (this: unknown, _key, value) {
    if (!(value instanceof Uint8Array)) return value;
    const { mime_type } = this as { readonly mime_type?: unknown };
    if (typeof mime_type === "string") {
      images.push({ type: "image", data: encodeBase64(value), mimeType: mime_type });
    }
    return undefined;
  };
}

/** The reply for a failure that is known by its code. */
export function toErrorReply(
  code: BrowserErrorCode | ExtractionErrorCode,
  message: string,
  issues: readonly ExtractionIssue[] = [],
): CallToolResult {
  const error = { code, message, ...(issues.length > 0 && { issues }) };
  return toReply(JSON.stringify(toWellFormedData({ ok: false, error })), true);
}

/** The reply for whatever a handler threw. Only what was thrown on purpose may speak. */
export function toThrownReply(
  error: unknown,
  options: {
    readonly isCancelled: boolean;
    readonly privateValues: readonly string[];
    readonly onNotice?: ((line: string) => void) | undefined;
  },
): CallToolResult {
  const code = errorCode(error);
  const note = (cause: unknown): string =>
    noteIncident(cause, options.onNotice, (text) => cleanErrorText(text, options.privateValues));
  if (isBrowserErrorCode(code) && code !== "INTERNAL_ERROR" && error instanceof Error) {
    const cause = causeOf(error);
    if (hasIncidentId(cause)) note(cause); // its message names the id
    return toErrorReply(code, cleanErrorText(error.message, options.privateValues));
  }
  if (error instanceof ExtractionError) {
    const clean = (text: string): string => cleanErrorText(text, options.privateValues);
    const issues = error.issues.map(({ pointer, message }) => ({ pointer, message: clean(message) }));
    return toErrorReply(error.code, clean(error.message), issues);
  }
  if (options.isCancelled) return toErrorReply("CANCELLED", CANCELLED_MESSAGE);
  return toErrorReply(
    "INTERNAL_ERROR",
    `${INTERNAL_ERROR_MESSAGE} (${inServersLog(note(error))}). ${AFTER_ERROR}`,
  );
}
