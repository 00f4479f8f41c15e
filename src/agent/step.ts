import type { AgentDecision } from "../contracts/planner.ts";
import { fitHistory, limitReached } from "./budgets.ts";
import { judgeFinish, publish } from "./completion.ts";
import type { RunContext } from "./context.ts";
import { saveCheckpoint } from "./checkpoint/save.ts";
import { parseDecision } from "./decide.ts";
import { RunFailure, RunStopped } from "./failure.ts";
import type { ToolLease, ToolSource } from "./lease.ts";
import { settleControl } from "./operator.ts";
import type { PlannerPort } from "./recovery.ts";
import type { SchemaCheck } from "./schema.ts";
import { refuseDecision } from "./refusals.ts";
import type { StopReason } from "./stop.ts";
import { giveFeedback, runCalls } from "./turn.ts";
import { withLease } from "./with_lease.ts";

/** What a step needs beside the run's own state. */
export interface StepParts {
  readonly source: ToolSource;
  readonly planner: PlannerPort;
  readonly partialSchema: SchemaCheck | undefined;
}

/**
 * One round of observe, decide, act.
 *
 * @throws RunStopped when the run ended
 */
export async function runStep(context: RunContext, parts: StepParts): Promise<void> {
  const { counters, options, stop } = context;
  await settleControl(context);
  stop.throwIfStopped();
  if (counters.steps >= options.maxSteps) {
    stop.stop(limitReached(`${options.maxSteps} planning steps`, "maxSteps (--max-steps)"));
    throw new RunStopped();
  }
  fitHistory(context);
  counters.steps++;
  await saveCheckpoint(context, "planning");
  stop.throwIfStopped();
  const success = await withLease(context, parts.source, (lease) => decideAndAct(context, parts, lease));
  stop.throwIfStopped();
  if (success === undefined || options.control?.interrupted) {
    await saveCheckpoint(context, "decision");
    return;
  }
  stop.stop(success);
  throw new RunStopped();
}

async function decideAndAct(
  context: RunContext,
  parts: StepParts,
  lease: ToolLease,
): Promise<StopReason | undefined> {
  const { counters, events, options, stop } = context;
  const step = counters.steps;
  events.emit({ type: "planning", step });
  const answer = await parts.planner.ask({
    task: options.task,
    instructions: context.instructions,
    tools: lease.tools,
    step,
    ...(options.finalOutputSchema === undefined ? {} : { finalOutputSchema: options.finalOutputSchema }),
    ...(options.partialOutputSchema === undefined
      ? {}
      : { partialOutputSchema: options.partialOutputSchema }),
  });
  if (answer.kind === "discarded") return undefined;
  const current = await lease.isCurrent();
  stop.throwIfStopped();
  if (!current) return discardForContext(context);
  const parsed = parseDecision(answer.reply, {
    toolNames: lease.toolNames,
    mayPublish: parts.partialSchema !== undefined,
  });
  if (!parsed.ok) {
    events.emit({ type: "decision", step, decision: "rejected" });
    context.history.addStatement("(a decision that was rejected)");
    refuseDecision(context, parsed.feedback);
    return undefined;
  }
  events.emit({ type: "decision", step, decision: parsed.decision.type, ...detailOf(parsed.decision) });
  stop.throwIfStopped();
  if (options.control?.interrupted) return undefined;
  return await carryOut(context, parts, lease, parsed.decision);
}

async function carryOut(
  context: RunContext,
  parts: StepParts,
  lease: ToolLease,
  decision: AgentDecision,
): Promise<StopReason | undefined> {
  const { history, stop } = context;
  switch (decision.type) {
    case "tools":
      await runCalls(context, lease, decision.calls);
      return undefined;
    case "finish":
      return await judgeFinish(context, lease, decision);
    case "publish":
      if (parts.partialSchema === undefined) throw new RunFailure("executor", "EXECUTOR_FAILED");
      publish(context, decision, parts.partialSchema);
      return undefined;
    case "human_input":
      history.addStatement(`agent_request_input: ${decision.question}`);
      stop.stop({
        status: "needs_input",
        question: decision.question,
        reason: "The planner asks for human input.",
      });
      throw new RunStopped();
    case "fail":
      history.addStatement(`agent_fail: ${decision.reason}`);
      stop.stop({ status: "failed", reason: decision.reason });
      throw new RunStopped();
    default:
      return decision satisfies never;
  }
}

function discardForContext(context: RunContext): undefined {
  context.gate.contextChanged();
  context.references.invalidate();
  giveFeedback(
    context,
    "The context of the tools changed while you decided. Nothing was done. Observe and verify again.",
  );
  return undefined;
}

function detailOf(decision: AgentDecision): { readonly detail?: string } {
  return decision.type === "tools" ? { detail: decision.calls.map((call) => call.name).join(", ") } : {};
}
