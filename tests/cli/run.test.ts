import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test, type TestContext } from "node:test";
import { lastSnapshot, refOf, type ScriptedReply, type SeenRequest, serveModel } from "./scripted_model.ts";
import { type CliEnd, runCli, type RunningCli, servePages } from "./support.ts";

const folder = await mkdtemp(join(tmpdir(), "tablaze-run-"));
after(() => rm(folder, { recursive: true, force: true }));

const PAGE = `<!doctype html><title>Booking</title><h1>Booking</h1>
<label>Seat <input id="seat"></label><button onclick="answer.textContent='Seat '+seat.value+' is yours'">Book</button>
<p id="answer"></p>`;
const TASK = "Book seat 14C and prove it, with the words prompt-marker";

type Ended = CliEnd & { readonly cli: RunningCli };

/** Runs against the booking page with a scripted model. */
async function runWith(
  context: TestContext,
  script: (request: SeenRequest) => ScriptedReply,
  flags: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<Ended & { readonly report: Record<string, unknown> }> {
  const site = await servePages(context, { "/": PAGE });
  const model = await serveModel(context, script);
  const end = await runCli(
    context,
    [
      "run",
      "--task",
      TASK,
      "--start-url",
      `${site.origin}/`,
      "--model",
      "m",
      "--endpoint",
      model.endpoint,
      ...flags,
    ],
    env,
  );
  assert.deepEqual(end.cli.descendants(), [], "no browser is left");
  assert.deepEqual(await end.cli.temporaryFiles(), [], "no profile is left");
  const report = JSON.parse(end.stdout); // one JSON and nothing else
  return { ...end, report };
}

function book({ results }: SeenRequest): ScriptedReply {
  const { session_id, snapshot_id, tree } = lastSnapshot(results);
  return [{
    name: "tab_act",
    input: {
      session_id,
      snapshot_id,
      actions: [
        { type: "fill", ref: refOf(tree, "textbox", "Seat"), value: "14C" },
        { type: "click", ref: refOf(tree, "button", "Book") },
      ],
      post_checks: [{ kind: "text", contains: "Seat 14C is yours" }],
    },
  }];
}

function finish(evidence: string, rest: object = {}): ScriptedReply {
  return [{ name: "agent_finish", input: { summary: "Seat 14C is booked", evidence: [evidence], ...rest } }];
}

function lastId({ results }: SeenRequest): string {
  return results.at(-1)?.id ?? "none";
}

test("run ends with 0 and a report of what was verified", async (context) => {
  const schema = join(folder, "seat.schema.json");
  await writeFile(schema, '{"type":"object","properties":{"seat":{"type":"string"}},"required":["seat"]}');
  const keys: (string | undefined)[] = [];
  const { report, exitCode, stderr, stdout } = await runWith(
    context,
    (request) => {
      keys.push(request.authorization);
      return request.number === 1 ? book(request) : finish(lastId(request), { data: { seat: "14C" } });
    },
    ["--output-schema", schema, "--api-key-env", "MY_KEY"],
    { MY_KEY: "sk-run-secret" },
  );
  assert.equal(exitCode, 0, stderr);
  assert.equal(report["status"], "succeeded");
  assert.equal(report["summary"], "Seat 14C is booked");
  assert.deepEqual(report["data"], { seat: "14C" });
  assert.equal(report["steps"], 2);
  assert.equal(report["tool_calls"], 2);
  assert.equal(report["planner_calls"], 2);
  const [evidence] = report["evidence"] as { tool: string; checks: { pass: boolean }[] }[];
  assert.equal(evidence?.tool, "tab_act");
  assert.deepEqual(evidence?.checks.map(({ pass }) => pass), [true]);
  const usage = report["model_usage"] as { totalTokens: number }[];
  assert.deepEqual(usage.map(({ totalTokens }) => totalTokens), [110, 210]);
  assert.deepEqual(keys, ["Bearer sk-run-secret", "Bearer sk-run-secret"]);
  assert.doesNotMatch(stdout + stderr, /sk-run-secret/);
  assert.doesNotMatch(stdout, /prompt-marker|actions/, "neither prompt nor arguments");
  assert.match(stderr, /^step 0 {2}tab_open .*: ok/m);
  assert.match(stderr, /^step 1 {2}tab_act fill e\d+, click e\d+: 1 check passed/m);
  assert.ok(!stderr.includes("\u001b"), "no terminal codes into a pipe");
});

test("run ends with 2 when the model asks a person", async (context) => {
  const { report, exitCode } = await runWith(
    context,
    () => [{ name: "agent_request_input", input: { question: "Window or aisle?" } }],
  );
  assert.equal(exitCode, 2);
  assert.equal(report["status"], "needs_input");
  assert.equal(report["question"], "Window or aisle?");
});

test("run ends with 1 when the model gives up, or a limit is reached", async (context) => {
  const givenUp = await runWith(context, () => [{ name: "agent_fail", input: { reason: "No seat left" } }]);
  assert.equal(givenUp.exitCode, 1);
  assert.equal(givenUp.report["status"], "failed");
  const look = ({ results, number }: SeenRequest): ScriptedReply => [{
    name: "tab_extract",
    input: { session_id: lastSnapshot(results).session_id, kind: "text", max_items: number },
  }];
  const limited = await runWith(context, look, ["--max-steps", "2"]);
  assert.equal(limited.exitCode, 1);
  assert.equal(limited.report["status"], "limit_reached");
});

test("run reports a failing provider by a fixed code and without its words", async (context) => {
  const { report, exitCode, stdout, stderr } = await runWith(
    context,
    () => ({ status: 502, body: "upstream-marker" }),
  );
  assert.equal(exitCode, 1);
  assert.deepEqual(report["failure"], {
    phase: "planner",
    code: "PLANNER_HTTP_ERROR",
    retryable: true,
    httpStatus: 502,
  });
  assert.doesNotMatch(stdout + stderr, /upstream-marker/);
});

test("a model that lies never ends a run with 0", async (context) => {
  const verify = (request: SeenRequest, contains: string): ScriptedReply => [{
    name: "tab_verify",
    input: {
      session_id: lastSnapshot(request.results).session_id,
      checks: [{ kind: "text", contains }],
      timeout_ms: 200,
    },
  }];
  const lies: Readonly<Record<string, (request: SeenRequest) => ScriptedReply>> = {
    "an invented call id": () => finish("call-that-never-was"),
    "the id of a call that verified nothing": (request) => finish(lastId(request)),
    "a failed check": (request) =>
      request.number === 1 ? verify(request, "Seat 99Z is yours") : finish(lastId(request)),
    "plain text": () => ({ text: "I have booked seat 14C. Everything is verified." }),
    "evidence from before the last change": (request) => {
      if (request.number === 1) return verify(request, "Booking");
      if (request.number === 2) return withoutChecks(book(request));
      return finish(request.results[1]?.id ?? "none");
    },
  };
  for (const [lie, script] of Object.entries(lies)) {
    const { report, exitCode } = await runWith(context, script, ["--max-steps", "4"]);
    assert.notEqual(exitCode, 0, lie);
    assert.notEqual(report["status"], "succeeded", lie);
    assert.deepEqual(report["evidence"], [], lie);
  }
});

function withoutChecks(reply: ScriptedReply): ScriptedReply {
  if (typeof reply === "string" || !Array.isArray(reply)) throw new Error("expected calls");
  return reply.map(({ name, input }) => ({ name, input: { ...input, post_checks: undefined } }));
}
