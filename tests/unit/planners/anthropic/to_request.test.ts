import assert from "node:assert/strict";
import { test } from "node:test";
import { resolveOptions } from "../../../../src/planners/anthropic/options.ts";
import { toRequest } from "../../../../src/planners/anthropic/to_request.ts";
import { LONG_HISTORY } from "../../../fixtures/replies/history.ts";
import { plannerRequest } from "../../../fixtures/replies/provider.ts";

const OPTIONS = { model: "m", supportsImages: true, maxOutputTokens: 4096 };

function label(call: number, tool: string): { type: "text"; text: string } {
  return { type: "text", text: `Image 1 of the result of call run-${call} (${tool})` };
}

function image(mediaType: string, data: string): Record<string, unknown> {
  return { type: "image", source: { type: "base64", media_type: mediaType, data } };
}

test("resolveOptions() fills in the official endpoint, the version header and 4096 tokens", () => {
  const { endpoint, headers, maxOutputTokens } = resolveOptions({ model: "m", apiKey: "k" });
  assert.deepEqual({ endpoint, headers, maxOutputTokens }, {
    endpoint: "https://api.anthropic.com/v1/messages",
    headers: { "anthropic-version": "2023-06-01", "x-api-key": "k" },
    maxOutputTokens: 4096,
  });
  assert.deepEqual(resolveOptions({ model: "m" }).headers, { "anthropic-version": "2023-06-01" });
});

test("resolveOptions() accepts 1 to 1,000,000 output tokens", () => {
  for (const maxOutputTokens of [1, 1_000_000]) {
    assert.equal(resolveOptions({ model: "m", maxOutputTokens }).maxOutputTokens, maxOutputTokens);
  }
  for (const maxOutputTokens of [0, 1_000_001, 1.5, NaN]) {
    assert.throws(() => resolveOptions({ model: "m", maxOutputTokens }), RangeError);
  }
  assert.throws(
    () => resolveOptions({ model: "m", headers: { "Anthropic-Version": "2020-01-01" } }),
    TypeError,
  );
});

test("toRequest() separates the instructions and forces one client tool call", () => {
  const { tools, ...request } = toRequest(plannerRequest(), OPTIONS);
  assert.deepEqual(request, {
    model: "m",
    max_tokens: 4096,
    system: "Act, then verify.",
    messages: [{ role: "user", content: [{ type: "text", text: "Open the shop" }] }],
    tool_choice: { type: "any", disable_parallel_tool_use: true },
  });
  assert.deepEqual(tools[0], {
    name: "tab_open",
    description: "Opens a page",
    input_schema: { type: "object", properties: { url: { type: "string" } }, required: ["url"] },
  });
  assert.deepEqual(tools.map(({ name }) => name), [
    "tab_open",
    "agent_finish",
    "agent_request_input",
    "agent_fail",
  ]);
});

test("toRequest() embeds images in their results, except where the result is an error", () => {
  const { messages } = toRequest(plannerRequest({ messages: LONG_HISTORY }), OPTIONS);
  const [, assistant, results, feedback] = messages;
  assert.deepEqual(assistant, {
    role: "assistant",
    content: [
      { type: "tool_use", id: "run-1", name: "tab_screenshot", input: { full: true } },
      { type: "tool_use", id: "run-2", name: "tab_screenshot", input: {} },
      { type: "tool_use", id: "run-3", name: "tab_act", input: {} },
    ],
  });
  assert.equal(results?.role, "user");
  const shapes = results.content.map((block) =>
    block.type === "tool_result" ? { ...block, content: block.content.slice(1) } : block
  );
  assert.deepEqual(shapes, [
    {
      type: "tool_result",
      tool_use_id: "run-1",
      content: [label(1, "tab_screenshot"), image("image/png", "AAAA")],
    },
    {
      type: "tool_result",
      tool_use_id: "run-2",
      content: [label(2, "tab_screenshot"), image("image/webp", "BBBB")],
    },
    { type: "tool_result", tool_use_id: "run-3", is_error: true, content: [] },
    label(3, "tab_act"),
    image("image/gif", "CCCC"),
  ]);
  assert.deepEqual(feedback?.content, [{ type: "text", text: "Executor feedback: Observe again." }]);
});

test("toRequest() keeps the executor's id in the text of each result", () => {
  const { messages } = toRequest(plannerRequest({ messages: LONG_HISTORY }), {
    ...OPTIONS,
    supportsImages: false,
  });
  const ids = (messages[2]?.content ?? []).map((block) => {
    assert.ok(
      block.type === "tool_result" && block.content.length === 1 && block.content[0]?.type === "text",
    );
    return JSON.parse(block.content[0].text).toolCallId;
  });
  assert.deepEqual(ids, ["run-1", "run-2", "run-3"]);
});
