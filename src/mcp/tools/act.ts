import { z } from "zod";
import type { ActOptions } from "../../contracts/browser.ts";
import type { JsonSchema } from "../../contracts/json.ts";
import { withoutUndefined } from "../options.ts";
import { boundedInteger, noted } from "../schema.ts";
import { type BrowserTool, defineBrowserTool } from "../tool.ts";
import { actions, findActionConflict, privateActionValues } from "./actions.ts";
import { withoutTheAsked } from "./act_receipts.ts";
import { id, idempotencyKey, sessionId, timeoutMs } from "./arguments.ts";
import { checks, findCheckConflict, privateCheckValues } from "./checks.ts";
import {
  errorField,
  field,
  listOf,
  openDialog,
  openObject,
  replySchema,
  snapshotProperties,
  snapshotRequired,
  verifyProperties,
} from "./results.ts";

const input = z.strictObject({
  session_id: sessionId,
  snapshot_id: noted(id, { note: "The latest observation; the batch consumes it" }),
  actions: noted(actions, { note: "Steps, run in order until one fails" }),
  post_checks: noted(checks, { note: "Checks that run when every action completed" }).exactOptional(),
  verify_timeout_ms: noted(timeoutMs, {
    note: "Milliseconds for `post_checks`; the engine's timeout when left out",
  })
    .exactOptional(),
  settle_ms: noted(boundedInteger(0, 10_000), {
    note:
      "Milliseconds to go on watching after the last action, for effects that come late; up to 800 when left out",
  }).exactOptional(),
  include_snapshot: noted(z.boolean(), { note: "Observe afterwards", default: true }).exactOptional(),
  timeout_ms: noted(timeoutMs, { note: "Milliseconds for all actions together", default: 30_000 })
    .exactOptional(),
  idempotency_key: idempotencyKey.exactOptional(),
});

const effect = openObject(
  {
    outcome: field("string", "`done`, `no_effect` (input arrived and nothing changed) or `unknown`"),
    hit: field("string", "What received the input, for an action without ref"),
    value: field("string", "Value of the field afterwards, unless it is the one asked for"),
    value_filled: field("boolean", "For a field whose value is kept back: whether it has one"),
    checked: field("boolean", "State afterwards, unless it is the one asked for"),
    navigated: field("string", "Address that the document changed to"),
    requests: field("array", "Requests that the action started: method, URL without query, status", {
      items: { type: "string" },
    }),
    problems: field("array", "Requests among them that failed, whatever the page says", {
      items: { type: "string" },
    }),
    also: field("array", "The page's own requests meanwhile, and those that may be", {
      items: { type: "string" },
    }),
    popup: field("string", "Tab that opened"),
    dialog: field("string", "Type of the native dialog that opened"),
    download: field("string", "Download that started"),
  },
  ["outcome"],
  "What the action did, beyond what it was asked to; a completed action without it did just that",
);

/** The reply of a batch. */
export const actReply: JsonSchema = replySchema({
  batch_complete: field("boolean", "True when every action ran"),
  session_id: field("string", "Session"),
  snapshot_id: field("string", "The consumed observation"),
  partial: field("boolean", "True when some actions completed and others did not"),
  completed: field("integer", "Number of completed actions"),
  failed: {
    type: ["object", "null"],
    description: "The action that failed",
    properties: { index: { type: "integer" }, error: errorField("Why") },
    required: ["index", "error"],
  },
  failed_action_may_have_side_effects: field("boolean", "True when the failed action may have had an effect"),
  results: listOf(
    openObject({
      index: field("integer", "Position in the request"),
      type: field("string", "Type of the action"),
      status: field("string", "`completed`, `failed` or `skipped`"),
      effect,
      error: errorField("Why it failed"),
    }, ["index", "type", "status"]),
    "One result an action",
  ),
  verification: openObject(verifyProperties, ["passed", "checks"], "Outcome of `post_checks`"),
  replan_required: field("boolean", "The page is not what the plan was made for: plan again from `snapshot`"),
  popup_followed: field("object", "Popup that the session moved to"),
  dialog_open: openDialog,
  dialogs: field("array", "Native dialogs that opened", { items: { type: "object" } }),
  session_closed: field("boolean", "The session had to be closed"),
  outcome_unknown: field("boolean", "Nobody knows whether an action took effect: check before repeating it"),
  snapshot: openObject(snapshotProperties, snapshotRequired, "Observation afterwards"),
  snapshot_error: errorField("Why there is no observation"),
  elapsed_ms: field("number", "Milliseconds"),
}, ["batch_complete", "session_id", "snapshot_id", "partial", "completed", "failed", "results"]);

/** Acts. */
export const actTool: BrowserTool = defineBrowserTool({
  name: "tab_act",
  title: "Act on the page",
  description:
    "Click, type and so on. Take refs and snapshot_id from the latest snapshot. Put several actions into " +
    "one call (fill a form and submit it): they run in order and stop at the first failure; what was done stays done. " +
    "Put the outcome you expect into post_checks: they wait for it and are your proof. Returns what each action did " +
    "beyond what was asked, verification, and a new snapshot, maybe only its changed lines: use its snapshot_id " +
    "next; refs of unchanged lines stay valid. wait waits for page text; choose picks an option in any list that is " +
    "no native select. Repeating a call with the same idempotency_key never acts twice.",
  effect: "write",
  input,
  output: actReply,
  findConflict: ({ actions, post_checks = [] }) =>
    findActionConflict(actions) ?? findCheckConflict(post_checks, "post_checks"),
  privateValues: ({ actions, post_checks = [] }) => [
    ...actions.flatMap(privateActionValues),
    ...privateCheckValues(post_checks),
  ],
  handle: async ({ port, signal }, given) => {
    const options: ActOptions = withoutUndefined({
      signal,
      snapshot: given.include_snapshot,
      settleMs: given.settle_ms,
      timeoutMs: given.timeout_ms,
      postChecks: given.post_checks,
      verifyTimeoutMs: given.verify_timeout_ms,
      idempotencyKey: given.idempotency_key,
    });
    const result = await port.act(given.session_id, given.snapshot_id, given.actions, options);
    return withoutTheAsked(result, given.actions);
  },
  isFailure: ({ ok }) => ok === false,
});
