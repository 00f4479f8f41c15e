/** Time as an effect, so that deadlines can be tested without waiting. */
export interface Clock {
  /** Monotonic milliseconds; only differences mean something. */
  now(): number;
  /** Wall-clock milliseconds since the Unix epoch, for time stamps in reports. */
  epochMs(): number;
  /**
   * Resolves after `ms` milliseconds.
   *
   * @throws the signal's reason when it aborts first
   */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}
