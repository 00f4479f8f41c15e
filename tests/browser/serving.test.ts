// A server whose engine comes later keeps to what it was given when it started.
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { createServing } from "../../src/assemble/serving.ts";
import { connectAgentTools } from "../../src/mcp/in_memory_client.ts";
import { Visit } from "./act_support.ts";
import { startSite } from "./engine_site.ts";

test("a file is granted as it is when serving starts, not as it is when the engine is loaded", async (context) => {
  const folder = await mkdtemp(join(tmpdir(), "serving-"));
  context.after(() => rm(folder, { recursive: true }));
  const path = join(folder, "granted.txt");
  await writeFile(path, "granted");
  const site = await startSite({ "/": "<label>File <input type=file></label>" });
  context.after(() => site.close());
  const runtime = createServing({ availableFilePaths: [path] });
  context.after(() => runtime.dispose());
  await writeFile(path, "something else, put there in between");
  const { tools, close } = await connectAgentTools(runtime.server);
  context.after(() => close());
  const { structuredContent } = await tools.callTool({
    name: "tab_open",
    arguments: { url: `${site.origin}/` },
  });
  const page = new Visit(tools, structuredContent ?? {});
  const [, ref = ""] = /\[(e\d+) /.exec(page.tree) ?? [];
  await page.fails({ type: "upload", ref, files: ["file:1"] }, "FILE_DENIED", /chang/);
});

test("a server that nobody called ends without an engine, and wrong options are refused at once", async () => {
  await createServing().dispose();
  assert.throws(() => createServing({ timeoutMs: 1 }), /"timeoutMs" must be/);
});
