import assert from "node:assert/strict";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test, type TestContext } from "node:test";
import { answering, createFakeCodex } from "../fixtures/replies/codex.ts";
import { assertNoCanary, BODY_CANARY, KEY_CANARY, lookForCanaries, TOKEN_CANARY } from "./canary.ts";
import { lastSnapshot, type ScriptedReply, type SeenRequest, serveModel } from "./scripted_model.ts";
import { serveProvider } from "./scripted_providers.ts";
import { type CliEnd, servePages, startCli } from "./support.ts";

const folder = await mkdtemp(join(tmpdir(), "tablaze-providers-"));
after(() => rm(folder, { recursive: true, force: true }));

const PAGE = "<!doctype html><title>Orders</title><h1>Order 1001</h1><p>Shipped on Monday, total 90.50 €</p>";

/** Verifies what the page says, then finishes. */
function verifyAndFinish({ results }: SeenRequest): ScriptedReply {
  const last = results.at(-1);
  if (last?.output["passed"] === true) {
    return [{ name: "agent_finish", input: { summary: "Order 1001 is shipped", evidence: [last.id] } }];
  }
  const { session_id } = lastSnapshot(results);
  return [{
    name: "tab_verify",
    input: { session_id, checks: [{ kind: "text", contains: "Shipped on Monday" }] },
  }];
}

type Report = Record<string, unknown> & { readonly model_usage: readonly Record<string, unknown>[] };

