// Brings a context to where its checkpoint left off. Nothing that was verified or observed before counts any more.
import type { AgentExecutionIdentity } from "../../contracts/tools.ts";
import type { InitializationState, RunContext } from "../context.ts";
import { RunFailure, RunStopped } from "../failure.ts";
import { endsInitialization } from "../initialization.ts";
import type { History } from "../history.ts";
import type { ToolSource } from "../lease.ts";
import { ownString } from "../records.ts";
import { withLease } from "../with_lease.ts";
import type { Resumption } from "./resume.ts";

/** How far the trusted steps got, as the history shows it. */
export function restoreInitialization(resumed: Resumption, history: History): InitializationState {
  const { initialization } = resumed.checkpoint;
  if (initialization === undefined) return { callIds: [], sessionId: undefined, over: true };
  const { callIds, steps } = initialization;
  const { lastChangedSessionId } = resumed.checkpoint;
  const results = callIds.map((id) => history.resultOf(id));
  const opened = ownString(results[0]?.structuredContent, "session_id");
  const last = results.at(-1);
  // the session may have got new ids since it was opened; until planning begins, it is the one that was changed last
  const session = opened === undefined ? undefined : lastChangedSessionId ?? opened;
  return {
    callIds: [...callIds],
    sessionId: session === undefined ? undefined : resumed.sessionMap.get(session) ?? session,
    over: callIds.length === steps.length ||
      (last !== undefined && (endsInitialization(last) || opened === undefined)),
  };
}

/** The session that was changed last, under its present id; `undefined` when nobody knows it or it is gone. */
export function restoredLatestSession({ checkpoint, sessionMap }: Resumption): string | undefined {
  const changed = checkpoint.lastChangedSessionId;
  // without a map the sessions are those of before
  return changed === undefined || sessionMap.size === 0 ? changed : sessionMap.get(changed);
}

/**
 * Compares whom the tools act for with whom they acted for. No reconciliation waives that.
 *
 * @throws RunFailure with EXECUTION_IDENTITY_MISMATCH
 */
export function checkIdentity(
  { checkpoint }: Resumption,
  identity: AgentExecutionIdentity | undefined,
): void {
  const saved = checkpoint.executionIdentity;
  const same = saved?.registryHash === identity?.registryHash &&
    saved?.contextHash === identity?.contextHash;
  if (!same) throw new RunFailure("catalog", "EXECUTION_IDENTITY_MISMATCH");
}

/**
 * Holds a run whose calls may have had effects that nobody checked, then tells the planner what is void.
 *
 * @throws RunStopped with `needs_input` before any planner or tool call
 */
export async function settleResume(
  context: RunContext,
  resumed: Resumption,
  source: ToolSource,
): Promise<void> {
  const { sessionMap, feedback, reconciliationNote } = resumed;
  const inDoubt = context.ambiguousCalls;
  if (inDoubt.length > 0 && reconciliationNote === undefined) hold(context);
  await checkClaimedRead(context, source);
  context.references.invalidate();
  if (reconciliationNote !== undefined) {
    const ids = inDoubt.map(({ id }) => id).join(", ");
    context.history.addOperator(
      `The operator checked what these calls did: ${ids}. Do not repeat them blindly. ${reconciliationNote}`,
    );
    inDoubt.length = 0;
  }
  context.history.addNotice(resumeNotice(sessionMap, feedback));
}

function resumeNotice(sessionMap: ReadonlyMap<string, string>, feedback: string | undefined): string {
  const sessions = [...sessionMap].map(([before, after]) => `${before} is now ${after}`);
  return [
    "The run was interrupted and goes on now. Snapshots, refs and verifications from before are void: " +
    "observe and verify again. Calls without a known outcome are not repeated by themselves.",
    ...(sessions.length === 0 ? [] : [`Sessions have new ids: ${sessions.join("; ")}.`]),
    ...(feedback === undefined ? [] : [feedback]),
  ].join("\n");
}

/** A claimed read is taken for one only when trusted metadata says so too. Until then it stays in every checkpoint. */
async function checkClaimedRead(context: RunContext, source: ToolSource): Promise<void> {
  const call = context.claimedRead;
  if (call === undefined) return;
  const effect = await withLease(context, source, (lease) => Promise.resolve(lease.effectOf(call)));
  context.stop.throwIfStopped();
  context.claimedRead = undefined;
  if (effect === "read") return;
  context.ambiguousCalls.push(call);
  context.gate.observe({ call, effect });
  hold(context);
}

function hold({ ambiguousCalls, stop }: RunContext): never {
  const names = ambiguousCalls.map(({ name, id }) => `${name} (${id})`).join(", ");
  stop.stop({
    status: "needs_input",
    reason: `The outcome of ${names} is not known. Check what was done, then resume with a reconciliation.`,
  });
  throw new RunStopped();
}
