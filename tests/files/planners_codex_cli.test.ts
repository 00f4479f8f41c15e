// Tries the planner with the real Codex CLI against a scripted Responses endpoint on loopback. Runs only where
// TABLAZE_TEST_CODEX names an installed CLI, as the project does not install one.
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { promisify } from "node:util";
import { errorCode } from "../../src/contracts/errors.ts";
import type { AgentModelUsage } from "../../src/contracts/planner.ts";
import type { CodexDiagnostic } from "../../src/planners/codex/diagnostic.ts";
import { CODEX_TESTED_CLI_VERSION, createCodexPlanner } from "../../src/planners/codex/planner.ts";
import { answerOf } from "../fixtures/replies/codex.ts";
import { deferred } from "../fixtures/replies/deferred.ts";
import { LONG_HISTORY } from "../fixtures/replies/history.ts";
import { plannerRequest } from "../fixtures/replies/provider.ts";

const codexCommand = process.env["TABLAZE_TEST_CODEX"];
const skip = codexCommand === undefined ? "TABLAZE_TEST_CODEX names no Codex CLI" : false;
const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** An item of a Responses answer. */
type Item = Record<string, unknown>;

function message(text: string): Item {
  return { type: "message", role: "assistant", id: "msg_1", content: [{ type: "output_text", text }] };
}

function sendResponse(response: ServerResponse, items: readonly Item[]): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  const send = (type: string, data: Item) =>
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
  send("response.created", { response: { id: "resp_1" } });
  for (const item of items) send("response.output_item.done", { output_index: 0, item });
  send("response.completed", {
    response: {
      id: "resp_1",
      usage: {
        input_tokens: 100,
        input_tokens_details: { cached_tokens: 10 },
        output_tokens: 7,
        output_tokens_details: { reasoning_tokens: 2 },
        total_tokens: 107,
      },
    },
  });
  response.end();
}

/**
 * Runs `use` with a Responses endpoint that gives the n-th answer to the n-th request, and a login folder of its own. A
 * request without an answer waits for ever, and `onSilent` hears of it.
 */
