import assert from "node:assert/strict";
import { test } from "node:test";
import { AGENT_CHECKPOINT_VERSION } from "../../../../src/contracts/checkpoint.ts";
import { parseAgentCheckpoint } from "../../../../src/agent/checkpoint/parse.ts";
import { act, finish, play, tools, verify } from "../support.ts";
import { editable, OPTIONS, playSaved, TASK } from "./support.ts";

type Copy = Record<string, unknown>;

async function current(initial: object): Promise<Copy> {
  const ask = [{ type: "human_input", question: "?" }];
  const { saved } = await playSaved(ask, { startUrl: undefined, ...initial } as never);
  const last = saved.at(-1);
  assert.ok(last);
  return editable(last);
}

/** A current checkpoint written as an older version would have written it. */
function asVersion(copy: Copy, version: number): Copy {
  const { initialization, ...older } = copy;
  delete older["acceptanceHash"];
  delete older["lastChangedSessionId"];
  older["version"] = version;
  if (version < 5) {
    for (const field of ["partials", "outputSchemaHash", "partialSchemaHash", "requiresPartialPolicy"]) {
      delete older[field];
    }
    return older;
  }
  if (initialization === undefined) return older;
  if (version > 5) return { ...older, initialization };
  const { status, steps, callIds } = initialization as { status: string; steps: Copy[]; callIds: string[] };
  const [callId] = callIds;
  const single = { status, url: steps[0]?.["url"], ...(callId === undefined ? {} : { callId }) };
  return { ...older, initialization: single };
}

test("the current version is 7", () => assert.equal(AGENT_CHECKPOINT_VERSION, 7));

for (const version of [1, 2, 3, 4]) {
  test(`version ${version} has no initialization, schemas or partials, and gets none`, async () => {
    const { result } = await play([tools(act())], { task: TASK });
    const old = asVersion(editable(result.checkpoint), version);
    const read = parseAgentCheckpoint(old);
    assert.equal(read.version, 7);
    assert.deepEqual(read.partials, []);
    assert.equal(read.initialization, undefined);
    const resumed = await play([tools(verify()), finish("run-2")], {
      task: TASK,
      resume: old as never,
      maxSteps: 9,
    });
    assert.equal(resumed.result.status, "succeeded");
    for (
      const newer of [
        { partials: [] },
        { outputSchemaHash: "a".repeat(64) },
        { initialization: { status: "not_started", url: "https://a.test/" } },
        { executionIdentity: { registryHash: "a".repeat(64), contextHash: "a".repeat(64) } },
        { lastChangedSessionId: "s1" },
      ]
    ) assert.throws(() => parseAgentCheckpoint({ ...old, ...newer }), { code: "CHECKPOINT_INVALID" });
  });
}

test("version 5 knows one opening, which is not repeated once it was attempted", async () => {
  const old = asVersion(await current({ startUrl: "https://a.test/" }), 5);
  const read = parseAgentCheckpoint(old);
  assert.deepEqual(read.initialization, {
    status: "attempted",
    steps: [{ kind: "open", url: "https://a.test/" }],
    callIds: ["run-1"],
  });
  const ask = [{ type: "human_input", question: "?" }];
  const resumed = await play(ask, { ...OPTIONS, resume: old as never, maxSteps: 9 });
  assert.deepEqual(resumed.tools.sent, []);
  const unstarted = { ...old, initialization: { status: "not_started", url: "https://a.test/" } };
  assert.throws(() => parseAgentCheckpoint(unstarted), { message: /initialization/ });
});

test("an opening of version 5 that was not started is taken once", async () => {
  const { result } = await play([], { ...OPTIONS, startUrl: "https://a.test/", signal: AbortSignal.abort() });
  const old = asVersion(editable(result.checkpoint), 5);
  const ask = [{ type: "human_input", question: "?" }];
  const resumed = await play(ask, { ...OPTIONS, resume: old as never, maxSteps: 9 });
  assert.deepEqual(resumed.tools.sentNames, ["tab_open"]);
});

test("version 6 knows several addresses and no click", async () => {
  const urls = [{ url: "https://a.test/" }, { url: "https://b.test/" }, {
    url: "https://c.test/",
    newTab: true,
  }];
  const old = asVersion(await current({ initialActions: urls }), 6);
  assert.equal(parseAgentCheckpoint(old).initialization?.steps.length, 3);
  const clicks = [{ url: "https://a.test/" }, { click: { name: "Go" } }];
  const newer = asVersion(await current({ initialActions: clicks }), 6);
  assert.throws(() => parseAgentCheckpoint(newer), { message: /version 6 does not know/ });
  assert.equal(parseAgentCheckpoint({ ...newer, version: 7 }).initialization?.steps.length, 2);
});

test("a field that a version does not have makes it invalid", async () => {
  const copy = await current({ startUrl: "https://a.test/" });
  for (const version of [5, 6]) {
    const old = asVersion(copy, version);
    assert.throws(() => parseAgentCheckpoint({ ...old, acceptanceHash: "a".repeat(64) }), {
      message: /unknown field "acceptanceHash"/,
    });
  }
  assert.throws(() => parseAgentCheckpoint({ ...copy, version: 5 }), { code: "CHECKPOINT_INVALID" });
});

for (const [part, field] of [["limits", "maxReportedTokens"], ["counters", "reportedTokens"]] as const) {
  test(`${part}.${field} came with version 7`, async () => {
    const copy = await current({});
    const counted = { ...copy, [part]: { ...copy[part] as Copy, [field]: 5 } };
    assert.equal((parseAgentCheckpoint(counted)[part] as unknown as Copy)[field], 5);
    for (const version of [1, 2, 3, 4, 5, 6]) {
      const old = asVersion(counted, version);
      assert.throws(() => parseAgentCheckpoint(old), { message: new RegExp(`unknown field "${field}"`) });
      assert.equal(parseAgentCheckpoint(asVersion(copy, version)).version, 7);
    }
  });
}

test("an older version that is damaged is refused as a current one is", async () => {
  const damages = [
    (copy: Copy) => delete copy["runId"],
    (copy: Copy) => delete copy["ambiguousCalls"],
    (copy: Copy) => (copy["counters"] as Copy)["callSequence"] = 0,
    (copy: Copy) => (copy["counters"] as Copy)["toolCalls"] = 0,
    (copy: Copy) => (copy["history"] as unknown[]).pop(),
    (copy: Copy) => copy["pendingTool"] = { call: 1, effect: "write" },
  ];
  const { result } = await play([tools(act())], { task: TASK });
  for (const version of [1, 2, 3, 4, 5, 6]) {
    for (const damage of damages) {
      const old = JSON.parse(JSON.stringify(asVersion(editable(result.checkpoint), version))) as Copy;
      assert.equal(parseAgentCheckpoint(old).runId, "run");
      damage(old);
      assert.throws(() => parseAgentCheckpoint(old), { code: "CHECKPOINT_INVALID" }, `${version} ${damage}`);
    }
  }
});
