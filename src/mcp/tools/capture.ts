import { z } from "zod";
import { withoutUndefined } from "../options.ts";
import { noted } from "../schema.ts";
import { type BrowserTool, defineBrowserTool } from "../tool.ts";
import { sessionId } from "./arguments.ts";
import { captureProperties, captureRequired, field, replySchema } from "./results.ts";

/** Photographs. */
export const captureTool: BrowserTool = defineBrowserTool({
  name: "tab_capture",
  title: "Screenshot",
  description: "Photograph the active tab, for what the tree cannot say. Private fields are blank.",
  effect: "read",
  input: z.strictObject({
    session_id: sessionId,
    full_page: noted(z.boolean(), { note: "The whole document instead of the viewport", default: false })
      .exactOptional(),
  }),
  output: replySchema({
    session_id: field("string", "Session"),
    ...captureProperties,
  }, ["session_id", ...captureRequired]),
  handle: ({ port, signal }, { session_id, full_page }) =>
    port.screenshot(session_id, withoutUndefined({ signal, fullPage: full_page })),
});
