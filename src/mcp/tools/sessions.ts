import { z } from "zod";
import { type BrowserTool, defineBrowserTool } from "../tool.ts";
import { sessionId } from "./arguments.ts";
import { field, listOf, openObject, replySchema } from "./results.ts";

/** Lists sessions. */
export const listTool: BrowserTool = defineBrowserTool({
  name: "tab_list",
  title: "List sessions",
  description: "List open sessions, for example after a call timed out.",
  effect: "read",
  input: z.strictObject({}),
  output: replySchema({
    sessions: listOf(
      openObject({
        session_id: field("string", "Session"),
        url: field("string", "Address of its active tab"),
        title: field("string", "Title of its active tab"),
        tabs: field("integer", "Number of its tabs"),
      }, ["session_id"]),
      "Sessions of this server",
    ),
  }, ["sessions"]),
  handle: async ({ port }) => ({ sessions: await port.list() }),
});

/** Closes a session. */
export const closeTool: BrowserTool = defineBrowserTool({
  name: "tab_close",
  title: "Close a session",
  description: "Close a session and all its tabs when the task is done.",
  effect: "write",
  input: z.strictObject({ session_id: sessionId }),
  output: replySchema({
    session_id: field("string", "Session"),
    closed: field("boolean", "True"),
  }, ["session_id", "closed"]),
  handle: ({ port, signal }, { session_id }) => port.close(session_id, { signal }),
});
