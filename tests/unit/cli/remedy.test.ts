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
