import type { AgentInitialStep as InitialStep } from "../contracts/checkpoint.ts";
import type { AgentToolResult } from "../contracts/tools.ts";
import { saveCheckpoint } from "./checkpoint/save.ts";
import type { RunContext } from "./context.ts";
import { RunFailure } from "./failure.ts";
import { initialCall, initialTool } from "./initial_calls.ts";
import type { ToolLease, ToolSource } from "./lease.ts";
import { ownString } from "./records.ts";
import { asksToReplan, isFailed } from "./tool_results.ts";
import { runCalls } from "./turn.ts";
import { settleControl } from "./operator.ts";
import { withLease } from "./with_lease.ts";

/**
 * Runs the trusted steps before planning, each as a call of its own at step 0. The first one that fails ends the
 * sequence and leaves its result to the planner; none is ever sent twice.
 */
export async function initialize(context: RunContext, source: ToolSource): Promise<void> {
  const { initialization: state, options: { initialSteps } } = context;
  while (!state.over) {
    const step = initialSteps[state.callIds.length];
    if (step === undefined) break;
    await settleControl(context);
    context.stop.throwIfStopped();
    const result = await withLease(context, source, (lease) => runInitialStep(context, lease, step));
    await saveCheckpoint(context, "decision");
    if (step.kind === "open") state.sessionId = ownString(result?.structuredContent, "session_id");
    if (result === undefined || endsInitialization(result)) break;
    if (state.sessionId === undefined) break; // later steps would have no session to act in
  }
  state.over = true;
}

async function runInitialStep(
  context: RunContext,
  lease: ToolLease,
  step: InitialStep,
): Promise<AgentToolResult | undefined> {
  const { initialization: state, options: { initialSteps } } = context;
  // all tools before the first step: half a setup would be worse than none
  requireTools(lease, step.kind === "open" ? initialSteps : [step]);
  const planned = [initialCall(step, state.sessionId)];
  const [call] = await runCalls(
    context,
    lease,
    planned,
    "initialization",
    ({ id }) => state.callIds.push(id),
  );
  return call === undefined ? undefined : context.history.resultOf(call.id);
}

/** True when the later steps are left to the planner. */
export function endsInitialization(result: AgentToolResult): boolean {
  return isFailed(result) || asksToReplan(result);
}

function requireTools(lease: ToolLease, steps: readonly InitialStep[]): void {
  for (const { kind } of steps) {
    if (!lease.toolNames.has(initialTool({ kind }))) {
      throw new RunFailure("catalog", "INITIALIZATION_TOOL_MISSING");
    }
  }
}
