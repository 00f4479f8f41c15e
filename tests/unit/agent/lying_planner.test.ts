// Planners that lie, tools that answer at random: no run may succeed without evidence that an independent reader accepts.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { createAgentControl } from "../../../src/agent/control.ts";
import { parseAgentCheckpoint } from "../../../src/agent/checkpoint/parse.ts";
import { runAgent } from "../../../src/agent/run.ts";
import type { AgentDecision } from "../../../src/contracts/planner.ts";
import type {
  AgentTool,
  AgentToolClient,
  AgentToolRequest,
  AgentToolResult,
} from "../../../src/contracts/tools.ts";
import { auditPublication, auditSuccess, type SentCall } from "./audit.ts";
import { describeRuns, randomRuns } from "./random_runs.ts";
import { testDeps } from "./support.ts";

const { seed, runs: RUNS } = randomRuns(1_500);
const INTERRUPTED_RUNS = Math.ceil(RUNS / 3);

const READ_ONLY: Readonly<Record<string, boolean>> = {
  tab_open: false,
  tab_act: false,
  tab_close: false,
  tab_tabs: false,
  custom_write: false,
  tab_verify: true,
  tab_snapshot: true,
};

/** How a tool answers: mostly honest, so that success is within reach. */
type Mood =
  | "honest"
  | "fails"
  | "throws"
  | "nonsense"
  | "held"
  | "half_held"
  | "other_session"
  | "wrong_count"
  | "wrong_kind"
  | "replan"
  | "silent_fail"
  | "incomplete";

