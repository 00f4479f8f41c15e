import { z } from "zod";
import type { SnapshotOptions } from "../../contracts/browser.ts";
import { boundedInteger, noted } from "../schema.ts";
import { type BrowserTool, defineBrowserTool } from "../tool.ts";
import { withoutUndefined } from "../options.ts";
import { id, selector, sessionId } from "./arguments.ts";
import { snapshotReply } from "./results.ts";

const DEFAULT_MAX_CHARS = 24_000;

const input = z.strictObject({
  session_id: sessionId,
  mode: noted(z.enum(["full", "diff"]), {
    note: "Whole page, or changes against the session's last snapshot of the same document",
    default: "full",
  }).exactOptional(),
  format: noted(z.enum(["tree", "elements"]), {
    note: "Text for models, or elements as data for programs",
    default: "tree",
  }).exactOptional(),
  max_chars: noted(boundedInteger(500, 200_000), {
    note: "Characters of `tree` in one reply",
    default: DEFAULT_MAX_CHARS,
  }).exactOptional(),
  cursor: noted(id, {
    note: "Cursor of a truncated reply; excludes every other argument but `session_id` and `max_chars`",
  }).exactOptional(),
  max_elements: noted(boundedInteger(1, 500), {
    note: "Elements in one reply of format `elements`",
    default: 150,
  })
    .exactOptional(),
  frame_id: noted(id, { note: "Observe one frame and what is inside it" }).exactOptional(),
  selector: noted(selector, { note: "Observe one root; must match exactly one element" }).exactOptional(),
  viewport_only: noted(z.boolean(), { note: "Leave out what is outside the viewport", default: false })
    .exactOptional(),
  include: noted(z.array(z.enum(["url", "box", "graphics"])).max(3), {
    note: "Extra facts: link addresses, rectangles `[x, y, width, height]`, drawn shapes",
  }).exactOptional(),
});

/** Arguments that may stand beside a cursor. */
const WITH_CURSOR: ReadonlySet<string> = new Set(["session_id", "cursor", "max_chars"]);

/** Observes. */
export const snapshotTool: BrowserTool = defineBrowserTool({
  name: "tab_snapshot",
  title: "Read the page",
  description:
    "Read the page again, when refs are stale, content came late or tree was truncated (pass its cursor to " +
    "read on). Needless after tab_open, tab_act and tab_navigate, whose result has a snapshot. mode diff returns " +
    "changed lines only. Narrow it with frame_id, selector or viewport_only.",
  effect: "read",
  input,
  output: snapshotReply,
  findConflict: (given) => {
    if (given.cursor === undefined) return undefined;
    const surplus = Object.keys(given).filter((key) => !WITH_CURSOR.has(key));
    return surplus.length === 0
      ? undefined
      : `cursor reads on in an earlier observation and excludes ${surplus.join(", ")}`;
  },
  // Quotes and line breaks double when the tree is written as JSON.
  replyLimit: ({ max_chars = DEFAULT_MAX_CHARS }) => 60_000 + 2 * max_chars,
  handle: ({ port, signal }, given) => {
    const options: SnapshotOptions = withoutUndefined({
      signal,
      mode: given.mode,
      format: given.format,
      maxChars: given.max_chars,
      cursor: given.cursor,
      maxElements: given.max_elements,
      frameId: given.frame_id,
      selector: given.selector,
      viewportOnly: given.viewport_only,
      include: given.include,
    });
    return port.snapshot(given.session_id, options);
  },
});
