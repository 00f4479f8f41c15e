import assert from "node:assert/strict";
import { test } from "node:test";
import { systemClock } from "../../../src/platform/clock.ts";

test("systemClock.sleep() waits, measured by its own now()", async () => {
  const before = systemClock.now();
  await systemClock.sleep(20);
  assert.ok(systemClock.now() - before >= 19);
});

test("systemClock.sleep() rejects with the signal's reason when it aborts", async () => {
  const controller = new AbortController();
  const reason = new Error("enough");
  const sleeping = systemClock.sleep(600_000, controller.signal);
  controller.abort(reason);
  await assert.rejects(sleeping, (error) => error === reason);
});

test("systemClock.sleep() does not start under an aborted signal", async () => {
  const reason = new Error("before");
  await assert.rejects(systemClock.sleep(600_000, AbortSignal.abort(reason)), (error) => error === reason);
});
