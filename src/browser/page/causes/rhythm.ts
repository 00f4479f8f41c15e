// What a page does by itself comes back: a poll, a clock, a carousel.

/** Moments that are remembered of each thing that comes back. */
export const REMEMBERED_MOMENTS = 8;
/** Earlier times from which on something is known to come back. */
export const KNOWN_TIMES = 2;
const EARLY = 0.5;
const LATE = 3;
const LATENESS_MS = 50;

/**
 * Whether something happens now as it did before: not much sooner after the last time than ever, nor after a long pause.
 *
 * @param times when it happened before, oldest first, in milliseconds
 * @param nowMs the present, on the same clock
 */
export function isOnBeat(times: readonly number[], nowMs: number): boolean {
  const last = times.at(-1);
  if (last === undefined || times.length < KNOWN_TIMES) return false;
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? time));
  const gap = nowMs - last;
  return gap >= Math.min(...gaps) * EARLY && gap <= Math.max(...gaps) * LATE + LATENESS_MS;
}

/** The moments with one more; the oldest are forgotten. */
export function remember(times: readonly number[], nowMs: number): number[] {
  return [...times.slice(1 - REMEMBERED_MOMENTS), nowMs];
}
