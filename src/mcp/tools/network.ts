import { z } from "zod";
import { withoutUndefined } from "../options.ts";
import { boundedInteger, noted } from "../schema.ts";
import { type BrowserTool, defineBrowserTool } from "../tool.ts";
import { sessionId } from "./arguments.ts";
import { field, listOf, openObject, replySchema } from "./results.ts";

const MAX_ID = Number.MAX_SAFE_INTEGER;

const entry = openObject({
  id: field("integer", "Running number"),
  tab_id: field("string", "Tab that asked"),
  method: field("string", "Method"),
  resource_type: field("string", "For example `document`, `xhr`, `fetch`"),
  status: field("integer", "HTTP status"),
  content_type: field("string", "Media type"),
  declared_bytes: field("integer", "Length that the server declared"),
  time: field("string", "When it was seen"),
  url: field("string", "Address without query and fragment"),
}, ["id", "tab_id", "method", "resource_type", "status", "url"]);

/** Reads the network journal. */
export const networkTool: BrowserTool = defineBrowserTool({
  name: "tab_network",
  title: "Network journal",
  description:
    "List the responses that the session's pages got, or read the body of one (text of at most 128 KiB " +
    "with a declared length).",
  option: "captureNetwork",
  effect: "read",
  input: z.strictObject({
    session_id: sessionId,
    after_id: noted(boundedInteger(0, MAX_ID), { note: "Responses after this one", default: 0 })
      .exactOptional(),
    max_items: noted(boundedInteger(1, 100), { note: "Responses in one reply", default: 50 }).exactOptional(),
    response_id: noted(boundedInteger(1, MAX_ID), {
      note: "Read the body of this one; excludes the other two",
    })
      .exactOptional(),
  }),
  output: replySchema({
    session_id: field("string", "Session"),
    responses: listOf(entry, "Responses in order; the last 200 of a session are kept"),
    truncated: field("boolean", "True when there are more: ask with the last id as `after_id`"),
    dropped: field("integer", "Responses that are no longer kept"),
    gap: field("boolean", "True when some that were asked for are no longer kept"),
    response: entry,
    text: field("string", "Body"),
    bytes: field("integer", "Size of the body"),
    sha256: field("string", "Digest of the body"),
  }, ["session_id"]),
  findConflict: ({ after_id, max_items, response_id }) =>
    response_id !== undefined && (after_id !== undefined || max_items !== undefined)
      ? "response_id excludes after_id and max_items"
      : undefined,
  replyLimit: () => 300_000,
  handle: ({ port, signal }, { session_id, after_id, max_items, response_id }) =>
    port.network(
      session_id,
      withoutUndefined({ signal, afterId: after_id, maxItems: max_items, responseId: response_id }),
    ),
});
