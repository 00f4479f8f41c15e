import { inServersLog } from "../platform/incidents.ts";
import type { ActionEffect, ActionResult, BrowserAction } from "../contracts/browser.ts";
import { BrowserError } from "../contracts/errors.ts";
import { actionError, type ActionOutcome, frameForRef, type InputLog } from "./actions/action_context.ts";
import { isActivating, refOf, runAction } from "./actions/run_action.ts";
import type { BatchRun } from "./batch.ts";
import { DeadlineOver } from "./deadline.ts";
import { EffectProbe } from "./effects.ts";
import { isGone } from "./failures.ts";
import { newTabs } from "./popups.ts";
import { settle, SETTLE_MS, waitUntilParsed } from "./settle.ts";

/** Where a step stands in its batch. */
export interface StepPlace {
  readonly index: number;
  readonly action: BrowserAction;
  readonly isLast: boolean;
  readonly isSkipped: boolean;
  /** An action before it in the batch may have opened something. */
  readonly isAfterActivation: boolean;
}

/** One action of a batch after its turn. */
export interface BatchStep {
  readonly index: number;
  readonly status: ActionResult["status"];
  readonly error?: { readonly code: string; readonly message: string };
  /** Input arrived in the page, or may have. */
  readonly wasDelivered: boolean;
  /** Input was sent and its end was never seen. */
  readonly isUnknown: boolean;
  /** A native dialog opened and waits: nothing can follow before it is answered. */
  readonly isParked?: true;
  readonly probe?: EffectProbe;
  readonly followed?: { readonly tabId: string; readonly actionIndex: number };
  /** The result as it is reported; asked for last, when answers to requests have come in. */
  toResult(): ActionResult;
}

// Between two actions a short rest is enough: the next one waits for its own target. So it is after one that sets
// nothing off.
const REST_BETWEEN_MS = 300;
const SHORT_QUIET_MS = 50;
const LATE_POLL_MS = 50;

/**
 * Runs one action and waits for what it sets off.
 *
 * @throws what is no failure of the action, for example a lost browser
 */
export async function runStep(run: BatchRun, place: StepPlace): Promise<BatchStep> {
  const { index, action } = place;
  if (place.isSkipped) return ended(place, "skipped", { delivered: false, isUnknown: false });
  const { session, tab, request, deadline } = run;
  const log: InputLog = { delivered: false, isUnknown: false };
  const knownTabs = session.tabs;
  let probe: EffectProbe | undefined;
  try {
    const frameIds = await framesOf(run, action);
    probe = await EffectProbe.begin(tab, frameIds, deadline.within(1000));
    const limitMs = action.type === "wait" || action.type === "click_named"
      ? action.timeout_ms ?? request.actionTimeoutMs
      : request.actionTimeoutMs;
    const context = {
      session,
      tab,
      book: session.book,
      isAfterActivation: place.isAfterActivation,
      deadline: deadline.within(limitMs),
      journalMark: run.journalMark,
      log,
    };
    const outcome = await runAction(context, action);
    const popups = await popupsOf(run, place, outcome, knownTabs);
    await rest(run, place, { probe, frameIds, outcome });
    await probe.end(deadline);
    const late = popups.tabs.length > 0 ? popups : await newTabs(session, knownTabs, tab, false, deadline);
    const [popup] = late.tabs;
    const isFollowed = request.popupPolicy === "follow-single" && isActivating(action) &&
      popups.single !== undefined;
    if (isFollowed && popups.single !== undefined) {
      session.activate(popups.single);
      await waitUntilParsed(popups.single, deadline.within(request.actionTimeoutMs));
    }
    const receipt = { probe, outcome, popup: popup?.tabId };
    return {
      ...ended(place, "completed", log, receipt),
      ...(isFollowed && popups.single !== undefined &&
        { followed: { tabId: popups.single.tabId, actionIndex: index } }),
    };
  } catch (error) {
    const isDialog = error instanceof DeadlineOver && error.reason === "dialog";
    if (isDialog && !log.delivered) return { ...ended(place, "skipped", log), isParked: true };
    if (isDialog && probe !== undefined) {
      const receipt = { probe, outcome: { certainty: "done" as const }, dialog: session.openDialog?.type };
      return { ...ended(place, "completed", log, receipt), isParked: true };
    }
    const failure = failureOf(run, error, { ref: refOf(action), log });
    await probe?.end(deadline.within(500)).catch(() => {}); // the failure is what counts
    return ended(place, "failed", log, probe === undefined ? undefined : { probe }, failure);
  }
}

const MAX_WATCHED_FRAMES = 20;

