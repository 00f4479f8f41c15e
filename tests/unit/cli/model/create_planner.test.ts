import assert from "node:assert/strict";
import { test } from "node:test";
import {
  createAnthropicPlanner,
  createCodexPlanner,
  createOllamaPlanner,
  createOpenAICompatiblePlanner,
} from "../../../../src/assemble/models.ts";
import { createPlanner } from "../../../../src/cli/model/create_planner.ts";
import { requireModel } from "../../../../src/cli/model/reachable.ts";
import type { ModelSettings } from "../../../../src/cli/model/settings.ts";

const FACTORIES = {
  createAnthropicPlanner,
  createCodexPlanner,
  createOllamaPlanner,
  createOpenAICompatiblePlanner,
};
const KEY = "canary-of-the-key";
const REQUEST = {
  task: "t",
  instructions: "i",
  messages: [{ role: "user", content: "t", source: "task" }],
  tools: [],
  step: 1,
  signal: new AbortController().signal,
} as const;

/** What a planner sends, by way of a fetch that answers nothing usable. */
async function sent(settings: ModelSettings, env: Record<string, string>): Promise<Request> {
  let request: Request | undefined;
  const { planner, close, diagnostics } = createPlanner(
    settings,
    {
      readEnv: (name) => env[name],
      fetch: (url, init) => {
        request = new Request(url, init);
        return Promise.resolve(new Response("{}", { headers: { "content-type": "application/json" } }));
      },
    },
    FACTORIES,
    () => {},
  );
  await assert.rejects(async () => await planner(REQUEST), { code: "PLANNER_INVALID_RESPONSE" });
  await close();
  assert.equal(diagnostics, undefined);
  return request ?? assert.fail("nothing was sent");
}

test("createPlanner() makes the provider's planner with its key, limit and default address", async () => {
  const apiKeyEnv = { name: "K", isNamed: true };
  const shared = { role: "planner", model: "m", apiKeyEnv } as const;
  const anthropic = await sent({ ...shared, provider: "anthropic", maxOutputTokens: 9 }, { K: KEY });
  assert.equal(anthropic.url, "https://api.anthropic.com/v1/messages");
  assert.equal(anthropic.headers.get("x-api-key"), KEY);
  assert.equal((await anthropic.json()).max_tokens, 9);
  const ollama = await sent({ ...shared, provider: "ollama" }, { K: KEY });
  assert.equal(ollama.url, "http://localhost:11434/api/chat");
  assert.equal(ollama.headers.get("authorization"), `Bearer ${KEY}`);
  assert.equal("options" in await ollama.json(), false);
  const compatible = await sent({
    ...shared,
    provider: "openai-compatible",
    endpoint: "http://model.example/v1",
  }, { K: KEY });
  assert.equal(compatible.url, "http://model.example/v1");
  const elsewhere = await sent({ ...shared, provider: "openai-compatible", endpointEnv: "E" }, {
    K: KEY,
    E: "http://model.example/v1?token=t",
  });
  assert.equal(elsewhere.url, "http://model.example/v1?token=t");
});

test("createPlanner() refuses a key that is missing where one is needed, and repeats none that is wrong", () => {
  const make = (settings: ModelSettings, env: Record<string, string> = {}) => () =>
    createPlanner(settings, { readEnv: (name) => env[name], fetch }, FACTORIES, () => {});
  const settings: ModelSettings = {
    role: "fallback",
    provider: "anthropic",
    model: "m",
    apiKeyEnv: { name: "TABLAZE_FALLBACK_API_KEY", isNamed: false },
  };
  assert.throws(make(settings), /needs a key: export TABLAZE_FALLBACK_API_KEY.*--fallback-api-key-env/);
  make({ ...settings, endpoint: "http://proxy.example/v1/messages" })(); // a proxy may add the key
  make({ ...settings, endpointEnv: "E" }, { E: "http://proxy.example/v1/messages" })();
  const named = { ...settings, apiKeyEnv: { name: "K", isNamed: true } };
  assert.throws(make(named), /The variable K, which --fallback-api-key-env names, is not set/);
  // some keys have the form of a name
  const mistaken = { ...settings, apiKeyEnv: { name: "gsk_0aB9", isNamed: true } };
  assert.throws(make(mistaken), /^UsageError: The variable that --fallback-api-key-env names is not set/);
  assert.throws(make(named, { K: `${KEY} with spaces` }), (error) => {
    assert.match((error as Error).message, /read from K/);
    assert.doesNotMatch((error as Error).message, new RegExp(KEY));
    return true;
  });
});

test("requireModel() asks the address that requests go to, and names the flag that corrects it", async () => {
  const asked: string[] = [];
  const effects = {
    readEnv: (name: string) => name === "E" ? "http://box:6/?token=canary" : undefined,
    signal: new AbortController().signal,
    probeTcp: (host: string, port: number) => {
      asked.push(`${host}:${port}`);
      return Promise.resolve({ reachable: false, reason: "refused" } as const);
    },
  };
  const flags: [ModelSettings, RegExp][] = [
    [{ role: "planner", provider: "ollama", model: "m" }, /localhost:11434; .* correct --endpoint/],
    [{ role: "planner", provider: "anthropic", model: "m" }, /api\.anthropic\.com:443/],
    [
      { role: "extraction", provider: "ollama", model: "m", endpoint: "http://box:5/" },
      /box:5; .*--extraction-endpoint/,
    ],
    [
      { role: "fallback", provider: "ollama", model: "m", endpointEnv: "E" },
      /box:6; [^?]*--fallback-endpoint-env$/,
    ],
  ];
  for (const [settings, pattern] of flags) await assert.rejects(requireModel(settings, effects), pattern);
  assert.deepEqual(asked, ["localhost:11434", "api.anthropic.com:443", "box:5", "box:6"]);
});
