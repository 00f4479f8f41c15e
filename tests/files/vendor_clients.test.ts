// Holds the adapters against the clients that the vendors publish: their types must accept what is sent, they must send
// the same when they are given the same, and they must understand the replies that the tests of this project use.
import assert from "node:assert/strict";
import { test } from "node:test";
import Anthropic from "@anthropic-ai/sdk";
import { type ChatRequest, Ollama } from "ollama";
import OpenAI from "openai";
import { errorCode } from "../../src/contracts/errors.ts";
import type { AgentPlannerRequest } from "../../src/contracts/planner.ts";
import { readCalls as readAnthropic } from "../../src/planners/anthropic/from_reply.ts";
import { toRequest as toAnthropic } from "../../src/planners/anthropic/to_request.ts";
import { readCalls as readOllama } from "../../src/planners/ollama/from_reply.ts";
import { toRequest as toOllama } from "../../src/planners/ollama/to_request.ts";
import { readCalls as readCompatible } from "../../src/planners/openai_compatible/from_reply.ts";
import { toRequest as toCompatible } from "../../src/planners/openai_compatible/to_request.ts";
import { ANTHROPIC } from "../fixtures/replies/anthropic.ts";
import { LONG_HISTORY } from "../fixtures/replies/history.ts";
import { type Loopback, type SeenRequest, startLoopback } from "../fixtures/replies/loopback.ts";
import { OLLAMA } from "../fixtures/replies/ollama.ts";
import { OPENAI_COMPATIBLE } from "../fixtures/replies/openai_compatible.ts";
import { plannerRequest, type ProviderFixture } from "../fixtures/replies/provider.ts";

const KEY = "key-of-the-test";
const OPEN = { name: "tab_open", arguments: { url: "https://shop.example/" } };
const CALLS = [OPEN, { ...OPEN, arguments: { url: "https://shop.example/2" } }];
const CLIENT = { apiKey: KEY, maxRetries: 0 };

/** Everything that a request can hold: images, a failed call, feedback, final and partial data. */
const REQUEST: AgentPlannerRequest = plannerRequest({
  messages: LONG_HISTORY,
  finalOutputSchema: { type: "object", properties: { total: { type: "string" } } },
  partialOutputSchema: { type: "number" },
});
const SETTINGS = { model: "configured", supportsImages: true };

const anthropicBody = toAnthropic(REQUEST, {
  ...SETTINGS,
  maxOutputTokens: 9,
}) satisfies Anthropic.MessageCreateParamsNonStreaming;
const compatibleBody = toCompatible(REQUEST, {
  ...SETTINGS,
  toolChoice: "required",
}) satisfies OpenAI.ChatCompletionCreateParamsNonStreaming;
const ollamaBody = toOllama(REQUEST, { ...SETTINGS, maxOutputTokens: 9 }) satisfies ChatRequest & {
  stream: false;
};

async function withLoopback(body: unknown, use: (loopback: Loopback) => Promise<void>): Promise<void> {
  const loopback = await startLoopback({ body: JSON.stringify(body) });
  try {
    await use(loopback);
  } finally {
    await loopback.close();
  }
}

/** What this project's planner sends for the request. */
async function sentByPlanner(provider: ProviderFixture, path: string, changes: object): Promise<SeenRequest> {
  let seen: SeenRequest | undefined;
  await withLoopback(provider.calls([OPEN]), async (loopback) => {
    const settings = { endpoint: `${loopback.origin}${path}`, apiKey: KEY, ...changes };
    await provider.create(settings)(REQUEST);
    seen = loopback.seen[0];
  });
  return seen ?? assert.fail("nothing was sent");
}

/** Both sent the same: path, body, and the headers that matter. */
function assertSame(ours: SeenRequest, theirs: SeenRequest | undefined, headers: readonly string[]): void {
  assert.equal(ours.path, theirs?.path);
  assert.deepEqual(ours.body, theirs?.body);
  for (const name of [...headers, "content-type"]) {
    assert.equal(ours.headers[name], theirs?.headers[name], name);
  }
}

test("Anthropic's client sends what the planner sends, and reads the same calls", async () => {
  const ours = await sentByPlanner(ANTHROPIC, "/v1/messages", { maxOutputTokens: 9 });
  await withLoopback(ANTHROPIC.calls(CALLS), async (loopback) => {
    const client = new Anthropic({ ...CLIENT, baseURL: loopback.origin });
    const message = await client.messages.create(anthropicBody);
    assertSame(ours, loopback.seen[0], ["x-api-key", "anthropic-version"]);
    assert.equal(message.stop_reason, "tool_use");
    const uses = message.content.filter((block) => block.type === "tool_use");
    assert.deepEqual(uses.map(({ name, input }) => ({ name, arguments: input })), CALLS);
    assert.deepEqual(readAnthropic({ ...message }), CALLS);
    assert.equal(message.usage.cache_read_input_tokens, ANTHROPIC.usage.cachedPromptTokens);
    assert.equal(message.usage.cache_creation_input_tokens, ANTHROPIC.usage.cacheCreationPromptTokens);
    assert.equal(message.usage.input_tokens, ANTHROPIC.usage.uncachedPromptTokens);
    assert.equal(message.usage.output_tokens, ANTHROPIC.usage.completionTokens);
  });
});

