import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { chmod, lstat, readdir, symlink, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { childEnvironment, readProcessEnv } from "../../src/platform/env.ts";
import { type LineProcessOptions, runLineProcess } from "../../src/platform/line_process.ts";
import { createPrivateFolder } from "../../src/platform/private_folder.ts";
import { isRunning } from "../fixtures/replies/codex.ts";
import { deferred } from "../fixtures/replies/deferred.ts";

const onDeno = "Deno" in globalThis;

/** Runs a shell script as a line process. */
async function runScript(script: string, changes: Partial<LineProcessOptions> = {}) {
  const lines: string[] = [];
  const outcome = await runLineProcess({
    command: "sh",
    args: ["-c", script],
    env: childEnvironment(readProcessEnv),
    cwd: "/",
    input: "",
    maxOutputBytes: 1_000_000,
    timeoutMs: 60_000,
    signal: new AbortController().signal,
    onLine: (line) => lines.push(line) > 0,
    ...changes,
  });
  return { outcome, lines };
}

test("runLineProcess() hands input in and complete lines out, the last one without its newline too", async () => {
  const { outcome, lines } = await runScript("cat; printf 'é1\\n\\nlast'; exit 3", { input: "from input\n" });
  assert.deepEqual(lines, ["from input", "é1", "", "last"]);
  assert.deepEqual(outcome, { end: "exited", exitCode: 3, cleanedUp: true });
});

test("runLineProcess() joins a long line that arrives in many pieces", async () => {
  const { lines } = await runScript("head -c 900000 /dev/zero | tr '\\0' x; echo; echo next");
  assert.deepEqual(lines.map((line) => line.length), [900_000, 4]);
});

test("runLineProcess() hands on standard error by lines, cut to a bound, and a line can end the process", async () => {
  const errors: string[] = [];
  const script = "head -c 900000 /dev/zero | tr '\\0' x >&2; echo >&2; echo one; printf two >&2";
  const { outcome, lines } = await runScript(script, { onErrorLine: (line) => errors.push(line) > 0 });
  assert.deepEqual(errors.map((line) => line.length), [4096, 3]);
  assert.deepEqual(lines, ["one"]);
  assert.equal(outcome.end, "exited");
  const ended = await runScript("echo bad >&2; sleep 60", { onErrorLine: (line) => line !== "bad" });
  assert.deepEqual(ended.outcome, { end: "stopped", exitCode: null, cleanedUp: true });
});

test("runLineProcess() survives a process that does not read its input", async () => {
  const { outcome } = await runScript("exit 0", { input: "x".repeat(5_000_000) });
  assert.deepEqual(outcome, { end: "exited", exitCode: 0, cleanedUp: true });
});

test("runLineProcess() names the first reason for an end, and leaves nothing of the group", async () => {
  const controller = new AbortController();
  const ends: Record<string, Partial<LineProcessOptions>> = {
    timed_out: { timeoutMs: 400 },
    stopped: { onLine: () => false },
    cancelled: { signal: controller.signal, onLine: () => (controller.abort(), true) },
    output_too_large: { maxOutputBytes: 1 },
  };
  for (const [end, changes] of Object.entries(ends)) {
    const folder = await createPrivateFolder();
    const script = `trap '' TERM; sleep 600 & echo $! > ${folder.path}/id; echo ready; sleep 600; sleep 600`;
    const { outcome } = await runScript(script, changes);
    assert.deepEqual(outcome, { end, exitCode: null, cleanedUp: true });
    const read = await folder.read("id", 100);
    if (read.kind === "read" && read.bytes.length > 0) {
      assert.equal(await isRunning(Number(new TextDecoder().decode(read.bytes))), false, end);
    } else assert.equal(end, "timed_out"); // only a very slow machine is that early
    await folder.remove();
  }
});

test("runLineProcess() starts nothing for an aborted signal or a missing command", async () => {
  const { outcome: cancelled } = await runScript("echo", { signal: AbortSignal.abort() });
  assert.deepEqual(cancelled, { end: "cancelled", exitCode: null, cleanedUp: true });
  const { outcome: missing } = await runScript("", { command: "/nonexistent/command" });
  assert.deepEqual(missing, { end: "not_found", exitCode: null, cleanedUp: true });
});

test(
  "signalProcessGroup() needs the kill program where Deno grants only some programs, and says so without it",
  { skip: onDeno ? false : "about Deno's permissions" },
  async () => {
    const script = fileURLToPath(new URL("../fixtures/replies/signal_group.ts", import.meta.url));
    const configuration = fileURLToPath(new URL("../../deno.json", import.meta.url));
    const child = spawn("sleep", ["600"], { detached: true, stdio: "ignore" });
    const exited = deferred();
    child.once("exit", () => exited.resolve());
    const signalWith = async (grant: string) => {
      const flags = ["run", "--no-prompt", "--config", configuration, "--allow-env", "--allow-read", grant];
      const { stdout } = await promisify(execFile)(process.execPath, [...flags, script, String(child.pid)]);
      return stdout;
    };
    assert.equal(await signalWith("--allow-run=sleep"), "false");
    assert.equal(await isRunning(child.pid ?? 0), true);
    assert.equal(await signalWith("--allow-run=kill"), "true");
    await exited.promise;
  },
);

test(
  "close() says that a process may be left where this one may not end its group",
  { skip: onDeno ? false : "about Deno's permissions" },
  async () => {
    const folder = await createPrivateFolder();
    const command = await folder.write("codex", "#!/bin/sh\nexit 1\n");
    await chmod(command, 0o700);
    const script = fileURLToPath(new URL("../fixtures/replies/close_codex.ts", import.meta.url));
    const configuration = fileURLToPath(new URL("../../deno.json", import.meta.url));
    const closeWith = async (grant: string) => {
      const flags = ["run", "--no-prompt", "--no-check", "--config", configuration];
      const grants = ["--allow-env", "--allow-read", "--allow-write", "--allow-sys", grant];
      const { stdout } = await promisify(execFile)(process.execPath, [...flags, ...grants, script, command]);
      return stdout;
    };
    const failed = "PLANNER_PROCESS_FAILED";
    const left = "CODEX_CLEANUP_FAILED";
    assert.equal(await closeWith(`--allow-run=${command}`), `${failed} ${left} ${left} PLANNER_FAILED`);
    assert.equal(await closeWith(`--allow-run=${command},kill`), `${failed} none none PLANNER_FAILED`);
    await folder.remove();
  },
);

test("createPrivateFolder() keeps its files private, reads them within bounds and takes them away", async () => {
  const folder = await createPrivateFolder();
  const path = await folder.write("a", "12345");
  await folder.makeFolder("b");
  const modes = await Promise.all(
    [folder.path, path, join(folder.path, "b")].map(async (name) => (await lstat(name)).mode & 0o777),
  );
  assert.deepEqual(modes, [0o700, 0o600, 0o700]);
  await assert.rejects(() => folder.write("a", "again"));
  const read = await folder.read("a", 5);
  assert.equal(read.kind === "read" ? new TextDecoder().decode(read.bytes) : read.kind, "12345");
  assert.equal((await folder.read("a", 4)).kind, "too_large");
  assert.equal((await folder.read("c", 4)).kind, "missing");
  assert.equal((await folder.read("b", 4)).kind, "not_regular");
  await writeFile(join(folder.path, "outside"), "secret");
  await unlink(path);
  await symlink(join(folder.path, "outside"), path);
  assert.equal((await folder.read("a", 100)).kind, "not_regular");
  await folder.remove();
  await folder.remove();
  await assert.rejects(() => readdir(folder.path));
});
