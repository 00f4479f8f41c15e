import type { AgentToolCall } from "../contracts/planner.ts";
import type { AgentToolResult } from "../contracts/tools.ts";
import { saveCheckpoint } from "./checkpoint/save.ts";
import type { RunContext } from "./context.ts";
import { RunStopped } from "./failure.ts";
import type { ToolLease } from "./lease.ts";
import { isRecord } from "./records.ts";
import { saysNoEffect, stableText, STALL_FEEDBACK, STALL_REASON, type StallVerdict } from "./stall.ts";
import { asksToReplan, isFailed, outcomeUnknown, parseToolResult, runnerResult } from "./tool_results.ts";

/** What the rest of the batch does after one call. */
export type CallVerdict =
  | { readonly next: "go_on" }
  /** The call has its result; the calls behind it are skipped. */
  | { readonly next: "skip_later"; readonly why: string; readonly feedback?: string }
  /** The call was not sent; it is skipped with the ones behind it. */
  | { readonly next: "skip_this"; readonly why: string };

interface Answer {
  readonly result: AgentToolResult;
  readonly started: boolean;
  readonly contextChanged: boolean;
  readonly sessionId?: string;
}

/**
 * Sends one registered call and takes in what it brings.
 *
 * @throws RunStopped when the run ended
 */
export async function executeCall(
  context: RunContext,
  lease: ToolLease,
  call: AgentToolCall,
): Promise<CallVerdict> {
  const { counters, events, options, references, stop } = context;
  const effect = lease.effectOf(call);
  if (references.refuses(call)) return refuseStaleReference(context, call);
  await saveCheckpoint(context, "before_tool", { call, effect, isCounted: true });
  stop.throwIfStopped();
  if (options.control?.interrupted) return { next: "skip_this", why: "the operator stepped in." };
  events.emit({ type: "tool_start", step: counters.steps, call });
  stop.throwIfStopped();
  if (options.control?.interrupted) return { next: "skip_this", why: "the operator stepped in." };
  counters.toolCalls++;
  const startedAt = context.deps.clock.now();
  context.inFlight = { call, effect };
  const answer = await send(lease, call, effect, stop.signal);
  context.inFlight = undefined;
  const elapsedMs = Math.round(context.deps.clock.now() - startedAt);
  if (answer === undefined) return endAmbiguous(context, call, elapsedMs);
  const verdict = takeIn(context, lease, call, effect, answer);
  events.emit({ type: "tool_end", step: counters.steps, call, result: answer.result, elapsedMs });
  await saveCheckpoint(context, "after_tool");
  stop.throwIfStopped();
  return verdict;
}

/** The answer, or `undefined` when a mutation has an outcome that nobody knows. */
async function send(
  lease: ToolLease,
  call: AgentToolCall,
  effect: "read" | "write",
  signal: AbortSignal,
): Promise<Answer | undefined> {
  let envelope: unknown;
  try {
    envelope = await lease.dispatch(call);
  } catch {
    if (signal.aborted) throw new RunStopped();
    if (effect === "write") return undefined;
    return brokenRead("TOOL_CALL_FAILED", "The tool broke off. It only reads, so it may be called again.");
  }
  return readEnvelope(envelope, effect);
}

function readEnvelope(envelope: unknown, effect: "read" | "write"): Answer | undefined {
  const { result: raw, outcome, contextChanged, sessionId } = isRecord(envelope) ? envelope : {};
  const result = parseToolResult(raw);
  const facts = {
    contextChanged: contextChanged === true,
    ...(typeof sessionId === "string" ? { sessionId } : {}),
  };
  if (outcome === "not_started") {
    const refused = runnerResult("NOT_DISPATCHED", "The tool runtime refused the call before it ran.");
    return { result: result !== undefined && isFailed(result) ? result : refused, started: false, ...facts };
  }
  if (outcome === "completed" && result !== undefined) return { result, started: true, ...facts };
  if (effect === "write") return undefined;
  return { ...brokenRead("TOOL_RESULT_INVALID", "The tool returned no usable result."), ...facts };
}

function brokenRead(code: "TOOL_CALL_FAILED" | "TOOL_RESULT_INVALID", message: string): Answer {
  return { result: runnerResult(code, message), started: true, contextChanged: false };
}

function takeIn(
  context: RunContext,
  lease: ToolLease,
  call: AgentToolCall,
  effect: "read" | "write",
  answer: Answer,
): CallVerdict {
  const { result } = answer;
  context.history.addResult(call, result);
  if (answer.started) {
    const sessionId = answer.sessionId ?? lease.sessionOf(call.name);
    context.gate.observe({ call, effect, result, ...(sessionId === undefined ? {} : { sessionId }) });
    context.references.observe(call, result);
  }
  if (answer.contextChanged) {
    context.gate.contextChanged();
    context.references.invalidate();
  }
  const stalled = observeStall(context, call, effect, result);
  if (stalled !== "go_on") return stallVerdict(context, stalled);
  if (!answer.started) return { next: "skip_later", why: "the call before it was refused." };
  if (isFailed(result)) return { next: "skip_later", why: "the call before it failed." };
  if (asksToReplan(result)) return { next: "skip_later", why: "the page changed and a new plan is needed." };
  if (answer.contextChanged) {
    return {
      next: "skip_later",
      why: "the context of the tools changed.",
      feedback:
        "The context of the tools changed. Earlier verifications and refs are void: observe and verify again.",
    };
  }
  if (context.history.bytes > context.options.maxHistoryBytes) {
    return { next: "skip_later", why: "the history is too large." };
  }
  return { next: "go_on" };
}

function observeStall(
  context: RunContext,
  call: AgentToolCall,
  effect: "read" | "write",
  result: AgentToolResult,
): StallVerdict {
  if (context.stall === undefined) return "go_on";
  if (effect === "write" && !isFailed(result) && !saysNoEffect(result)) {
    context.stall.progress();
    return "go_on";
  }
  return context.stall.observe(context.deps.sha256(stableText(call, result)));
}

function stallVerdict(context: RunContext, stalled: "warn" | "stop"): CallVerdict {
  if (stalled === "stop") {
    context.stop.stop({ status: "needs_input", reason: STALL_REASON });
  }
  return { next: "skip_later", why: "the calls repeat without any change.", feedback: STALL_FEEDBACK };
}

function refuseStaleReference(context: RunContext, call: AgentToolCall): CallVerdict {
  const result = runnerResult(
    "OBSERVATION_REQUIRED",
    "This snapshot is from before an interruption. Take a new tab_snapshot and use its refs.",
  );
  context.history.addResult(call, result);
  context.events.emit({
    type: "tool_skipped",
    step: context.counters.steps,
    call,
    reason: "its snapshot is void.",
  });
  const stalled = observeStall(context, call, "read", result);
  if (stalled !== "go_on") return stallVerdict(context, stalled);
  return { next: "skip_later", why: "the call before it used a snapshot that is void." };
}

function endAmbiguous(context: RunContext, call: AgentToolCall, elapsedMs: number): never {
  const result = outcomeUnknown();
  context.history.addResult(call, result);
  context.gate.observe({ call, effect: "write" });
  context.ambiguousCalls.push(call);
  context.stop.stop({
    status: "needs_input",
    reason:
      `The outcome of ${call.name} (${call.id}) is not known. Check what it did before anything is repeated.`,
  });
  context.events.emit({ type: "tool_end", step: context.counters.steps, call, result, elapsedMs });
  throw new RunStopped();
}
