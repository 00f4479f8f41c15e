import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { runAgent } from "../../../../src/agent/run.ts";
import type { ToolExecution } from "../../../../src/agent/tools/types.ts";
import type { AgentCheckpoint } from "../../../../src/contracts/checkpoint.ts";
import type { AgentRunOptions } from "../../../../src/contracts/run.ts";
import type { AgentRunResult } from "../../../../src/contracts/result.ts";
import { createModelExtractionToolClient } from "../../../../src/extraction/tool_client.ts";
import { FakeTools, ScriptedPlanner, toolResult } from "../../../../src/testing/mod.ts";
import { browserTools, CHECKS, feedbackOf, finish, testDeps, tools, verify } from "../support.ts";
import { FakeBrowser, ORDER, registry, tied, tool } from "./support.ts";

const OPEN = tools(["tab_open", { url: "https://shop.test/orders" }]);
const REFUND = tools(["refund", ORDER]);

async function playWith(
  made: ReturnType<typeof registry>,
  replies: readonly unknown[],
  options: Partial<AgentRunOptions> = {},
): Promise<{ readonly result: AgentRunResult; readonly planner: ScriptedPlanner }> {
  const planner = new ScriptedPlanner(replies);
  const result = await runAgent(
    { task: "Refund order 7.", planner: planner.plan, tools: made, maxSteps: replies.length, ...options },
    testDeps(),
  );
  planner.assertConsumed();
  return { result, planner };
}

test("a run refunds through a custom tool, verifies on the page and succeeds, with an extraction model beside it", async () => {
  const browser = new FakeBrowser();
  browser.sessionId = undefined;
  const ledger: string[] = [];
  const inner = browserTools({
    tab_open: {
      handle: () => {
        browser.sessionId = "s1";
        return toolResult({ session_id: "s1", snapshot_id: "s1:1" });
      },
    },
    tab_verify: {
      readOnly: true,
      handle: (input) =>
        toolResult({
          session_id: input["session_id"],
          passed: ledger.length === 1,
          checks: [{ index: 0, kind: "text", pass: ledger.length === 1 }],
          ...(ledger.length === 1 ? {} : { ok: false }),
        }),
    },
  });
  const made = registry({
    base: createModelExtractionToolClient(inner, () => assert.fail("nobody extracts here")),
    browser: tied(browser),
    tools: [
      tool({
        allowedOrigins: ["https://shop.test"],
        handler: ({ order }: { order: string }, { callId, context }: ToolExecution) => {
          ledger.push(`${callId} ${order} ${JSON.stringify(context)}`);
          return { receipt: `r-${order}` };
        },
      }),
      tool({ name: "stock", effect: "read", handler: () => ({ receipt: "none" }) }),
    ],
  });
  const { result, planner } = await playWith(made, [
    OPEN,
    tools(verify()),
    tools(["stock", ORDER], ["refund", ORDER]),
    finish("run-4"), // what a custom tool says is no evidence
    tools(verify()),
    finish("run-5"),
  ]);
  assert.equal(result.status, "succeeded");
  assert.deepEqual(ledger, ['run-4 7 {"token":"t"}']);
  assert.match(feedbackOf(result), /"run-4" is not a passing verification/);
  assert.deepEqual(result.evidence[0]?.arguments["checks"], CHECKS);
  const names = planner.requests.map(({ tools }) => tools.map(({ name }) => name).slice(-3));
  assert.deepEqual(names[0], ["tab_close", "tab_extract_model", "stock"], "no page, no tool of its origin");
  assert.deepEqual(names[1], ["tab_extract_model", "refund", "stock"]);
  // nothing of what is trusted reaches the planner: no context, no metadata, no function
  assert.doesNotMatch(
    JSON.stringify(planner.requests),
    /tenant-1|"token"|metadata|contextKey|allowedOrigins/,
  );
  assert.deepEqual(
    Object.keys(planner.requests[1]?.tools.find(({ name }) => name === "refund") ?? {}).sort(),
    [
      "annotations",
      "description",
      "inputSchema",
      "name",
      "outputSchema",
    ],
  );
  assert.doesNotMatch(JSON.stringify(result.checkpoint), /tenant-1/, "only digests are kept");
});

test("a write whose outcome is unknown ends the run for a person, and is not repeated", async () => {
  let entered = 0;
  const made = registry({
    tools: [tool({
      handler: () => {
        entered++;
        throw new Error("the bank did not answer");
      },
    })],
  });
  const { result } = await playWith(made, [tools(["refund", ORDER], ["refund", ORDER])]);
  assert.equal(result.status, "needs_input");
  assert.deepEqual(result.ambiguousCalls.map(({ id, name }) => [id, name]), [["run-1", "refund"]]);
  assert.equal(entered, 1);
  assert.doesNotMatch(JSON.stringify(result), /the bank did not answer/);
});

