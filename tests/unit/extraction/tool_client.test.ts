import assert from "node:assert/strict";
import { test } from "node:test";
import { AgentPlannerError, TablazeError } from "../../../src/contracts/errors.ts";
import type { AgentPlanner } from "../../../src/contracts/planner.ts";
import type { AgentToolClient, AgentToolRequest, AgentToolResult } from "../../../src/contracts/tools.ts";
import { createModelExtractionToolClient } from "../../../src/extraction/tool_client.ts";

const CANARY = "canary-of-the-page";
const PAGE = {
  session_id: "s1",
  frame_id: "f0",
  url: "https://shop.example/",
  kind: "text",
  truncated: false,
};
const ARGUMENTS = { session_id: "s1", task: "Find the price", schema: { type: "number" } };

function page(changes: object = {}): AgentToolResult {
  return { content: [], structuredContent: { ok: true, ...PAGE, text: `Lamp, 90 €. ${CANARY}`, ...changes } };
}

/** A client whose n-th `tab_extract` gives the n-th page, the last one again and again. */
function clientOf(pages: readonly AgentToolResult[], requests: AgentToolRequest[] = []): AgentToolClient {
  return {
    listTools: () => Promise.resolve([{ name: "tab_extract", inputSchema: { type: "object" } }]),
    callTool: (request) => {
      requests.push(request);
      return Promise.resolve(pages[Math.min(requests.length, pages.length) - 1] ?? assert.fail("no page"));
    },
    callEffect: ({ name }) => name === "tab_tabs" ? "write" : undefined,
  };
}

function submitting(quote = "90 €", data: unknown = 90): AgentPlanner {
  return () => ({
    type: "tools",
    calls: [{
      name: "submit_extraction",
      arguments: { data, citations: [{ pointer: "", sourceId: "page", quote }] },
    }],
  });
}

async function call(
  pages: readonly AgentToolResult[],
  planner: AgentPlanner,
  input: unknown = ARGUMENTS,
  signal?: AbortSignal,
): Promise<AgentToolResult> {
  const client = createModelExtractionToolClient(clientOf(pages), planner);
  return await client.callTool(
    { name: "tab_extract_model", arguments: input as Record<string, unknown> },
    signal === undefined ? {} : { signal },
  );
}

function errorOf(result: AgentToolResult): { code: string; message: string; issues?: unknown } {
  assert.equal(result.isError, true);
  assert.doesNotMatch(JSON.stringify(result), new RegExp(CANARY));
  return result.structuredContent?.["error"] as ReturnType<typeof errorOf>;
}

test("tab_extract_model reads the page itself and returns data with exact quotes", async () => {
  const requests: AgentToolRequest[] = [];
  const client = createModelExtractionToolClient(clientOf([page()], requests), submitting());
  const result = await client.callTool({
    name: "tab_extract_model",
    arguments: { ...ARGUMENTS, selector: "main" },
  });
  assert.deepEqual(result.structuredContent, {
    ok: true,
    session_id: "s1",
    frame_id: "f0",
    url: "https://shop.example/",
    data: 90,
    citations: [{
      pointer: "",
      sourceId: "page",
      quote: "90 €",
      url: "https://shop.example/",
      start: 6,
      end: 10,
    }],
    guarantee: "source-quote-presence",
  });
  assert.equal(result.isError, undefined);
  const read = { name: "tab_extract", arguments: { session_id: "s1", kind: "text", selector: "main" } };
  assert.deepEqual(requests, [read, read], "before and after");
});

test("the tool is in the catalog as a read, and other calls go through unchanged", async () => {
  const requests: AgentToolRequest[] = [];
  const client = createModelExtractionToolClient(clientOf([page()], requests), submitting());
  const tools = await client.listTools();
  assert.deepEqual(tools.map(({ name }) => name), ["tab_extract", "tab_extract_model"]);
  assert.equal(tools[1]?.annotations?.readOnlyHint, true);
  assert.equal(client.callEffect?.({ name: "tab_extract_model", arguments: {} }), "read");
  assert.equal(client.callEffect?.({ name: "tab_tabs", arguments: {} }), "write");
  const request = { name: "tab_extract", arguments: { kind: "links" } };
  assert.deepEqual(await client.callTool(request), page());
  assert.deepEqual(requests, [request]);
});

