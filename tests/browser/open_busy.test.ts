import assert from "node:assert/strict";
import { createServer } from "node:http";
import { test } from "node:test";
import { BrowserEngine } from "../../src/browser/engine.ts";

test("a page that never answers is not kept, and the error does not send anyone to a session that is gone", async () => {
  const site = createServer((_, response) => {
    response.setHeader("content-type", "text/html");
    response.end("<h1>Busy</h1><script>setTimeout(() => { for (;;); }, 50)</script>");
  });
  await new Promise<void>((ready) => site.listen(0, "127.0.0.1", () => ready()));
  const address = site.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const engine = new BrowserEngine({ timeoutMs: 1500 });
  try {
    await assert.rejects(
      engine.open(`http://127.0.0.1:${address.port}/`),
      (error: Error & { code?: string }) => {
        assert.equal(error.code, "TIMEOUT");
        assert.match(error.message, /tab_open again/);
        assert.doesNotMatch(error.message, /tab_snapshot|tab_navigate/);
        return true;
      },
    );
    assert.deepEqual(await engine.list(), []);
  } finally {
    await engine.dispose();
    site.closeAllConnections();
    site.close();
  }
});
