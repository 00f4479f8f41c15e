import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import process from "node:process";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { findProfileFolder, removeOrphanedFolders } from "../../src/platform/browser_leftovers.ts";
import { BrowserEngine } from "../../src/browser/engine.ts";
import { assertCode, type Site, startSite, until } from "./engine_site.ts";

let site: Site;

before(async () => {
  site = await startSite({ "/": `<p>Here</p><button>Button</button>` });
});

after(() => site.close());

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch {
    return false;
  }
}

test("a killed browser fails the running call clearly, and the next open starts a new one", async () => {
  const notices: string[] = [];
  const engine = new BrowserEngine({ onNotice: (line) => notices.push(line) });
  try {
    const opened = await engine.open(`${site.origin}/`);
    const firstId = engine.browserProcessId ?? assert.fail("no process id");
    const running = engine.verify(opened.session_id, [{ kind: "text", contains: "Never said" }]);
    const queued = engine.snapshot(opened.session_id);
    running.catch(() => {});
    queued.catch(() => {});
    process.kill(firstId, "SIGKILL");
    await assertCode(running, "BROWSER_CLOSED", /open a new session/);
    await assertCode(queued, "BROWSER_CLOSED");
    assert.deepEqual(await engine.list(), []);
    await assertCode(engine.snapshot(opened.session_id), "SESSION_NOT_FOUND", /tab_open/);
    const again = await engine.open(`${site.origin}/`);
    assert.match(again.tree ?? "", /Here/);
    assert.notEqual(engine.browserProcessId, firstId);
    assert.ok(notices.some((line) => /ended unexpectedly/.test(line)));
    assert.equal(notices.filter((line) => /sandbox/.test(line)).length, process.getuid?.() === 0 ? 1 : 0);
  } finally {
    await engine.dispose();
  }
});

test("dispose() leaves no browser process and no folder", async () => {
  const engine = new BrowserEngine();
  await engine.open(`${site.origin}/`);
  const processId = engine.browserProcessId ?? assert.fail("no process id");
  assert.equal(isAlive(processId), true);
  const profile = await findProfileFolder(processId);
  assert(profile !== undefined);
  await engine.dispose();
  await until(() => !isAlive(processId), "the browser has ended");
  await until(() => !existsSync(profile), "its profile is gone");
});

test("a parent killed without warning leaves no browser process, and its folders go with the next start", async () => {
  const script = fileURLToPath(new URL("./engine_parent.ts", import.meta.url));
  const isDeno = "Deno" in globalThis;
  const args = isDeno ? ["run", "-A", "--no-check", script] : ["--experimental-strip-types", script];
  const parent = spawn(process.execPath, [...args, `${site.origin}/`], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  parent.stdout.setEncoding("utf8").on("data", (text: string) => output += text);
  try {
    const deadline = performance.now() + 60_000;
    while (!/browser \d+/.test(output)) {
      assert.ok(
        performance.now() < deadline && parent.exitCode === null,
        `the parent did not open: ${output}`,
      );
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const browserId = Number(/browser (\d+)/.exec(output)?.[1]);
    assert.equal(isAlive(browserId), true);
    const profile = await findProfileFolder(browserId);
    assert(profile !== undefined && existsSync(profile));
    parent.kill("SIGKILL");
    await until(() => !isAlive(browserId), "the browser has ended with its parent");
    await until(async () => {
      await removeOrphanedFolders(); // as the next start does; the browser's last files may come a moment later
      return !existsSync(profile);
    }, "its profile is removed");
  } finally {
    parent.kill("SIGKILL");
  }
});

test("an executable that is not there is reported with what to do", async () => {
  const engine = new BrowserEngine({ executablePath: "/nowhere/chrome" });
  await assertCode(engine.open(`${site.origin}/`), "BROWSER_MISSING", /\/nowhere\/chrome.*tablaze setup/s);
  await engine.dispose();
});

test("an executable that is no browser is reported as a failed start", async () => {
  const engine = new BrowserEngine({ executablePath: process.execPath });
  await assertCode(
    engine.open(`${site.origin}/`),
    "BROWSER_START_FAILED",
    /error [0-9a-f]{8} in the server's log/,
  );
  await engine.dispose();
});
