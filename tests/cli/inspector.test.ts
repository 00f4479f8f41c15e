import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createServer } from "node:net";
import process from "node:process";
import { test, type TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import { type RunningCli, servePages, startCli } from "./support.ts";

const INSPECTOR = "@modelcontextprotocol/inspector@2.12.0";

/** What the inspector starts as "the server". */
const RELAY = fileURLToPath(new URL("../fixtures/cli/relay.cjs", import.meta.url));

/**
 * The inspector's command line starts a server for each call, and a session lives in its server. So one server of ours
 * is put behind a port, and each call of the inspector is connected to it.
 */
async function putBehindPort(context: TestContext, cli: RunningCli): Promise<number> {
  const relay = createServer((socket) => {
    const forward = (text: string): void => void socket.write(text);
    cli.child.stdout?.on("data", forward);
    socket.on("data", (bytes) => cli.child.stdin?.write(bytes));
    socket.once("close", () => cli.child.stdout?.off("data", forward));
    socket.on("error", () => socket.destroy());
  });
  await new Promise<void>((ready) => relay.listen(0, "127.0.0.1", () => ready()));
  context.after(() => void relay.close());
  const address = relay.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

function inspect(port: number, args: readonly string[]): Promise<Record<string, unknown>> {
  return new Promise((settle, reject) => {
    const command = ["-y", INSPECTOR, "--cli", "node", RELAY, String(port), ...args];
    const child = spawn("npx", command, { stdio: ["ignore", "pipe", "pipe"], env: process.env });
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => stdout += text);
    child.stderr.setEncoding("utf8").on("data", (text: string) => stderr += text);
    child.once("error", reject);
    child.once("close", (exitCode) => {
      const json = stdout.slice(stdout.indexOf("{"), stdout.lastIndexOf("}") + 1);
      if (json === "") reject(new Error(`inspector ended with ${exitCode}\n${stdout}\n${stderr}`));
      else settle(JSON.parse(json) as Record<string, unknown>);
    });
  });
}

test("an MCP client written by others lists the tools, opens a page and takes a snapshot", async (context) => {
  const site = await servePages(context, {
    "/": "<!doctype html><title>Hello</title><h1>Hello there</h1><button>Press</button>",
  });
  const cli = await startCli(context, []);
  const port = await putBehindPort(context, cli);

  const { tools } = await inspect(port, ["--method", "tools/list"]) as { tools: { name: string }[] };
  for (
    const name of [
      "tab_open",
      "tab_snapshot",
      "tab_act",
      "tab_verify",
      "tab_extract",
      "tab_navigate",
      "tab_list",
      "tab_close",
    ]
  ) {
    assert.ok(tools.some((tool) => tool.name === name), name);
  }

  const call = async (name: string, argument: string) =>
    await inspect(port, ["--method", "tools/call", "--tool-name", name, "--tool-arg", argument]) as {
      structuredContent: { ok: boolean; session_id: string; tree: string };
    };
  const opened = await call("tab_open", `url=${site.origin}/`);
  assert.equal(opened.structuredContent.ok, true);
  const seen = await call("tab_snapshot", `session_id=${opened.structuredContent.session_id}`);
  assert.match(seen.structuredContent.tree, /# Hello there/);
  assert.match(seen.structuredContent.tree, /button: Press\]/);
});
