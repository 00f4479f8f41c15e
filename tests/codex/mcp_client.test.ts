// The real Codex CLI as an MCP client of this project's server: its own model, scripted here, drives a real browser.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { test, type TestContext } from "node:test";
import { refOf } from "../cli/scripted_model.ts";
import { CLI_COMMAND, endProcess, processesWith, servePages, until } from "../cli/support.ts";
import { CODEX_CLIS, configureCodex, type ConfiguredCodex } from "./clis.ts";
import { functionCall, type Item, message, type ResponsesRequest, serveResponses } from "./responses.ts";

const PAGE = `<!doctype html><title>Booking</title><h1>Booking</h1>
<button onclick="answer.textContent='Seat 14C is yours'">Book</button><p id="answer"></p>`;

/** The last output of a tool, as the CLI hands it to its model: words about time, then JSON. */
function lastOutput({ input }: ResponsesRequest): Record<string, unknown> {
  const output = input.findLast(({ type }) => type === "function_call_output")?.["output"];
  const text = typeof output === "string" ? output : JSON.stringify(output);
  return JSON.parse(text.slice(text.indexOf("{"))) as Record<string, unknown>;
}

interface JsonEvent {
  readonly type: string;
  readonly item?: {
    readonly type: string;
    readonly server?: string;
    readonly tool?: string;
    readonly status?: string;
  };
}

/** Runs the CLI to its end and reads its events. */
async function exec(
  context: TestContext,
  { command }: ConfiguredCodex,
  args: readonly string[],
): Promise<
  { readonly events: readonly JsonEvent[]; readonly exitCode: number | null; readonly stderr: string }
> {
  const child = spawn(command, ["exec", "--json", "--ephemeral", "--skip-git-repo-check", ...args], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  context.after(() => child.kill("SIGKILL"));
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => stdout += text);
  child.stderr.setEncoding("utf8").on("data", (text: string) => stderr += text);
  const exitCode = await new Promise<number | null>((settle, reject) => {
    child.once("error", reject);
    child.once("close", settle);
  });
  const lines = stdout.split("\n").filter((line) => line.startsWith("{"));
  return { events: lines.map((line) => JSON.parse(line) as JsonEvent), exitCode, stderr };
}

for (const codex of CODEX_CLIS) {
  test(`Codex ${codex.version} opens, acts and verifies through this project's MCP server`, async (context) => {
    const site = await servePages(context, { "/": PAGE });
    let namespace: unknown;
    const call = (name: string, input: object): readonly Item[] => [functionCall(name, input, { namespace })];
    const { origin, seen } = await serveResponses(context, (request) => {
      switch (request.number) {
        case 1:
          namespace = (request.body["tools"] as Item[]).map(({ name }) => name).find((name) =>
            String(name).includes("tablaze")
          );
          return call("tab_open", { url: `${site.origin}/` });
        case 2: {
          const { session_id, snapshot_id, tree } = lastOutput(request);
          const ref = refOf(String(tree), "button", "Book");
          return call("tab_act", { session_id, snapshot_id, actions: [{ type: "click", ref }] });
        }
        case 3: {
          const { session_id } = lastOutput(request);
          return call("tab_verify", {
            session_id,
            checks: [{ kind: "text", contains: "Seat 14C is yours" }],
          });
        }
        default:
          return [message(lastOutput(request)["passed"] === true ? "Booked." : "It did not work.")];
      }
    });
    const configured = await configureCodex(context, codex, origin);
    const temporary = await mkdtemp(join(tmpdir(), "codex-mcp-"));
    context.after(async () => {
      processesWith(temporary).forEach(endProcess);
      await until(() => processesWith(temporary).length === 0);
      await rm(temporary, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    });
    const server = [
      `command=${JSON.stringify(process.execPath)}`,
      `args=${JSON.stringify(CLI_COMMAND)}`,
      // the CLI hands its servers few variables of its own
      `env=${toToml({ TMPDIR: temporary, ...inherited() })}`,
      'default_tools_approval_mode="approve"',
      "required=true",
      "startup_timeout_sec=60",
      "tool_timeout_sec=60",
    ];
    const { events, exitCode, stderr } = await exec(context, configured, [
      ...["--ignore-user-config", "--sandbox=read-only", "--model=scripted", "-c", 'approval_policy="never"'],
      ...["-c", `mcp_servers.tablaze={${server.join(",")}}`, "Book seat 14C"],
    ]);
    assert.equal(exitCode, 0, stderr);
    const calls = events.flatMap(({ type, item }) =>
      type === "item.completed" && item?.type === "mcp_tool_call" ? [item] : []
    );
    assert.deepEqual(
      calls.map(({ server: from, tool, status }) => `${from} ${tool} ${status}`),
      ["tablaze tab_open completed", "tablaze tab_act completed", "tablaze tab_verify completed"],
    );
    assert.equal(events.at(-1)?.type, "turn.completed");
    const last = seen.at(-1);
    assert.ok(last !== undefined && seen.length === 4);
    assert.equal(lastOutput(last)["passed"], true);
    await until(() => processesWith(temporary).length === 0); // neither server nor browser outlives the client
  });
}

function inherited(): Record<string, string> {
  const names = ["DENO_DIR", "PLAYWRIGHT_BROWSERS_PATH", "TABLAZE_EXECUTABLE_PATH"];
  return Object.fromEntries(names.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  }));
}

function toToml(values: Readonly<Record<string, string>>): string {
  return `{${Object.entries(values).map(([name, value]) => `${name}=${JSON.stringify(value)}`).join(",")}}`;
}
