import assert from "node:assert/strict";
import { test } from "node:test";
import { readUsage } from "../../../../src/planners/anthropic/from_reply.ts";

test("readUsage() sums the prompt only from three reported parts, zero included", () => {
  const parts = { input_tokens: 20, cache_read_input_tokens: 0, cache_creation_input_tokens: 4 };
  assert.equal(readUsage({ usage: parts }).counters.promptTokens, 24);
  for (const missing of Object.keys(parts)) {
    for (const value of [undefined, null, -1, "4", 1.5]) {
      const { counters } = readUsage({ usage: { ...parts, [missing]: value } });
      assert.equal("promptTokens" in counters, false, `${missing}: ${value}`);
      assert.equal(Object.keys(counters).length, 2);
    }
  }
});

test("readUsage() reports nothing for a reply without usage", () => {
  assert.deepEqual(readUsage({}), { counters: {} });
  assert.deepEqual(readUsage({ usage: [], id: 7, model: "a\nb" }), { counters: {} });
});
