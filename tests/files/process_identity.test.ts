import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import { test } from "node:test";
import { isAnotherRunning, processIdentity } from "../../src/platform/process_identity.ts";

for (const source of ["proc", "program"] as const) {
  test(`a process is known by its words while it runs, and no longer: ${source}`, async () => {
    const child = spawn(process.execPath, ["eval", "await new Promise(() => setInterval(() => {}, 1000))"], {
      stdio: "ignore",
    });
    try {
      await once(child, "spawn");
      const identity = await processIdentity(child.pid, [source]);
      assert(identity !== undefined);
      assert.equal(await processIdentity(child.pid, [source]), identity, "the same words each time");
      assert.equal(await isAnotherRunning(identity), true);
      // a later process with the same number began at another time
      assert.equal(await isAnotherRunning(`${identity}0`), false);
      const exit = once(child, "exit");
      child.kill("SIGKILL");
      await exit;
      assert.equal(await isAnotherRunning(identity), false);
      assert.equal(await processIdentity(child.pid, [source]), undefined);
    } finally {
      child.kill("SIGKILL");
    }
  });

  test(`this process is no other one: ${source}`, async () => {
    const own = await processIdentity(process.pid, [source]);
    assert.equal(await isAnotherRunning(own ?? ""), false);
  });
}

test("words that nobody wrote name no process", async () => {
  for (const words of ["", "started", "started x y", "started -1 y", "a 1.5 b", "x 99999999 1"]) {
    assert.equal(await isAnotherRunning(words), false, words);
  }
});