/** Runs with every secret in the environment, and looks for them in everything that comes out. */
async function run(
  context: TestContext,
  flags: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<CliEnd & { readonly report: Report }> {
  const site = await servePages(context, { "/": PAGE });
  const cli = await startCli(context, [
    ...["run", "--task", "Verify that order 1001 is shipped", "--start-url", `${site.origin}/`, ...flags],
  ], { TABLAZE_API_KEY: KEY_CANARY, TABLAZE_FALLBACK_API_KEY: KEY_CANARY, ...env });
  cli.child.stdin?.end();
  const found = new Set<string>();
  const timer = setInterval(() => lookForCanaries(cli, flags).forEach((where) => found.add(where)), 100);
  const end = await cli.ended;
  clearInterval(timer);
  assertNoCanary(end);
  assert.deepEqual([...found], [], "no secret in arguments or environment of a process");
  assert.deepEqual(cli.descendants(), []);
  // private folders of planners; what becomes of browser profiles is tried elsewhere
  const left = (await cli.temporaryFiles()).filter((name) => name.startsWith("tablaze-"));
  assert.deepEqual(left, []);
  return { ...end, report: end.stdout === "" ? {} : JSON.parse(end.stdout) };
}

test("run does a task through Anthropic's protocol, and reports its counters", async (context) => {
  const model = await serveProvider(context, "anthropic", verifyAndFinish);
  const { report, exitCode, stderr } = await run(context, [
    ...["--provider", "anthropic", "--model", "m", "--endpoint-env", "MODEL_URL"],
    ...["--max-output-tokens", "77"],
  ], { MODEL_URL: `${model.endpoint}?token=${TOKEN_CANARY}` });
  assert.equal(exitCode, 0, stderr);
  assert.match(model.requests[0] ?? "", new RegExp(`token=${TOKEN_CANARY}`));
  assert.equal(report["status"], "succeeded");
  assert.equal(model.headers[0]?.["x-api-key"], KEY_CANARY);
  assert.equal(model.bodies[0]?.["max_tokens"], 77);
  const [usage] = report.model_usage;
  assert.deepEqual({ ...usage, latencyMs: 0 }, {
    step: 1,
    model: "scripted-anthropic",
    responseId: "msg_1",
    latencyMs: 0,
    promptTokens: 13,
    completionTokens: 5,
    cachedPromptTokens: 2,
    uncachedPromptTokens: 10,
    cacheCreationPromptTokens: 1,
  });
  assert.equal("fallback_used" in report, false);
});

test("run does a task through Ollama's protocol", async (context) => {
  const model = await serveProvider(context, "ollama", verifyAndFinish);
  const { report, exitCode, stderr } = await run(context, [
    ...["--provider", "ollama", "--model", "m", "--endpoint", model.endpoint, "--api-key-env", "OLLAMA_KEY"],
  ], { OLLAMA_KEY: KEY_CANARY });
  assert.equal(exitCode, 0, stderr);
  assert.equal(model.headers[0]?.["authorization"], `Bearer ${KEY_CANARY}`);
  assert.equal("options" in (model.bodies[0] ?? {}), false);
  assert.equal(report.model_usage[0]?.["promptTokens"], 20);
  assert.equal("totalTokens" in (report.model_usage[0] ?? {}), false);
});

test("a refused credential goes to the backup without a retry, which stays for the rest of the run", async (context) => {
  const primary = await serveProvider(context, "anthropic", () => ({ status: 401, body: BODY_CANARY }));
  const backup = await serveProvider(context, "ollama", verifyAndFinish);
  const { report, exitCode, stderr } = await run(context, [
    ...["--provider", "anthropic", "--model", "m", "--endpoint", `${primary.endpoint}?token=${TOKEN_CANARY}`],
    ...["--fallback-provider", "ollama", "--fallback-model", "b", "--fallback-endpoint", backup.endpoint],
    ...["--planner-retries", "2", "--planner-retry-delay-ms", "0"],
  ]);
  assert.equal(exitCode, 0, stderr);
  assert.equal(report["fallback_used"], true);
  assert.equal(primary.bodies.length, 1);
  assert.equal(backup.headers[0]?.["authorization"], `Bearer ${KEY_CANARY}`);
  const metrics = report["planner_metrics"] as { planner: string; outcome: string }[];
  assert.deepEqual(metrics.map(({ planner, outcome }) => `${planner} ${outcome}`), [
    "primary error",
    "fallback success",
    "fallback success",
  ]);
});

test("a transient failure is retried as often as allowed; a forbidden account is neither retried nor replaced", async (context) => {
  const flaky = await serveProvider(
    context,
    "ollama",
    (request) => request.number === 1 ? { status: 503, body: BODY_CANARY } : verifyAndFinish(request),
  );
  const model = ["--provider", "ollama", "--model", "m", "--endpoint"];
  const retried = await run(context, [
    ...[...model, flaky.endpoint, "--planner-retries", "1", "--planner-retry-delay-ms", "0"],
  ]);
  assert.equal(retried.exitCode, 0, retried.stderr);
  assert.equal(retried.report["fallback_used"], false);
  assert.equal((retried.report["planner_metrics"] as unknown[]).length, 3);

  const forbidden = await serveProvider(context, "ollama", () => ({ status: 403, body: BODY_CANARY }));
  const backup = await serveProvider(context, "ollama", verifyAndFinish);
  const refused = await run(context, [
    ...[...model, `${forbidden.endpoint}?token=${TOKEN_CANARY}`, "--planner-retries", "5"],
    ...["--fallback-model", "b", "--fallback-endpoint", backup.endpoint],
  ]);
  assert.equal(refused.exitCode, 1);
  assert.deepEqual(refused.report["failure"], {
    phase: "planner",
    code: "PLANNER_HTTP_ERROR",
    retryable: false,
    httpStatus: 403,
  });
  assert.equal(forbidden.bodies.length, 1);
  assert.equal(backup.bodies.length, 0);
});

test("a first model that is not there is what the backup is for", async (context) => {
  const backup = await serveModel(context, verifyAndFinish);
  const { report, exitCode, stderr } = await run(context, [
    ...["--provider", "codex", "--codex-command", "/nonexistent/codex", "--model", "m"],
    ...["--fallback-provider", "openai-compatible", "--fallback-model", "b"],
    ...["--fallback-endpoint", backup.endpoint],
  ]);
  assert.equal(exitCode, 0, stderr);
  assert.equal(report["fallback_used"], true);
  const [diagnostic] = report["provider_diagnostics"] as Record<string, unknown>[];
  assert.equal(diagnostic?.["code"], "PLANNER_PROCESS_FAILED");
  const alone = await run(context, [
    "--provider",
    "codex",
    "--codex-command",
    "/nonexistent/codex",
    "--model",
    "m",
  ]);
  assert.equal(alone.exitCode, 1);
  assert.equal(alone.stdout, "");
  assert.match(alone.stderr, /^The Codex CLI is not there: .*--codex-command\n$/);
});

/** A command that starts the stand-in of the Codex CLI. */
async function fakeCommand(
  context: TestContext,
  runs: Parameters<typeof createFakeCodex>[0],
): Promise<{ path: string; fake: Awaited<ReturnType<typeof createFakeCodex>> }> {
  const fake = await createFakeCodex(runs);
  context.after(() => fake.remove());
  const { codexCommand = "", codexCommandArgs = [] } = fake.options;
  const quoted = [codexCommand, ...codexCommandArgs].map((part) => `'${part.replaceAll("'", `'\\''`)}'`);
  const path = join(await mkdtemp(join(folder, "codex-")), "codex");
  await writeFile(path, `#!/bin/sh\nexec ${quoted.join(" ")} "$@"\n`);
  await chmod(path, 0o755);
  return { path, fake };
}

test("run asks a Codex CLI without handing it a key, and reports fixed diagnostics", async (context) => {
  const { path, fake } = await fakeCommand(context, [
    { ...answering("agent_fail", { reason: "Not today" }), exitCode: 0 },
  ]);
  const { report, exitCode } = await run(context, [
    ...["--provider", "codex", "--model", "m", "--codex-command", path, "--reasoning-effort", "low"],
  ]);
  assert.equal(exitCode, 1);
  assert.equal(report["reason"], "Not today");
  const [diagnostic, ...others] = report["provider_diagnostics"] as Record<string, unknown>[];
  assert.deepEqual(others, []);
  assert.deepEqual({ ...diagnostic, latencyMs: 0 }, {
    step: 1,
    status: "succeeded",
    code: "OK",
    exitCode: 0,
    terminalEvent: "turn.completed",
    errorNotifications: 0,
    formatRetries: 0,
    latencyMs: 0,
  });
  assert.equal(report.model_usage[0]?.["promptTokens"], 100);
  const [record] = await fake.records();
  assert.ok(record !== undefined);
  assert.ok(record.args.includes('model_reasoning_effort="low"'));
  assert.doesNotMatch(JSON.stringify(record), new RegExp(KEY_CANARY));
});

test("an extraction model reads a page through the run's own tools, and cannot finish the run", async (context) => {
  const extractor = await serveProvider(context, "ollama", ({ body }) => {
    const text = JSON.stringify(body["messages"]);
    const pointer = "/total";
    assert.match(text, /Shipped on Monday/);
    return [{
      name: "submit_extraction",
      input: { data: { total: 90.5 }, citations: [{ pointer, sourceId: "page", quote: "90.50 €" }] },
    }];
  });
  const model = await serveModel(context, (request) => {
    const { results } = request;
    if (request.number === 1) {
      const { session_id } = lastSnapshot(results);
      const schema = { type: "object", properties: { total: { type: "number" } }, required: ["total"] };
      return [{ name: "tab_extract_model", input: { session_id, task: "Find the total", schema } }];
    }
    if (request.number === 2) {
      return [{ name: "agent_finish", input: { summary: "Total 90.50", evidence: [results.at(-1)?.id] } }];
    }
    return verifyAndFinish(request);
  });
  const { report, exitCode, stderr } = await run(context, [
    ...["--model", "m", "--endpoint", model.endpoint, "--extraction-provider", "ollama"],
    ...[
      "--extraction-model",
      "x",
      "--extraction-endpoint",
      extractor.endpoint,
      "--extraction-api-key-env",
      "XK",
    ],
  ], { XK: KEY_CANARY });
  assert.equal(exitCode, 0, stderr);
  assert.match(stderr, /tab_extract_model: ok/);
  assert.equal(report["planner_calls"], 4, "the extracted data alone did not finish it");
  const extraction = report.model_usage.filter(({ role }) => role === "extraction");
  assert.deepEqual(extraction.map(({ step, model: name }) => ({ step, name })), [{
    step: 1,
    name: "scripted-ollama",
  }]);
  assert.equal(extractor.headers[0]?.["authorization"], `Bearer ${KEY_CANARY}`);
});
