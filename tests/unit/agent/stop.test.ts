import assert from "node:assert/strict";
import { test } from "node:test";
import { follow, race } from "../../../src/agent/race.ts";
import { StopState } from "../../../src/agent/stop.ts";
import { FakeClock } from "../../../src/testing/mod.ts";

test("StopState keeps the first reason, and only a success can be overruled", () => {
  const stop = new StopState(new FakeClock(), 1000);
  stop.stop({ status: "cancelled" });
  stop.stop({ status: "failed" });
  stop.overruleSuccess({ status: "failed" });
  assert.equal(stop.reason?.status, "cancelled");
  const succeeded = new StopState(new FakeClock(), 1000);
  succeeded.stop({ status: "succeeded" });
  succeeded.overruleSuccess({ status: "failed" });
  assert.equal(succeeded.reason?.status, "failed");
});

test("StopState stops at the deadline, by its timer and without it", async () => {
  const clock = new FakeClock();
  const timed = new StopState(clock, 1000);
  const unwatch = timed.watch(undefined);
  clock.advance(1000);
  await Promise.resolve();
  assert.equal(timed.reason?.status, "limit_reached");
  assert.equal(timed.signal.aborted, true);
  unwatch();
  const blocked = new StopState(clock, 1000);
  clock.block(1000);
  assert.throws(() => blocked.throwIfStopped());
  assert.equal(blocked.reason?.status, "limit_reached");
});

test("StopState.watch() lets go of timer and signal", () => {
  const clock = new FakeClock();
  const caller = new AbortController();
  const stop = new StopState(clock, 1000);
  stop.watch(caller.signal)();
  caller.abort();
  assert.equal(stop.reason, undefined);
});

test("race() does not begin when the signal aborts before its turn", async () => {
  const controller = new AbortController();
  let begun = false;
  const racing = race(() => begun = true, controller.signal);
  controller.abort();
  await assert.rejects(racing);
  await Promise.resolve();
  assert.equal(begun, false);
  await assert.rejects(race(() => begun = true, controller.signal));
  assert.equal(begun, false);
});

test("race() hands a late value to whoever cleans up, and swallows a late error", async () => {
  const controller = new AbortController();
  const late: string[] = [];
  let deliver: ((value: string) => void) | undefined;
  const racing = race(
    () => new Promise<string>((resolve) => deliver = resolve),
    controller.signal,
    (value) => {
      late.push(value);
    },
  );
  await Promise.resolve();
  controller.abort();
  await assert.rejects(racing);
  deliver?.("lease");
  await Promise.resolve();
  await Promise.resolve();
  assert.deepEqual(late, ["lease"]);
});

test("race() turns a call that throws at once into a rejection", async () => {
  const start = (): never => {
    throw new Error("at once");
  };
  await assert.rejects(race(start, new AbortController().signal), /at once/);
});

test("follow() passes an abort on until it is released", () => {
  const source = new AbortController();
  const first = follow(source.signal);
  const second = follow(source.signal);
  second.release();
  source.abort(new Error("x"));
  assert.equal(first.controller.signal.aborted, true);
  assert.equal(second.controller.signal.aborted, false);
  assert.equal(follow(source.signal).controller.signal.aborted, true);
});
