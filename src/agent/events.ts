import type { AgentEvent, AgentFailure } from "../contracts/result.ts";
import { RunFailure } from "./failure.ts";

/** Keeps every event and shows it to the application. */
export class EventLog {
  readonly #events: AgentEvent[] = [];
  readonly #onEvent: ((event: AgentEvent) => void) | undefined;
  readonly #onLateFailure: (failure: RunFailure) => void;

  /**
   * @param onEvent hook of the application
   * @param onLateFailure receives the failure of a hook that returned a promise in spite of its type
   */
  constructor(
    onEvent: ((event: AgentEvent) => void) | undefined,
    onLateFailure: (failure: RunFailure) => void,
  ) {
    this.#onEvent = onEvent;
    this.#onLateFailure = onLateFailure;
  }

  get events(): readonly AgentEvent[] {
    return this.#events.slice();
  }

  /** @throws RunFailure with EVENT_HOOK_FAILED when the hook throws */
  emit(event: AgentEvent): void {
    this.#events.push(Object.freeze(event));
    if (this.#onEvent === undefined) return;
    callHook(() => this.#onEvent?.(event), "EVENT_HOOK_FAILED", this.#onLateFailure);
  }

  /** Records a diagnosis past the hook, so that a broken hook cannot be called about itself. */
  recordFailure(step: number, failure: AgentFailure): void {
    this.#events.push(Object.freeze({ type: "failure", step, failure }));
  }
}

/** Runs a synchronous observer. A promise from it is not waited for, but its rejection is not lost either. */
export function callHook(
  hook: () => unknown,
  code: "EVENT_HOOK_FAILED" | "METRICS_HOOK_FAILED",
  onLateFailure: (failure: RunFailure) => void,
): void {
  try {
    const returned = hook();
    if (returned instanceof Promise) returned.catch(() => onLateFailure(new RunFailure("application", code)));
  } catch {
    throw new RunFailure("application", code);
  }
}