test("tab_extract_model refuses text that is empty, cut or missing before it asks the model", async () => {
  const unasked: AgentPlanner = () => assert.fail("asked");
  for (
    const changes of [{ text: " " }, { truncated: true }, { text: undefined }, { url: 5 }, {
      truncated: undefined,
    }]
  ) {
    assert.equal(errorOf(await call([page(changes)], unasked)).code, "INVALID_SOURCE");
  }
  const failed: AgentToolResult = {
    isError: true,
    content: [],
    structuredContent: { ok: false, error: { code: "SELECTOR_COUNT", message: "2" } },
  };
  assert.deepEqual(await call([failed], unasked), failed);
});

test("tab_extract_model refuses a page that changed while the model read it", async () => {
  for (const changes of [{ text: "Lamp, 91 €" }, { url: "https://shop.example/2" }, { frame_id: "f1" }]) {
    assert.equal(errorOf(await call([page(), page(changes)], submitting())).code, "SNAPSHOT_CHANGED");
  }
});

test("tab_extract_model reports what is wrong with fixed codes and without page text", async () => {
  assert.equal(errorOf(await call([page()], submitting("91 €"))).code, "INVALID_CITATION");
  const mismatch = errorOf(await call([page()], submitting("90 €", CANARY)));
  assert.equal(mismatch.code, "SCHEMA_MISMATCH");
  assert.deepEqual(mismatch.issues, [{ pointer: "", message: "must be number" }]);
  const decisions: [AgentPlanner, string][] = [
    [() => ({ type: "fail", reason: CANARY }), "MODEL_DECISION_INVALID"],
    [() => Promise.reject(new AgentPlannerError("The model is away", true)), "PLANNER_FAILED"],
    [() => Promise.reject(new Error(CANARY)), "INTERNAL_ERROR"],
    [() => Promise.reject(new TablazeError("USAGE_HOOK_FAILED", CANARY)), "INTERNAL_ERROR"],
  ];
  for (const [planner, code] of decisions) assert.equal(errorOf(await call([page()], planner)).code, code);
});

test("tab_extract_model checks its arguments; neither text nor address can be supplied", async () => {
  const wrong: unknown[] = [
    {},
    { ...ARGUMENTS, session_id: "" },
    { ...ARGUMENTS, task: "x".repeat(4_001) },
    { ...ARGUMENTS, schema: "string" },
    { ...ARGUMENTS, schema: [] },
    { ...ARGUMENTS, selector: "" },
    { ...ARGUMENTS, selector: "x".repeat(1_001) },
    { ...ARGUMENTS, text: "Lamp, 1 €" },
    { ...ARGUMENTS, url: "https://a.example/" },
  ];
  for (const input of wrong) {
    assert.equal(errorOf(await call([page()], submitting(), input)).code, "INVALID_ARGUMENT");
  }
  // a model's lookaround could take for ever on what the page says
  for (const schema of [{ type: "strang" }, { pattern: "^(?=(a+)+$)" }]) {
    const asked = () => assert.fail("the model was asked");
    assert.equal(errorOf(await call([page()], asked, { ...ARGUMENTS, schema })).code, "INVALID_SCHEMA");
  }
});

test("a cancelled tab_extract_model throws the caller's reason", async () => {
  const controller = new AbortController();
  const reason = new Error("the run is over");
  const running = call(
    [page()],
    () => {
      controller.abort(reason);
      return new Promise(() => {});
    },
    ARGUMENTS,
    controller.signal,
  );
  await assert.rejects(running, reason);
});

test("a tool client with bound execution is refused", () => {
  const bound = { ...clientOf([page()]), getExecutionIdentity: () => Promise.reject(new Error()) };
  assert.throws(() => createModelExtractionToolClient(bound, submitting()), /bound execution/);
  assert.throws(
    () => createModelExtractionToolClient(clientOf([page()]), submitting(), { timeoutMs: 0 }),
    /"timeoutMs"/,
  );
});
