import assert from "node:assert/strict";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test, type TestContext } from "node:test";
import { answering, createFakeCodex } from "../fixtures/replies/codex.ts";
import { assertNoCanary, BODY_CANARY, KEY_CANARY, TOKEN_CANARY } from "./canary.ts";
import { serveProvider } from "./scripted_providers.ts";
import {
  type CliEnd,
  EXTRACT_COMMAND,
  runExtract,
  type RunningCli,
  servePages,
  startCli,
} from "./support.ts";

const folder = await mkdtemp(join(tmpdir(), "tablaze-extract-"));
after(() => rm(folder, { recursive: true, force: true }));

const SOURCES = join(folder, "sources.json");
const SCHEMA = join(folder, "schema.json");
const SUBMISSION = {
  data: { price: 90.5 },
  citations: [{ pointer: "/price", sourceId: "lamp", quote: "90.50 €" }],
};
await writeFile(
  SOURCES,
  JSON.stringify([{ id: "lamp", url: "https://shop.example/lamp", text: "Lamp: 90.50 € today" }]),
);
await writeFile(
  SCHEMA,
  '{"type":"object","properties":{"price":{"type":"number"}},"required":["price"],"additionalProperties":false}',
);
const FILES = ["--task", "Find the price", "--sources", SOURCES, "--schema", SCHEMA, "--model", "m"];

async function extract(context: TestContext, flags: readonly string[]): Promise<CliEnd & { report: Report }> {
  const end = await runExtract(context, flags, { TABLAZE_API_KEY: KEY_CANARY });
  assertNoCanary(end);
  return { ...end, report: end.stdout === "" ? {} : JSON.parse(end.stdout) };
}

type Report = Record<string, unknown>;

test("tablaze-extract prints accepted data with bound quotes and reported usage", async (context) => {
  const model = await serveProvider(
    context,
    "anthropic",
    () => [{ name: "submit_extraction", input: SUBMISSION }],
  );
  const { report, exitCode, stderr } = await extract(context, [
    ...[...FILES, "--provider", "anthropic", "--endpoint", `${model.endpoint}?token=${TOKEN_CANARY}`],
  ]);
  assert.equal(exitCode, 0, stderr);
  assert.equal(stderr, "");
  const [usage] = report["model_usage"] as Record<string, unknown>[];
  assert.deepEqual(report, {
    ok: true,
    data: { price: 90.5 },
    citations: [{
      pointer: "/price",
      sourceId: "lamp",
      quote: "90.50 €",
      url: "https://shop.example/lamp",
      start: 6,
      end: 13,
    }],
    guarantee: "source-quote-presence",
    model_usage: [usage],
  });
  assert.equal(usage?.["role"], "extraction");
  assert.equal(usage?.["promptTokens"], 13);
  assert.equal(model.headers[0]?.["x-api-key"], KEY_CANARY);
});

