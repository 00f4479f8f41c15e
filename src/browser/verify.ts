import type { BrowserCheck, CheckResult, VerifyResult } from "../contracts/browser.ts";
import { BrowserError } from "../contracts/errors.ts";
import { type CheckOutcome, evaluateCheck } from "./checks.ts";
import { type Deadline, DeadlineOver } from "./deadline.ts";
import type { Session } from "./session.ts";
import type { Tab } from "./tab.ts";

const POLL_MS = 100;
// A round that begins in time may end a little late: its answer is worth more than "time is over".
const ROUND_MS = 1000;

/** What a verification needs to know besides the checks. */
export interface VerifyRequest {
  readonly deadline: Deadline;
  /** Snapshot that refs in the checks come from. */
  readonly snapshotId?: string;
  /** For each check, whether it held before the batch that these checks are to prove. */
  readonly heldBefore?: readonly boolean[];
}

/**
 * Evaluates checks until all of them pass in one round, or the time is over, or one of them cannot pass any more.
 *
 * @throws `STALE_SNAPSHOT` | `INVALID_ARGUMENT` for checks by ref | DeadlineOver when the caller gave up
 */
export async function verifyChecks(
  session: Session,
  checks: readonly BrowserCheck[],
  request: VerifyRequest,
): Promise<VerifyResult> {
  const { deadline, snapshotId, heldBefore } = request;
  const startMs = performance.now();
  const tab = tabForChecks(session, checks, snapshotId);
  await exposeRoots(tab, deadline);
  let outcomes: readonly CheckOutcome[];
  for (;;) {
    outcomes = await evaluateAll(session, tab, checks, deadline.atLeast(ROUND_MS));
    if (outcomes.every(({ pass }) => pass)) break;
    if (outcomes.some(({ fatal }) => fatal === true) || deadline.remainingMs <= POLL_MS) break;
    await deadline.sleep(POLL_MS);
  }
  return {
    session_id: session.sessionId,
    ...(snapshotId !== undefined && { snapshot_id: snapshotId }),
    passed: outcomes.every(({ pass }) => pass),
    checks: outcomes.map((outcome, index) => toResult(outcome, index, checks[index], heldBefore?.[index])),
    elapsed_ms: Math.round(performance.now() - startMs),
  };
}

/** Whether each check holds now; one that cannot be evaluated does not. */
export async function evaluateOnce(
  session: Session,
  tab: Tab,
  checks: readonly BrowserCheck[],
  deadline: Deadline,
): Promise<boolean[]> {
  const outcomes = await evaluateAll(session, tab, checks, deadline);
  return outcomes.map(({ pass }) => pass);
}

function evaluateAll(
  session: Session,
  tab: Tab,
  checks: readonly BrowserCheck[],
  deadline: Deadline,
): Promise<CheckOutcome[]> {
  return Promise.all(checks.map((check) => evaluateCheck(session, tab, check, deadline)));
}

/** Text in closed shadow roots counts too, also in those made since the last observation. */
async function exposeRoots(tab: Tab, deadline: Deadline): Promise<void> {
  try {
    await tab.agent.exposeClosedRoots(tab.mainFrameId, deadline.atLeast(ROUND_MS).within(ROUND_MS));
  } catch (error) {
    if (deadline.cancelled) throw error; // else the checks themselves will tell what is wrong
  }
}

function tabForChecks(
  session: Session,
  checks: readonly BrowserCheck[],
  snapshotId: string | undefined,
): Tab {
  const usesRef = checks.some((check) => "ref" in check && check.ref !== undefined);
  if (!usesRef) return session.tab();
  if (snapshotId === undefined) {
    throw new BrowserError(
      "INVALID_ARGUMENT",
      "A check by ref needs the snapshot_id that the ref was taken from",
    );
  }
  const { tabId } = session.shelf.forReading(snapshotId);
  const tab = session.tabs.find((candidate) => candidate.tabId === tabId);
  if (tab === undefined) {
    throw new BrowserError("TAB_NOT_FOUND", `Tab ${tabId} of that snapshot has been closed`);
  }
  return tab;
}

function toResult(
  outcome: CheckOutcome,
  index: number,
  check: BrowserCheck | undefined,
  heldBefore: boolean | undefined,
): CheckResult {
  if (check === undefined) throw new DeadlineOver("timeout");
  const { fatal: _isForTheLoop, ...rest } = outcome;
  return {
    index,
    kind: check.kind,
    ...rest,
    ...(outcome.pass && heldBefore === true && { already_held: true as const }),
  };
}
