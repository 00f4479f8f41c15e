import assert from "node:assert/strict";
import { test } from "node:test";
import type { AgentRunOptions } from "../../../../src/contracts/run.ts";
import { browserTools, play } from "../support.ts";
import { stored, TASK } from "./support.ts";

interface Mismatch {
  readonly name: string;
  readonly before?: Omit<Partial<AgentRunOptions>, "tools">;
  readonly after: Omit<Partial<AgentRunOptions>, "tools">;
  readonly message: RegExp;
}

const SCHEMA = { type: "object", properties: { a: { type: "string" } } };
const MISMATCHES: readonly Mismatch[] = [
  { name: "another task", after: { task: "Save the form" }, message: /task is not the one/ },
  {
    name: "a new final schema",
    after: { finalOutputSchema: SCHEMA },
    message: /without final output schema/,
  },
  {
    name: "another final schema",
    before: { finalOutputSchema: SCHEMA },
    after: { finalOutputSchema: { type: "object" } },
    message: /final output schema is not/,
  },
  {
    name: "no final schema",
    before: { finalOutputSchema: SCHEMA },
    after: {},
    message: /final output schema/,
  },
  { name: "a new partial schema", after: { partialOutputSchema: SCHEMA }, message: /partial output schema/ },
  {
    name: "no completion policy",
    before: { validateCompletion: () => true },
    after: {},
    message: /needs its validateCompletion again/,
  },
  {
    name: "no policy for partials",
    before: { partialOutputSchema: SCHEMA, validatePartial: () => true },
    after: { partialOutputSchema: SCHEMA },
    message: /needs its validatePartial again/,
  },
  {
    name: "no acceptance",
    before: { acceptance: [{ checks: [{ kind: "text", contains: "x" }], sessionId: "s1" }] },
    after: {},
    message: /operator's acceptance/,
  },
  { name: "a new start URL", after: { startUrl: "https://a.test/" }, message: /opened before planning/ },
  {
    name: "a new address out of the task",
    before: { task: "Look at https://a.test/x." },
    after: { task: "Look at https://a.test/x.", directOpenTaskUrl: true },
    message: /opened before planning/,
  },
  {
    name: "an address out of the task in place of the start URL",
    before: { task: "Look at https://a.test/x.", startUrl: "https://b.test/" },
    after: { task: "Look at https://a.test/x.", directOpenTaskUrl: true },
    message: /opened before planning/,
  },
  {
    name: "another partial schema",
    before: { partialOutputSchema: SCHEMA },
    after: { partialOutputSchema: { type: "object" } },
    message: /partial output schema is not/,
  },
  {
    name: "no partial schema",
    before: { partialOutputSchema: SCHEMA },
    after: {},
    message: /partial output schema/,
  },
  {
    name: "another acceptance",
    before: { acceptance: [{ checks: [{ kind: "text", contains: "x" }], sessionId: "s1" }] },
    after: { acceptance: [{ checks: [{ kind: "text", contains: "y" }], sessionId: "s1" }] },
    message: /operator's acceptance/,
  },
  {
    name: "more first steps",
    before: { initialActions: [{ url: "https://a.test/" }] },
    after: { initialActions: [{ url: "https://a.test/" }, { click: { name: "Go" } }] },
    message: /opened before planning/,
  },
  {
    name: "another start URL",
    before: { startUrl: "https://a.test/" },
    after: { startUrl: "https://b.test/" },
    message: /opened before planning/,
  },
];

for (const { name, before = {}, after, message } of MISMATCHES) {
  test(`a resume with ${name} is refused before anything runs`, async () => {
    const { result } = await play([{ type: "human_input", question: "?" }], before);
    const fakeTools = browserTools();
    const resume = stored(result.checkpoint);
    const resumed = play([], { task: TASK, maxSteps: 9, ...after, tools: fakeTools, resume });
    await assert.rejects(resumed, { code: "CHECKPOINT_MISMATCH", message });
    assert.deepEqual(fakeTools.sent, []);
  });
}

test("the same schemas, policies and addresses in another form are the same", async () => {
  const before = {
    finalOutputSchema: { type: "object", properties: {} },
    startUrl: "https://A.test",
    acceptance: [{ checks: [{ kind: "text", contains: "x" }], sessionId: "s1" }],
    validateCompletion: () => true,
  };
  const { result } = await play([{ type: "human_input", question: "?" }], before);
  const resumed = await play([{ type: "human_input", question: "?" }], {
    task: TASK,
    finalOutputSchema: { properties: {}, type: "object" },
    initialActions: [{ url: "https://a.test/" }],
    acceptance: [{ checks: [{ contains: "x", kind: "text" }], sessionId: "n1" }],
    validateCompletion: () => true,
    resume: stored(result.checkpoint),
    maxSteps: 9,
  });
  assert.equal(resumed.result.status, "needs_input");
  assert.equal(resumed.tools.sent.length, 0, "what was opened once is not opened again");
});
