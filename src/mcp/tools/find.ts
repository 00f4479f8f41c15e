import { z } from "zod";
import type { FindOptions } from "../../contracts/browser_tools.ts";
import { withoutUndefined } from "../options.ts";
import { boundedInteger, boundedString, noted } from "../schema.ts";
import { type BrowserTool, defineBrowserTool } from "../tool.ts";
import { id, sessionId, timeoutMs } from "./arguments.ts";
import { field, openObject, replySchema, snapshotProperties, snapshotRequired } from "./results.ts";

/** Finds text by scrolling. */
export const findTool: BrowserTool = defineBrowserTool({
  name: "tab_find",
  title: "Find text by scrolling",
  description:
    "Scroll the page, or a scrollable container_ref, until text shows, also in lists that load as they " +
    "scroll. Returns found and a snapshot of the viewport.",
  effect: "write",
  input: z.strictObject({
    session_id: sessionId,
    text: noted(boundedString(1, 200), { note: "Visible text" }),
    frame_id: noted(id, { note: "Frame; the main frame when left out" }).exactOptional(),
    container_ref: noted(id, { note: "Scrollable region; needs `snapshot_id`" }).exactOptional(),
    snapshot_id: noted(id, { note: "Observation that `container_ref` was taken from" }).exactOptional(),
    max_scrolls: noted(boundedInteger(0, 100), { note: "Steps of scrolling", default: 40 }).exactOptional(),
    timeout_ms: noted(timeoutMs, { note: "Milliseconds", default: 20_000 }).exactOptional(),
  }),
  output: replySchema({
    session_id: field("string", "Session"),
    frame_id: field("string", "Frame that was searched"),
    found: field("boolean", "True when the text is on the screen now"),
    scrolls: field("integer", "Steps of scrolling that were made"),
    reached_end: field("boolean", "True when everything was looked through"),
    limit_reached: field("boolean", "True when the steps or the time ran out: absence is not proved"),
    snapshot: openObject(snapshotProperties, snapshotRequired, "What the viewport shows"),
  }, ["session_id", "frame_id", "found", "scrolls", "reached_end", "limit_reached", "snapshot"]),
  findConflict: ({ text, container_ref, snapshot_id }) =>
    text.trim() === ""
      ? "text is blank"
      : container_ref !== undefined && snapshot_id === undefined
      ? "container_ref needs the snapshot_id that it was taken from"
      : undefined,
  handle: ({ port, signal }, given) => {
    const options: FindOptions = {
      text: given.text,
      ...withoutUndefined({
        signal,
        frameId: given.frame_id,
        containerRef: given.container_ref,
        snapshotId: given.snapshot_id,
        maxScrolls: given.max_scrolls,
        timeoutMs: given.timeout_ms,
      }),
    };
    return port.findText(given.session_id, options);
  },
});
