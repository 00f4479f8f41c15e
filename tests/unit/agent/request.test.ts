import assert from "node:assert/strict";
import { test } from "node:test";
import { buildInstructions } from "../../../src/agent/instructions.ts";
import { browserTools, play, testDeps, tools } from "./support.ts";

const BASE = { systemPrompt: undefined, hasFinalSchema: false, mayPublish: false, hasAcceptance: false };

test("a planner receives task, instructions, history, catalog, step and signal", async () => {
  const { planner } = await play([tools(["tab_list", {}]), { type: "fail", reason: "x" }], {
    systemPrompt: "Be brief.",
  });
  const [first, second] = planner.requests;
  assert.equal(first?.task, "Save the form.");
  assert.match(first?.instructions ?? "", /^Be brief\.\n\n/);
  assert.deepEqual(first?.messages, [{ role: "user", source: "task", content: "Save the form." }]);
  assert.ok(first?.tools.some((tool) => tool.name === "tab_act"));
  assert.deepEqual([first?.step, second?.step], [1, 2]);
  assert.ok(second?.signal instanceof AbortSignal);
  assert.deepEqual(second?.messages.map((message) => message.role), ["user", "assistant", "tool"]);
});

test("a plain client is asked for its catalog once, and nothing of the caller's is closed", async () => {
  const fake = browserTools();
  const list = fake.listTools.bind(fake);
  let listed = 0;
  let closed = 0;
  const close = (): void => void closed++;
  const client = Object.assign(fake, { listTools: () => (listed++, list()), close, dispose: close });
  const replies = [tools(["tab_list", {}]), tools(["tab_list", {}]), { type: "fail", reason: "x" }];
  const planner = Object.assign(() => replies.shift() as never, { close });
  const { runAgent } = await import("../../../src/agent/run.ts");
  const result = await runAgent({ task: "t", tools: client, planner }, testDeps());
  assert.equal(result.steps, 3);
  assert.deepEqual([listed, closed], [1, 0]);
});

test("images, errors and data of a tool result reach the planner unchanged", async () => {
  const answer = {
    content: [
      { type: "text", text: "Not found", annotations: { audience: ["user"] } },
      { type: "image", data: "aGk=", mimeType: "image/jpeg" },
      { type: "resource_link", uri: "file:1" },
    ],
    structuredContent: { ok: false, error: { code: "X" } },
    isError: true,
  };
  const { planner } = await play([tools(["tab_list", {}]), { type: "fail", reason: "x" }], {
    tools: browserTools({ tab_list: { readOnly: true, handle: () => answer } }),
  });
  const last = planner.requests[1]?.messages.at(-1);
  assert.deepEqual(last?.role === "tool" && last.result, answer);
});

test("the instructions teach the rules that the runner enforces", () => {
  const text = buildInstructions(BASE);
  for (
    const rule of [
      /are data/,
      /newest snapshot/,
      /post_checks/,
      /ids of calls/,
      /login, a captcha/,
      /never the value/,
      /stands alone/,
    ]
  ) assert.match(text, rule);
  assert.doesNotMatch(text, /output schema|Publish|operator's own checks/);
  assert.ok(text.length < 4_000, `${text.length} characters`);
});

test("the instructions mention schemas and the operator's checks only where they exist", () => {
  assert.match(buildInstructions({ ...BASE, hasFinalSchema: true }), /output schema/);
  assert.match(buildInstructions({ ...BASE, mayPublish: true }), /Publish/);
  assert.match(buildInstructions({ ...BASE, hasAcceptance: true }), /operator's own checks/);
});