test("tablaze-extract asks Codex unless told otherwise", async (context) => {
  const fake = await createFakeCodex([answering("submit_extraction", SUBMISSION)]);
  context.after(() => fake.remove());
  const { codexCommand = "", codexCommandArgs = [] } = fake.options;
  const path = join(folder, "codex");
  await writeFile(
    path,
    `#!/bin/sh\nexec ${
      [codexCommand, ...codexCommandArgs].map((part) => `'${part.replaceAll("'", `'\\''`)}'`).join(" ")
    } "$@"\n`,
  );
  await chmod(path, 0o755);
  const { report, exitCode, stderr } = await extract(context, [...FILES, "--codex-command", path]);
  assert.equal(exitCode, 0, stderr);
  assert.deepEqual(report["data"], { price: 90.5 });
  assert.equal((report["provider_diagnostics"] as unknown[]).length, 1);
});

test("tablaze-extract prints no data that is not quoted, and says what is wrong", async (context) => {
  const wrong = { ...SUBMISSION, citations: [{ ...SUBMISSION.citations[0], quote: "91 €" }] };
  const liar = await serveProvider(context, "ollama", () => [{ name: "submit_extraction", input: wrong }]);
  const flags = [...FILES, "--provider", "ollama", "--endpoint"];
  const lied = await extract(context, [...flags, liar.endpoint]);
  assert.equal(lied.exitCode, 1);
  assert.equal(lied.report["ok"], false);
  assert.equal("data" in lied.report, false);
  assert.equal((lied.report["error"] as Report)["code"], "INVALID_CITATION");
  assert.equal((lied.report["model_usage"] as unknown[]).length, 1, "it was paid for all the same");
  assert.match(lied.stderr, /^Failed \(INVALID_CITATION\): /);

  const broken = await serveProvider(context, "ollama", () => ({ status: 500, body: BODY_CANARY }));
  const failed = await extract(context, [...flags, `${broken.endpoint}?token=${TOKEN_CANARY}`]);
  assert.equal(failed.exitCode, 1);
  assert.equal((failed.report["error"] as Report)["code"], "PLANNER_HTTP_ERROR");

  const silent = await serveProvider(context, "ollama", () => "hang");
  const late = await extract(context, [...flags, silent.endpoint, "--timeout-ms", "300"]);
  assert.equal(late.exitCode, 1);
  assert.equal((late.report["error"] as Report)["code"], "EXTRACTION_TIMEOUT");
});

test("tablaze-extract gives each wrong submission its code", async (context) => {
  const [citation] = SUBMISSION.citations;
  const submit = (input: object) => ({ name: "submit_extraction", input });
  const long = "x".repeat(2001);
  const wrong: readonly (readonly [string, readonly { name: string; input: object }[]])[] = [
    ["SCHEMA_MISMATCH", [submit({ ...SUBMISSION, data: { price: "90.50" } })]],
    ["INCOMPLETE_EVIDENCE", [submit({ ...SUBMISSION, citations: [] })]],
    ["INVALID_CANDIDATE", [submit({ ...SUBMISSION, confidence: 1 })]],
    ["EXTRACTION_LIMIT", [submit({ ...SUBMISSION, citations: [{ ...citation, quote: long }] })]],
    ["MODEL_DECISION_INVALID", [submit(SUBMISSION), submit(SUBMISSION)]],
    ["MODEL_DECISION_INVALID", [{ name: "agent_finish", input: { summary: "Done", evidence: ["1"] } }]],
  ];
  const model = await serveProvider(context, "anthropic", ({ number }) => wrong[number - 1]?.[1] ?? "hang");
  for (const [code] of wrong) {
    const { report, exitCode } = await extract(context, [
      ...[...FILES, "--provider", "anthropic", "--endpoint", model.endpoint],
    ]);
    assert.equal(exitCode, 1);
    assert.equal((report["error"] as Report)["code"], code);
    assert.equal("data" in report, false);
  }
  assert.equal(model.requests.length, wrong.length, "one request each");
});

test("tablaze-extract opens neither the sources' addresses nor a browser", async (context) => {
  const site = await servePages(context, { "/lamp": "Lamp: 90.50 € today" });
  const path = join(folder, "served.json");
  await writeFile(
    path,
    JSON.stringify([{ id: "lamp", url: `${site.origin}/lamp`, text: "Lamp: 90.50 € today" }]),
  );
  const running: { cli?: RunningCli; descendants?: readonly number[] } = {};
  const model = await serveProvider(context, "ollama", () => {
    running.descendants = running.cli?.descendants() ?? [-1];
    return [{ name: "submit_extraction", input: SUBMISSION }];
  });
  const argv = [...FILES, "--provider", "ollama", "--endpoint", model.endpoint];
  argv[argv.indexOf("--sources") + 1] = path;
  const cli = await startCli(context, argv, { TABLAZE_EXECUTABLE_PATH: "/nonexistent" }, EXTRACT_COMMAND);
  running.cli = cli;
  cli.child.stdin?.end();
  const { exitCode, stdout } = await cli.ended;
  assert.equal(exitCode, 0);
  assert.equal((JSON.parse(stdout).citations as { url: string }[])[0]?.url, `${site.origin}/lamp`);
  assert.deepEqual(site.requests, []);
  assert.deepEqual(running.descendants, [], "no process besides its own");
  assert.deepEqual(await cli.temporaryFiles(), []);
});

test("tablaze-extract refuses files that cannot be used before it asks a model", async (context) => {
  const model = await serveProvider(context, "ollama", () => "hang");
  const bad = join(folder, "bad.json");
  const run = async (
    content: string,
    flag: "--sources" | "--schema",
  ): Promise<CliEnd & { report: Report }> => {
    await writeFile(bad, content);
    const argv = [...FILES, "--provider", "ollama", "--endpoint", model.endpoint];
    argv[argv.indexOf(flag) + 1] = bad;
    return await extract(context, argv);
  };
  for (const flag of ["--sources", "--schema"] as const) {
    const end = await run("{", flag);
    assert.match(end.stderr, new RegExp(`^${flag}: .* does not hold valid JSON\n$`));
    assert.equal(end.stdout, "");
    assert.equal(end.exitCode, 1);
  }
  const codes = [await run("[]", "--sources"), await run('{"type":"strang"}', "--schema")].map(({ report }) =>
    (report["error"] as Report)["code"]
  );
  assert.deepEqual(codes, ["INVALID_SOURCE", "INVALID_SCHEMA"]);
  assert.deepEqual(model.requests, []);
});
