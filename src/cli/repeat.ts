import type { Clock } from "../contracts/clock.ts";

/**
 * Does something again and again until it is told to stop.
 *
 * @param act what to do
 * @param intervalMs milliseconds between two times
 * @param clock waits
 * @returns what stops it
 */
export function repeat(act: () => void, intervalMs: number, clock: Clock): () => void {
  const controller = new AbortController();
  const loop = async (): Promise<void> => {
    while (!controller.signal.aborted) {
      await clock.sleep(intervalMs, controller.signal);
      act();
    }
  };
  loop().catch(() => {}); // the only way out is the stop
  return () => controller.abort();
}