async function withResponses(
  answers: readonly (readonly Item[])[],
  use: (origin: string, bodies: readonly Record<string, unknown>[]) => Promise<void>,
  onSilent: () => void = () => {},
): Promise<void> {
  const bodies: Record<string, unknown>[] = [];
  const server = createServer((request, response) => {
    const chunks: Uint8Array[] = [];
    request.on("data", (chunk: Uint8Array) => chunks.push(chunk));
    request.on("end", () => {
      const answer = answers[bodies.length];
      if (request.method !== "POST") return void response.writeHead(404).end("{}");
      bodies.push(JSON.parse(new TextDecoder().decode(Buffer.concat(chunks))));
      if (answer === undefined) onSilent();
      else sendResponse(response, answer);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const home = await mkdtemp(join(tmpdir(), "codex-home-"));
  const before = process.env["CODEX_HOME"];
  process.env["CODEX_HOME"] = home;
  await mkdir(join(home, "skills"));
  await writeFile(join(home, "config.toml"), 'model = "canary-of-the-user-settings"\n');
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, bodies);
  } finally {
    if (before === undefined) delete process.env["CODEX_HOME"];
    else process.env["CODEX_HOME"] = before;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await rm(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

function settings(origin: string): string[] {
  const provider = `model_providers.scripted={name="scripted",base_url="${origin}/v1",wire_api="responses"}`;
  return ["-c", 'model_provider="scripted"', "-c", provider];
}

test("the Codex CLI at hand is the tested version", { skip }, async () => {
  const { stdout } = await promisify(execFile)(codexCommand ?? "", ["--version"]);
  assert.equal(stdout.trim(), `codex-cli ${CODEX_TESTED_CLI_VERSION}`);
});

test(
  "the Codex CLI offers the model no tool of its own and passes schema, images and usage on",
  { skip },
  async () => {
    const answer = answerOf("tab_open", { url: "https://shop.example/" });
    await withResponses([[message(answer)]], async (origin, bodies) => {
      const usages: AgentModelUsage[] = [];
      const planner = createCodexPlanner({
        model: "scripted",
        codexCommand: codexCommand ?? "",
        codexCommandArgs: settings(origin),
        reasoningEffort: "low",
        onUsage: (usage) => void usages.push(usage),
      });
      const [task, calls, shot] = LONG_HISTORY;
      assert.ok(task !== undefined && calls?.role === "assistant" && shot?.role === "tool");
      const messages = [
        task,
        { ...calls, toolCalls: calls.toolCalls.slice(0, 1) },
        { ...shot, result: { content: [{ type: "image", mimeType: "image/png", data: PNG }] } },
      ];
      const decision = await planner(plannerRequest({ messages }));
      await planner.close();
      assert.deepEqual(decision, {
        type: "tools",
        calls: [{ name: "tab_open", arguments: { url: "https://shop.example/" } }],
      });
      const [body] = bodies;
      assert.ok(body !== undefined && bodies.length === 1);
      assert.deepEqual(body["tools"], []);
      assert.equal(body["model"], "scripted");
      assert.equal((body["reasoning"] as Item)["effort"], "low");
      const text = JSON.stringify(body);
      assert.ok(text.includes(PNG), "the image is attached");
      assert.doesNotMatch(text, /canary/);
      assert.match(JSON.stringify(body["text"]), /"strict":true.*"arguments_json"/);
      const [usage] = usages;
      assert.deepEqual(usages, [{
        step: 3,
        model: "scripted",
        latencyMs: usage?.latencyMs,
        promptTokens: 100,
        cachedPromptTokens: 10,
        cacheCreationPromptTokens: 0,
        completionTokens: 7,
        reasoningTokens: 2,
      }]);
    });
  },
);

test("the Codex CLI runs no tool call that the model makes all the same", {
  skip,
}, async () => {
  const call: Item = {
    type: "function_call",
    id: "fc_1",
    call_id: "call_1",
    name: "exec_command",
    arguments: JSON.stringify({ cmd: "touch canary-file" }),
  };
  await withResponses([[call], [message("{}")]], async (origin, bodies) => {
    const diagnostics: CodexDiagnostic[] = [];
    const planner = createCodexPlanner({
      model: "scripted",
      codexCommand: codexCommand ?? "",
      codexCommandArgs: settings(origin),
      onDiagnostic: (diagnostic) => void diagnostics.push(diagnostic),
    });
    await assert.rejects(
      async () => await planner(plannerRequest()),
      (error) => errorCode(error) === "PLANNER_INVALID_RESPONSE",
    );
    await planner.close();
    assert.equal(diagnostics[0]?.status, "failed");
    const [, second] = bodies;
    assert.match(JSON.stringify(second?.["input"]), /unsupported call/);
  });
});

/** Ids of processes whose command line holds a text. */
async function processesWith(text: string): Promise<string[]> {
  const ids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(ids.map((id) => readFile(`/proc/${id}/cmdline`, "utf8").catch(() => "")));
  return ids.filter((_id, index) => lines[index]?.includes(text));
}

test(
  "close() ends a Codex CLI that waits for its model, with everything that it started",
  { skip },
  async () => {
    const waiting = deferred();
    await withResponses([], async (origin) => {
      const planner = createCodexPlanner({
        model: "scripted",
        codexCommand: codexCommand ?? "",
        codexCommandArgs: settings(origin),
      });
      const planned = assert.rejects(async () => await planner(plannerRequest()), { code: "PLANNER_FAILED" });
      await waiting.promise;
      assert.notDeepEqual(await processesWith(origin), []);
      await planner.close();
      assert.deepEqual(await processesWith(origin), []);
      await planned;
    }, waiting.resolve);
  },
);
