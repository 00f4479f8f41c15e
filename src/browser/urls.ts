import { BrowserError } from "../contracts/errors.ts";
import { cutText } from "../contracts/text.ts";

const MAX_URL_CHARS = 8192;

/**
 * Checks an address that a caller wants to go to.
 *
 * @returns the normalised address
 * @throws `INVALID_URL` when it is no absolute HTTP(S) address, carries credentials, or is longer than 8,192 characters
 */
export function parsePageUrl(url: string): string {
  if (typeof url !== "string" || url.trim() === "") throw invalid("it is empty");
  if (url.length > MAX_URL_CHARS) throw invalid(`it has more than ${MAX_URL_CHARS} characters`);
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    throw invalid(
      "it is not an absolute address; write it with scheme and host, for example https://example.org/",
    );
  }
  if (parsed.protocol !== "http:" && parsed.protocol !== "https:") {
    throw invalid(`its scheme is "${parsed.protocol.slice(0, 20)}"; only http: and https: can be opened`);
  }
  if (parsed.username !== "" || parsed.password !== "") {
    throw invalid("it carries a user name or password; leave them out and sign in on the page");
  }
  return parsed.href;
}

/** Origin of an address for comparison; `null` for addresses without one of their own. */
export function originOf(url: string): string | null {
  try {
    const { origin } = new URL(url);
    return origin === "null" ? null : origin;
  } catch {
    return null;
  }
}

function invalid(reason: string): BrowserError {
  return new BrowserError("INVALID_URL", `The address cannot be opened: ${reason}`);
}

const MAX_TITLE_CHARS = 500;

/** An address and a title as replies say them: a page may make either a megabyte long, and leave no room for its tree. */
export function namePage(url: string, title: string): { readonly url: string; readonly title: string } {
  return { url: cutText(url, MAX_URL_CHARS), title: cutText(title, MAX_TITLE_CHARS) };
}
