import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { renderProviderCases } from "../../scripts/gen_provider_cases.ts";

test("docs/provider_cases.md is what the tables say", async () => {
  const text = await readFile(new URL("../../docs/provider_cases.md", import.meta.url), "utf8");
  assert.equal(text, renderProviderCases());
});
