import { BrowserError, type BrowserErrorCode } from "../contracts/errors.ts";
import { messageOf } from "../contracts/thrown.ts";
import { incidentId, inServersLog } from "../platform/incidents.ts";

const MAX_MESSAGE_CHARS = 400;

/** Address for messages: origin and path; query, fragment and credentials may carry secrets. */
export function publicUrl(url: string): string {
  try {
    const { protocol, host, pathname } = new URL(url);
    if (protocol === "http:" || protocol === "https:") return `${protocol}//${host}${pathname}`.slice(0, 200);
    return protocol === "about:" ? `about:${pathname}` : protocol;
  } catch {
    return "an unreadable address";
  }
}

/** One line of a driver's message: no call log, no query strings, no terminal colours. */
export function cleanMessage(message: string): string {
  const [head = ""] = message.split(/\n|Call log:/, 1);
  return head
    // deno-lint-ignore no-control-regex -- colours of the driver's messages are control characters
    .replace(/\u001b\[[0-9;]*m/g, "")
    .replace(/\b(?:https?|wss?|file):\/\/[^\s"'<>]+/g, (url) => publicUrl(url))
    .replace(/^[A-Za-z.]+: (?=\S)/, "")
    .trim()
    .slice(0, MAX_MESSAGE_CHARS);
}

/** Whether the driver says that the page, its frame, its context or the browser is no longer there. */
export function isGone(error: unknown): boolean {
  return /has been closed|Target closed|Session closed|was detached|Page crashed|Target crashed|browser has disconnected|Connection closed/i
    .test(messageOf(error));
}

/**
 * An expected failure as it is; anything else under the given code, with a cleaned message and an id, under which its
 * cause stands in the log.
 */
export function toBrowserError(error: unknown, code: BrowserErrorCode, prefix: string): BrowserError {
  if (error instanceof BrowserError) return error;
  const said = `${prefix}: ${cleanMessage(messageOf(error))} (${inServersLog(incidentId(error))})`;
  return new BrowserError(code, said, { cause: error });
}
