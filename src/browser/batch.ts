import type {
  ActResult,
  BrowserAction,
  BrowserCheck,
  PopupPolicy,
  VerifyResult,
} from "../contracts/browser.ts";
import { BrowserError } from "../contracts/errors.ts";
import { Deadline, DeadlineOver } from "./deadline.ts";
import { mayReveal } from "./actions/run_action.ts";
import { type BatchStep, runStep } from "./batch_step.ts";
import { POPUP_WINDOW_MS } from "./popups.ts";
import { observeAfter } from "./observe_session.ts";
import type { Session } from "./session.ts";
import { settle, SETTLE_MS } from "./settle.ts";
import type { KeptSnapshot } from "./snapshots.ts";
import type { Tab } from "./tab.ts";
import { evaluateOnce, verifyChecks } from "./verify.ts";

/** One batch, checked and with defaults. */
export interface BatchRequest {
  readonly snapshotId: string;
  readonly actions: readonly BrowserAction[];
  readonly postChecks: readonly BrowserCheck[] | undefined;
  /** Milliseconds: whole batch, one action, checks afterwards. */
  readonly timeoutMs: number;
  readonly actionTimeoutMs: number;
  readonly verifyTimeoutMs: number;
  /** Milliseconds to watch after the last action, when the caller set it. */
  readonly settleMs?: number | undefined;
  readonly snapshot: boolean | "full";
  readonly popupPolicy: PopupPolicy;
  readonly signal: AbortSignal | undefined;
  /** Called once the first input is about to be sent. */
  readonly begin: () => void;
}

/** A batch under way. */
export interface BatchRun {
  readonly session: Session;
  readonly tab: Tab;
  readonly request: BatchRequest;
  readonly deadline: Deadline;
  readonly journalMark: number;
}

/**
 * Runs guarded actions in order, up to the first failure. What was done stays done.
 *
 * @throws `STALE_SNAPSHOT` | `TAB_NOT_FOUND` before anything ran | `CANCELLED` saying how far it came
 */
export async function runBatch(session: Session, request: BatchRequest): Promise<ActResult> {
  const startMs = performance.now();
  const kept = session.shelf.forActing(request.snapshotId);
  const tab = tabOf(session, kept);
  const deadline = new Deadline(request.timeoutMs, request.signal);
  const run: BatchRun = { session, tab, request, deadline, journalMark: tab.journal.mark() };
  tab.dialogs.take(); // earlier ones are not this batch's
  const heldBefore = await heldChecks(run);
  request.begin();
  kept.isConsumed = true;
  const steps = await runSteps(run);
  const failed = failedStep(steps);
  if (isCancelled(request.signal)) throw await cancelled(run, steps);
  const isUnknown = failed?.isUnknown === true;
  if (isUnknown) await closeUnknown(session);
  if (failed !== undefined && failed.wasDelivered && !isUnknown) {
    await unlessDialog(session, () => settleAfterFailure(run));
  }
  const followed = steps.find(({ followed }) => followed !== undefined)?.followed;
  const completed = steps.filter(({ status }) => status === "completed").length;
  const hasRunAll = completed === request.actions.length;
  const verification = hasRunAll && followed === undefined
    ? await unlessDialog(session, () => postVerification(run, heldBefore))
    : undefined;
  const navigated = tab.isUsable && steps.some((step) => step.probe?.hasNavigated === true);
  const observed = request.snapshot === false || session.isClosed
    ? {}
    : await unlessDialog(session, () =>
      observeAfter(session, kept, {
        navigated,
        full: request.snapshot === "full",
        signal: request.signal,
      }));
  const dialogOpen = session.isClosed ? undefined : session.openDialog;
  const isComplete = hasRunAll && dialogOpen === undefined;
  const dialogs = tab.dialogs.take();
  const { index: failedIndex, error } = failed ?? {};
  return {
    ok: failed === undefined,
    batch_complete: isComplete,
    session_id: session.sessionId,
    snapshot_id: kept.snapshotId,
    partial: completed > 0 && !hasRunAll,
    completed,
    failed: failedIndex === undefined || error === undefined ? null : { index: failedIndex, error },
    ...(failed !== undefined && { failed_action_may_have_side_effects: failed.wasDelivered }),
    results: steps.map((step) => step.toResult()),
    ...(verification !== undefined && { verification }),
    ...((followed !== undefined || verification?.passed === false) && { replan_required: true as const }),
    ...(followed !== undefined && {
      popup_followed: {
        from_tab_id: tab.tabId,
        tab_id: followed.tabId,
        action_index: followed.actionIndex,
        window_ms: POPUP_WINDOW_MS,
      },
    }),
    ...(dialogOpen !== undefined && { dialog_open: dialogOpen }),
    ...(dialogs.length > 0 && { dialogs }),
    ...(session.isClosed && { session_closed: true as const }),
    ...(isUnknown && { outcome_unknown: true as const }),
    ...(dialogOpen === undefined ? observed : withheld(session)),
    elapsed_ms: Math.round(performance.now() - startMs),
  };
}

