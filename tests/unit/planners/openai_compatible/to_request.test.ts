import assert from "node:assert/strict";
import { test } from "node:test";
import { toRequest } from "../../../../src/planners/openai_compatible/to_request.ts";
import { LONG_HISTORY } from "../../../fixtures/replies/history.ts";
import { plannerRequest } from "../../../fixtures/replies/provider.ts";

const OPTIONS = { model: "m", supportsImages: true, toolChoice: "required" } as const;

test("toRequest() sends system text, conversation and tools", () => {
  const request = toRequest(plannerRequest(), OPTIONS);
  assert.deepEqual({ ...request, tools: request.tools.map((tool) => tool.function.name) }, {
    model: "m",
    messages: [
      { role: "system", content: "Act, then verify." },
      { role: "user", content: "Open the shop" },
    ],
    tools: ["tab_open", "agent_finish", "agent_request_input", "agent_fail"],
    tool_choice: "required",
    stream: false,
  });
  assert.deepEqual(request.tools[0], {
    type: "function",
    function: {
      name: "tab_open",
      description: "Opens a page",
      parameters: { type: "object", properties: { url: { type: "string" } }, required: ["url"] },
    },
  });
});

test("toRequest() puts complete results directly after their calls, and images after the group", () => {
  const { messages } = toRequest(plannerRequest({ messages: LONG_HISTORY }), OPTIONS);
  assert.deepEqual(messages.slice(2), [
    {
      role: "assistant",
      content: null,
      tool_calls: [
        { id: "run-1", type: "function", function: { name: "tab_screenshot", arguments: '{"full":true}' } },
        { id: "run-2", type: "function", function: { name: "tab_screenshot", arguments: "{}" } },
        { id: "run-3", type: "function", function: { name: "tab_act", arguments: "{}" } },
      ],
    },
    {
      role: "tool",
      tool_call_id: "run-1",
      content: JSON.stringify({
        toolCallId: "run-1",
        structuredContent: { ok: true, width: 4 },
        content: [{
          type: "image",
          mimeType: "image/png",
          shownAs: "Image 1 of the result of call run-1 (tab_screenshot)",
        }],
      }),
    },
    {
      role: "tool",
      tool_call_id: "run-2",
      content: JSON.stringify({
        toolCallId: "run-2",
        content: [{
          type: "image",
          mimeType: "image/webp",
          shownAs: "Image 1 of the result of call run-2 (tab_screenshot)",
        }],
      }),
    },
    {
      role: "tool",
      tool_call_id: "run-3",
      content: JSON.stringify({
        toolCallId: "run-3",
        isError: true,
        content: [
          { type: "text", text: "STALE_REFERENCE" },
          { type: "image", mimeType: "image/gif", shownAs: "Image 1 of the result of call run-3 (tab_act)" },
        ],
      }),
    },
    {
      role: "user",
      content: [
        { type: "text", text: "Image 1 of the result of call run-1 (tab_screenshot)" },
        { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } },
        { type: "text", text: "Image 1 of the result of call run-2 (tab_screenshot)" },
        { type: "image_url", image_url: { url: "data:image/webp;base64,BBBB" } },
        { type: "text", text: "Image 1 of the result of call run-3 (tab_act)" },
        { type: "image_url", image_url: { url: "data:image/gif;base64,CCCC" } },
      ],
    },
    { role: "user", content: "Executor feedback: Observe again." },
  ]);
});

test("toRequest() sends a text-only model neither images nor an image message", () => {
  const { messages } = toRequest(plannerRequest({ messages: LONG_HISTORY }), {
    ...OPTIONS,
    supportsImages: false,
  });
  assert.deepEqual(messages.map(({ role }) => role), [
    "system",
    "user",
    "assistant",
    "tool",
    "tool",
    "tool",
    "user",
  ]);
  assert.doesNotMatch(JSON.stringify(messages), /image_url|AAAA|BBBB|CCCC/);
  assert.match(JSON.stringify(messages), /images are not sent to this model/);
});