/** Frames that an action may change: that of its ref, or any, where it is aimed at a place or the focus. */
async function framesOf(
  { session, tab, deadline }: BatchRun,
  action: BrowserAction,
): Promise<readonly string[]> {
  const ref = refOf(action);
  if (ref !== undefined) return [...new Set([tab.mainFrameId, frameForRef(tab, session.book, ref)])];
  if (!isActivating(action)) return [tab.mainFrameId];
  return (await deadline.race(tab.frameIds())).slice(0, MAX_WATCHED_FRAMES);
}

function popupsOf(
  { session, tab, request, deadline }: BatchRun,
  { action }: StepPlace,
  outcome: ActionOutcome,
  knownTabs: readonly BatchRun["tab"][],
): ReturnType<typeof newTabs> {
  const follows = request.popupPolicy === "follow-single" && isActivating(action);
  return newTabs(session, knownTabs, tab, follows || outcome.opensNewTab === true, deadline);
}

async function rest(
  { tab, deadline, request }: BatchRun,
  { action, isLast }: StepPlace,
  { probe, frameIds, outcome }: {
    readonly probe: EffectProbe;
    readonly frameIds: readonly string[];
    readonly outcome: ActionOutcome;
  },
): Promise<void> {
  if (!isLast && !isActivating(action)) return;
  const startMs = performance.now();
  if (isLast && request.settleMs !== undefined) await deadline.sleep(request.settleMs);
  const settleOnce = (): Promise<void> =>
    settle(tab, {
      journalMark: probe.journalMark,
      frameIds,
      deadline: deadline.within(isLast ? SETTLE_MS : REST_BETWEEN_MS),
      navigationDeadline: deadline.within(request.actionTimeoutMs),
      ...((!isLast || !isActivating(action)) && { quietMs: SHORT_QUIET_MS }),
    });
  await settleOnce();
  if (!isLast || outcome.certainty !== "ask" || request.settleMs !== undefined) return;
  // nothing has come of it yet: a page may answer late, from a timer
  while (!await probe.isSeen(deadline)) {
    if (performance.now() - startMs > SETTLE_MS || deadline.isOver) return;
    await deadline.sleep(LATE_POLL_MS);
  }
  await settleOnce();
}

/** What went wrong, in the words of the tools; rethrows what is not the action's own failure. */
function failureOf(
  run: BatchRun,
  error: unknown,
  { ref, log }: { readonly ref: string | undefined; readonly log: InputLog },
): BrowserError {
  if (run.session.isLost) throw error;
  if (error instanceof DeadlineOver && error.reason === "cancelled") {
    return new BrowserError("CANCELLED", "The call was cancelled");
  }
  if (run.deadline.remainingMs <= 0) {
    return new BrowserError(
      "BATCH_TIMEOUT",
      `The batch took longer than ${run.request.timeoutMs} ms; it stopped here. Call tab_snapshot and go on from there`,
    );
  }
  const failure = actionError(error, ref, "ACTION_FAILED");
  if (failure instanceof BrowserError) return failure;
  if (!run.tab.isUsable || isGone(failure)) {
    return new BrowserError("TAB_NOT_FOUND", `Tab ${run.tab.tabId} closed or crashed during the action`);
  }
  log.delivered = true; // nobody can say how far it came
  const id = run.session.noteIncident(failure);
  return new BrowserError(
    "ACTION_FAILED",
    `The action failed in an unforeseen way (${
      inServersLog(id)
    }), and may have had an effect; call tab_snapshot`,
  );
}

/** What is known about an action's effect. */
interface Receipt {
  readonly probe: EffectProbe;
  readonly outcome?: ActionOutcome;
  readonly popup?: string | undefined;
  readonly dialog?: string | undefined;
}

function ended(
  { index, action }: StepPlace,
  status: ActionResult["status"],
  log: InputLog,
  receipt?: Receipt,
  error?: BrowserError,
): BatchStep {
  const problem = error === undefined ? undefined : { code: error.code, message: error.message };
  return {
    index,
    status,
    wasDelivered: log.delivered,
    isUnknown: log.isUnknown,
    ...(problem !== undefined && { error: problem }),
    ...(receipt !== undefined && { probe: receipt.probe }),
    toResult: () => ({
      index,
      type: action.type,
      status,
      ...effectOf(log, receipt),
      ...(problem !== undefined && { error: problem }),
    }),
  };
}

/** A completed action always has a receipt, a failed one only when its input arrived. */
function effectOf(
  log: InputLog,
  receipt: Receipt | undefined,
): { readonly effect?: ActionEffect } {
  if (receipt === undefined || (receipt.outcome === undefined && !log.delivered)) return {};
  const { probe, outcome = { certainty: "unseen" as const }, popup, dialog } = receipt;
  const effect = { ...probe.receipt(outcome, popup), ...(dialog !== undefined && { dialog }) };
  // what failed on the way changed something, perhaps, and is not done; a page that was closed on it looks changed too
  return { effect: receipt.outcome === undefined ? { ...effect, outcome: "unknown" } : effect };
}
