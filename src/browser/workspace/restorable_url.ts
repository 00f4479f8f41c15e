/** Characters of the longest address that a browser opens. */
const MAX_URL_CHARS = 2 * 1024 * 1024;

/** Whether a page with this address can be opened again. */
export function isRestorableUrl(url: string): boolean {
  return /^https?:\/\//.test(url) && url.length <= MAX_URL_CHARS && URL.canParse(url);
}
