import assert from "node:assert/strict";
import { test } from "node:test";
import { adviceByHand, debianInstaller, driverInstaller } from "../../../src/cli/setup/installers.ts";
import { filterOutput } from "../../../src/cli/setup/output_filter.ts";
import type { Machine } from "../../../src/platform/machine.ts";

const machine: Machine = {
  platform: "linux",
  architecture: "x64",
  isRoot: false,
  isDebian: true,
  runtimePath: "/usr/bin/deno",
};
const env: Record<string, string> = { PATH: "/bin", TABLAZE_API_KEY: "sk-1", PLAYWRIGHT_BROWSERS_PATH: "/b" };
const readEnv = (name: string): string | undefined => env[name];

test("installers get bounded time and no key", () => {
  for (const { commands } of [driverInstaller(["cli.js"], machine, readEnv), debianInstaller(readEnv)]) {
    for (const command of commands) {
      assert.equal(command.env["TABLAZE_API_KEY"], undefined);
      assert.equal(command.env["PATH"], "/bin");
      assert.ok(command.timeoutMs <= 15 * 60_000);
    }
  }
});

test("driverInstaller() runs the driver's program with this runtime and keeps its folder", () => {
  const [command] = driverInstaller(["run", "-A", "cli.js"], machine, readEnv).commands;
  assert.equal(command?.command, "/usr/bin/deno");
  assert.deepEqual(command?.args, ["run", "-A", "cli.js", "install", "chromium"]);
  assert.equal(command?.env["PLAYWRIGHT_BROWSERS_PATH"], "/b");
});

test("adviceByHand() fits the machine", () => {
  assert.match(adviceByHand(machine), /sudo apt-get update && sudo apt-get install -y chromium/);
  assert.doesNotMatch(adviceByHand({ ...machine, isRoot: true }), /sudo/);
  assert.match(adviceByHand({ ...machine, isDebian: false }), /package manager/);
  assert.match(adviceByHand({ ...machine, platform: "darwin", isDebian: false }), /--executable-path/);
});

test("filterOutput() leaves out stacks, repetitions and colours, and joins what comes in parts", () => {
  const lines: string[] = [];
  const take = filterOutput((line) => lines.push(line));
  take("Downl");
  take(
    "oading\u001b[2m it\u001b[22m\nError: no host\n    at lookup (x)\n  code: 1\n}\nError: no host\n\nend",
  );
  take(" of it\n");
  assert.deepEqual(lines, ["Downloading it", "Error: no host", "end of it"]);
});
