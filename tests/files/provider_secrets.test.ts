// Whole runs over every provider and every case: no key, header, token of an address or word of a provider's error may be
// in what a run leaves behind.
import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";
import { runAgent } from "../../src/assemble/run.ts";
import type { AgentPlanner } from "../../src/contracts/planner.ts";
import { createCodexPlanner } from "../../src/planners/codex/planner.ts";
import { FakeTools } from "../../src/testing/mod.ts";
import { ANTHROPIC } from "../fixtures/replies/anthropic.ts";
import { createFakeCodex } from "../fixtures/replies/codex.ts";
import { CODEX_CASES } from "../fixtures/replies/codex_cases.ts";
import { startLoopback } from "../fixtures/replies/loopback.ts";
import { OLLAMA } from "../fixtures/replies/ollama.ts";
import { OPENAI_COMPATIBLE } from "../fixtures/replies/openai_compatible.ts";
import { BODY_CANARY, PROVIDER_CASES } from "../fixtures/replies/provider_cases.ts";

const KEY_CANARY = "canary-of-the-key";
const HEADER_CANARY = "canary-of-the-header";
const TOKEN_CANARY = "canary-of-the-endpoint";

/** Runs two steps, and gives everything that the run hands out, as text. */
async function everythingOf(
  planner: AgentPlanner,
  usages: readonly unknown[],
): Promise<{ status: string; text: string }> {
  const seen: unknown[] = [];
  const result = await runAgent({
    task: "Open the shop",
    tools: new FakeTools({ tab_open: { handle: () => ({ ok: true, session_id: "s" }) } }),
    planner,
    maxSteps: 2,
    plannerRecovery: { fallback: planner },
    onEvent: (event) => void seen.push(event),
    onMetrics: (metric) => void seen.push(metric),
    onCheckpoint: (checkpoint) => void seen.push(structuredClone(checkpoint)),
  });
  assert.ok(seen.length > 1, "events and checkpoints were seen");
  const all = { result, seen, usages };
  return {
    status: result.status,
    text: `${inspect(all, { depth: 20, showHidden: true })}${JSON.stringify(all)}`,
  };
}

for (const provider of [OPENAI_COMPATIBLE, ANTHROPIC, OLLAMA]) {
  for (const { title, answer, expected } of PROVIDER_CASES) {
    test(`${provider.name}: a run leaves no secret behind after ${title}`, async () => {
      const loopback = await startLoopback(answer(provider));
      const usages: unknown[] = [];
      try {
        const planner = provider.create({
          endpoint: `${loopback.origin}/model?token=${TOKEN_CANARY}`,
          apiKey: KEY_CANARY,
          headers: { "x-tenant": HEADER_CANARY },
          onUsage: (usage) => void usages.push(usage),
        });
        const { status, text } = await everythingOf(planner, usages);
        assert.ok(loopback.seen.length > 0, "the model was asked");
        if (!("decision" in expected)) assert.equal(status, "failed");
        const host = new URL(loopback.origin).host;
        for (const secret of [KEY_CANARY, HEADER_CANARY, TOKEN_CANARY, BODY_CANARY, host]) {
          assert.ok(!text.includes(secret), `the run holds ${secret}`);
        }
      } finally {
        await loopback.close();
      }
    });
  }
}

for (const { title, runs } of CODEX_CASES) {
  test(`codex: a run leaves no word of the CLI behind after ${title}`, async () => {
    const codex = await createFakeCodex(runs);
    const reported: unknown[] = [];
    const planner = createCodexPlanner({
      ...codex.options,
      onUsage: (usage) => void reported.push(usage),
      onDiagnostic: (diagnostic) => void reported.push(diagnostic),
    });
    try {
      const { status, text } = await everythingOf(planner, reported);
      assert.notEqual(status, "succeeded");
      assert.ok(!text.includes(BODY_CANARY));
    } finally {
      await planner.close();
      await codex.remove();
    }
  });
}
