// The planner with the real Codex CLI against a scripted Responses endpoint on loopback.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { test, type TestContext } from "node:test";
import { promisify } from "node:util";
import { errorCode } from "../../src/contracts/errors.ts";
import type { AgentModelUsage } from "../../src/contracts/planner.ts";
import type { CodexDiagnostic } from "../../src/planners/codex/diagnostic.ts";
import type { CodexPlannerOptions } from "../../src/planners/codex/options.ts";
import { CODEX_TESTED_CLI_VERSION, createCodexPlanner } from "../../src/planners/codex/planner.ts";
import { answerOf } from "../fixtures/replies/codex.ts";
import { deferred } from "../fixtures/replies/deferred.ts";
import { LONG_HISTORY } from "../fixtures/replies/history.ts";
import { plannerRequest } from "../fixtures/replies/provider.ts";
import { CODEX_CLIS, type CodexCli, configureCodex } from "./clis.ts";
import { functionCall, type Item, message, serveResponses } from "./responses.ts";

const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const OPEN = answerOf("tab_open", { url: "https://shop.example/" });

test("the tested version is the newest one that these tests run with", () => {
  const versions = CODEX_CLIS.map(({ version }) => version.split(".").map(Number));
  const newest = versions.toSorted((left, right) =>
    left.map((part, index) => part - (right[index] ?? 0)).find((difference) => difference !== 0) ?? 0
  ).at(-1);
  assert.equal(newest?.join("."), CODEX_TESTED_CLI_VERSION);
  assert.ok(versions.length >= 2);
});

async function createPlanner(
  context: TestContext,
  cli: CodexCli,
  origin: string,
  changes: Partial<CodexPlannerOptions> = {},
) {
  const { command } = await configureCodex(context, cli, origin);
  const planner = createCodexPlanner({ model: "scripted", codexCommand: command, ...changes });
  context.after(() => planner.close());
  return { planner, command };
}

/** Ids of processes whose command line holds a text. */
async function processesWith(text: string): Promise<string[]> {
  const ids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(ids.map((id) => readFile(`/proc/${id}/cmdline`, "utf8").catch(() => "")));
  return ids.filter((_id, index) => lines[index]?.includes(text));
}

for (const cli of CODEX_CLIS) {
  test(`Codex ${cli.version} is what it is said to be`, async () => {
    const { stdout } = await promisify(execFile)(cli.command, ["--version"]);
    assert.equal(stdout.trim(), `codex-cli ${cli.version}`);
  });

  test(`Codex ${cli.version} offers the model no tool of its own and passes schema, images and usage on`, async (context) => {
    const { origin, seen } = await serveResponses(context, () => [message(OPEN)]);
    const usages: AgentModelUsage[] = [];
    const { planner } = await createPlanner(context, cli, origin, {
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
    assert.deepEqual(decision, {
      type: "tools",
      calls: [{ name: "tab_open", arguments: { url: "https://shop.example/" } }],
    });
    const [request] = seen;
    assert.ok(request !== undefined && seen.length === 1);
    assert.deepEqual(request.body["tools"], []);
    assert.equal(request.body["model"], "scripted");
    assert.equal((request.body["reasoning"] as Item)["effort"], "low");
    const text = JSON.stringify(request.body);
    assert.ok(text.includes(PNG), "the image is attached");
    assert.doesNotMatch(text, /canary/);
    assert.match(JSON.stringify(request.body["text"]), /"strict":true.*"arguments_json"/);
    assert.deepEqual(usages.map((usage) => ({ ...usage, latencyMs: 0 })), [{
      step: 3,
      model: "scripted",
      latencyMs: 0,
      promptTokens: 100,
      cachedPromptTokens: 10,
      cacheCreationPromptTokens: 0,
      completionTokens: 7,
      reasoningTokens: 2,
    }]);
  });

  test(`Codex ${cli.version}: a turn in which the model calls a tool of the CLI runs nothing and fails`, async (context) => {
    const calls: readonly ((marker: string) => Item)[] = [
      (marker) => functionCall("exec_command", { cmd: `touch ${marker}` }),
      (marker) => functionCall("shell", { command: ["touch", marker] }),
      (marker) => functionCall("shell_command", { command: `touch ${marker}` }),
      (marker) => ({
        type: "local_shell_call",
        id: "ls_1",
        call_id: "call_1",
        status: "completed",
        action: { type: "exec", command: ["touch", marker] },
      }),
      (marker) => ({
        type: "custom_tool_call",
        id: "ct_1",
        call_id: "call_1",
        name: "apply_patch",
        input: `*** Begin Patch\n*** Add File: ${marker}\n+x\n*** End Patch`,
      }),
    ];
    for (const [index, call] of calls.entries()) {
      let marker = "";
      // the model would go on with a good decision, which must not be accepted any more
      const { origin } = await serveResponses(
        context,
        ({ number }) => [number === 1 ? call(marker) : message(OPEN)],
      );
      const diagnostics: CodexDiagnostic[] = [];
      const { planner, command } = await createPlanner(context, cli, origin, {
        onDiagnostic: (diagnostic) => void diagnostics.push(diagnostic),
      });
      marker = join(dirname(command), "marker");
      await assert.rejects(
        async () => await planner(plannerRequest()),
        (error) => errorCode(error) === "PLANNER_INVALID_RESPONSE",
        `call ${index}`,
      );
      assert.equal(existsSync(marker), false);
      assert.equal(diagnostics[0]?.status, "failed");
    }
  });

  test(`Codex ${cli.version}: close() ends a CLI that waits for its model, with everything that it started`, async (context) => {
    const waiting = deferred();
    const { origin } = await serveResponses(context, () => {
      waiting.resolve();
      return "hang";
    });
    const { planner } = await createPlanner(context, cli, origin);
    const planned = assert.rejects(async () => await planner(plannerRequest()), { code: "PLANNER_FAILED" });
    await waiting.promise;
    assert.notDeepEqual(await processesWith(origin), []);
    await planner.close();
    assert.deepEqual(await processesWith(origin), []);
    await planned;
  });
}
