import assert from "node:assert/strict";
import { test } from "node:test";
import { remedyFor } from "../../../src/cli/run/remedy.ts";

const http = (httpStatus: number, retryable = false) =>
  remedyFor({ phase: "planner", code: "PLANNER_HTTP_ERROR", retryable, httpStatus });

test("remedyFor() points at what a person can change, by HTTP status", () => {
  assert.match(http(401) ?? "", /--api-key-env/);
  assert.match(http(403) ?? "", /--api-key-env/);
  assert.match(http(402) ?? "", /account/);
  assert.match(http(404) ?? "", /--endpoint/);
  assert.match(http(307) ?? "", /redirect.*--endpoint/);
  assert.match(http(429, true) ?? "", /--planner-retries/);
  assert.match(http(503, true) ?? "", /--fallback-model/);
  assert.match(http(400) ?? "", /model/);
});

test("remedyFor() knows the other ways a planner or a checkpoint fails, and says nothing where it knows nothing", () => {
  const of = (
    code: Parameters<typeof remedyFor>[0]["code"],
    phase: Parameters<typeof remedyFor>[0]["phase"],
  ) => remedyFor({ phase, code, retryable: false });
  assert.match(of("PLANNER_INVALID_RESPONSE", "planner") ?? "", /--endpoint.*tools/);
  assert.match(of("PLANNER_TRANSPORT_FAILED", "planner") ?? "", /try again/);
  assert.match(of("CHECKPOINT_PERSISTENCE_FAILED", "persistence") ?? "", /earlier checkpoint is intact/);
  assert.equal(of("EXECUTOR_FAILED", "executor"), undefined);
});

test("remedyFor() names the flags of the backup when it was the backup that failed", () => {
  const of = (code: Parameters<typeof remedyFor>[0]["code"], httpStatus?: number, retryable = false) =>
    remedyFor(
      { phase: "planner", code, retryable, ...(httpStatus === undefined ? {} : { httpStatus }) },
      "fallback",
    ) ?? "";
  assert.match(of("PLANNER_HTTP_ERROR", 401), /--fallback-api-key-env/);
  assert.doesNotMatch(of("PLANNER_HTTP_ERROR", 401), /TABLAZE_API_KEY/);
  for (const status of [404, 307]) assert.match(of("PLANNER_HTTP_ERROR", status), /--fallback-endpoint/);
  for (const code of ["PLANNER_INVALID_RESPONSE", "PLANNER_RESPONSE_TOO_LARGE"] as const) {
    assert.match(of(code), /--fallback-endpoint/);
  }
  for (
    const text of [
      of("PLANNER_HTTP_ERROR", 402),
      of("PLANNER_HTTP_ERROR", 503, true),
      of("PLANNER_TRANSPORT_FAILED"),
    ]
  ) {
    assert.match(text, /backup/);
    assert.doesNotMatch(text, /--planner-retries|--fallback-model/, "neither helps a backup");
  }
});
