import type { ScriptOptions, ScriptResult } from "../contracts/browser_tools.ts";
import { BrowserError } from "../contracts/errors.ts";
import { Deadline, DeadlineOver } from "./deadline.ts";
import { messageOf } from "../contracts/thrown.ts";
import { cleanMessage } from "./failures.ts";
import { observeOrPark } from "./observe_or_park.ts";
import { resolveTimeout } from "./options.ts";
import type { Session } from "./session.ts";
import { settle, SETTLE_MS } from "./settle.ts";
import type { Tab } from "./tab.ts";

const MAX_SOURCE_BYTES = 16 * 1024;
const MAX_INPUT_BYTES = 32 * 1024;
const MAX_OUTPUT_BYTES = 64 * 1024;
const CLOSE_TIMEOUT_MS = 1000;

/** A script, checked and with defaults. */
export interface ScriptRequest {
  readonly snapshotId: string;
  readonly source: string;
  /** As JSON. */
  readonly input: string;
  readonly timeoutMs: number;
}

/**
 * Checks options.
 *
 * @throws RangeError | TypeError
 */
export function resolveScriptOptions({ snapshotId, source, input, timeoutMs }: ScriptOptions): ScriptRequest {
  const body = typeof source === "string" ? source.trim() : "";
  if (body === "" || utf8Bytes(body) > MAX_SOURCE_BYTES) {
    throw new RangeError(`"source" must have 1 to ${MAX_SOURCE_BYTES} bytes`);
  }
  const json = JSON.stringify(input ?? null);
  if (json === undefined || utf8Bytes(json) > MAX_INPUT_BYTES) {
    throw new RangeError(`"input" must be JSON of at most ${MAX_INPUT_BYTES} bytes`);
  }
  return { snapshotId, source: body, input: json, timeoutMs: resolveTimeout(timeoutMs, "timeoutMs", 10_000) };
}

/** What the wrapper in the page answers. */
type Answer = { readonly json: string } | { readonly tooLarge: true } | { readonly noJson: true };

/**
 * Runs JavaScript of the operator's model in the page itself, with all that the page may do.
 *
 * @throws `STALE_SNAPSHOT` | `INVALID_ARGUMENT` for source that is no JavaScript: nothing ran then
 */
export async function runScript(
  session: Session,
  request: ScriptRequest,
  signal: AbortSignal,
): Promise<ScriptResult> {
  const tab = currentTab(session, request.snapshotId);
  const deadline = new Deadline(request.timeoutMs, signal);
  const expression = wrap(request);
  await assertCompiles(tab, expression, deadline);
  const kept = session.shelf.forActing(request.snapshotId);
  kept.isConsumed = true;
  const journalMark = tab.journal.mark();
  let outcome: Pick<ScriptResult, "ok" | "result" | "error" | "outcome_unknown">;
  const running = tab.debugSession.send("Runtime.evaluate", {
    expression,
    awaitPromise: true,
    returnByValue: true,
    userGesture: false,
  });
  try {
    outcome = toOutcome(await deadline.race(running));
  } catch (error) {
    if (error instanceof DeadlineOver && error.reason === "dialog") {
      session.dialogs.interrupted(running);
      const { openDialog } = session;
      return {
        ok: false,
        session_id: session.sessionId,
        ...failed("DIALOG_OPEN", session.dialogs.error().message),
        ...(openDialog !== undefined && { dialog_open: openDialog }),
      };
    }
    if (error instanceof DeadlineOver) return await ended(session, error, request.timeoutMs);
    outcome = {
      ok: false,
      ...failed("SCRIPT_FAILED", `The page went away: ${cleanMessage(messageOf(error))}`),
    };
  }
  const snapshot = await observeOrPark(session, signal, () =>
    settle(tab, {
      journalMark,
      frameIds: [tab.mainFrameId],
      deadline: new Deadline(SETTLE_MS, signal),
      navigationDeadline: new Deadline(request.timeoutMs, signal),
    }));
  return { ...outcome, session_id: session.sessionId, snapshot };
}

function currentTab(session: Session, snapshotId: string): Tab {
  const kept = session.shelf.forActing(snapshotId);
  const tab = session.tab();
  if (kept.tabId !== tab.tabId || kept.request.frameId !== undefined) {
    throw new BrowserError(
      "STALE_SNAPSHOT",
      "The snapshot must be the current one of the active tab's main frame; call tab_snapshot without frame_id",
    );
  }
  return tab;
}

function wrap({ source, input }: ScriptRequest): string {
  return `(async () => {
const output = await (async (input) => {
${source}
})(${input});
let json;
try { json = JSON.stringify(output === undefined ? null : output); } catch { return { noJson: true }; }
if (typeof json !== "string") return { noJson: true };
return new TextEncoder().encode(json).length > ${MAX_OUTPUT_BYTES} ? { tooLarge: true } : { json };
})()`;
}

async function assertCompiles({ debugSession }: Tab, expression: string, deadline: Deadline): Promise<void> {
  const { exceptionDetails } = await deadline.race(
    debugSession.send("Runtime.compileScript", { expression, sourceURL: "", persistScript: false }),
  );
  if (exceptionDetails === undefined) return;
  const text = exceptionDetails.exception?.description ?? exceptionDetails.text;
  throw new BrowserError(
    "INVALID_ARGUMENT",
    `The source is no JavaScript: ${cleanMessage(text)}; nothing ran`,
  );
}

interface Evaluated {
  readonly result: { readonly value?: unknown };
  readonly exceptionDetails?: {
    readonly text: string;
    readonly exception?: { readonly description?: string };
  };
}

function toOutcome({ result, exceptionDetails }: Evaluated): Pick<ScriptResult, "ok" | "result" | "error"> {
  if (exceptionDetails !== undefined) {
    const text = exceptionDetails.exception?.description ?? exceptionDetails.text;
    return { ok: false, ...failed("SCRIPT_FAILED", `The script failed: ${cleanMessage(text)}`) };
  }
  const answer = result.value as Answer | undefined; // what our wrapper returns, unless the page interfered
  if (typeof answer === "object" && answer !== null && "json" in answer) {
    try {
      return { ok: true, result: JSON.parse(answer.json) };
    } catch {
      // falls through: the page changed what the wrapper uses
    }
  }
  const isTooLarge = typeof answer === "object" && answer !== null && "tooLarge" in answer;
  return {
    ok: false,
    ...failed(
      "SCRIPT_FAILED",
      isTooLarge
        ? "What the script returned is larger than 64 KiB; return less"
        : "What the script returned is no JSON; return plain data",
    ),
  };
}

/** Time is over or the caller gave up: the script may go on for ever, so its session cannot be kept. */
async function ended(session: Session, error: DeadlineOver, timeoutMs: number): Promise<ScriptResult> {
  await new Deadline(CLOSE_TIMEOUT_MS).race(session.close()).catch(() => {});
  const isTimeout = error.reason === "timeout";
  return {
    ok: false,
    session_id: session.sessionId,
    ...failed(
      isTimeout ? "TIMEOUT" : "CANCELLED",
      `${
        isTimeout
          ? `The script did not end within ${timeoutMs} ms`
          : "The call was cancelled while the script ran"
      }. ` +
        "The session was closed, as its state cannot be known; open a new one with tab_open",
    ),
    session_closed: true,
  };
}

function failed(code: string, message: string): Required<Pick<ScriptResult, "error" | "outcome_unknown">> {
  return { error: { code, message }, outcome_unknown: true };
}

function utf8Bytes(text: string): number {
  return new TextEncoder().encode(text).length;
}
