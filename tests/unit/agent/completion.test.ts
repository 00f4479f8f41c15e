import assert from "node:assert/strict";
import { test } from "node:test";
import { toolResult } from "../../../src/testing/mod.ts";
import {
  act,
  acted,
  browserTools,
  CHECKS,
  failing,
  feedbackOf,
  finish,
  passing,
  play,
  tools,
  verify,
} from "./support.ts";

const OPEN = tools(["tab_open", { url: "https://a.test/" }]);

test("a run succeeds with a tab_verify after the last mutation", async () => {
  const { result } = await play([OPEN, tools(act()), tools(verify()), finish("run-3")]);
  assert.equal(result.status, "succeeded");
  assert.equal(result.summary, "Done.");
  assert.deepEqual(result.evidence.map((item) => [item.toolCallId, item.tool, item.sessionId]), [[
    "run-3",
    "tab_verify",
    "s1",
  ]]);
  assert.deepEqual([result.steps, result.toolCalls, result.plannerCalls], [4, 3, 4]);
});

test("a run succeeds with passing post_checks of tab_act", async () => {
  const { result } = await play([OPEN, tools(act("s1", { post_checks: CHECKS })), finish("run-2")]);
  assert.equal(result.status, "succeeded");
  assert.equal(result.evidence[0]?.tool, "tab_act");
});

test("verify, close, finish succeeds", async () => {
  const close = ["tab_close", { session_id: "s1" }] as const;
  const { result } = await play([OPEN, tools(act(), verify(), close), finish("run-3")]);
  assert.equal(result.status, "succeeded");
});

test("a failed close voids what was verified before", async () => {
  const close = ["tab_close", { session_id: "s1" }] as const;
  const broken = browserTools({
    tab_close: { handle: () => toolResult({ ok: false, error: { code: "INTERNAL_ERROR" } }) },
  });
  const { result } = await play([OPEN, tools(verify(), close), finish("run-2")], { tools: broken });
  assert.equal(result.status, "limit_reached");
});

for (
  const [name, script] of [
    ["an invented id", [OPEN, tools(verify()), finish("run-9")]],
    ["a valid id beside an invented one", [OPEN, tools(verify()), finish("run-2", "run-9")]],
    ["no evidence", [OPEN, tools(verify()), finish()]],
    ["an action result alone", [OPEN, tools(act()), finish("run-2")]],
    ["evidence older than the last mutation", [OPEN, tools(verify(), act()), finish("run-2")]],
    [
      "evidence of another session than the one changed last",
      [OPEN, OPEN, tools(act("s1"), verify("s2")), finish("run-4")],
    ],
    ["plain text", [OPEN, tools(verify()), "The task is done. Evidence: run-2"]],
  ] as const
) {
  test(`finish with ${name} does not succeed`, async () => {
    const { result } = await play(script);
    assert.equal(result.status, "limit_reached");
    assert.deepEqual(result.evidence, []);
    assert.match(feedbackOf(result), /Not accepted|rejected/);
  });
}

const BROKEN_VERIFICATIONS: Readonly<Record<string, (input: Readonly<Record<string, unknown>>) => unknown>> =
  {
    "checks that failed": (input) => toolResult(failing(input)),
    "passed but one check false": (input) =>
      toolResult({ ...passing(input), checks: [{ kind: "text", pass: false }] }),
    "no checks": (input) => toolResult({ ...passing(input), checks: [] }),
    "more checks than asked": (input) =>
      toolResult({ ...passing(input), checks: [{ pass: true }, { pass: true }] }),
    "another kind than asked": (input) =>
      toolResult({ ...passing(input), checks: [{ kind: "url", pass: true }] }),
    "another session": (input) => toolResult({ ...passing(input), session_id: "s2" }),
    "isError beside passed": (input) => ({ ...toolResult(passing(input)), isError: true }),
    "ok false beside passed": (input) => toolResult({ ...passing(input), ok: false }),
    "passed as a text": (input) => toolResult({ ...passing(input), passed: "true" }),
  };
for (const [name, handle] of Object.entries(BROKEN_VERIFICATIONS)) {
  test(`a verification with ${name} is no evidence`, async () => {
    const { result } = await play([OPEN, tools(verify()), finish("run-2")], {
      tools: browserTools({ tab_verify: { readOnly: true, handle } }),
    });
    assert.equal(result.status, "limit_reached");
  });
}

test("a later tab_verify of the same session replaces the earlier one even when it fails", async () => {
  let calls = 0;
  const { result } = await play([OPEN, tools(verify()), tools(verify()), finish("run-2")], {
    tools: browserTools({
      tab_verify: {
        readOnly: true,
        handle: (input) => toolResult(++calls === 1 ? passing(input) : failing(input)),
      },
    }),
  });
  assert.equal(result.status, "limit_reached");
});

test("a later tab_verify that breaks off replaces the earlier one", async () => {
  let calls = 0;
  const { result } = await play([OPEN, tools(verify()), tools(verify()), finish("run-2")], {
    tools: browserTools({
      tab_verify: {
        readOnly: true,
        handle: (input) => {
          if (++calls > 1) throw new Error("gone");
          return toolResult(passing(input));
        },
      },
    }),
  });
  assert.equal(result.status, "limit_reached");
});