const sessionId = fc.constantFrom("s1", "s2");
const check = fc.constantFrom(
  { kind: "text", contains: "Saved" },
  { kind: "title", contains: "Shop" },
  { kind: "url", value: "https://a.test/" },
);
const checks = fc.array(check, { minLength: 1, maxLength: 2 });
const call = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      name: fc.constant("tab_verify"),
      input: fc.record({ session_id: sessionId, checks }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      name: fc.constant("tab_act"),
      input: fc.record({ session_id: sessionId, post_checks: checks }, { requiredKeys: ["session_id"] }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      name: fc.constantFrom("tab_open", "tab_close", "tab_tabs", "tab_snapshot", "custom_write"),
      input: fc.record({ session_id: sessionId }, { requiredKeys: [] }),
    }),
  },
);
const mood: fc.Arbitrary<Mood> = fc.oneof(
  { weight: 12, arbitrary: fc.constant<Mood>("honest") },
  {
    weight: 8,
    arbitrary: fc.constantFrom<Mood>(
      "fails",
      "held",
      "half_held",
      "other_session",
      "wrong_count",
      "wrong_kind",
      "replan",
      "silent_fail",
      "incomplete",
    ),
  },
  { weight: 4, arbitrary: fc.constant<Mood>("fails") },
  { weight: 1, arbitrary: fc.constantFrom<Mood>("throws", "nonsense") },
);
/** What is cited: `latest` is the honest choice, the others mostly are not. */
const citation = fc.oneof(
  { weight: 6, arbitrary: fc.constant("latest") },
  { weight: 4, arbitrary: fc.constant("previous") },
  { weight: 2, arbitrary: fc.nat({ max: 20 }).map((number) => `run-${number}`) },
  { weight: 1, arbitrary: fc.constantFrom("all", "run-01", "RUN-1", "", "__proto__", "run-1 ") },
);
const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant("tools" as const),
      calls: fc.array(call, { minLength: 1, maxLength: 3 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("finish" as const),
      cite: fc.array(citation, { maxLength: 2 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("publish" as const),
      key: fc.constantFrom("one", "two", "__proto__"),
      data: fc.oneof(fc.constant({ id: 1 }), fc.jsonValue()),
      cite: fc.array(citation, { maxLength: 2 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("trash" as const),
      what: fc.oneof(
        fc.anything({
          withBigInt: true,
          withDate: true,
          withMap: true,
          withSparseArray: true,
          withNullPrototype: true,
        }),
        fc.string().map((text) => `The task is done. ${text}`),
        fc.json().map((text) => ({
          type: "tools",
          calls: [{ name: "tab_act", arguments: { data: JSON.parse(text) } }],
          reason: "mixed",
        })),
        fc.constant(
          JSON.parse('{"type":"finish","summary":"x","evidence":["run-1"],"__proto__":{"ok":true}}'),
        ),
        fc.constant({ type: "finish", summary: "x", evidence: ["run-1"], calls: [] }),
        fc.constant({ type: "tools", calls: [{ name: "agent_finish", arguments: { evidence: ["run-1"] } }] }),
        fc.constant({ type: "finish", summary: "x", evidence: ["run-1"], data: "x".repeat(3_000_000) }),
        fc.constant({ type: "tools", calls: Array(21).fill({ name: "tab_act", arguments: {} }) }),
      ),
    }),
  },
);

class MoodyTools implements AgentToolClient {
  readonly sent: SentCall[] = [];
  readonly #moods: readonly Mood[];

  constructor(moods: readonly Mood[]) {
    this.#moods = moods;
  }

  listTools(): Promise<readonly AgentTool[]> {
    return Promise.resolve(
      Object.entries(READ_ONLY).map(([name, readOnlyHint]) => ({
        name,
        inputSchema: { type: "object" },
        annotations: { readOnlyHint },
      })),
    );
  }

  callTool({ name, arguments: input }: AgentToolRequest): Promise<AgentToolResult> {
    const mood = this.#moods[this.sent.length % this.#moods.length] ?? "honest";
    const output = answer(name, input, mood);
    this.sent.push({ name, input, output, readOnly: READ_ONLY[name] === true });
    if (mood === "throws") return Promise.reject(new Error("torn"));
    return Promise.resolve(output as AgentToolResult);
  }
}

function answer(name: string, input: Readonly<Record<string, unknown>>, mood: Mood): unknown {
  if (mood === "throws") return undefined;
  if (mood === "nonsense") return { content: "done", ok: true };
  const session = name === "tab_open" ? "s1" : input.session_id;
  const body: Record<string, unknown> = { ok: true, session_id: mood === "other_session" ? "s9" : session };
  if (name === "tab_verify") Object.assign(body, verification(input.checks, body.session_id, mood));
  if (name === "tab_act") {
    body.batch_complete = mood !== "incomplete";
    if (input.post_checks !== undefined) {
      body.verification = verification(input.post_checks, body.session_id, mood);
    }
  }
  if (name === "tab_close") body.closed = true;
  if (mood === "replan") body.replan_required = true;
  if (mood === "fails") body.ok = false;
  return { content: [], structuredContent: body, ...(mood === "silent_fail" ? { isError: true } : {}) };
}

function verification(requested: unknown, session: unknown, mood: Mood): Record<string, unknown> {
  const wanted = requested as readonly { readonly kind: string }[];
  const results = wanted.map(({ kind }, index) => ({
    index,
    kind: mood === "wrong_kind" ? "count" : kind,
    pass: mood !== "fails",
    ...(mood === "held" || (mood === "half_held" && index === 0) ? { already_held: true } : {}),
  }));
  return {
    session_id: session,
    passed: mood !== "fails",
    checks: mood === "wrong_count" ? results.slice(0, -1) : results,
  };
}

/** What a script cites, from all calls that the planner was shown. */
function resolveCitations(cite: readonly string[], ids: readonly string[]): readonly string[] {
  return cite.flatMap((one) =>
    one === "latest" ? ids.slice(-1) : one === "previous" ? ids.slice(-2, -1) : one === "all" ? ids : [one]
  );
}

test("no lying planner succeeds", async (context) => {
  context.diagnostic(describeRuns({ seed, runs: RUNS }));
  let successes = 0;
  let publications = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 2, maxLength: 8 }),
      fc.array(mood, { minLength: 1, maxLength: 12 }),
      async (script, moods) => {
        const tools = new MoodyTools(moods);
        const sentBefore: number[] = [];
        let position = 0;
        const result = await runAgent({
          task: "t",
          tools,
          maxSteps: script.length,
          maxToolCalls: 12,
          partialOutputSchema: { type: "object", required: ["id"] },
          planner: ({ messages, step }) => {
            sentBefore[step] = tools.sent.length;
            const planned = script[position++];
            if (planned === undefined || planned.kind === "trash") return planned?.what as AgentDecision;
            if (planned.kind === "tools") {
              const calls = planned.calls.map(({ name, input }) => ({ name, arguments: input }));
              return { type: "tools", calls };
            }
            const ids = messages.flatMap((message) => message.role === "tool" ? [message.toolCallId] : []);
            const evidence = resolveCitations(planned.cite, ids);
            if (planned.kind === "publish") {
              return { type: "publish", key: planned.key, data: planned.data, evidence };
            }
            return { type: "finish", summary: "I say it is done.", evidence };
          },
          // whatever happens, what is saved can be read again
          onCheckpoint: (checkpoint) => void parseAgentCheckpoint(JSON.stringify(checkpoint)),
        }, testDeps());
        parseAgentCheckpoint(result.checkpoint);

        // every call that reached a tool was registered once, in order, and never sent again
        const started = result.events.flatMap((event) => event.type === "tool_start" ? [event.call] : []);
        assert.equal(new Set(started.map((item) => item.id)).size, started.length);
        assert.deepEqual(
          tools.sent.map((item) => [item.name, item.input]),
          started.map((item) => [item.name, item.arguments]),
        );
        assert.equal(result.toolCalls, tools.sent.length);
        assert.equal(result.failure, undefined, "lies are no infrastructure failures");
        assert.equal(({} as Record<string, unknown>).ok, undefined);
        const registered = result.history.flatMap((m) =>
          m.role === "assistant" ? m.toolCalls.map((c) => c.id) : []
        );
        assert.deepEqual(result.history.flatMap((m) => m.role === "tool" ? [m.toolCallId] : []), registered);

        const unknown = tools.sent.filter((item) =>
          !item.readOnly && !(Array.isArray((item.output as { content?: unknown } | undefined)?.content))
        );
        assert.ok(unknown.length <= 1, "nothing is sent after a mutation of unknown outcome");
        assert.equal(
          result.status === "needs_input" && result.ambiguousCalls.length === 1,
          unknown.length === 1,
        );

        const order = started.map((item) => item.id);
        const calls = new Map(order.map((id, index) => [id, tools.sent[index] as SentCall]));
        const keys = new Set<string>();
        for (const partial of result.partials) {
          publications++;
          const known = order.slice(0, sentBefore[partial.step]);
          const cited = partial.evidence.map((item) => item.toolCallId);
          assert.equal(auditPublication(calls, cited, known), undefined);
          assert.equal(keys.has(partial.key), false, "a key is taken once");
          assert.ok(Object.hasOwn(Object(partial.data), "id"));
          keys.add(partial.key);
        }

        if (result.status !== "succeeded") return;
        successes++;
        const objection = auditSuccess(calls, result.evidence.map((item) => item.toolCallId), order);
        assert.equal(objection, undefined);
      },
    ),
    { numRuns: RUNS, seed },
  );
  assert.ok(
    successes >= RUNS / 100,
    `only ${successes} of ${RUNS} runs succeeded: the test would prove nothing`,
  );
  assert.ok(publications >= RUNS / 300, `only ${publications} publications: the test would prove nothing`);
  context.diagnostic(`${successes} runs succeeded, ${publications} parts were published`);
});

