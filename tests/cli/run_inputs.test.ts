// What an operator gives a run beside its task, as a user would: on a command line, with a real browser.
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test, type TestContext } from "node:test";
import { lastSnapshot, refOf, type ScriptedReply, type SeenRequest, serveModel } from "./scripted_model.ts";
import { type CliEnd, runCli, servePages } from "./support.ts";

const folder = await mkdtemp(join(tmpdir(), "tablaze-run-inputs-"));
after(() => rm(folder, { recursive: true, force: true }));

const PAGE = `<!doctype html><title>Booking</title><h1>Booking</h1>
<button onclick="answer.textContent='Booked once'">Book</button>
<button onclick="setTimeout(() => stored.textContent='Stored', 10)">Store</button>
<p id="answer"></p><p id="stored"></p>`;

interface Ended extends CliEnd {
  readonly report: Record<string, unknown>;
  readonly asked: number;
}

async function run(
  context: TestContext,
  script: (request: SeenRequest) => ScriptedReply,
  flags: (origin: string) => readonly string[],
  task?: (origin: string) => string,
): Promise<Ended> {
  const site = await servePages(context, { "/": PAGE, "/second": "<!doctype html><title>Second</title>" });
  const model = await serveModel(context, script);
  const end = await runCli(context, [
    ...["run", "--task", task?.(site.origin) ?? "Book and store it"],
    ...["--model", "m", "--endpoint", model.endpoint],
    ...flags(site.origin),
  ]);
  const report = JSON.parse(end.stdout === "" ? "{}" : end.stdout);
  return { ...end, report, asked: model.requests.length };
}

async function file(name: string, content: unknown): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

function press(name: string, passage: string): (request: SeenRequest) => ScriptedReply {
  return ({ results }) => {
    const { session_id, snapshot_id, tree } = lastSnapshot(results);
    return [{
      name: "tab_act",
      input: {
        session_id,
        snapshot_id,
        actions: [{ type: "click", ref: refOf(tree, "button", name) }],
        post_checks: [{ kind: "text", contains: passage }],
      },
    }];
  };
}

const finish = ({ results }: SeenRequest): ScriptedReply => [
  { name: "agent_finish", input: { summary: "All done", evidence: [results.at(-1)?.id] } },
];

const look = ({ results }: SeenRequest): ScriptedReply => [
  { name: "tab_snapshot", input: { session_id: lastSnapshot(results).session_id } },
];