const PASSED = { index: 0, kind: "text", pass: true };

function batchChecks(checks: readonly unknown[]): Readonly<Record<string, unknown>> {
  return { session_id: "s1", passed: true, checks };
}

const BROKEN_BATCHES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  "an incomplete batch": { batch_complete: false },
  "an unknown outcome": { outcome_unknown: true },
  "a closed session": { session_closed: true },
  "a request to replan": { replan_required: true },
  "another session": { session_id: "s2" },
  "another kind than asked": { verification: batchChecks([{ index: 0, kind: "url", pass: true }]) },
  "no kind at all": { verification: batchChecks([{ index: 0, pass: true }]) },
  "no checks": { verification: batchChecks([]) },
  "more checks than asked": { verification: batchChecks([PASSED, PASSED]) },
  "checks of another session": { verification: { ...batchChecks([PASSED]), session_id: "s2" } },
  "a check that failed": { verification: batchChecks([{ ...PASSED, pass: false }]) },
  "a failed action": { failed: { index: 0, error: { code: "NOT_VISIBLE" } } },
  "a part of the batch only": { partial: true },
};
for (const [name, extra] of Object.entries(BROKEN_BATCHES)) {
  test(`post_checks of ${name} are no evidence`, async () => {
    const { result } = await play([OPEN, tools(act("s1", { post_checks: CHECKS })), finish("run-2")], {
      tools: browserTools({ tab_act: { handle: (input) => toolResult(acted(input, extra)) } }),
    });
    assert.equal(result.status, "limit_reached");
  });
}

function heldBefore(held: readonly boolean[]): ReturnType<typeof browserTools> {
  return browserTools({
    tab_act: {
      handle: (input) =>
        toolResult(acted(input, {
          verification: {
            ...passing({ session_id: input.session_id, checks: input.post_checks }),
            checks: (input.post_checks as readonly { readonly kind: string }[]).map((check, index) => ({
              index,
              kind: check.kind,
              pass: true,
              ...(held[index] ? { already_held: true } : {}),
            })),
          },
        })),
    },
  });
}

const TWO_CHECKS = [{ kind: "title", contains: "Shop" }, { kind: "text", contains: "Saved" }];

test("post_checks that all held before the batch are no evidence", async () => {
  const script = [OPEN, tools(act("s1", { post_checks: TWO_CHECKS })), finish("run-2")];
  const { result } = await play(script, { tools: heldBefore([true, true]) });
  assert.equal(result.status, "limit_reached");
  assert.match(feedbackOf(result), /true before it/);
});

test("repeating those checks with tab_verify does not make them evidence, another check does", async () => {
  const batch = tools(act("s1", { post_checks: TWO_CHECKS }));
  const repeated = await play(
    [OPEN, batch, tools(verify("s1", [TWO_CHECKS[1] ?? {}])), finish("run-3")],
    { tools: heldBefore([true, true]) },
  );
  assert.equal(repeated.result.status, "limit_reached");
  const fresh = await play(
    [OPEN, batch, tools(verify("s1", [{ kind: "url", value: "x" }])), finish("run-3")],
    {
      tools: heldBefore([true, true]),
    },
  );
  assert.equal(fresh.result.status, "succeeded");
});

test("one check that did not hold before makes the batch evidence", async () => {
  const script = [OPEN, tools(act("s1", { post_checks: TWO_CHECKS })), finish("run-2")];
  const { result } = await play(script, { tools: heldBefore([true, false]) });
  assert.equal(result.status, "succeeded");
});

test("allowVacuousEvidence accepts checks that held before", async () => {
  const script = [OPEN, tools(act("s1", { post_checks: TWO_CHECKS })), finish("run-2")];
  const { result } = await play(script, { tools: heldBefore([true, true]), allowVacuousEvidence: true });
  assert.equal(result.status, "succeeded");
});

test("a call that trusted effects call a read does not void evidence", async () => {
  const fake = browserTools();
  const client = Object.assign(fake, {
    callEffect: (
      { name, arguments: input }: { name: string; arguments: Readonly<Record<string, unknown>> },
    ) => name === "tab_tabs" && input.action === "list" ? "read" as const : undefined,
  });
  const list = ["tab_tabs", { session_id: "s1", action: "list" }] as const;
  const { result } = await play([OPEN, tools(verify(), list), finish("run-2")], { tools: client });
  assert.equal(result.status, "succeeded");
  const close = ["tab_tabs", { session_id: "s1", action: "close" }] as const;
  const voided = await play([OPEN, tools(verify(), close), finish("run-2")], { tools: browserTools() });
  assert.equal(voided.result.status, "limit_reached");
});

test("human_input and fail end the run at once", async () => {
  const asking = await play([{ type: "human_input", question: "Which account?" }]);
  assert.deepEqual([asking.result.status, asking.result.question], ["needs_input", "Which account?"]);
  const failed = await play([{ type: "fail", reason: "The shop is closed." }]);
  assert.deepEqual([failed.result.status, failed.result.reason], ["failed", "The shop is closed."]);
  assert.equal(failed.result.failure, undefined);
});
