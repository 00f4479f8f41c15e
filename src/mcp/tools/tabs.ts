import { z } from "zod";
import type { TabsOptions } from "../../contracts/browser_tools.ts";
import { withoutUndefined } from "../options.ts";
import { noted } from "../schema.ts";
import { type BrowserTool, defineBrowserTool } from "../tool.ts";
import { id, sessionId, url } from "./arguments.ts";
import {
  field,
  listOf,
  openDialog,
  openObject,
  replySchema,
  snapshotProperties,
  snapshotRequired,
  tab,
} from "./results.ts";

/** Works with the tabs of a session. */
export const tabsTool: BrowserTool = defineBrowserTool({
  name: "tab_tabs",
  title: "Tabs of a session",
  description:
    "List, open, switch or close tabs. Returns tabs, and a snapshot of the active one unless listed.",
  effect: "write",
  callEffect: ({ action }) => action === "list" ? "read" : undefined,
  input: z.strictObject({
    session_id: sessionId,
    action: noted(z.enum(["list", "new", "switch", "close"]), {
      note: "Closing the last tab ends the session",
    }),
    tab_id: noted(id, { note: "Tab; required for `switch` and `close`" }).exactOptional(),
    url: noted(url, { note: "For `new`: HTTP(S) address; a blank page when left out" }).exactOptional(),
  }),
  output: replySchema({
    session_id: field("string", "Session"),
    tabs: listOf(tab, "Owned tabs, oldest first"),
    session_closed: field("boolean", "The last tab was closed"),
    dialog_open: openDialog,
    snapshot: openObject(snapshotProperties, snapshotRequired, "Observation of the active tab"),
  }, ["session_id", "tabs"]),
  findConflict: ({ action, tab_id, url }) => {
    const needsTab = action === "switch" || action === "close";
    if (needsTab && tab_id === undefined) return `${action} needs tab_id`;
    if (!needsTab && tab_id !== undefined) return `${action} takes no tab_id`;
    return action !== "new" && url !== undefined ? `${action} takes no url` : undefined;
  },
  handle: ({ port, signal }, { session_id, action, tab_id, url }) => {
    const options: TabsOptions = { action, ...withoutUndefined({ signal, tabId: tab_id, url }) };
    return port.tabs(session_id, options);
  },
});
