import assert from "node:assert/strict";
import { test } from "node:test";
import { CallQueue } from "../../../src/browser/call_queue.ts";
import { Deadline } from "../../../src/browser/deadline.ts";

const tick = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

test("CallQueue runs calls in order, also after a failure", async () => {
  const queue = new CallQueue();
  const order: number[] = [];
  const call = (number: number, fails = false): Promise<void> =>
    queue.run(async () => {
      await tick();
      order.push(number);
      if (fails) throw new Error("failed");
    });
  const second = call(2, true);
  const results = await Promise.allSettled([call(1), second, call(3)]);
  assert.deepEqual(order, [2, 1, 3]);
  assert.deepEqual(results.map(({ status }) => status), ["fulfilled", "rejected", "fulfilled"]);
});

test("CallQueue drops a call that is cancelled while it waits, and keeps the order of the rest", async () => {
  const queue = new CallQueue();
  const cancel = new AbortController();
  const order: string[] = [];
  let release = (): void => {};
  const first = queue.run(() => new Promise<void>((resolve) => release = resolve));
  const dropped = queue.run(() => Promise.resolve(void order.push("dropped")), cancel.signal);
  const last = queue.run(() => Promise.resolve(void order.push("last")));
  cancel.abort();
  await assert.rejects(dropped, { code: "CANCELLED" });
  assert.deepEqual(order, []); // the last one still waits for the first
  release();
  await Promise.all([first, last]);
  assert.deepEqual(order, ["last"]);
  await assert.rejects(queue.run(() => Promise.resolve(1), AbortSignal.abort()), { code: "CANCELLED" });
});

test("Deadline ends waits on time, on abort, and not before", async () => {
  const never = new Promise<never>(() => {});
  await assert.rejects(new Deadline(10).race(never), { reason: "timeout" });
  const cancel = new AbortController();
  const waiting = new Deadline(60_000, cancel.signal).race(never);
  cancel.abort();
  await assert.rejects(waiting, { reason: "cancelled" });
  assert.equal(await new Deadline(60_000).race(Promise.resolve("in time")), "in time");
  await assert.rejects(new Deadline(60_000).race(Promise.reject(new Error("own failure"))), /own failure/);
  await new Deadline(5).sleep(60_000); // sleeps to its end, which is no failure
  await assert.rejects(new Deadline(60_000, AbortSignal.abort()).sleep(1), { reason: "cancelled" });
  assert.throws(() => new Deadline(0).check(), { reason: "timeout" });
  assert.ok(new Deadline(50).within(60_000).remainingMs <= 50);
});
