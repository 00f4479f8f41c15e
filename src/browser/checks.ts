import { inServersLog } from "../platform/incidents.ts";
import type { BrowserCheck, CheckResult } from "../contracts/browser.ts";
import { BrowserError } from "../contracts/errors.ts";
import { frameForRef } from "./actions/action_context.ts";
import { DocumentGone } from "./agent_client.ts";
import { type Deadline, DeadlineOver } from "./deadline.ts";
import { isGone } from "./failures.ts";
import { checkDownload, checkResponse } from "./record_checks.ts";
import { matchPattern } from "./pattern_checks.ts";
import type { Session } from "./session.ts";
import type { Tab } from "./tab.ts";

/** The outcome of one evaluation of a check. */
export type CheckOutcome = Omit<CheckResult, "index" | "kind"> & {
  /** Waiting cannot make it pass. */
  readonly fatal?: boolean;
};

const FRAME_TIMEOUT_MS = 1000;

// What these report does not change by itself.
const FATAL_CODES = ["SENSITIVE_VALUE", "INVALID_ARGUMENT", "STALE_REFERENCE", "UNSUPPORTED_FLOW"];

/**
 * Evaluates a check once. `url` and `title` concern the top document; the others look into every frame of the tab, the
 * top document first.
 *
 * @throws DeadlineOver when the caller gave up
 */
export async function evaluateCheck(
  session: Session,
  tab: Tab,
  check: BrowserCheck,
  deadline: Deadline,
): Promise<CheckOutcome> {
  const { book } = session;
  try {
    switch (check.kind) {
      case "url":
        return { pass: tab.url === check.value, actual: tab.url };
      case "title": {
        const title = await tab.title(deadline);
        return { pass: title.includes(check.contains), actual: title };
      }
      case "value":
        if (check.ref === undefined) return await anyFrame(session, tab, check, deadline);
        return await inFrame(tab, frameForRef(tab, book, check.ref), check, deadline);
      case "text":
      case "visible":
        return await anyFrame(session, tab, check, deadline);
      case "count":
        return await countFrames(session, tab, check, deadline);
      case "state":
        return await inFrame(tab, frameForRef(tab, book, check.ref), check, deadline);
      case "attribute":
        if (check.ref === undefined) return await anyFrame(session, tab, check, deadline);
        return await inFrame(tab, frameForRef(tab, book, check.ref), check, deadline);
      case "absent":
        return await everyFrame(session, tab, check, deadline);
      case "matches":
        return await matchPattern(tab, check, deadline);
      case "download":
        return checkDownload(session, check);
      case "response":
        return checkResponse(session, check);
    }
  } catch (error) {
    return failed(session, error);
  }
}

async function anyFrame(
  session: Session,
  tab: Tab,
  check: BrowserCheck,
  deadline: Deadline,
): Promise<CheckOutcome> {
  const top = await inFrame(tab, tab.mainFrameId, check, deadline);
  if (top.pass) return top;
  const outcomes = await inChildren(session, tab, check, deadline, ({ pass }) => pass);
  const passed = outcomes.find(({ pass }) => pass);
  if (passed !== undefined) return passed;
  // the top document's answer, unless a child knows better why it fails
  return outcomes.find(({ fatal }) => fatal === true && top.fatal !== true) ?? top;
}

/** Every shown document must agree; one that cannot be read does not. */
async function everyFrame(
  session: Session,
  tab: Tab,
  check: BrowserCheck,
  deadline: Deadline,
): Promise<CheckOutcome> {
  const top = await inFrame(tab, tab.mainFrameId, check, deadline);
  if (!top.pass) return top;
  const outcomes = await inChildren(session, tab, check, deadline, ({ pass }) => !pass);
  return outcomes.find(({ pass }) => !pass) ?? top;
}

async function countFrames(
  session: Session,
  tab: Tab,
  check: BrowserCheck & { readonly kind: "count" },
  deadline: Deadline,
): Promise<CheckOutcome> {
  const top = await inFrame(tab, tab.mainFrameId, check, deadline);
  if (top.error !== undefined) return top;
  const outcomes = await inChildren(
    session,
    tab,
    check,
    deadline,
    (outcome) => countOf(outcome) > 0 || isUnread(outcome),
  );
  const unread = outcomes.find(isUnread);
  if (unread !== undefined) return { ...unread, pass: false }; // nobody knows how many it holds
  const actual = [top, ...outcomes].map(countOf).reduce((sum, count) => sum + count, 0);
  return { pass: actual === check.value, actual };
}

/** A frame is there and did not say what it holds; one that went away holds nothing. */
function isUnread({ error }: CheckOutcome): boolean {
  return error?.code === "TIMEOUT" || error?.code === "INTERNAL_ERROR";
}

function countOf({ actual }: CheckOutcome): number {
  return typeof actual === "number" ? actual : 0;
}

/** What the shown child frames answer. Whether they are shown is asked only if one of them matters. */
async function inChildren(
  session: Session,
  tab: Tab,
  check: BrowserCheck,
  deadline: Deadline,
  matters: (outcome: CheckOutcome) => boolean,
): Promise<CheckOutcome[]> {
  const [, ...children] = await deadline.race(tab.frameIds());
  const answers = await Promise.all(children.map(async (frameId) => {
    try {
      return { frameId, outcome: await inFrame(tab, frameId, check, deadline.within(FRAME_TIMEOUT_MS)) };
    } catch (error) {
      return { frameId, outcome: failed(session, error) }; // what of it matters is the caller's to say
    }
  }));
  if (!answers.some(({ outcome }) => matters(outcome))) return answers.map(({ outcome }) => outcome);
  const shown = await deadline.race(tab.shownFrames());
  return answers.flatMap(({ frameId, outcome }) => shown.has(frameId) ? [outcome] : []);
}

async function inFrame(
  tab: Tab,
  frameId: string,
  check: BrowserCheck,
  deadline: Deadline,
): Promise<CheckOutcome> {
  const { truncated: _isSaidInTheError, ...outcome } = await tab.agent.read(
    frameId,
    "check",
    [check],
    deadline,
  );
  const isFatal = outcome.error !== undefined && FATAL_CODES.includes(outcome.error.code);
  return isFatal ? { ...outcome, fatal: true } : outcome;
}

function failed(session: Session, error: unknown): CheckOutcome {
  if (error instanceof DeadlineOver) {
    if (error.reason !== "timeout") throw error;
    return { pass: false, error: { code: "TIMEOUT", message: "The page did not answer in time" } };
  }
  if (error instanceof DocumentGone) {
    return {
      pass: false,
      error: { code: "STALE_REFERENCE", message: "The document was replaced while it was read" },
    };
  }
  if (isGone(error) || session.isClosed) throw error;
  if (!(error instanceof BrowserError) || error.code === "INTERNAL_ERROR") {
    const id = session.noteIncident(error);
    const message = `A document could not be read: ${inServersLog(id)}`;
    return { pass: false, error: { code: "INTERNAL_ERROR", message } };
  }
  const { code, message } = error;
  return { pass: false, error: { code, message }, ...(FATAL_CODES.includes(code) && { fatal: true }) };
}
