import assert from "node:assert/strict";
import { test } from "node:test";
import { AgentPlannerError } from "../../../src/contracts/errors.ts";
import type { AgentPlanner, AgentPlannerRequest } from "../../../src/contracts/planner.ts";
import { extractWithProvenance, type ProvenanceOptions } from "../../../src/extraction/extract.ts";
import { extractWithPlanner } from "../../../src/extraction/model_extraction.ts";
import { CANARY, refused } from "./support.ts";

const SOURCES = [{ id: "a", url: "https://shop.example/", text: `Lamp, 90 €. ${CANARY}` }];
const SCHEMA = {
  definitions: { price: { type: "number" } },
  type: "object",
  properties: { price: { $ref: "#/definitions/price" } },
  required: ["price"],
} as const;
const GOOD = { data: { price: 90 }, citations: [{ pointer: "/price", sourceId: "a", quote: "90 €" }] };

function extract(changes: Partial<ProvenanceOptions> = {}) {
  return extractWithProvenance({
    task: "Find the price",
    sources: SOURCES,
    schema: SCHEMA,
    extractor: () => GOOD,
    ...changes,
  });
}

const never = () => new Promise<never>(() => {});

test("extractWithProvenance() hands frozen copies to the extractor once and checks what comes back", async () => {
  let calls = 0;
  const sources = [{ ...SOURCES[0] }] as typeof SOURCES;
  const result = await extract({
    sources,
    extractor: (input) => {
      calls++;
      assert.ok(
        Object.isFrozen(input) && Object.isFrozen(input.sources) && Object.isFrozen(input.sources[0]),
      );
      assert.ok(Object.isFrozen(input.schema));
      assert.equal(input.task, "Find the price");
      assert.equal(input.signal.aborted, false);
      Object.assign(sources[0] ?? {}, { text: "replaced meanwhile" });
      return Promise.resolve(GOOD);
    },
  });
  assert.equal(calls, 1);
  assert.deepEqual(result.data, { price: 90 });
  assert.equal(result.citations[0]?.url, "https://shop.example/");
});

test("extractWithProvenance() passes on what the extractor throws", async () => {
  const failure = new Error("the database is down");
  await assert.rejects(extract({ extractor: () => Promise.reject(failure) }), failure);
});

test("extractWithProvenance() accepts support only when it is literally true", async () => {
  assert.ok(await extract({ validateSupport: () => Promise.resolve(true) }));
  for (const verdict of [false, undefined, 1, "true", {}]) {
    await refused("SUPPORT_REJECTED", () => extract({ validateSupport: () => verdict as boolean }));
  }
  await refused("SUPPORT_REJECTED", () =>
    extract({
      validateSupport: ({ data, citations }) => {
        assert.deepEqual(data, { price: 90 });
        assert.equal(citations.length, 1);
        throw new Error(CANARY);
      },
    }));
});

test("extractWithProvenance() ends at its time and at the caller's abort, in each phase", async () => {
  for (const phase of [{ extractor: never }, { validateSupport: never }]) {
    await refused("EXTRACTION_TIMEOUT", () => extract({ ...phase, timeoutMs: 5 }));
    const controller = new AbortController();
    const reason = new Error("no longer wanted");
    const running = extract({ ...phase, signal: controller.signal });
    controller.abort(reason);
    await assert.rejects(running, reason);
  }
  const aborted = AbortSignal.abort(new Error("before"));
  await assert.rejects(extract({ signal: aborted, extractor: () => assert.fail("called") }), /before/);
  let seen: AbortSignal | undefined;
  await refused("EXTRACTION_TIMEOUT", () =>
    extract({
      timeoutMs: 5,
      extractor: ({ signal }) => {
        seen = signal;
        return never();
      },
    }));
  assert.equal(seen?.aborted, true);
});

test("extractWithProvenance() refuses wrong options before it calls anything", async () => {
  const extractor = () => assert.fail("called");
  for (
    const [options, pattern] of [
      [{ task: " " }, /"task"/],
      [{ task: "x".repeat(32_769) }, /"task"/],
      [{ timeoutMs: 0 }, /"timeoutMs" must be an integer from 1 to 3600000/],
      [{ timeoutMs: 3_600_001 }, /"timeoutMs"/],
      [{ timeoutMs: 1.5 }, /"timeoutMs"/],
      [{ validateSupport: "yes" }, /"validateSupport"/],
      [{ extractor: "none" }, /"extractor"/],
    ] as const
  ) await assert.rejects(extract({ extractor, ...options } as Partial<ProvenanceOptions>), pattern);
  await refused("INVALID_SCHEMA", () => extract({ extractor, schema: { type: "strang" } }));
  await refused("INVALID_SOURCE", () => extract({ extractor, sources: [] }));
});

function submit(input: unknown, name = "submit_extraction") {
  return { type: "tools", calls: [{ name, arguments: input }] };
}

function withPlanner(planner: unknown) {
  return extractWithPlanner({
    task: "t",
    sources: SOURCES,
    schema: SCHEMA,
    planner: planner as AgentPlanner,
  });
}

test("extractWithPlanner() asks once, with the sources as data and one tool whose schema is whole", async () => {
  const requests: AgentPlannerRequest[] = [];
  const result = await withPlanner((request: AgentPlannerRequest) => {
    requests.push(request);
    return submit(GOOD);
  });
  assert.deepEqual(result.data, { price: 90 });
  const [request] = requests;
  assert.ok(request !== undefined && requests.length === 1);
  assert.deepEqual(request.tools.map(({ name }) => name), ["submit_extraction"]);
  const { properties } = request.tools[0]?.inputSchema as { properties: { data: object } };
  assert.deepEqual(properties.data, {
    ...SCHEMA,
    properties: { price: { $ref: "#/properties/data/definitions/price" } },
  });
  assert.match(JSON.stringify(request.messages), new RegExp(CANARY));
  assert.doesNotMatch(request.instructions, new RegExp(CANARY));
});

test("extractWithPlanner() refuses every decision but one submission", async () => {
  for (
    const decision of [
      undefined,
      null,
      "text",
      { type: "finish", summary: CANARY, evidence: [] },
      { type: "fail", reason: CANARY },
      { type: "human_input", question: CANARY },
      { type: "tools", calls: [] },
      { type: "tools" },
      { type: "tools", calls: [null] },
      submit(GOOD, "tab_open"),
      { type: "tools", calls: [...submit(GOOD).calls, ...submit(GOOD).calls] },
    ]
  ) await refused("MODEL_DECISION_INVALID", () => withPlanner(() => decision));
  await refused("INVALID_CANDIDATE", () => withPlanner(() => submit({ data: 1 })));
  await refused(
    "INVALID_CITATION",
    () => withPlanner(() => submit({ ...GOOD, citations: [{ ...GOOD.citations[0], quote: "91 €" }] })),
  );
});

test("extractWithPlanner() passes on a planner's own failure, and refuses a planner that is none", async () => {
  const failure = new AgentPlannerError("no", true);
  await assert.rejects(withPlanner(() => Promise.reject(failure)), failure);
  await assert.rejects(withPlanner("gpt"), /"planner" must be a function/);
});