async function runSteps(run: BatchRun): Promise<BatchStep[]> {
  const { actions } = run.request;
  const steps: BatchStep[] = [];
  let isStopped = false;
  for (const [index, action] of actions.entries()) {
    const step = await runStep(run, {
      index,
      action,
      isLast: index === actions.length - 1,
      isSkipped: isStopped,
      isAfterActivation: steps.some((step, before) => {
        const earlier = actions[before];
        return step.status === "completed" && earlier !== undefined && mayReveal(earlier);
      }),
    });
    steps.push(step);
    isStopped ||= step.status !== "completed" || step.followed !== undefined || step.isParked === true;
  }
  return steps;
}

/** Whether the caller gave up; a dialog that holds the page up ends waits too, and the batch still has a result. */
function isCancelled(signal: AbortSignal | undefined): boolean {
  const reason: unknown = signal?.reason;
  return signal?.aborted === true && !(reason instanceof DeadlineOver && reason.reason === "dialog");
}

/** What the work gives, or nothing when a dialog holds the page up. */
async function unlessDialog<T>(session: Session, work: () => Promise<T>): Promise<T | undefined> {
  if (session.dialogs.isOpen) return undefined;
  try {
    return await work();
  } catch (error) {
    if (error instanceof DeadlineOver && error.reason === "dialog") return undefined;
    throw error;
  }
}

function withheld({ dialogs }: Session): Pick<ActResult, "snapshot_error"> {
  const { code, message } = dialogs.error();
  return { snapshot_error: { code, message } };
}

function failedStep(steps: readonly BatchStep[]): BatchStep | undefined {
  return steps.find(({ status }) => status === "failed");
}

function tabOf(session: Session, kept: KeptSnapshot): Tab {
  const tab = session.tabs.find(({ tabId }) => tabId === kept.tabId);
  if (tab === undefined) {
    throw new BrowserError(
      "TAB_NOT_FOUND",
      `Tab ${kept.tabId} of that snapshot has been closed; call tab_snapshot`,
    );
  }
  if (tab !== session.tab()) {
    throw new BrowserError(
      "STALE_SNAPSHOT",
      `Tab ${kept.tabId} of that snapshot is not the active one; call tab_snapshot`,
    );
  }
  return tab;
}

/** Which of the checks hold already: those will prove nothing. */
async function heldChecks(
  { session, tab, request, deadline }: BatchRun,
): Promise<readonly boolean[] | undefined> {
  if (request.postChecks === undefined) return undefined;
  return await evaluateOnce(session, tab, request.postChecks, deadline.within(1000));
}

async function postVerification(
  { session, request }: BatchRun,
  heldBefore: readonly boolean[] | undefined,
): Promise<VerifyResult | undefined> {
  if (request.postChecks === undefined || session.isClosed) return undefined;
  return await verifyChecks(session, request.postChecks, {
    deadline: new Deadline(request.verifyTimeoutMs, request.signal),
    snapshotId: request.snapshotId,
    ...(heldBefore !== undefined && { heldBefore }),
  });
}

async function settleAfterFailure({ tab, request, journalMark }: BatchRun): Promise<void> {
  const deadline = new Deadline(SETTLE_MS, request.signal);
  await settle(tab, { journalMark, frameIds: [tab.mainFrameId], deadline, navigationDeadline: deadline });
}

/** Input was sent and its end never seen: nobody can say what state the pages are in. */
async function closeUnknown(session: Session): Promise<void> {
  await new Deadline(1000).race(session.close()).catch(() => {});
}

async function cancelled(run: BatchRun, steps: readonly BatchStep[]): Promise<BrowserError> {
  const failed = failedStep(steps);
  const completed = steps.filter(({ status }) => status === "completed").length;
  const isUnknown = failed?.isUnknown === true;
  if (isUnknown) await closeUnknown(run.session);
  const effects = failed?.wasDelivered === true ? "; the one under way may have had an effect" : "";
  const next = isUnknown
    ? "The session was closed, as its state cannot be known; open a new one with tab_open"
    : "The session is kept; call tab_snapshot to see its state";
  return new BrowserError(
    "CANCELLED",
    `The batch was cancelled after ${completed} of ${steps.length} actions${effects}. ${next}`,
  );
}
