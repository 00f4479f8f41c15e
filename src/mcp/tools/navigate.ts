import { z } from "zod";
import type { NavigateOptions } from "../../contracts/browser.ts";
import { withoutUndefined } from "../options.ts";
import { noted } from "../schema.ts";
import { type BrowserTool, defineBrowserTool } from "../tool.ts";
import { idempotencyKey, sessionId, url } from "./arguments.ts";
import { snapshotReply } from "./results.ts";

/** Goes somewhere. */
export const navigateTool: BrowserTool = defineBrowserTool({
  name: "tab_navigate",
  title: "Navigate",
  description:
    "Go to a URL (goto), back, forward, or reload in the session's active tab, keeping its cookies. Returns " +
    "a new snapshot; older refs are void.",
  effect: "write",
  input: z.strictObject({
    session_id: sessionId,
    action: noted(z.enum(["goto", "back", "forward", "reload"]), { note: "Where to go" }),
    url: noted(url, { note: "HTTP(S) address without credentials; required for `goto`, refused otherwise" })
      .exactOptional(),
    idempotency_key: idempotencyKey.exactOptional(),
  }),
  output: snapshotReply,
  findConflict: ({ action, url }) => {
    if (action === "goto" && url === undefined) return "goto needs url";
    if (action !== "goto" && url !== undefined) return `${action} takes no url; use goto to open one`;
    return undefined;
  },
  handle: ({ port, signal }, { session_id, action, url, idempotency_key }) => {
    const options: NavigateOptions = {
      action,
      ...withoutUndefined({ signal, url, idempotencyKey: idempotency_key }),
    };
    return port.navigate(session_id, options);
  },
});
