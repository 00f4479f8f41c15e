import type { PdfOptions, PdfResult } from "../contracts/browser_tools.ts";
import { BrowserError } from "../contracts/errors.ts";
import { sha256Hex } from "../platform/hash.ts";
import type { ArtifactFolder } from "./artifacts.ts";
import { withoutPrivate } from "./capture.ts";
import { Deadline, DeadlineOver } from "./deadline.ts";
import { toBrowserError } from "./failures.ts";
import type { Session } from "./session.ts";

const MAX_BYTES = 50 * 1024 * 1024;
const CLOSE_TIMEOUT_MS = 1500;

/**
 * Checks options.
 *
 * @throws TypeError
 */
export function resolvePdfOptions(
  { format = "A4", landscape = false }: PdfOptions,
): { readonly format: "A4" | "Letter"; readonly landscape: boolean } {
  if (format !== "A4" && format !== "Letter") {
    throw new TypeError(`"format" must be A4 or Letter: current value is ${String(format)}`);
  }
  if (typeof landscape !== "boolean") throw new TypeError(`"landscape" must be true or false`);
  return { format, landscape };
}

/**
 * Prints the active tab into a private file, private fields left blank.
 *
 * @throws `CAPTURE_TOO_LARGE` | `PDF_TIMEOUT`, the tab is closed then: nobody knows when its printing would end
 */
export async function printPdf(
  session: Session,
  options: ReturnType<typeof resolvePdfOptions>,
  artifacts: ArtifactFolder,
  deadline: Deadline,
): Promise<PdfResult> {
  const tab = session.tab();
  const { url } = tab;
  let data: Uint8Array;
  try {
    const print = (): Promise<Uint8Array> =>
      deadline.race(tab.page.pdf({ ...options, printBackground: true }));
    ({ data } = await withoutPrivate(tab, deadline, print));
  } catch (error) {
    if (!(error instanceof DeadlineOver)) {
      throw toBrowserError(error, "UNSUPPORTED_FLOW", "The page cannot be printed");
    }
    if (error.reason !== "timeout") throw error;
    await new Deadline(CLOSE_TIMEOUT_MS).race(tab.page.close()).catch(() => {});
    const next = session.tabCount === 0
      ? "It was the last one, so the session ended; open a new one with tab_open"
      : "Call tab_snapshot to go on in another tab";
    throw new BrowserError("PDF_TIMEOUT", `Printing took too long, so tab ${tab.tabId} was closed. ${next}`);
  }
  if (data.byteLength > MAX_BYTES) {
    throw new BrowserError("CAPTURE_TOO_LARGE", "The printed page is larger than 50 MiB; no file was kept");
  }
  const path = await artifacts.write("page", "pdf", data);
  return {
    session_id: session.sessionId,
    tab_id: tab.tabId,
    url,
    path,
    mime_type: "application/pdf",
    bytes: data.byteLength,
    sha256: sha256Hex(data),
  };
}
