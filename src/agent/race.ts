import { RunStopped } from "./failure.ts";

/**
 * Waits for a call until the signal aborts, whether or not the call listens to it.
 *
 * @param start begins the call; not called when the signal has aborted already
 * @param onLate receives a value that arrives after the race was lost
 * @throws the signal's reason when it is an error, else RunStopped; or what the call throws
 */
export function race<Value>(
  start: () => Value | PromiseLike<Value>,
  signal: AbortSignal,
  onLate: (value: Value) => void = () => {},
): Promise<Value> {
  return new Promise((resolve, reject) => {
    let lost = false;
    const onAbort = (): void => {
      lost = true;
      reject(signal.reason instanceof Error ? signal.reason : new RunStopped());
    };
    if (signal.aborted) return onAbort();
    signal.addEventListener("abort", onAbort, { once: true });
    const begin = (): Value | PromiseLike<Value> => {
      if (lost) throw new RunStopped(); // aborted in between: the call must not begin
      return start();
    };
    // started inside a then: a call that throws at once is a rejection like any other
    Promise.resolve().then(begin).then(
      (value) => {
        signal.removeEventListener("abort", onAbort);
        if (lost) onLate(value);
        else resolve(value);
      },
      (error: unknown) => {
        signal.removeEventListener("abort", onAbort);
        reject(error);
      },
    );
  });
}

/** A controller that follows another signal. `release` must be called when it is no longer needed. */
export function follow(signal: AbortSignal): { readonly controller: AbortController; release(): void } {
  const controller = new AbortController();
  const onAbort = (): void => controller.abort(signal.reason);
  if (signal.aborted) onAbort();
  else signal.addEventListener("abort", onAbort, { once: true });
  return { controller, release: () => signal.removeEventListener("abort", onAbort) };
}