/** Somebody steps in while the planner is asked for the nth time, or while the nth call runs. */
const interruption = fc.record({
  how: fc.constantFrom("steer" as const, "pause" as const, "cancel" as const),
  during: fc.constantFrom("planner" as const, "tool" as const),
  at: fc.nat({ max: 5 }),
});

test("nothing verified before an interruption completes a run after it, and a cancelled run does not succeed", async (context) => {
  let successes = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 3, maxLength: 10 }),
      interruption,
      async (script, { how, during, at }) => {
        const tools = new MoodyTools(["honest"]);
        const control = createAgentControl();
        const caller = new AbortController();
        let barrier = -1;
        let position = 0;
        const stepIn = (): void => {
          barrier = tools.sent.length;
          if (how === "cancel") caller.abort();
          else if (how === "steer") control.steer("Look again.");
          else control.pause().then(() => control.resume());
        };
        const callTool = tools.callTool.bind(tools);
        tools.callTool = (request) => {
          const answered = callTool(request);
          if (during === "tool" && tools.sent.length === at + 1) stepIn();
          return answered;
        };
        const result = await runAgent({
          task: "t",
          tools,
          control,
          signal: caller.signal,
          maxSteps: script.length,
          planner: ({ messages }) => {
            if (during === "planner" && position === at) stepIn();
            const planned = script[position++];
            if (planned === undefined || planned.kind === "trash") return planned?.what as AgentDecision;
            if (planned.kind === "tools") {
              return {
                type: "tools",
                calls: planned.calls.map(({ name, input }) => ({ name, arguments: input })),
              };
            }
            const ids = messages.flatMap((message) => message.role === "tool" ? [message.toolCallId] : []);
            const evidence = planned.cite.map(() => ids.at(-1) ?? "run-1");
            return { type: "finish", summary: "Done.", evidence };
          },
        }, testDeps());
        assert.equal(result.failure, undefined);
        if (barrier >= 0 && how === "cancel") assert.equal(result.status, "cancelled");
        if (result.status !== "succeeded") return;
        successes++;
        const started = result.events.flatMap((event) => event.type === "tool_start" ? [event.call.id] : []);
        for (const { toolCallId } of result.evidence) {
          assert.ok(started.indexOf(toolCallId) >= barrier, `${toolCallId} is from before the interruption`);
        }
      },
    ),
    { numRuns: INTERRUPTED_RUNS, seed },
  );
  assert.ok(
    successes >= INTERRUPTED_RUNS / 100,
    `only ${successes} of ${INTERRUPTED_RUNS} runs succeeded: the test would prove nothing`,
  );
  context.diagnostic(`${INTERRUPTED_RUNS} interrupted runs, of which ${successes} succeeded`);
});
