import assert from "node:assert/strict";
import { test } from "node:test";
import { httpFailed, transportFailed } from "../../../src/planners/failures.ts";

test("httpFailed() retries 408, 429 and every 5xx, and lets another planner answer 401 and 402", () => {
  for (let status = 300; status < 600; status += 1) {
    const { retryable, fallbackEligible, httpStatus } = httpFailed(status);
    const transient = status === 408 || status === 429 || status >= 500;
    assert.equal(retryable, transient, String(status));
    assert.equal(fallbackEligible, transient || status === 401 || status === 402, String(status));
    assert.equal(httpStatus, status);
  }
  for (const status of [600, 999, undefined]) assert.equal(httpFailed(status).fallbackEligible, false);
});

test("transportFailed() retries network errors only, and keeps nothing of the error", () => {
  const error = new TypeError("error sending request for url (https://canary.example/)");
  const failure = transportFailed(error);
  assert.equal(failure.retryable, true);
  assert.equal(failure.cause, undefined);
  assert.doesNotMatch(failure.message, /canary/);
  assert.equal(transportFailed(new Error("defect")).retryable, false);
  assert.equal(transportFailed("text").retryable, false);
});
