import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { serveModel } from "./scripted_model.ts";
import { type RunningCli, serve, servePages, startCli, until } from "./support.ts";

type Signal = "SIGINT" | "SIGTERM";

/** A run whose model never answers, with its browser open. */
async function hangingModel(context: TestContext): Promise<RunningCli> {
  const site = await servePages(context, { "/": "<!doctype html><title>Waiting</title><h1>Waiting</h1>" });
  const model = await serveModel(context, () => "hang");
  const argv = [
    "run",
    "--task",
    "t",
    "--start-url",
    `${site.origin}/`,
    "--model",
    "m",
    "--endpoint",
    model.endpoint,
  ];
  const cli = await startCli(context, argv);
  await until(() => model.requests.length > 0);
  return cli;
}

/** A run whose first page never answers. */
async function hangingPage(context: TestContext): Promise<RunningCli> {
  const site = await serve(context, () => {});
  const model = await serveModel(context, () => "hang");
  const argv = [
    "run",
    "--task",
    "t",
    "--start-url",
    `${site.origin}/`,
    "--model",
    "m",
    "--endpoint",
    model.endpoint,
  ];
  const cli = await startCli(context, argv);
  await until(() => site.requests.length > 0);
  return cli;
}

async function assertNothingLeft(cli: RunningCli): Promise<void> {
  await until(() => cli.descendants().length === 0);
  assert.deepEqual(await cli.temporaryFiles(), []);
}

for (const signal of ["SIGINT", "SIGTERM"] as Signal[]) {
  test(`${signal} while the model thinks ends the run as cancelled, with its report and without a browser`, async (context) => {
    const cli = await hangingModel(context);
    assert.ok(cli.descendants().length > 0, "the browser runs");
    cli.signal(signal);
    const end = await cli.ended;
    assert.equal(JSON.parse(end.stdout).status, "cancelled");
    assert.equal(end.exitCode, 1);
    await assertNothingLeft(cli);
  });

  test(`${signal} while a page loads ends the run as cancelled, with its report and without a browser`, async (context) => {
    const cli = await hangingPage(context);
    cli.signal(signal);
    const end = await cli.ended;
    assert.equal(JSON.parse(end.stdout).status, "cancelled");
    assert.equal(end.exitCode, 1);
    await assertNothingLeft(cli);
  });
}

test("a second Ctrl-C ends it at once, and the browser with it", async (context) => {
  const cli = await hangingModel(context);
  cli.signal("SIGINT");
  cli.signal("SIGINT");
  const end = await cli.ended;
  assert.equal(end.exitCode, 1);
  await until(() => cli.descendants().length === 0);
});

test("a run whose report nobody can read ends with 1 and without a stack", async (context) => {
  const cli = await hangingModel(context);
  cli.child.stdout?.destroy();
  cli.signal("SIGTERM");
  const end = await cli.ended;
  assert.equal(end.exitCode, 1);
  assert.match(end.stderr, /could not be written/);
  assert.doesNotMatch(end.stderr, /\bat .*:\d+:\d+/);
  await assertNothingLeft(cli);
});

test("even when it is killed, its browser ends", async (context) => {
  const cli = await hangingModel(context);
  assert.ok(cli.descendants().length > 0, "the browser runs");
  cli.signal("SIGKILL");
  await cli.ended;
  await until(() => cli.descendants().length === 0);
});
