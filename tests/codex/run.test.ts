// `tablaze run --provider codex` as a user would start it, with the real Codex CLI, a real browser and the demo's shop.
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { ERRAND, ERRAND_SCHEMA, errandTask } from "../../src/demo/model/errand.ts";
import { decideNext } from "../../src/demo/model/shopper.ts";
import { openShop, type Shop } from "../../src/demo/shop/shop.ts";
import { assertNoCanary, BODY_CANARY, KEY_CANARY, lookForCanaries } from "../cli/canary.ts";
import { type CliEnd, type RunningCli, startCli, until } from "../cli/support.ts";
import { answerOf } from "../fixtures/replies/codex.ts";
import { CODEX_CLIS, type CodexCli, configureCodex } from "./clis.ts";
import { readPrompt } from "./conversation.ts";
import {
  functionCall,
  message,
  type ResponsesReply,
  type ResponsesRequest,
  type ResponsesServer,
  serveResponses,
} from "./responses.ts";

/** Buys what the errand says, one step a request. */
function shopper(request: ResponsesRequest): ResponsesReply {
  const { name, input } = decideNext(readPrompt(request), ERRAND);
  return [message(answerOf(name, input))];
}

interface Started {
  readonly cli: RunningCli;
  readonly shop: Shop;
  readonly model: ResponsesServer;
  /** Waits for the end, and sees to it that no secret was anywhere and nothing is left. */
  readonly finish: () => Promise<CliEnd & { readonly report: Record<string, unknown> }>;
}

async function start(
  context: TestContext,
  codex: CodexCli,
  script: (request: ResponsesRequest) => ResponsesReply,
): Promise<Started> {
  const folder = await mkdtemp(join(tmpdir(), "codex-run-"));
  context.after(() => rm(folder, { recursive: true, force: true }));
  const schema = join(folder, "errand.schema.json");
  await writeFile(schema, JSON.stringify(ERRAND_SCHEMA));
  const shop = await openShop();
  context.after(() => shop.server.close());
  const model = await serveResponses(context, script);
  const { command } = await configureCodex(context, codex, model.origin);
  const cli = await startCli(context, [
    ...[
      "run",
      "--task",
      errandTask(ERRAND),
      "--start-url",
      `${shop.server.origin}/`,
      "--output-schema",
      schema,
    ],
    ...["--provider", "codex", "--model", "scripted", "--codex-command", command],
  ], { TABLAZE_API_KEY: KEY_CANARY, OPENAI_API_KEY: KEY_CANARY, CODEX_API_KEY: KEY_CANARY });
  cli.child.stdin?.end();
  const found = new Set<string>();
  const timer = setInterval(() => lookForCanaries(cli).forEach((where) => found.add(where)), 100);
  context.after(() => clearInterval(timer));
  return {
    cli,
    shop,
    model,
    finish: async () => {
      const end = await cli.ended;
      clearInterval(timer);
      assertNoCanary(end);
      assert.deepEqual([...found], [], "no secret in arguments or environment of a process");
      assert.doesNotMatch(JSON.stringify(model.seen.map(({ body }) => body)), new RegExp(KEY_CANARY));
      assert.deepEqual(cli.descendants(), []);
      // private folders of planners; what becomes of browser profiles is tried elsewhere
      const left = (await cli.temporaryFiles()).filter((name) => name.startsWith("tablaze-"));
      assert.deepEqual(left, []);
      assert.notEqual(end.stdout, "", end.stderr);
      return { ...end, report: JSON.parse(end.stdout) };
    },
  };
}

type Diagnostics = readonly {
  readonly status: string;
  readonly code: string;
  readonly terminalEvent: string;
}[];

for (const codex of CODEX_CLIS) {
  test(`Codex ${codex.version} buys in the shop, once, and the run is a verified success`, async (context) => {
    const { shop, finish, model } = await start(context, codex, shopper);
    const { report, exitCode, stderr } = await finish();
    assert.equal(exitCode, 0, stderr);
    assert.equal(report["status"], "succeeded");
    assert.deepEqual(report["data"], { order_number: "S-1001", total: "190.90" });
    assert.equal(shop.ledger.orders.length, 1);
    assert.equal((report["evidence"] as { tool: string }[])[0]?.tool, "tab_verify");
    const diagnostics = report["provider_diagnostics"] as Diagnostics;
    assert.equal(diagnostics.length, model.seen.length);
    assert.deepEqual([...new Set(diagnostics.map(({ code }) => code))], ["OK"]);
    const usage = report["model_usage"] as { promptTokens: number }[];
    assert.deepEqual([...new Set(usage.map(({ promptTokens }) => promptTokens))], [100]);
    for (const { body } of model.seen) assert.deepEqual(body["tools"], []);
  });

  test(`Codex ${codex.version}: a model that tries the shell of the CLI ends the run as failed`, async (context) => {
    const { shop, finish } = await start(context, codex, (request) => {
      const isSecond = request.input.some(({ type }) => type === "function_call_output");
      return isSecond ? shopper(request) : [functionCall("exec_command", { cmd: "touch marker" })];
    });
    const { report, exitCode } = await finish();
    assert.equal(exitCode, 1);
    assert.equal(report["status"], "failed");
    assert.deepEqual(report["failure"], {
      phase: "planner",
      code: "PLANNER_INVALID_RESPONSE",
      retryable: false,
    });
    assert.equal((report["provider_diagnostics"] as Diagnostics)[0]?.status, "failed");
    assert.deepEqual(shop.ledger.orders, []);
  });

  test(`Codex ${codex.version}: a provider that refuses leaves no word of its own in the report`, async (context) => {
    const { finish } = await start(context, codex, () => ({
      status: 401,
      body: JSON.stringify({ error: { message: BODY_CANARY } }),
    }));
    const { report, exitCode } = await finish();
    assert.equal(exitCode, 1);
    assert.equal((report["failure"] as { code: string }).code, "PLANNER_PROCESS_FAILED");
    const [diagnostic] = report["provider_diagnostics"] as Diagnostics;
    assert.equal(diagnostic?.terminalEvent, "turn.failed");
  });

  test(`Codex ${codex.version}: an interrupted run waits for the CLI's end and says what it did`, async (context) => {
    const { cli, finish, model } = await start(context, codex, () => "hang");
    await until(() => model.seen.length > 0);
    cli.signal("SIGINT");
    const { report, exitCode } = await finish();
    assert.equal(exitCode, 1);
    assert.equal(report["status"], "cancelled");
    const diagnostics = report["provider_diagnostics"] as Diagnostics;
    assert.deepEqual(diagnostics.map(({ code }) => code), ["CANCELLED"]);
    assert.equal("cleanup" in report, false);
  });
}
