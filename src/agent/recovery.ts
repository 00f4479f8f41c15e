import type { AgentPlanner, AgentPlannerRequest } from "../contracts/planner.ts";
import type { AgentPlannerMetric } from "../contracts/result.ts";
import type { RunContext } from "./context.ts";
import { callHook } from "./events.ts";
import { type PlannerErrorFacts, readPlannerError, RunFailure, RunStopped } from "./failure.ts";
import { follow, race } from "./race.ts";
import { toWellFormedData } from "../contracts/text.ts";

/** What asking the planner gave: a reply that nobody has parsed yet, or nothing because the operator stepped in. */
export type PlannerAnswer = { readonly kind: "reply"; readonly reply: unknown } | {
  readonly kind: "discarded";
};

type Attempt = PlannerAnswer | { readonly kind: "failed"; readonly error: unknown };
type Role = AgentPlannerMetric["planner"];
type RequestParts = Omit<AgentPlannerRequest, "signal" | "messages">;

class Interrupted extends Error {}

/** Asks the planner, again or another one where that was configured. Tool calls are never repeated here. */
export class PlannerPort {
  readonly #context: RunContext;
  #stuckToFallback = false;

  constructor(context: RunContext) {
    this.#context = context;
  }

  /**
   * @throws RunFailure when no configured attempt succeeded
   * @throws RunStopped when the run ended
   */
  async ask(parts: RequestParts): Promise<PlannerAnswer> {
    const { recovery, planner } = this.#context.options;
    if (this.#stuckToFallback && recovery.fallback !== undefined) {
      return await this.#askFallback(recovery.fallback, parts, 1);
    }
    for (let attempt = 1;; attempt++) {
      const answer = await this.#attempt(planner, "primary", attempt, parts);
      if (answer.kind !== "failed") return answer;
      const facts = this.#judge(answer.error, "primary", attempt, parts.step);
      if (facts.retryable && attempt <= recovery.maxRetries) {
        if (await this.#pause(recovery.retryDelayMs)) continue;
        return { kind: "discarded" };
      }
      const eligible = facts.retryable || facts.fallbackEligible;
      if (recovery.fallback === undefined || !eligible) throw toFailure(facts);
      return await this.#askFallback(recovery.fallback, parts, attempt + 1);
    }
  }

  async #askFallback(fallback: AgentPlanner, parts: RequestParts, attempt: number): Promise<PlannerAnswer> {
    this.#stuckToFallback = this.#context.options.recovery.stickyFallback;
    const answer = await this.#attempt(fallback, "fallback", attempt, parts);
    if (answer.kind !== "failed") return answer;
    throw toFailure(this.#judge(answer.error, "fallback", attempt, parts.step));
  }

  async #attempt(planner: AgentPlanner, role: Role, attempt: number, parts: RequestParts): Promise<Attempt> {
    const { stop, deps, counters, options: { control } } = this.#context;
    stop.throwIfStopped();
    if (control?.interrupted) return { kind: "discarded" };
    const { controller, release } = follow(stop.signal);
    const forget = control?.onInterrupt(() => controller.abort(new Interrupted()));
    const startedAt = deps.clock.now();
    counters.plannerCalls++;
    let answer: Attempt;
    try {
      const request = {
        ...toWellFormedData(parts),
        messages: this.#context.history.messages(),
        signal: controller.signal,
      };
      answer = { kind: "reply", reply: await race(() => planner(request), controller.signal) };
    } catch (error) {
      answer = { kind: "failed", error };
    } finally {
      release();
      forget?.();
    }
    const latencyMs = Math.round(deps.clock.now() - startedAt);
    const outcome = answer.kind === "reply" ? "success" : "error";
    this.#record({ step: parts.step, planner: role, attempt, latencyMs, outcome });
    stop.throwIfStopped();
    // asked of our own reason: what a planner throws may not even let itself be looked at
    const aborted = answer.kind === "failed" && controller.signal.reason instanceof Interrupted;
    return aborted || control?.interrupted ? { kind: "discarded" } : answer;
  }

  #record(metric: AgentPlannerMetric): void {
    const { metrics, options: { onMetrics }, stop } = this.#context;
    metrics.push(Object.freeze(metric));
    if (onMetrics === undefined) return;
    callHook(() => onMetrics(metric), "METRICS_HOOK_FAILED", (failure) => stop.fail(failure.failure));
  }

  #judge(error: unknown, planner: Role, attempt: number, step: number): PlannerErrorFacts {
    const facts = readPlannerError(error);
    const { shouldRetry } = this.#context.options.recovery;
    if (shouldRetry === undefined || facts.code === "USAGE_HOOK_FAILED") return facts;
    let retryable: unknown;
    try {
      retryable = shouldRetry(error, { step, attempt, planner });
    } catch {
      throw new RunFailure("application", "RETRY_POLICY_FAILED");
    }
    this.#context.stop.throwIfStopped();
    if (typeof retryable !== "boolean") throw policyReturnedNoBoolean(retryable);
    return { ...facts, retryable };
  }

  /** Waits before a retry; false when the operator stepped in. */
  async #pause(delayMs: number): Promise<boolean> {
    const { stop, deps, options: { control } } = this.#context;
    if (delayMs > 0) {
      const { controller, release } = follow(stop.signal);
      const forget = control?.onInterrupt(() => controller.abort(new Interrupted()));
      try {
        await race(() => deps.clock.sleep(delayMs, controller.signal), controller.signal);
      } catch (error) {
        if (!(error instanceof Interrupted) && !(error instanceof RunStopped)) throw error;
      } finally {
        release();
        forget?.();
      }
    }
    stop.throwIfStopped();
    return !control?.interrupted;
  }
}

function policyReturnedNoBoolean(returned: unknown): RunFailure {
  if (returned instanceof Promise) returned.catch(() => {}); // its rejection would otherwise end the process
  return new RunFailure("application", "RETRY_POLICY_FAILED");
}

function toFailure({ code, retryable, httpStatus }: PlannerErrorFacts): RunFailure {
  if (code === "USAGE_HOOK_FAILED") return new RunFailure("application", code);
  return new RunFailure("planner", code, retryable, httpStatus);
}
