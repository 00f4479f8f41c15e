import type { RunContext } from "./context.ts";
import { refusalText, STALL_FEEDBACK, STALL_REASON } from "./stall.ts";
import { giveFeedback } from "./turn.ts";

/**
 * Tells the planner why its decision was not taken. The same refusal again and again is a loop like the same answer of a
 * tool: it brings one correction, and then the run asks for input.
 */
export function refuseDecision(context: RunContext, feedback: string): void {
  giveFeedback(context, feedback);
  const verdict = context.stall?.observe(context.deps.sha256(refusalText(feedback))) ?? "go_on";
  if (verdict === "go_on") return;
  if (verdict === "warn") return giveFeedback(context, STALL_FEEDBACK);
  context.stop.stop({ status: "needs_input", reason: STALL_REASON });
}
