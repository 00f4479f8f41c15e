import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { after, test } from "node:test";
import { isExecutableFile, OperatorFileError, readOperatorFile } from "../../src/platform/file.ts";

const directory = await mkdtemp(join(tmpdir(), "tablaze-file-"));
after(() => rm(directory, { recursive: true }));
const options = { label: "--output-schema", maxBytes: 16 };

async function fileWith(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(directory, name);
  await writeFile(path, content);
  return path;
}

function refusal(pattern: RegExp): (error: unknown) => boolean {
  return (error) =>
    error instanceof OperatorFileError && pattern.test(error.message) &&
    error.message.startsWith("--output-schema:");
}

test("readOperatorFile() reads text up to exactly the limit", async () => {
  assert.equal(await readOperatorFile(await fileWith("small", "{}"), options), "{}");
  assert.equal(await readOperatorFile(await fileWith("exact", "x".repeat(16)), options), "x".repeat(16));
});

test("readOperatorFile() refuses one byte more than the limit", async () => {
  const path = await fileWith("large", "x".repeat(17));
  await assert.rejects(readOperatorFile(path, options), refusal(/larger than 16 bytes/));
});

test("readOperatorFile() refuses a missing file, a directory and bytes that are no UTF-8", async () => {
  await assert.rejects(readOperatorFile(join(directory, "none"), options), refusal(/no such file/));
  await assert.rejects(readOperatorFile(directory, options), refusal(/not a regular file|directory/));
  const path = await fileWith("latin1", new Uint8Array([0x63, 0xe9]));
  await assert.rejects(readOperatorFile(path, options), refusal(/not UTF-8/));
});

test("readOperatorFile() refuses a named pipe at once", { skip: process.platform === "win32" }, async () => {
  const path = join(directory, "pipe");
  execFileSync("mkfifo", [path]);
  await assert.rejects(readOperatorFile(path, options), refusal(/not a regular file/));
});

test(
  "isExecutableFile() tells programs from other files",
  { skip: process.platform === "win32" },
  async () => {
    const path = await fileWith("program", "#!/bin/sh\n");
    await chmod(path, 0o644);
    assert.equal(await isExecutableFile(path), false);
    await chmod(path, 0o755);
    assert.equal(await isExecutableFile(path), true);
    assert.equal(await isExecutableFile(directory), false);
    assert.equal(await isExecutableFile(join(directory, "none")), false);
  },
);
