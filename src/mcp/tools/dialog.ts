import { z } from "zod";
import type { DialogOptions } from "../../contracts/browser_tools.ts";
import { withoutUndefined } from "../options.ts";
import { boundedString, noted } from "../schema.ts";
import { type BrowserTool, defineBrowserTool } from "../tool.ts";
import { MAX_VALUE_CHARS, sessionId } from "./arguments.ts";
import {
  field,
  openDialog,
  openObject,
  replySchema,
  snapshotProperties,
  snapshotRequired,
} from "./results.ts";

/** Answers native dialogs. */
export const dialogTool: BrowserTool = defineBrowserTool({
  name: "tab_dialog",
  title: "Answer a dialog",
  description:
    "Answer the native dialog that a result reported as dialog_open; returns what the page did. With none " +
    "open, sets the answer for the next one.",
  effect: "write",
  input: z.strictObject({
    session_id: sessionId,
    action: noted(z.enum(["accept", "dismiss"]), { note: "Whether to confirm" }),
    prompt_text: noted(boundedString(0, MAX_VALUE_CHARS), {
      note: "Text for a prompt; what the prompt suggests when left out",
    }).exactOptional(),
  }),
  output: replySchema({
    session_id: field("string", "Session"),
    answered: openObject(
      {
        type: { type: "string" },
        message: { type: "string" },
        handled: field("string", "`accepted` or `dismissed`"),
      },
      ["type", "handled"],
      "The dialog that was answered",
    ),
    armed: field("string", "No dialog was open: the next one gets this answer"),
    dialog_open: openDialog,
    session_closed: field("boolean", "The answer closed the last tab"),
    snapshot: openObject(snapshotProperties, snapshotRequired, "Observation afterwards"),
  }, ["session_id"]),
  findConflict: ({ action, prompt_text }) =>
    action === "dismiss" && prompt_text !== undefined ? "prompt_text goes with accept" : undefined,
  privateValues: ({ prompt_text }) => prompt_text === undefined ? [] : [prompt_text],
  handle: ({ port, signal }, { session_id, action, prompt_text }) => {
    const options: DialogOptions = { action, ...withoutUndefined({ signal, promptText: prompt_text }) };
    return port.dialog(session_id, options);
  },
});