test("a model that is content too early goes on until the operator's checks pass, and the report has them", async (context) => {
  const accept = await file(
    "accept.json",
    `[ // what the operator wants to see
      { "name": "booked", "checks": [{ "kind": "text", "contains": "Booked once" }], "timeout_ms": 500 },
      { "name": "stored", "checks": [{ "kind": "text", "contains": "Stored" }], "timeout_ms": 500 },
    ]`,
  );
  const script = [press("Book", "Booked once"), finish, look, press("Store", "Stored"), finish];
  let told = "";
  const { report, exitCode, stderr } = await run(context, (request) => {
    told = request.userTexts.join("\n");
    return script[request.number - 1]?.(request) ?? { text: "nothing left to say" };
  }, (origin) => ["--start-url", `${origin}/`, "--accept", accept]);
  assert.equal(exitCode, 0, stderr);
  assert.match(told, /check set "stored" does not pass: failing: \{"kind":"text","contains":"Stored"\}/);
  assert.equal(report["status"], "succeeded");
  const acceptance = report["acceptance"] as { name: string; passed: boolean; step: number }[];
  assert.deepEqual(acceptance.map(({ name, passed, step }) => [name, passed, step]), [
    ["booked", true, 5],
    ["stored", true, 5],
  ]);
  assert.equal(report["tool_calls"], 4, "what the runner checks costs the model nothing");
  assert.match(stderr, /told the model: Not accepted: the operator's check set "stored"/);
});

test("a model that never satisfies the operator's checks ends with 1, and the report says which failed", async (context) => {
  const accept = await file("never.json", [
    { name: "mailed", checks: [{ kind: "text", contains: "Mailed" }], timeout_ms: 200 },
  ]);
  const script = [press("Book", "Booked once"), finish];
  const { report, exitCode } = await run(
    context,
    (request) =>
      script[request.number - 1]?.(request) ?? [{ name: "agent_fail", input: { reason: "stuck" } }],
    (origin) => ["--start-url", `${origin}/`, "--accept", accept],
  );
  assert.equal(exitCode, 1);
  assert.equal(report["status"], "failed");
  const [set] = report["acceptance"] as { name: string; passed: boolean; checks: { pass: boolean }[] }[];
  assert.equal(set?.passed, false);
  assert.deepEqual(set?.checks.map(({ pass }) => pass), [false]);
});

test("initial actions open and click before the model is asked, each once, within the budget", async (context) => {
  const site = await servePages(context, { "/": PAGE, "/second": "<!doctype html><title>Second</title>" });
  const actions = await file("actions.json", [
    { url: `${site.origin}/` },
    { click: { name: "Book", role: "button" } },
    { url: `${site.origin}/second`, newTab: true },
  ]);
  const seen: string[][] = [];
  const { report, exitCode } = await run(
    context,
    ({ results }) => {
      seen.push(results.map(({ output }) => String(output["ok"])));
      return [{ name: "agent_request_input", input: { question: "What now?" } }];
    },
    () => ["--initial-actions", actions],
  );
  assert.equal(exitCode, 2);
  assert.deepEqual(seen, [["true", "true", "true"]]);
  assert.equal(report["tool_calls"], 3);
  assert.equal(report["steps"], 1);
  const short = await run(context, () => "hang", () => ["--initial-actions", actions, "--max-calls", "2"]);
  assert.equal(short.report["status"], "limit_reached");
  assert.equal(short.asked, 0, "an exhausted budget asks no model");
});

test("the only address of the task is opened on request, and several are left to the model", async (context) => {
  const ask = ({ results }: SeenRequest): ScriptedReply => [
    { name: "agent_request_input", input: { question: `${results.length} pages?` } },
  ];
  const flags = (): readonly string[] => ["--direct-open-task-url"];
  const one = await run(context, ask, flags, (origin) => `Book on "${origin}/second".`);
  assert.equal(one.report["question"], "1 pages?");
  const two = await run(context, ask, flags, (origin) => `Compare ${origin}/ with ${origin}/second`);
  assert.equal(two.report["question"], "0 pages?");
});

test("reported tokens end a run with its report intact", async (context) => {
  // the scripted model reports 110 tokens, then 210, then 310
  const { report, exitCode, asked } = await run(context, look, (origin) => [
    ...["--start-url", `${origin}/`, "--max-tokens", "320"],
  ]);
  assert.equal(exitCode, 1);
  assert.equal(report["status"], "limit_reached");
  assert.match(String(report["reason"]), /--max-tokens/);
  assert.equal(asked, 2);
  assert.equal(report["reported_tokens"], 320);
});

test("checks that held before prove nothing, unless the operator says that they do", async (context) => {
  const script = (request: SeenRequest): ScriptedReply =>
    request.number === 1
      ? press("Book", "Booking")(request)
      : request.number === 2
      ? finish(request)
      : [{ name: "agent_fail", input: { reason: "not believed" } }];
  const strict = await run(context, script, (origin) => ["--start-url", `${origin}/`]);
  assert.equal(strict.report["status"], "failed");
  const lenient = await run(
    context,
    script,
    (origin) => ["--start-url", `${origin}/`, "--allow-vacuous-evidence"],
  );
  assert.equal(lenient.report["status"], "succeeded");
  assert.equal(lenient.report["vacuous_evidence_allowed"], true);
});

test("files that cannot be used end the run with one sentence, before a model or a browser is asked", async (context) => {
  const wrong: readonly (readonly [flag: string, content: string, RegExp])[] = [
    ["--accept", "[", /does not hold valid JSON/],
    ["--accept", '[{"checks": [{"kind": "txt"}]}]', /kind must be/],
    ["--initial-actions", "[]", /1 to 20 entries/],
    ["--initial-actions", '[{"click": {"name": "Go"}}]', /must be a URL/],
  ];
  for (const [flag, content, message] of wrong) {
    const path = await file("wrong.json", content);
    const { exitCode, stdout, stderr, asked } = await run(context, () => "hang", () => [flag, path]);
    assert.equal(exitCode, 1);
    assert.equal(stdout, "");
    assert.match(stderr, message);
    assert.match(stderr, /^[^\n]+\n$/, "one line");
    assert.equal(asked, 0);
  }
});
