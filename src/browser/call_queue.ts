import { BrowserError } from "../contracts/errors.ts";

/** Runs calls one after another in the order in which they came. */
export class CallQueue {
  #tail: Promise<unknown> = Promise.resolve();

  /**
   * Waits for the calls before it, then runs the task.
   *
   * @throws `CANCELLED` when the signal aborts while the call still waits; then the task never runs
   */
  run<T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const before = this.#tail;
    let isWaiting = true;
    const result = new Promise<T>((resolve, reject) => {
      const cancel = (): void => {
        if (!isWaiting) return;
        isWaiting = false;
        reject(new BrowserError("CANCELLED", "The call was cancelled before it began; nothing was done"));
      };
      if (signal?.aborted === true) return cancel();
      signal?.addEventListener("abort", cancel, { once: true });
      before.then(() => {
        signal?.removeEventListener("abort", cancel);
        if (!isWaiting) return;
        isWaiting = false;
        task().then(resolve, reject);
      });
    });
    // A cancelled call leaves the line at once, but the one behind it still waits for those before it.
    this.#tail = Promise.all([before, result.then(() => {}, () => {})]);
    return result;
  }
}
