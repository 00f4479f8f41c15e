import { z } from "zod";
import { withoutUndefined } from "../options.ts";
import { noted } from "../schema.ts";
import { type BrowserTool, defineBrowserTool } from "../tool.ts";
import { id, sessionId, timeoutMs } from "./arguments.ts";
import { field, listOf, openObject, replySchema } from "./results.ts";

/** Reports downloads. */
export const downloadsTool: BrowserTool = defineBrowserTool({
  name: "tab_downloads",
  title: "Downloads",
  description: "List the session's downloads (status, path, bytes, sha256), or wait for one.",
  effect: "read",
  input: z.strictObject({
    session_id: sessionId,
    download_id: noted(id, { note: "Wait for this one; all are listed when left out" }).exactOptional(),
    timeout_ms: noted(timeoutMs, { note: "Milliseconds to wait", default: 30_000 }).exactOptional(),
  }),
  output: replySchema({
    session_id: field("string", "Session"),
    downloads: listOf(
      openObject({
        id: field("string", "Id; `download:<id>` names the file for an upload"),
        filename: field("string", "Name that the page suggests"),
        url: field("string", "Address without query"),
        status: field("string", "`pending`, `completed` or `failed`"),
        path: field("string", "Private file, once completed; it outlives session and server"),
        bytes: field("integer", "Size"),
        sha256: field("string", "Digest"),
        error: field("string", "Why it failed"),
      }, ["id", "filename", "url", "status"]),
      "Downloads",
    ),
  }, ["session_id", "downloads"]),
  handle: ({ port, signal }, { session_id, download_id, timeout_ms }) =>
    port.downloads(
      session_id,
      withoutUndefined({ signal, downloadId: download_id, timeoutMs: timeout_ms }),
    ),
  isFailure: ({ downloads }) =>
    Array.isArray(downloads) && downloads.length === 1 &&
    (downloads[0] as { readonly status?: string }).status === "failed",
});

/** Saves state. */
export const stateTool: BrowserTool = defineBrowserTool({
  name: "tab_state",
  title: "Save cookies and storage",
  description:
    "Save the session's cookies and storage to a private file; tab_open takes its path as storage_state.",
  effect: "write",
  callEffect: () => "read",
  input: z.strictObject({ session_id: sessionId }),
  output: replySchema({
    session_id: field("string", "Session"),
    path: field("string", "File of mode 0600; it holds credentials"),
    bytes: field("integer", "Size"),
  }, ["session_id", "path", "bytes"]),
  handle: ({ port, signal }, { session_id }) => port.saveState(session_id, { signal }),
});

/** Prints. */
export const pdfTool: BrowserTool = defineBrowserTool({
  name: "tab_pdf",
  title: "Print to PDF",
  description: "Print the active tab to a private PDF file.",
  effect: "write",
  callEffect: () => "read",
  input: z.strictObject({
    session_id: sessionId,
    format: noted(z.enum(["A4", "Letter"]), { note: "Paper", default: "A4" }).exactOptional(),
    landscape: noted(z.boolean(), { note: "Paper on its side", default: false }).exactOptional(),
  }),
  output: replySchema({
    session_id: field("string", "Session"),
    tab_id: field("string", "Printed tab"),
    url: field("string", "Its address"),
    path: field("string", "File of mode 0600"),
    mime_type: field("string", "`application/pdf`"),
    bytes: field("integer", "Size, at most 50 MiB"),
    sha256: field("string", "Digest"),
  }, ["session_id", "tab_id", "url", "path", "mime_type", "bytes", "sha256"]),
  handle: ({ port, signal }, { session_id, format, landscape }) =>
    port.pdf(session_id, withoutUndefined({ signal, format, landscape })),
});
