import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import process from "node:process";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { CLI_PATH, serve } from "./support.ts";

const ROOT = dirname(CLI_PATH);
const folder = await mkdtemp(join(tmpdir(), "tablaze-library-"));
after(() => rm(folder, { recursive: true, force: true }));

interface End {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function deno(args: readonly string[]): Promise<End> {
  const child = spawn(process.execPath, ["run", "--no-check", "--no-prompt", ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, NO_COLOR: "1" },
  });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => stdout += text);
  child.stderr.setEncoding("utf8").on("data", (text: string) => stderr += text);
  return new Promise((settle, reject) => {
    child.once("error", reject);
    child.once("close", (exitCode) => settle({ exitCode, stdout, stderr }));
  });
}

test("importing the library and making a server needs no permission at all", async () => {
  const script = join(folder, "import_only.ts");
  await writeFile(
    script,
    `import { createServer, runAgent } from ${JSON.stringify(pathToFileURL(join(ROOT, "mod.ts")).href)};
const runtime = createServer();
console.log(typeof runAgent, JSON.stringify(await runtime.engine.list()));
await runtime.dispose();
`,
  );
  const { exitCode, stdout, stderr } = await deno(["--config", join(ROOT, "deno.json"), script]);
  assert.equal(stdout, "function []\n", stderr);
  assert.equal(exitCode, 0);
});

test("the library's entry hands over to the command line when it is started itself", async () => {
  const version = await deno(["-A", join(ROOT, "mod.ts"), "--version"]);
  assert.match(version.stdout, /^\d+\.\d+\.\d+\n$/);
  assert.equal(version.exitCode, 0);
  const wrong = await deno(["-A", join(ROOT, "mod.ts"), "run", "--task"]);
  assert.match(wrong.stderr, /^--task needs a value: write --task <text>\n$/);
  assert.equal(wrong.exitCode, 1);
});

test("the program of docs/library.md places its order and proves it", async (context) => {
  const { origin } = await serve(context, (_request, response) => {
    response.setHeader("content-type", "text/html");
    response.end(`<button onclick="document.body.append('Thank you')">Place order</button>`);
  });
  const text = await readFile(join(ROOT, "docs", "library.md"), "utf8");
  const program = /```ts\n(.*?)```/s.exec(text)?.[1];
  assert.ok(program);
  const script = join(folder, "program.ts");
  const entry = pathToFileURL(join(ROOT, "mod.ts")).href;
  await writeFile(
    script,
    `const shopUrl = ${JSON.stringify(`${origin}/`)};\n${program.replace("@tablaze/cli", entry)}`,
  );
  const { exitCode, stdout, stderr } = await deno(["-A", "--config", join(ROOT, "deno.json"), script]);
  assert.equal(stdout, "succeeded undefined\n", stderr);
  assert.equal(exitCode, 0);
});
