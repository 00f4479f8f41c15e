import assert from "node:assert/strict";
import { test } from "node:test";
import { resolveOptions } from "../../../../src/planners/ollama/options.ts";
import { toRequest } from "../../../../src/planners/ollama/to_request.ts";
import { LONG_HISTORY } from "../../../fixtures/replies/history.ts";
import { plannerRequest } from "../../../fixtures/replies/provider.ts";

const OPTIONS = { model: "m", supportsImages: true, maxOutputTokens: undefined };

test("resolveOptions() fills in the local endpoint and sends a key only when there is one", () => {
  const { endpoint, headers, maxOutputTokens } = resolveOptions({ model: "m" });
  assert.deepEqual({ endpoint, headers, maxOutputTokens }, {
    endpoint: "http://localhost:11434/api/chat",
    headers: {},
    maxOutputTokens: undefined,
  });
  assert.deepEqual(resolveOptions({ model: "m", apiKey: "k" }).headers, { authorization: "Bearer k" });
});

test("resolveOptions() accepts 1 to 1,000,000 output tokens", () => {
  for (const maxOutputTokens of [1, 1_000_000]) {
    assert.equal(resolveOptions({ model: "m", maxOutputTokens }).maxOutputTokens, maxOutputTokens);
  }
  for (const maxOutputTokens of [0, 1_000_001, 1.5, NaN]) {
    assert.throws(() => resolveOptions({ model: "m", maxOutputTokens }), RangeError);
  }
});

test("toRequest() asks without streaming and thinking, and limits the output only on request", () => {
  const { tools, ...request } = toRequest(plannerRequest(), OPTIONS);
  assert.deepEqual(request, {
    model: "m",
    messages: [{ role: "system", content: "Act, then verify." }, { role: "user", content: "Open the shop" }],
    stream: false,
    think: false,
  });
  assert.equal(tools[0]?.function.name, "tab_open");
  assert.deepEqual(toRequest(plannerRequest(), { ...OPTIONS, maxOutputTokens: 7 }).options, {
    num_predict: 7,
  });
});

test("toRequest() pairs repeated tool names by order and keeps the executor's ids in the text", () => {
  const { messages } = toRequest(plannerRequest({ messages: LONG_HISTORY }), OPTIONS);
  assert.deepEqual(messages[2], {
    role: "assistant",
    content: "",
    tool_calls: [
      { function: { name: "tab_screenshot", arguments: { full: true } } },
      { function: { name: "tab_screenshot", arguments: {} } },
      { function: { name: "tab_act", arguments: {} } },
    ],
  });
  const results = messages.slice(3, 6).map((message) => {
    assert.ok(message.role === "tool");
    assert.deepEqual(Object.keys(message).sort(), ["content", "role", "tool_name"]);
    return [message.tool_name, JSON.parse(message.content).toolCallId];
  });
  assert.deepEqual(results, [["tab_screenshot", "run-1"], ["tab_screenshot", "run-2"], ["tab_act", "run-3"]]);
  assert.equal(messages.length, 8);
});

test("toRequest() attaches images after the group with a label for each, in order", () => {
  const { messages } = toRequest(plannerRequest({ messages: LONG_HISTORY }), OPTIONS);
  assert.deepEqual(messages[6], {
    role: "user",
    content: [
      "Image 1 of the result of call run-1 (tab_screenshot)",
      "Image 1 of the result of call run-2 (tab_screenshot)",
      "Image 1 of the result of call run-3 (tab_act)",
    ].join("\n"),
    images: ["AAAA", "BBBB", "CCCC"],
  });
  const textOnly = toRequest(plannerRequest({ messages: LONG_HISTORY }), {
    ...OPTIONS,
    supportsImages: false,
  });
  assert.equal(textOnly.messages.length, 7);
  assert.equal(textOnly.messages.some((message) => "images" in message), false);
});
