import { BrowserError } from "../../contracts/errors.ts";
import { DocumentGone } from "../agent_client.ts";
import { Deadline, DeadlineOver } from "../deadline.ts";
import { isGone } from "../failures.ts";
import type { PageGuardReport } from "../page/protocol.ts";
import { type ActionContext, expectOk } from "./action_context.ts";

const GRACE_MS = 500;

/**
 * Sends input and waits for its end. When time is over first, the input gets a short grace to end, so that one knows
 * what was sent; if even then its end is not seen, the log says that the state is unknown.
 */
export async function sendInput(context: ActionContext, send: () => Promise<unknown>): Promise<void> {
  context.deadline.check();
  const sent = send();
  try {
    await context.deadline.race(sent);
  } catch (error) {
    if (isGone(error)) return; // the page closed itself on this input
    if (error instanceof DeadlineOver) {
      context.log.delivered = true;
      if (error.reason === "dialog") {
        context.tab.dialogs.interrupted(sent); // it ends once the dialog is answered
        throw error;
      }
      const hasEnded = sent.then(() => true, () => true);
      const grace = new Deadline(GRACE_MS).race(hasEnded);
      context.log.isUnknown = !await grace.catch(() => false);
    }
    throw error;
  }
}

/**
 * Sends input under guard: only the target may receive it. Input that arrived nowhere, or would have reached something
 * else, is a failure, never "done".
 *
 * @throws `TARGET_COVERED` | `STALE_REFERENCE` | DeadlineOver when a native dialog opened
 */
export async function guardedInput(
  context: ActionContext,
  target: { readonly ref: string; readonly frameId: string },
  send: () => Promise<unknown>,
): Promise<PageGuardReport | "document_gone"> {
  const { tab, deadline, log } = context;
  expectOk(await tab.agent.call(target.frameId, "guard", [target.ref], deadline));
  const dialogsBefore = tab.dialogs.count;
  const navigationsBefore = tab.navigations;
  let report: PageGuardReport | "document_gone" = "document_gone";
  try {
    await sendInput(context, send);
  } finally {
    // also when time is over: the guard must not stay, and what it saw tells whether input arrived
    if (!tab.dialogs.isOpen) report = await unguard(context, target.frameId);
    // a page with a dialog cannot be asked before that is answered; until then nothing else is sent
    if (tab.dialogs.isOpen) tab.dialogs.afterwards(() => unguard(context, target.frameId));
    if (report === "document_gone" || report.delivered > 0) log.delivered = true;
  }
  if (tab.dialogs.count > dialogsBefore) {
    log.delivered = true;
    throw dialogError(context);
  }
  if (report === "document_gone" || tab.navigations > navigationsBefore) return "document_gone";
  return report;
}

/** Fails unless the guard saw the input arrive at the target and nowhere else. */
export function expectDelivered(report: PageGuardReport | "document_gone", ref: string): void {
  if (report === "document_gone") return;
  if (report.blocked > 0) {
    const what = report.blockedBy === undefined ? "something else" : report.blockedBy;
    const held = report.delivered > 0 ? "Part of the input was held back" : "The input was held back";
    throw new BrowserError(
      "TARGET_COVERED",
      `${held}, because ${what} was in the place of ${ref} when it arrived; call tab_snapshot and see what is there`,
    );
  }
  if (report.delivered === 0) {
    throw new BrowserError(
      "STALE_REFERENCE",
      `The input did not arrive at ${ref}: it went away or moved at that moment; call tab_snapshot and plan again`,
    );
  }
}

/** What an action ends with when its input opened a native dialog that nobody armed an answer for. */
export function dialogError(_context: ActionContext): DeadlineOver {
  return new DeadlineOver("dialog");
}

async function unguard(context: ActionContext, frameId: string): Promise<PageGuardReport | "document_gone"> {
  try {
    return await context.tab.agent.call(
      frameId,
      "unguard",
      [],
      new Deadline(1000, context.tab.dialogs.signal),
    );
  } catch (error) {
    if (error instanceof DocumentGone || isGone(error)) return "document_gone";
    if (error instanceof DeadlineOver) return { delivered: 1, blocked: 0 }; // it hangs, maybe on what we sent
    throw error;
  }
}
