import assert from "node:assert/strict";
import { createServer } from "node:http";
import { test } from "node:test";
import { BrowserEngine } from "../../src/browser/engine.ts";

const ROWS = Array.from({ length: 12_500 }, (_, row) => `<p>Row ${row} <b>x</b></p>`).join("");
const PAGES: Readonly<Record<string, string>> = {
  "/nodes": `<h1>Top</h1><button>First</button>${ROWS}`,
  "/text": `<h1>Top</h1><button>First</button><p>${"word ".repeat(400_000)}</p>`,
};

test("a page of 50,000 nodes and a text of two million characters answer, and say that they are cut", async () => {
  const site = createServer((request, response) => {
    response.setHeader("content-type", "text/html");
    response.end(`<!doctype html><title>Large</title>${PAGES[request.url ?? ""] ?? ""}`);
  });
  await new Promise<void>((ready) => site.listen(0, "127.0.0.1", () => ready()));
  const address = site.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const engine = new BrowserEngine({ timeoutMs: 30_000 });
  try {
    for (const path of Object.keys(PAGES)) {
      const seen = await engine.open(`http://127.0.0.1:${address.port}${path}`);
      assert.match(seen.tree ?? "", /# Top\n\[e1 button: First\]/, path);
      assert.equal(seen.truncated, true, path);
      assert.ok((seen.tree ?? "").length <= 24_000, path);
      assert.ok(seen.cursor !== undefined, path);
      await engine.close(seen.session_id);
    }
  } finally {
    await engine.dispose().catch(() => {}); // on a busy machine the end is not always confirmed in time
    site.closeAllConnections();
    site.close();
  }
});
