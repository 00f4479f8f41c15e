import { z } from "zod";
import { withoutUndefined } from "../options.ts";
import { noted } from "../schema.ts";
import { type BrowserTool, defineBrowserTool } from "../tool.ts";
import { id, sessionId, timeoutMs } from "./arguments.ts";
import { checks, findCheckConflict, privateCheckValues, usesRef } from "./checks.ts";
import { replySchema, verifyProperties } from "./results.ts";

/** Verifies. */
export const verifyTool: BrowserTool = defineBrowserTool({
  name: "tab_verify",
  title: "Verify the outcome",
  description:
    "Check facts about the page; waits until all hold or the time is over. passed: true proves an outcome. " +
    "text is page text only: for what stands in a field use value, with a ref (pass the latest snapshot_id) or a CSS " +
    "selector. Needless when post_checks of tab_act passed.",
  effect: "read",
  input: z.strictObject({
    session_id: sessionId,
    snapshot_id: noted(id, { note: "The latest observation; required when a check names a ref" })
      .exactOptional(),
    checks: noted(checks, { note: "Assertions that must all hold" }),
    timeout_ms: noted(timeoutMs, { note: "Milliseconds to wait; the engine's timeout when left out" })
      .exactOptional(),
  }),
  output: replySchema(verifyProperties, ["session_id", "passed", "checks"]),
  findConflict: ({ checks, snapshot_id }) =>
    findCheckConflict(checks, "checks") ??
      (snapshot_id === undefined && usesRef(checks)
        ? "a check by ref needs snapshot_id, the latest observation of the session"
        : undefined),
  privateValues: ({ checks }) => privateCheckValues(checks),
  handle: ({ port, signal }, { session_id, snapshot_id, checks, timeout_ms }) =>
    port.verify(
      session_id,
      checks,
      withoutUndefined({ signal, snapshotId: snapshot_id, timeoutMs: timeout_ms }),
    ),
  isFailure: ({ passed }) => passed !== true,
});
