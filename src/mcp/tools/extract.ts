import { z } from "zod";
import type { ExtractOptions } from "../../contracts/browser.ts";
import { withoutUndefined } from "../options.ts";
import { boundedInteger, noted } from "../schema.ts";
import { type BrowserTool, defineBrowserTool } from "../tool.ts";
import { id, selector, sessionId } from "./arguments.ts";
import { field, listOf, openObject, replySchema } from "./results.ts";

/** Reads data. */
export const extractTool: BrowserTool = defineBrowserTool({
  name: "tab_extract",
  title: "Extract data",
  description:
    "Read text, links or a table as data. selector must match one root: default the whole page, for table " +
    "the only table. Returns text, links [{text, url}], or columns and rows.",
  effect: "read",
  input: z.strictObject({
    session_id: sessionId,
    kind: noted(z.enum(["text", "links", "table"]), { note: "What to read" }),
    selector: noted(selector, { note: "Root; the body, or for `table` the only table, when left out" })
      .exactOptional(),
    frame_id: noted(id, { note: "Frame to read; the most recently observed one when left out" })
      .exactOptional(),
    max_items: noted(boundedInteger(1, 500), { note: "Links or rows", default: 100 }).exactOptional(),
  }),
  output: replySchema({
    session_id: field("string", "Session"),
    frame_id: field("string", "Frame that was read"),
    url: field("string", "Address of that frame"),
    kind: field("string", "What was read"),
    text: field("string", "Text, at most 20,000 characters"),
    links: listOf(
      openObject({ text: { type: "string" }, url: { type: "string" } }, ["text", "url"]),
      "Links",
    ),
    columns: field("array", "Column headings", { items: { type: "string" } }),
    rows: field("array", "Cells, row by row", { items: { type: "array", items: { type: "string" } } }),
    truncated: field("boolean", "True when there was more"),
  }, ["session_id", "frame_id", "url", "kind", "truncated"]),
  handle: ({ port, signal }, { session_id, kind, selector, frame_id, max_items }) => {
    const options: ExtractOptions = {
      kind,
      ...withoutUndefined({ signal, selector, frameId: frame_id, maxItems: max_items }),
    };
    return port.extract(session_id, options);
  },
});
