import type { Clock } from "../contracts/clock.ts";

/** The machine's own clock. Timers hold the process open only while somebody waits for them. */
export const systemClock: Clock = {
  now: () => performance.now(),
  epochMs: () => Date.now(),
  sleep(ms, signal) {
    return new Promise<void>((resolve, reject) => {
      if (signal?.aborted === true) return reject(signal.reason);
      const onAbort = (): void => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener("abort", onAbort);
        resolve();
      }, ms);
      signal?.addEventListener("abort", onAbort, { once: true });
    });
  },
};
