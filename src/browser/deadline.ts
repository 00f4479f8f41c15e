const MESSAGES = {
  timeout: "the time is over",
  cancelled: "the call was cancelled",
  dialog: "the page waits for an answer to its dialog",
} as const;

/** Thrown when a bounded wait ended before its work did. The caller, who knows what was bounded, gives it a name. */
export class DeadlineOver extends Error {
  /** Whether time was over, the caller gave up, or the page opened a dialog that waits for an answer. */
  readonly reason: "timeout" | "cancelled" | "dialog";

  /** @param reason why the wait ended */
  constructor(reason: "timeout" | "cancelled" | "dialog") {
    super(MESSAGES[reason]);
    this.name = "DeadlineOver";
    this.reason = reason;
  }
}

/** A point in time together with the caller's signal: every wait of one call is bounded by it. */
export class Deadline {
  readonly #endMs: number;
  readonly #signal: AbortSignal | undefined;

  /**
   * @param ms milliseconds from now
   * @param signal ends every wait early; with a `DeadlineOver` as its reason, that is what the waits fail with
   */
  constructor(ms: number, signal?: AbortSignal) {
    this.#endMs = performance.now() + ms;
    this.#signal = signal;
  }

  /** Milliseconds left, never negative. */
  get remainingMs(): number {
    return Math.max(0, this.#endMs - performance.now());
  }

  /** Whether waits ended early: the caller gave up, or a dialog holds the page up. */
  get cancelled(): boolean {
    return this.#signal?.aborted === true;
  }

  /** Whether no time is left or waits ended early. */
  get isOver(): boolean {
    return this.cancelled || this.remainingMs <= 0;
  }

  /** A deadline that is over after `ms`, or with this one if that is sooner. */
  within(ms: number): Deadline {
    return new Deadline(Math.min(ms, this.remainingMs), this.#signal);
  }

  /** A deadline with at least `ms` left, for work that was begun in time and should come to its end. */
  atLeast(ms: number): Deadline {
    return new Deadline(Math.max(ms, this.remainingMs), this.#signal);
  }

  /** @throws DeadlineOver when no time is left or the caller gave up */
  check(): void {
    if (this.cancelled) throw this.#interruption();
    if (this.remainingMs <= 0) throw new DeadlineOver("timeout");
  }

  /**
   * Waits for the work, but no longer than this deadline. Work that is left alone may still end; its failure is not
   * reported to anybody then.
   *
   * @throws DeadlineOver when the wait ended first
   */
  race<T>(work: Promise<T>): Promise<T> {
    work.catch(() => {});
    return new Promise<T>((resolve, reject) => {
      if (this.cancelled) return reject(this.#interruption());
      const done = (): void => {
        clearTimeout(timer);
        forgetAbort(this.#signal, onAbort);
      };
      const onAbort = (): void => {
        done();
        reject(this.#interruption());
      };
      const timer = setTimeout(() => {
        done();
        reject(new DeadlineOver("timeout"));
      }, this.remainingMs);
      onceAborted(this.#signal, onAbort);
      work.then(
        (value) => (done(), resolve(value)),
        (error) => (done(), reject(error)),
      );
    });
  }

  #interruption(): DeadlineOver {
    const reason: unknown = this.#signal?.reason;
    return reason instanceof DeadlineOver ? reason : new DeadlineOver("cancelled");
  }

  /**
   * Sleeps `ms`, or until time is over, whichever is sooner.
   *
   * @throws DeadlineOver when the wait ended early
   */
  async sleep(ms: number): Promise<void> {
    try {
      await this.within(ms).race(new Promise<never>(() => {}));
    } catch (error) {
      if (error instanceof DeadlineOver && error.reason === "timeout") return;
      throw error;
    }
  }
}

// One listener per signal, however many waits hang on it at a time: Node warns of a leak at the eleventh.
const waits = new WeakMap<AbortSignal, Set<() => void>>();

function onceAborted(signal: AbortSignal | undefined, callback: () => void): void {
  if (signal === undefined) return;
  const known = waits.get(signal);
  if (known !== undefined) return void known.add(callback);
  const callbacks = new Set([callback]);
  waits.set(signal, callbacks);
  signal.addEventListener("abort", () => {
    for (const each of [...callbacks]) each();
  }, { once: true });
}

function forgetAbort(signal: AbortSignal | undefined, callback: () => void): void {
  if (signal !== undefined) waits.get(signal)?.delete(callback);
}
