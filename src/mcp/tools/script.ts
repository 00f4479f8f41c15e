import { z } from "zod";
import type { ScriptOptions } from "../../contracts/browser_tools.ts";
import { withoutUndefined } from "../options.ts";
import { boundedString, noted } from "../schema.ts";
import { type BrowserTool, defineBrowserTool } from "../tool.ts";
import { id, sessionId, timeoutMs } from "./arguments.ts";
import {
  errorField,
  field,
  openDialog,
  openObject,
  replySchema,
  snapshotProperties,
  snapshotRequired,
} from "./results.ts";

const MAX_SOURCE_BYTES = 16_384;
const MAX_INPUT_BYTES = 32_768;

/** Runs JavaScript in the page. */
export const scriptTool: BrowserTool = defineBrowserTool({
  name: "tab_script",
  title: "Run JavaScript in the page",
  description:
    "Run the body of an async function in the page; input is its argument, JSON its result. Refs are void " +
    "afterwards. Only where no other tool can do it.",
  option: "allowPageScript",
  effect: "write",
  input: z.strictObject({
    session_id: sessionId,
    snapshot_id: noted(id, { note: "The latest observation of the main frame; the script consumes it" }),
    source: noted(boundedString(1, MAX_SOURCE_BYTES), { note: "Body of an async function, at most 16 KiB" }),
    input: noted(z.unknown(), {
      note: "Any JSON of at most 32 KiB; a text that is JSON is handed over as what it says",
      description: "JSON",
      publishedAs: "json_text",
    }).exactOptional(),
    timeout_ms: noted(timeoutMs, {
      note: "Milliseconds; the session ends when they are over",
      default: 10_000,
    })
      .exactOptional(),
  }),
  output: replySchema({
    session_id: field("string", "Session"),
    result: { description: "What the script returned, at most 64 KiB of JSON" },
    error: errorField("Why it failed"),
    outcome_unknown: field("boolean", "The script may have had an effect: check before repeating it"),
    session_closed: field("boolean", "The session had to be closed"),
    dialog_open: openDialog,
    snapshot: openObject(snapshotProperties, snapshotRequired, "Observation afterwards"),
  }, ["session_id"]),
  findConflict: ({ source, input }) => {
    if (source.trim() === "") return "source is blank";
    if (utf8Bytes(source) > MAX_SOURCE_BYTES) return "source is larger than 16 KiB";
    return input !== undefined && utf8Bytes(JSON.stringify(input)) > MAX_INPUT_BYTES
      ? "input is larger than 32 KiB as JSON"
      : undefined;
  },
  handle: ({ port, signal }, { session_id, snapshot_id, source, input, timeout_ms }) => {
    const options: ScriptOptions = {
      snapshotId: snapshot_id,
      source,
      ...withoutUndefined({ signal, input: readInput(input), timeoutMs: timeout_ms }),
    };
    return port.script(session_id, options);
  },
  isFailure: ({ ok }) => ok === false,
});

/** What a model wrote as JSON text is meant as data. */
function readInput(given: unknown): unknown {
  if (typeof given !== "string") return given;
  try {
    return JSON.parse(given);
  } catch {
    return given;
  }
}

function utf8Bytes(text: string): number {
  return new TextEncoder().encode(text).length;
}
