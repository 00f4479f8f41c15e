import type { AgentToolsDecision } from "../contracts/planner.ts";
import type { AgentToolResult } from "../contracts/tools.ts";
import type { RunContext } from "./context.ts";
import { RunFailure } from "./failure.ts";
import type { InitialStep } from "./initial_actions.ts";
import type { ToolLease, ToolSource } from "./lease.ts";
import { ownString } from "./records.ts";
import { asksToReplan, isFailed } from "./tool_results.ts";
import { runCalls } from "./turn.ts";
import { settleControl } from "./operator.ts";
import { withLease } from "./with_lease.ts";

const TOOLS: Readonly<Record<InitialStep["kind"], string>> = {
  open: "tab_open",
  navigate: "tab_navigate",
  new_tab: "tab_tabs",
  click: "tab_click_named",
};

/**
 * Runs the trusted steps before planning, each as a call of its own at step 0. The first one that fails ends the
 * sequence and leaves its result to the planner; none is ever sent twice.
 */
export async function initialize(context: RunContext, source: ToolSource): Promise<void> {
  const { initialization: state, options: { initialSteps } } = context;
  while (!state.over) {
    const step = initialSteps[state.attempted];
    if (step === undefined) break;
    await settleControl(context);
    context.stop.throwIfStopped();
    const result = await withLease(context, source, (lease) => runInitialStep(context, lease, step));
    if (step.kind === "open") state.sessionId = ownString(result?.structuredContent, "session_id");
    const failed = result === undefined || isFailed(result) || asksToReplan(result);
    if (failed || state.sessionId === undefined) break; // later steps would have no session to act in
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
  state.attempted++;
  const [call] = await runCalls(context, lease, [toCall(step, state.sessionId)], "initialization");
  return call === undefined ? undefined : context.history.resultOf(call.id);
}

function toCall(step: InitialStep, sessionId: string | undefined): AgentToolsDecision["calls"][number] {
  const name = TOOLS[step.kind];
  const session = { session_id: sessionId ?? "" };
  switch (step.kind) {
    case "open":
      return { name, arguments: { url: step.url } };
    case "navigate":
      return { name, arguments: { ...session, action: "goto", url: step.url } };
    case "new_tab":
      return { name, arguments: { ...session, action: "new", url: step.url } };
    case "click": {
      const role = step.role === undefined ? {} : { role: step.role };
      return { name, arguments: { ...session, name: step.name, ...role } };
    }
    default:
      return step satisfies never;
  }
}

function requireTools(lease: ToolLease, steps: readonly InitialStep[]): void {
  for (const { kind } of steps) {
    if (!lease.toolNames.has(TOOLS[kind])) throw new RunFailure("catalog", "INITIALIZATION_TOOL_MISSING");
  }
}
