// Checks of what a session keeps a record of, whatever the page says.
import type { BrowserCheck } from "../contracts/checks.ts";
import type { CheckOutcome } from "./checks.ts";
import type { Session } from "./session.ts";

/** Passes when a completed download has the name, the size and the content that are asked for. */
export function checkDownload(
  { downloads }: Session,
  { name, min_bytes: minBytes = 0, sha256 }: BrowserCheck & { readonly kind: "download" },
): CheckOutcome {
  const list = downloads.list();
  const found = list.find(({ status, filename, bytes = 0, sha256: actual }) =>
    status === "completed" && (name === undefined || filename === name) && bytes >= minBytes &&
    (sha256 === undefined || actual === sha256)
  );
  if (found !== undefined) {
    return { pass: true, actual: `${found.filename}, ${found.bytes} bytes, ${found.sha256}` };
  }
  const [nearest] = list.filter(({ filename }) => name === undefined || filename === name).slice(-1);
  if (nearest === undefined) {
    const names = list.map(({ filename }) => filename).slice(-5).join(", ");
    return {
      pass: false,
      actual: null,
      hint: names === "" ? "Nothing was downloaded" : `Downloaded: ${names}`,
    };
  }
  const { filename, status, bytes, sha256: actual, error } = nearest;
  return {
    pass: false,
    actual: status === "completed"
      ? `${filename}, ${bytes} bytes, ${actual}`
      : `${filename}, ${status}${error === undefined ? "" : `: ${error}`}`,
  };
}

/** Passes when the newest response of an address has the status that is asked for, by default any of success. */
export function checkResponse(
  { network }: Session,
  { url, status, method }: BrowserCheck & { readonly kind: "response" },
): CheckOutcome {
  if (network === undefined) {
    return {
      pass: false,
      fatal: true,
      error: {
        code: "INVALID_ARGUMENT",
        message: "Responses are not kept here: start with --capture-network",
      },
    };
  }
  const newest = network.entries.findLast((entry) =>
    entry.url.includes(url) && (method === undefined || entry.method === method.toUpperCase())
  );
  if (newest === undefined) return { pass: false, actual: null, hint: "No such response was seen" };
  const pass = status === undefined ? newest.status >= 200 && newest.status < 300 : newest.status === status;
  return { pass, actual: `${newest.method} ${newest.url} ${newest.status}` };
}
