import assert from "node:assert/strict";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { test } from "node:test";
import { commandExists } from "../../src/platform/find_command.ts";

test("commandExists() looks at a path, and for a name in the folders of PATH", async (context) => {
  const folder = await mkdtemp(join(tmpdir(), "find-command-"));
  context.after(() => rm(folder, { recursive: true, force: true }));
  const command = join(folder, "codex");
  const readEnv = (name: string) => name === "PATH" ? ["/nonexistent", folder].join(delimiter) : undefined;
  assert.equal(await commandExists("codex", readEnv), false);
  await writeFile(command, "#!/bin/sh\n");
  await chmod(command, 0o600);
  assert.equal(await commandExists(command, readEnv), false, "it must be executable");
  await chmod(command, 0o700);
  assert.equal(await commandExists(command, readEnv), true);
  assert.equal(await commandExists("codex", readEnv), true);
  assert.equal(await commandExists(folder, readEnv), false, "a folder is no command");
  assert.equal(await commandExists("codex", () => undefined), true, "without PATH nobody can tell");
});