test("wrong arguments cost a call, tell the planner where they are wrong, and leave evidence alone", async () => {
  const made = registry();
  const { result } = await playWith(made, [
    OPEN,
    tools(verify()),
    tools(["refund", { order: "7", cents: "all" }]),
    finish("run-2"),
  ]);
  assert.equal(result.status, "succeeded");
  assert.equal(result.toolCalls, 3);
  assert.match(JSON.stringify(result.history), /INVALID_ARGUMENT[^]*cents/);
});

test("a page that is left between decision and call revokes the call, and nothing verified before counts", async () => {
  const browser = new FakeBrowser();
  let entered = 0;
  const made = registry({
    browser: tied(browser),
    tools: [tool({ handler: () => ({ receipt: `${++entered}` }) })],
  });
  const { result } = await playWith(made, [OPEN, tools(verify()), REFUND, finish("run-2"), REFUND], {
    // the run is saved after the decision and before the call: that is when the page goes elsewhere
    onCheckpoint: ({ phase, pendingTool }) => {
      if (phase === "before_tool" && pendingTool?.call.id === "run-3") browser.change({ document: "d2" });
    },
  });
  assert.equal(entered, 1, "the second decision was made for the new page");
  assert.match(JSON.stringify(result.history), /CONTEXT_CHANGED/);
  assert.match(feedbackOf(result), /"run-2" is not a passing verification/);
});

test("a context whose id changes ends the run, and a resume needs the context and the contract it had", async () => {
  let id = "tenant-1";
  const getContext = () => ({ id, value: { token: "t" } });
  const saved: AgentCheckpoint[] = [];
  const { result } = await playWith(registry({ getContext }), [OPEN, () => {
    id = "tenant-2";
    return tools(verify());
  }], { onCheckpoint: (checkpoint) => void saved.push(checkpoint), maxSteps: 3 });
  assert.deepEqual([result.status, result.failure?.code], ["failed", "EXECUTION_IDENTITY_MISMATCH"]);
  assert.equal(result.toolCalls, 1);
  const resume = saved.find(({ phase }) => phase === "decision");
  assert.ok(resume !== undefined);
  const again = async (made: ReturnType<typeof registry>): Promise<string | undefined> =>
    (await playWith(made, [], { resume, maxSteps: 9, planner: () => finish("run-1"), timeoutMs: 60_000 }))
      .result.failure?.code;
  assert.equal(await again(registry({ getContext })), "EXECUTION_IDENTITY_MISMATCH");
  id = "tenant-1";
  assert.equal(
    await again(registry({ getContext, tools: [tool({ version: "2" })] })),
    "EXECUTION_IDENTITY_MISMATCH",
  );
  assert.equal(await again(registry({ getContext })), undefined);
});

test("names that collide and a context that cannot be had fail a run with their codes before any planning", async () => {
  const base = new FakeTools({ refund: { handle: () => toolResult({}) } });
  const collision = await playWith(registry({ base }), [], { maxSteps: 1 });
  assert.equal(collision.result.failure?.code, "TOOL_NAMES_DUPLICATED");
  const getContext = () => {
    throw new Error("signed out");
  };
  const without = await playWith(registry({ getContext }), [], { maxSteps: 1 });
  assert.equal(without.result.failure?.code, "EXECUTION_IDENTITY_INVALID");
});

test("listing tabs with a tool that can also close them leaves evidence alone in a run with custom tools", async () => {
  const base = Object.assign(browserTools(), {
    callEffect: ({ arguments: input }: { arguments: Readonly<Record<string, unknown>> }) =>
      input["action"] === "list" ? "read" as const : undefined,
  });
  const list = ["tab_tabs", { session_id: "s1", action: "list" }] as const;
  const { result } = await playWith(registry({ base }), [OPEN, tools(verify(), list), finish("run-2")]);
  assert.equal(result.status, "succeeded");
});

test("a handler that cancels its own run leaves the write in doubt", async () => {
  const controller = new AbortController();
  const made = registry({
    tools: [tool({
      output: z.strictObject({}),
      handler: () => {
        controller.abort();
        return {};
      },
    })],
  });
  const { result } = await playWith(made, [REFUND], { signal: controller.signal });
  assert.equal(result.status, "cancelled");
  assert.deepEqual(result.ambiguousCalls.map(({ name }) => name), ["refund"]);
  assert.equal(result.inFlightToolCall?.name, "refund");
});
