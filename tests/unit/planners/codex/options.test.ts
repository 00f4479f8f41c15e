import assert from "node:assert/strict";
import { test } from "node:test";
import { resolveOptions } from "../../../../src/planners/codex/options.ts";

test("resolveOptions() needs a model alone, and gives a request two minutes and 4 MiB", () => {
  assert.deepEqual(resolveOptions({ model: "m" }), {
    model: "m",
    codexCommand: "codex",
    codexCommandArgs: [],
    reasoningEffort: undefined,
    timeoutMs: 120_000,
    maxResponseBytes: 4 * 1024 * 1024,
    supportsImages: true,
    onUsage: undefined,
    onDiagnostic: undefined,
  });
  const most = { timeoutMs: 86_400_000, maxResponseBytes: 64 * 1024 * 1024 };
  const { timeoutMs, maxResponseBytes } = resolveOptions({ model: "m", ...most });
  assert.deepEqual({ timeoutMs, maxResponseBytes }, most);
});
