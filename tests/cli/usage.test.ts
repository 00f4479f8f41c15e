import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { serveModel } from "./scripted_model.ts";
import { type CliEnd, runCli, runToFullDevice, startCli } from "./support.ts";

const folder = await mkdtemp(join(tmpdir(), "tablaze-usage-"));
after(() => rm(folder, { recursive: true, force: true }));

const RUN = ["run", "--task", "Do it", "--model", "m"];

/** One clear sentence on stderr, nothing on stdout, exit code 1. */
function assertRefused({ exitCode, stdout, stderr }: CliEnd, pattern: RegExp): void {
  assert.match(stderr, pattern);
  assert.match(stderr, /^[^\n]+\n$/, "one line");
  assert.doesNotMatch(stderr, /\bat .*:\d+:\d+/, "no stack");
  assert.equal(stdout, "");
  assert.equal(exitCode, 1);
}

test("a wrong flag, a missing value and a misplaced flag end with one sentence", async (context) => {
  assertRefused(await runCli(context, ["run", "--tsk", "x"]), /no flag --tsk.*--task/);
  assertRefused(await runCli(context, ["run", "--task"]), /--task needs a value/);
  assertRefused(await runCli(context, ["--task", "x"]), /--task belongs to the run command/);
  assertRefused(await runCli(context, ["runn"]), /no command "runn"/);
});

test("an endpoint that nobody listens at ends the run before a browser starts", async (context) => {
  const end = await runCli(context, [...RUN, "--endpoint", "http://127.0.0.1:1/v1/chat/completions"]);
  assertRefused(end, /nothing listens at 127\.0\.0\.1:1/);
  assert.deepEqual(await end.cli.temporaryFiles(), [], "no browser profile was made");
});

test("a browser that is not there ends the run before the model is asked", async (context) => {
  const model = await serveModel(context, () => "hang");
  const argv = [...RUN, "--endpoint", model.endpoint];
  assertRefused(
    await runCli(context, [...argv, "--executable-path", "/nonexistent"]),
    /no executable file at \/nonexistent/,
  );
  assertRefused(
    await runCli(context, [...argv, "--channel", "msedge-canary"]),
    /msedge-canary" is not installed/,
  );
  const env = { TABLAZE_EXECUTABLE_PATH: "/nonexistent" };
  assertRefused(await runCli(context, argv, env), /TABLAZE_EXECUTABLE_PATH/);
  const both = { ...env, TABLAZE_BROWSER_CHANNEL: "chrome" };
  assertRefused(await runCli(context, argv, both), /exclude each other: unset one/);
  assert.deepEqual(model.requests, []);
});

test("a key variable that is named and not set ends the run before the model is asked", async (context) => {
  const model = await serveModel(context, () => "hang");
  const argv = [...RUN, "--endpoint", model.endpoint, "--api-key-env", "MY_KEY"];
  assertRefused(await runCli(context, argv), /MY_KEY.*is not set/);
  assertRefused(await runCli(context, argv, { MY_KEY: "" }), /MY_KEY.*is not set/);
  const broken = await runCli(context, argv, { MY_KEY: "sk with spaces" });
  assertRefused(broken, /apiKey.*read from MY_KEY/);
  assert.doesNotMatch(broken.stderr, /sk with/);
  assert.deepEqual(model.requests, []);
});

test("an output schema that cannot be used ends the run before the model is asked", async (context) => {
  const model = await serveModel(context, () => "hang");
  const schema = async (content: string): Promise<CliEnd> => {
    const path = join(folder, "schema.json");
    await writeFile(path, content);
    return await runCli(context, [...RUN, "--endpoint", model.endpoint, "--output-schema", path]);
  };
  assertRefused(await schema("{"), /valid JSON/);
  assertRefused(await schema("[]"), /JSON object/);
  assertRefused(await schema(`{"description":"${"x".repeat(65_536)}"}`), /larger than 65536 bytes/);
  assertRefused(await schema('{"type":"strang"}'), /schema/i);
  const missing = join(folder, "none.json");
  const end = await runCli(context, [...RUN, "--endpoint", model.endpoint, "--output-schema", missing]);
  assertRefused(end, /no such file/);
  assert.deepEqual(model.requests, []);
});

test("help and version go to stdout with exit code 0", async (context) => {
  const help = await runCli(context, ["run", "--help"]);
  assert.match(help.stdout, /Usage: tablaze run/);
  assert.equal(help.stderr, "");
  assert.equal(help.exitCode, 0);
  const version = await runCli(context, ["--version"]);
  assert.match(version.stdout, /^\d+\.\d+\.\d+\n$/);
  assert.equal(version.exitCode, 0);
});

test("a reader that goes away does not make it fall over", async (context) => {
  const cli = await startCli(context, ["run", "--help"]);
  cli.child.stdout?.destroy();
  cli.child.stderr?.destroy();
  const { exitCode, signal } = await cli.ended;
  assert.equal(signal, null);
  assert.equal(exitCode, 0);
});

test("doctor prints JSON and starts nothing", async (context) => {
  const end = await runCli(context, ["doctor"], { TABLAZE_API_KEY: "sk-doctor-secret" });
  const report = JSON.parse(end.stdout);
  assert.deepEqual([report.ok, report.ready], [true, true]);
  assert.equal(report.browser.found, true);
  assert.equal(report.model.api_key_set, true);
  assert.doesNotMatch(end.stdout, /sk-doctor-secret/);
  assert.equal(end.exitCode, 0);
  assert.deepEqual(await end.cli.temporaryFiles(), []);
});

test("doctor says what is missing and what to do", async (context) => {
  const end = await runCli(context, ["doctor", "--executable-path", "/nonexistent"]);
  const report = JSON.parse(end.stdout);
  assert.deepEqual([report.ok, report.ready], [false, false]);
  assert.deepEqual(report.browser, { found: false });
  assert.equal(report.problems[0].code, "BROWSER_MISSING");
  assert.match(report.problems[0].message, /tablaze setup/);
  assert.equal(end.exitCode, 1);
});

test("setup --if-missing does nothing when a browser is there", async (context) => {
  const end = await runCli(context, ["setup", "--if-missing"]);
  assert.match(end.stderr, /^setup: found .*nothing to do\n$/);
  assert.equal(end.exitCode, 0);
});

test("setup that cannot install anything says what it tried and what to do by hand", async (context) => {
  const end = await runCli(context, ["setup"], {
    TABLAZE_EXECUTABLE_PATH: "/nonexistent", // so that no browser of this machine is found
    PLAYWRIGHT_BROWSERS_PATH: join(folder, "browsers"),
    PLAYWRIGHT_DOWNLOAD_HOST: "http://127.0.0.1:1",
    PATH: join(folder, "empty"), // no package manager either
  });
  assert.match(end.stderr, /setup: trying the browser driver's own Chromium\nsetup: running: /);
  assert.match(end.stderr, /that failed/);
  assert.match(end.stderr, /What you can do:\n {2}- /);
  assert.doesNotMatch(end.stderr, /^ +at /m);
  assert.equal(end.stdout, "");
  assert.equal(end.exitCode, 1);
});

test("output that finds no place is said in one sentence and fails, whatever was asked", async (context) => {
  for (const args of [["--help"], ["--version"], ["doctor"]]) {
    const end = await runToFullDevice(context, args);
    assert.match(end.stderr, /^Standard output takes no more \(ENOSPC\): [^\n]+\n$/);
    assert.equal(end.exitCode, 1);
  }
});