test("OpenAI's client sends what the planner sends, and reads the same calls", async () => {
  const ours = await sentByPlanner(OPENAI_COMPATIBLE, "/v1/chat/completions", {});
  await withLoopback(OPENAI_COMPATIBLE.calls(CALLS), async (loopback) => {
    const client = new OpenAI({ ...CLIENT, baseURL: `${loopback.origin}/v1` });
    const completion = await client.chat.completions.create(compatibleBody);
    assertSame(ours, loopback.seen[0], ["authorization"]);
    const [choice] = completion.choices;
    assert.equal(choice?.finish_reason, "tool_calls");
    const calls = choice?.message.tool_calls?.map((call) =>
      call.type === "function"
        ? { name: call.function.name, arguments: JSON.parse(call.function.arguments) }
        : assert.fail("another kind of call")
    );
    assert.deepEqual(calls, CALLS);
    assert.deepEqual(readCompatible({ ...completion }), CALLS);
    assert.equal(completion.usage?.total_tokens, OPENAI_COMPATIBLE.usage.totalTokens);
    assert.equal(
      completion.usage?.prompt_tokens_details?.cached_tokens,
      OPENAI_COMPATIBLE.usage.cachedPromptTokens,
    );
    assert.equal(
      completion.usage?.completion_tokens_details?.reasoning_tokens,
      OPENAI_COMPATIBLE.usage.reasoningTokens,
    );
  });
});

test("Ollama's client sends what the planner sends, and reads the same calls", async () => {
  const ours = await sentByPlanner(OLLAMA, "/api/chat", { maxOutputTokens: 9 });
  await withLoopback(OLLAMA.calls(CALLS), async (loopback) => {
    const client = new Ollama({ host: loopback.origin, headers: { authorization: `Bearer ${KEY}` } });
    const response = await client.chat(ollamaBody);
    assertSame(ours, loopback.seen[0], ["authorization"]);
    assert.equal(response.done, true);
    const calls = response.message.tool_calls?.map(({ function: called }) => ({
      name: called.name,
      arguments: called.arguments,
    }));
    assert.deepEqual(calls, CALLS);
    assert.deepEqual(readOllama({ ...response }), CALLS);
    assert.equal(response.prompt_eval_count, OLLAMA.usage.promptTokens);
    assert.equal(response.eval_count, OLLAMA.usage.completionTokens);
  });
});

test("the clients read replies that stop early, or hold text alone, as the planners do", async () => {
  await withLoopback(ANTHROPIC.stopped([OPEN]), async ({ origin }) => {
    const message = await new Anthropic({ ...CLIENT, baseURL: origin }).messages.create(anthropicBody);
    assert.equal(message.stop_reason, "max_tokens");
    assert.throws(() => readAnthropic({ ...message }), { code: "PLANNER_INVALID_RESPONSE" });
  });
  await withLoopback(OPENAI_COMPATIBLE.stopped([OPEN]), async ({ origin }) => {
    const client = new OpenAI({ ...CLIENT, baseURL: `${origin}/v1` });
    const completion = await client.chat.completions.create(compatibleBody);
    assert.equal(completion.choices[0]?.finish_reason, "length");
    assert.throws(() => readCompatible({ ...completion }), { code: "PLANNER_INVALID_RESPONSE" });
  });
  await withLoopback(OLLAMA.text("Done."), async ({ origin }) => {
    const response = await new Ollama({ host: origin }).chat(ollamaBody);
    assert.equal(response.message.content, "Done.");
    assert.deepEqual(readOllama({ ...response }), []);
  });
});

/** Every reply that the tests of a provider use, by title. */
function everyReply({ calls, text, stopped, unknown }: ProviderFixture): [string, unknown][] {
  return [
    ["calls", calls(CALLS)],
    ["text", text("Done.")],
    ["stopped", stopped([OPEN])],
    ...Object.entries(unknown),
  ];
}

/** The calls that were read, or the code of the refusal. */
function verdict(readCalls: (reply: Record<string, unknown>) => unknown, reply: object): unknown {
  try {
    return readCalls({ ...reply });
  } catch (error) {
    return errorCode(error) ?? assert.fail("an error without a code");
  }
}

const PARSERS: readonly [ProviderFixture, typeof readAnthropic, (origin: string) => Promise<object>][] = [
  [
    ANTHROPIC,
    readAnthropic,
    (origin) => new Anthropic({ ...CLIENT, baseURL: origin }).messages.create(anthropicBody),
  ],
  [
    OPENAI_COMPATIBLE,
    readCompatible,
    (origin) => new OpenAI({ ...CLIENT, baseURL: `${origin}/v1` }).chat.completions.create(compatibleBody),
  ],
  [OLLAMA, readOllama, (origin) => new Ollama({ host: origin }).chat(ollamaBody)],
];

for (const [provider, readCalls, ask] of PARSERS) {
  test(`${provider.name}: every reply of the tests means the same behind the vendor's client`, async () => {
    for (const [title, reply] of everyReply(provider)) {
      await withLoopback(reply, async ({ origin }) => {
        const parsed = await ask(origin);
        const ours = verdict(readCalls, JSON.parse(JSON.stringify(reply)));
        assert.deepEqual(verdict(readCalls, parsed), ours, title);
      });
    }
  });
}

test("the clients' types are real: what they do not accept does not compile", () => {
  // @ts-expect-error a tool needs an object schema
  const tool: Anthropic.Tool = { name: "x", input_schema: { type: "string" } };
  // @ts-expect-error there is no such role
  const message: OpenAI.ChatCompletionMessageParam = { role: "robot", content: "" };
  // @ts-expect-error messages are a list
  const request: ChatRequest = { model: "m", messages: "hi" };
  assert.ok(tool && message && request);
});
