import assert from "node:assert/strict";
import { test } from "node:test";
import { findBrowser, type FindBrowserDeps, installedPaths } from "../../../src/browser/find_browser.ts";

const nothingNamed = { channel: undefined, executablePath: undefined };

function deps(
  files: readonly string[],
  env: Record<string, string> = {},
  platform = "linux",
): FindBrowserDeps {
  return {
    platform,
    readEnv: (name) => env[name],
    isExecutable: (path) => Promise.resolve(files.includes(path)),
  };
}

const managed = (): Promise<string> => Promise.resolve("/managed/chrome");

test("findBrowser() prefers option, environment, installed, managed, in this order", async () => {
  const files = ["/opt/mine", "/opt/env", "/usr/bin/chromium", "/managed/chrome"];
  const env = { TABLAZE_EXECUTABLE_PATH: "/opt/env", TABLAZE_BROWSER_CHANNEL: "msedge" };
  const named = { ...nothingNamed, executablePath: "/opt/mine" };
  assert.deepEqual(await findBrowser(named, managed, deps(files, env)), {
    executablePath: "/opt/mine",
    source: "option",
  });
  assert.deepEqual(await findBrowser({ ...nothingNamed, channel: "chrome" }, managed, deps(files, env)), {
    channel: "chrome",
    source: "option",
  });
  assert.deepEqual(await findBrowser(nothingNamed, managed, deps(files, env)), {
    executablePath: "/opt/env",
    source: "environment",
  });
  assert.deepEqual(
    await findBrowser(nothingNamed, managed, deps(files, { TABLAZE_BROWSER_CHANNEL: "msedge" })),
    { channel: "msedge", source: "environment" },
  );
  assert.deepEqual(await findBrowser(nothingNamed, managed, deps(files)), {
    executablePath: "/usr/bin/chromium",
    source: "installed",
  });
  assert.deepEqual(await findBrowser(nothingNamed, managed, deps(["/managed/chrome"])), {
    executablePath: "/managed/chrome",
    source: "managed",
  });
});

test("findBrowser() says what to do when there is none, and names a wrong path", async () => {
  await assert.rejects(findBrowser(nothingNamed, managed, deps([])), {
    code: "BROWSER_MISSING",
    message: /tablaze setup/,
  });
  const named = { ...nothingNamed, executablePath: "/opt/mine" };
  await assert.rejects(findBrowser(named, managed, deps(["/usr/bin/chromium"])), { message: /\/opt\/mine/ });
  const env = { TABLAZE_EXECUTABLE_PATH: "/opt/env" };
  await assert.rejects(findBrowser(nothingNamed, managed, deps([], env)), {
    message: /TABLAZE_EXECUTABLE_PATH/,
  });
});

test("installedPaths() are absolute on every system", () => {
  const env = (name: string): string | undefined => name === "PROGRAMFILES" ? "C:\\Program Files" : undefined;
  assert.ok(
    installedPaths({ platform: "darwin", readEnv: env }).every((path) => path.startsWith("/Applications/")),
  );
  assert.ok(
    installedPaths({ platform: "win32", readEnv: env }).every((path) =>
      path.startsWith("C:\\Program Files\\")
    ),
  );
  assert.ok(installedPaths({ platform: "linux", readEnv: env }).every((path) => path.startsWith("/")));
});
