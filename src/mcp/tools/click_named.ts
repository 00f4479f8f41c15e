import { z } from "zod";
import type { ClickNamedOptions } from "../../contracts/browser_tools.ts";
import { withoutUndefined } from "../options.ts";
import { boundedString, noted } from "../schema.ts";
import { type BrowserTool, defineBrowserTool } from "../tool.ts";
import { actReply } from "./act.ts";
import { idempotencyKey, sessionId } from "./arguments.ts";

/** Clicks by name. */
export const clickNamedTool: BrowserTool = defineBrowserTool({
  name: "tab_click_named",
  title: "Click by name",
  description:
    "Click the one control with this exact name, in any frame, without a snapshot before. Returns what " +
    "tab_act returns.",
  effect: "write",
  input: z.strictObject({
    session_id: sessionId,
    name: noted(boundedString(1, 200), { note: "Exact accessible name" }),
    role: noted(z.enum(["button", "link", "menuitem", "tab", "checkbox", "radio"]), {
      note: "Narrows it; any of these when left out",
    }).exactOptional(),
    idempotency_key: idempotencyKey.exactOptional(),
  }),
  output: actReply,
  findConflict: ({ name }) => name.trim() === "" ? "name is blank" : undefined,
  handle: ({ port, signal }, { session_id, name, role, idempotency_key }) => {
    const options: ClickNamedOptions = {
      name,
      ...withoutUndefined({ signal, role, idempotencyKey: idempotency_key }),
    };
    return port.clickNamed(session_id, options);
  },
  isFailure: ({ ok }) => ok === false,
});
