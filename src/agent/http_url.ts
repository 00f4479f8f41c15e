import { badOption } from "./option_checks.ts";

const MAX_URL_CHARS = 8_192;

/**
 * The canonical form of an absolute HTTP(S) URL without credentials.
 *
 * @throws TypeError that names the option but not the URL
 */
export function httpUrl(name: string, value: unknown): string {
  const url = typeof value === "string" ? canonicalHttpUrl(value) : undefined;
  if (url === undefined) {
    throw badOption(name, "must be an absolute HTTP(S) URL without user name and password");
  }
  return url;
}

/** The canonical URL, or `undefined` when it is not HTTP(S), too long, or carries credentials. */
export function canonicalHttpUrl(text: string): string | undefined {
  if (text.length > MAX_URL_CHARS || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.protocol !== "http:" && url.protocol !== "https:") return undefined;
  if (url.username !== "" || url.password !== "" || /^https?:\/*[^/?#]*@/i.test(text)) return undefined;
  return url.href;
}
