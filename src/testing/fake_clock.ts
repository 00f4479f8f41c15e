import type { Clock } from "../contracts/clock.ts";

interface Sleeper {
  readonly dueMs: number;
  readonly wake: () => void;
}

/** A clock that only moves when a test moves it. */
export class FakeClock implements Clock {
  #nowMs = 0;
  readonly #startEpochMs: number;
  #sleepers: Sleeper[] = [];

  /**
   * A clock at its start.
   *
   * @param startEpochMs wall-clock milliseconds at the start
   */
  constructor(startEpochMs = 1_700_000_000_000) {
    this.#startEpochMs = startEpochMs;
  }

  /** Milliseconds that the test let pass. */
  now(): number {
    return this.#nowMs;
  }

  /** The start, and what passed since then. */
  epochMs(): number {
    return this.#startEpochMs + this.#nowMs;
  }

  /** Number of sleeps that wait for their time. */
  get sleeping(): number {
    return this.#sleepers.length;
  }

  /** Resolves when the test has moved the clock far enough. */
  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const sleeper: Sleeper = {
        dueMs: this.#nowMs + ms,
        wake: () => {
          signal?.removeEventListener("abort", onAbort);
          resolve();
        },
      };
      const onAbort = (): void => {
        this.#sleepers = this.#sleepers.filter((other) => other !== sleeper);
        reject(signal?.reason);
      };
      signal?.addEventListener("abort", onAbort, { once: true });
      this.#sleepers.push(sleeper);
    });
  }

  /** Lets time pass without waking anybody, as a callback does that blocks. */
  block(ms: number): void {
    this.#nowMs += ms;
  }

  /** Lets time pass and wakes whose time has come, in order. */
  advance(ms: number): void {
    this.#nowMs += ms;
    const due = this.#sleepers.filter((sleeper) => sleeper.dueMs <= this.#nowMs)
      .sort((first, second) => first.dueMs - second.dueMs);
    this.#sleepers = this.#sleepers.filter((sleeper) => sleeper.dueMs > this.#nowMs);
    for (const sleeper of due) sleeper.wake();
  }
}
