import assert from "node:assert/strict";
import process from "node:process";
import { test } from "node:test";
import { runCommand } from "../../src/platform/process.ts";

const skip = process.platform === "win32";
const base = { env: { PATH: process.env["PATH"] ?? "" }, timeoutMs: 20_000 };

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function untilGone(pid: number): Promise<void> {
  while (isAlive(pid)) await new Promise((resolve) => setTimeout(resolve, 20));
}

test("runCommand() reports the exit code and hands on both streams", { skip }, async () => {
  let output = "";
  const outcome = await runCommand({
    ...base,
    command: "sh",
    args: ["-c", "echo out; echo err >&2; exit 3"],
    onOutput: (text) => output += text,
  });
  assert.deepEqual(outcome, { kind: "exited", exitCode: 3 });
  assert.match(output, /out/);
  assert.match(output, /err/);
});

test("runCommand() gives the child nothing but the given environment", { skip }, async () => {
  process.env["TABLAZE_TEST_KEY"] = "sk-secret";
  let output = "";
  await runCommand({ ...base, command: "sh", args: ["-c", "env"], onOutput: (text) => output += text });
  delete process.env["TABLAZE_TEST_KEY"];
  assert.doesNotMatch(output, /sk-secret/);
});

test("runCommand() says when there is no such command", async () => {
  const outcome = await runCommand({ ...base, command: "tablaze-no-such-command", args: [] });
  assert.deepEqual(outcome, { kind: "not_found" });
});

test("runCommand() ends what the command started, too, when the time is over", { skip }, async () => {
  let output = "";
  const outcome = await runCommand({
    ...base,
    command: "sh",
    args: ["-c", "sleep 600 & echo $!; wait"],
    timeoutMs: 500,
    onOutput: (text) => output += text,
  });
  assert.deepEqual(outcome, { kind: "timed_out" });
  await untilGone(Number(output.trim()));
});

test("runCommand() ends a command that ignores SIGTERM when its signal aborts", { skip }, async () => {
  const controller = new AbortController();
  const outcome = await runCommand({
    ...base,
    command: "sh",
    args: ["-c", "trap '' TERM; echo ready; sleep 600; sleep 600"],
    signal: controller.signal,
    onOutput: () => controller.abort(),
  });
  assert.deepEqual(outcome, { kind: "cancelled" });
});
