import { ExtractionError } from "./error.ts";
import { DEFAULT_TIMEOUT_MS, MAX_TIMEOUT_MS } from "./limits.ts";

/** Bounds of slow work. */
export interface DeadlineOptions {
  /** Milliseconds for all of it, 1–3,600,000. @default 60000 */
  readonly timeoutMs?: number;
  /** Cancels it. */
  readonly signal?: AbortSignal;
}

/**
 * Does slow work within a time. Work that ignores its signal is not waited for.
 *
 * @throws RangeError for a time outside its range
 * @throws the caller's reason when the caller aborts
 * @throws ExtractionError `EXTRACTION_TIMEOUT` when the time is over
 */
export async function withDeadline<Value>(
  { timeoutMs = DEFAULT_TIMEOUT_MS, signal }: DeadlineOptions,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  if (!Number.isInteger(timeoutMs) || timeoutMs < 1 || timeoutMs > MAX_TIMEOUT_MS) {
    throw new RangeError(
      `Cannot extract as "timeoutMs" must be an integer from 1 to ${MAX_TIMEOUT_MS}: current value is ${timeoutMs}`,
    );
  }
  signal?.throwIfAborted();
  const controller = new AbortController();
  let end: (reason: unknown) => void = () => {};
  const ended = new Promise<never>((_resolve, reject) => end = reject);
  const stop = (reason: unknown): void => {
    end(reason);
    controller.abort(reason);
  };
  const onAbort = (): void => stop(signal?.reason);
  const timer = setTimeout(() => {
    stop(new ExtractionError("EXTRACTION_TIMEOUT", `The extraction took longer than ${timeoutMs} ms`));
  }, timeoutMs);
  signal?.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([work(controller.signal), ended]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
  }
}
