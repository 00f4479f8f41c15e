import type { Clock } from "../contracts/clock.ts";
import type { AgentEvidence, AgentFailure, AgentStatus } from "../contracts/result.ts";
import { failureReason, RunStopped } from "./failure.ts";

/** Why a run ended. */
export interface StopReason {
  readonly status: AgentStatus;
  readonly reason?: string;
  readonly question?: string;
  readonly summary?: string;
  readonly data?: unknown;
  readonly evidence?: readonly AgentEvidence[];
  readonly failure?: AgentFailure;
}

const CANCELLED: StopReason = { status: "cancelled", reason: "The run was cancelled." };

/** Holds the first stop reason and tells everything under way. What fails afterwards cannot rename the result. */
export class StopState {
  readonly #abort = new AbortController();
  readonly #clock: Clock;
  readonly #deadline: number;
  readonly #timeoutMs: number;
  readonly #remainingMs: number;
  readonly #otherLimit: () => StopReason | undefined;
  #reason: StopReason | undefined;

  /**
   * @param clock measures the deadline
   * @param timeoutMs milliseconds of the whole run
   * @param otherLimit says whether a limit that is filled from outside, such as reported tokens, is reached
   * @param usedMs milliseconds of the run that have passed already
   */
  constructor(
    clock: Clock,
    timeoutMs: number,
    otherLimit: () => StopReason | undefined = () => undefined,
    usedMs = 0,
  ) {
    this.#otherLimit = otherLimit;
    this.#clock = clock;
    this.#timeoutMs = timeoutMs;
    this.#remainingMs = Math.max(0, timeoutMs - usedMs);
    this.#deadline = clock.now() + this.#remainingMs;
  }

  /** Aborts with the first stop reason. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  get reason(): StopReason | undefined {
    return this.#reason;
  }

  /** Sets the reason unless there is one. */
  stop(reason: StopReason): void {
    if (this.#reason !== undefined) return;
    this.#reason = reason;
    this.#abort.abort(new RunStopped());
  }

  /** Stops with a diagnosis. */
  fail(failure: AgentFailure): void {
    this.stop({ status: "failed", reason: failureReason(failure), failure });
  }

  /** Takes a success back because the last work of the run failed; any other reason stays. */
  overruleSuccess(reason: StopReason): void {
    if (this.#reason?.status === "succeeded") this.#reason = reason;
  }

  /** Stops at the deadline even when a blocking hook kept the timer from firing. */
  checkDeadline(): void {
    if (this.#clock.now() >= this.#deadline) this.#expire();
  }

  /**
   * Takes a success back when the caller cancelled or the deadline passed since it was decided, for example while the
   * run was saved for the last time.
   */
  overruleLateSuccess(callerSignal: AbortSignal | undefined): void {
    if (callerSignal?.aborted) this.overruleSuccess(CANCELLED);
    else if (this.#clock.now() >= this.#deadline) this.overruleSuccess(this.#overdue());
  }

  #expire(): void {
    this.stop(this.#overdue());
  }

  #overdue(): StopReason {
    return {
      status: "limit_reached",
      reason:
        `The time budget of ${this.#timeoutMs} ms is used up. Allow more with timeoutMs (--run-timeout-ms) to go on longer.`,
    };
  }

  /** @throws RunStopped when the run is over */
  throwIfStopped(): void {
    this.checkDeadline();
    const limit = this.#otherLimit();
    if (limit !== undefined) this.stop(limit);
    if (this.#reason !== undefined) throw new RunStopped();
  }

  /** Watches the deadline and the caller's signal. Returns what ends the watching. */
  watch(callerSignal: AbortSignal | undefined): () => void {
    const cancel = (): void => this.stop(CANCELLED);
    const timer = new AbortController();
    if (callerSignal?.aborted) cancel();
    callerSignal?.addEventListener("abort", cancel, { once: true });
    this.#clock.sleep(this.#remainingMs, timer.signal).then(() => this.#expire(), () => {});
    return () => {
      callerSignal?.removeEventListener("abort", cancel);
      timer.abort();
    };
  }
}
