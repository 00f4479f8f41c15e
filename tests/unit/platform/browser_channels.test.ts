import assert from "node:assert/strict";
import { test } from "node:test";
import { channelPaths } from "../../../src/platform/browser_channels.ts";

const none = (): undefined => undefined;

test("channelPaths() knows where installed browsers are on each system", () => {
  assert.deepEqual(channelPaths("chrome-dev", "linux", none), ["/opt/google/chrome-unstable/chrome"]);
  assert.deepEqual(channelPaths("msedge-canary", "linux", none), []);
  assert.deepEqual(channelPaths("msedge", "darwin", none), [
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
  ]);
  const readEnv = (name: string) => name === "PROGRAMFILES" ? "C:\\Programs" : undefined;
  assert.deepEqual(channelPaths("chrome", "win32", readEnv), [
    "C:\\Programs\\Google\\Chrome\\Application\\chrome.exe",
  ]);
});

test("channelPaths() leaves a channel that it does not know to the driver", () => {
  assert.equal(channelPaths("chromium", "linux", none), undefined);
});
