// What a checkpoint file meets outside: disks that are full, slow or read-only, other processes, names that are not ours.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmod, chown, link, mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import type { SavedState } from "../../src/cli/checkpoint/delta.ts";
import { assertUntouched, loadCheckpointFile } from "../../src/cli/checkpoint/read.ts";
import { CheckpointStore, type StoreFiles } from "../../src/cli/checkpoint/store.ts";
import { createPrivateFile, preparePrivateFile, PrivateFileError } from "../../src/platform/private_file.ts";
import { runAgent } from "../../src/assemble/run.ts";
import { browserTools } from "../unit/agent/support.ts";
import { foldedOf, newPath, plain, read, saveOne, states } from "./checkpoint_support.ts";

test("links, pipes, folders, second names, loose modes and missing files are refused by name", async () => {
  const path = await newPath();
  await saveOne(path);
  const place = (name: string): string => join(path, "..", name);
  await symlink(path, place("symbolic"));
  await symlink(place("nowhere"), place("broken"));
  execFileSync("mkfifo", [place("pipe")]);
  await mkdir(place("folder"));
  await writeFile(place("loose"), await readFile(path));
  await chmod(place("loose"), 0o666);
  const cases = {
    symbolic: /symbolic link/,
    broken: /symbolic link/,
    pipe: /not a regular file/,
    folder: /folder|regular/,
    loose: /other users may write/,
    missing: /no such file/,
  };
  for (const [name, message] of Object.entries(cases)) {
    await assert.rejects(read(place(name)), { code: "CHECKPOINT_FILE", message });
  }
  await link(path, place("second"));
  await assert.rejects(read(path), { code: "CHECKPOINT_FILE", message: /second name/ });
});

test("a file whose writer was killed before it took the temporary name away is read", async () => {
  const path = await newPath();
  const state = await saveOne(path);
  await link(path, `${path}.0123456789abcdef.tmp`);
  assert.deepEqual(await read(path), plain(state));
  assert.deepEqual(await readdir(join(path, "..")), ["run.json"]);
  await link(path, `${path}.tmp`); // not one of its own names
  await assert.rejects(read(path), { code: "CHECKPOINT_FILE", message: /second name/ });
});

test("a file that was removed, or replaced by another process, is noticed at the next save", async () => {
  for (const how of ["removed", "folder removed", "replaced", "overwritten"]) {
    const path = await newPath();
    const [first, second] = states(2);
    assert.ok(first && second);
    const store = new CheckpointStore({ path, sealer: undefined });
    await store.save(first);
    if (how === "removed") await rm(path);
    else if (how === "overwritten") await writeFile(path, "something else");
    else if (how === "folder removed") await rm(join(path, ".."), { recursive: true });
    else {
      const { file } = await loadCheckpointFile(path, undefined);
      await file.close();
      await (await createPrivateFile(path, await readFile(path), true)).close();
    }
    await assert.rejects(store.save(second), { code: "CHECKPOINT_FILE" }, how);
    await assert.rejects(store.save(second), /earlier state/, "and nothing is saved any more");
    await store.close();
  }
});

test("a full disk ends saving, and the state before is still there", async () => {
  const path = await newPath();
  const folder = join(path, "..");
  const source = new URL("../../src/cli/checkpoint/store.ts", import.meta.url).href;
  const all = states(20, 4_000);
  await writeFile(join(folder, "states.json"), JSON.stringify(all));
  await writeFile(
    join(folder, "fill.ts"),
    `import { readFileSync } from "node:fs";
     import { CheckpointStore } from ${JSON.stringify(source)};
     const states = JSON.parse(readFileSync(${JSON.stringify(join(folder, "states.json"))}, "utf8"));
     const store = new CheckpointStore({ path: ${JSON.stringify(path)}, sealer: undefined });
     let saved = 0;
     try { for (const state of states) { await store.save(state); saved++; } }
     catch (error) { console.log(JSON.stringify({ saved, message: error.message })); }`,
  );
  // the shell's limit on file sizes acts like a disk without room; blocks have 512 or 1,024 bytes
  const output = execFileSync("sh", [
    "-c",
    `trap '' XFSZ; ulimit -f 128; exec "$RUNTIME" run -A --no-check "$SCRIPT"`,
  ], {
    encoding: "utf8",
    env: { ...process.env, RUNTIME: process.execPath, SCRIPT: join(folder, "fill.ts") },
  });
  const { saved, message } = JSON.parse(output) as { saved: number; message: string };
  assert.match(message, /no room/);
  assert.ok(saved >= 1 && saved < 20, `${saved} saved`);
  assert.deepEqual(await read(path), plain(all[saved - 1]));
});

test("a folder that does not exist or may not be written to is refused before a run", async () => {
  const path = await newPath();
  await assert.rejects(preparePrivateFile(join(path, "..", "none", "run.json")), /no such file or folder/);
  await preparePrivateFile(path);
  const leftover = `${path}.0123456789abcdef.tmp`;
  await writeFile(leftover, "secret");
  await writeFile(`${path}.other.tmp`, "mine");
  await preparePrivateFile(path);
  assert.deepEqual(await readdir(join(path, "..")), ["run.json.other.tmp"]);
});

test("a resume fences off the process that still writes, and keeps what it wrote", async () => {
  const path = await newPath();
  const [first, second, third] = states(3);
  assert.ok(first && second && third);
  const old = new CheckpointStore({ path, sealer: undefined });
  await old.save(first);
  const loaded = await loadCheckpointFile(path, undefined);
  const next = new CheckpointStore({ path, sealer: undefined });
  await next.takeOver(loaded, loaded.state as SavedState, undefined);
  await assert.rejects(old.save(second), { code: "CHECKPOINT_FILE" });
  await next.save(third);
  assert.deepEqual(await read(path), plain(third));

  // the old process writes between reading and taking over
  const again = await loadCheckpointFile(path, undefined);
  await next.save(second);
  const late = new CheckpointStore({ path, sealer: undefined });
  await assert.rejects(late.takeOver(again, again.state as SavedState, undefined), {
    code: "CHECKPOINT_IN_USE",
  });
  assert.deepEqual(await read(path), plain(second), "its last state is not lost");
  for (const file of [loaded.file, again.file]) await file.close();
  await Promise.all([old.close(), next.close(), late.close()]);
});

test("a disk that does not answer holds up neither the run nor its end, and the state before is still there", async () => {
  const path = await newPath();
  const [first, second] = states(2);
  assert.ok(first && second);
  let isSlow = false;
  const store = new CheckpointStore({
    path,
    sealer: undefined,
    files: {
      create: async (...args) => {
        const file = await createPrivateFile(...args);
        return { ...file, sync: () => isSlow ? new Promise<void>(() => {}) : file.sync() };
      },
    },
  });
  await store.save(first);
  isSlow = true;
  const result = await runAgent({
    task: "t",
    tools: browserTools(),
    planner: () => ({ type: "tools", calls: [{ name: "tab_open", arguments: { url: "https://a.test/" } }] }),
    onCheckpoint: ({ phase }) => phase === "before_tool" ? store.save(second) : undefined,
  });
  assert.equal(result.failure?.code, "CHECKPOINT_PERSISTENCE_TIMEOUT");
  assert.equal(result.toolCalls, 0);
  await assert.rejects(store.close(), /does not answer/);
  // what was written and not confirmed may be there or not; it is whole either way
  assert.ok([plain(first), plain(second)].some((state) => isDeepStrictEqual(state, foldedOf(path))));
});

test("a file of another user is refused", async (context) => {
  if (process.getuid?.() !== 0) return context.skip("only root can give a file away");
  const path = await newPath();
  await saveOne(path);
  await chown(path, 65_534, 65_534);
  await assert.rejects(read(path), { code: "CHECKPOINT_FILE", message: /belongs to another user/ });
});

test("a folder that may not be written to is refused before a run, and says so", async (context) => {
  const isRoot = process.getuid?.() === 0;
  if (isRoot && process.platform !== "linux") return context.skip("root may write everywhere");
  const path = isRoot ? "/sys/run.json" : await newPath(); // not even root makes files in /sys
  if (!isRoot) await chmod(join(path, ".."), 0o500);
  await assert.rejects(preparePrivateFile(path), {
    code: "PRIVATE_FILE",
    message: /access is denied|file system is read-only/,
  });
});

test("a folder that becomes read-only ends saving, and the state that was saved last is there", async () => {
  const path = await newPath();
  const files: StoreFiles = {
    create: (name, bytes, replace) =>
      replace
        ? Promise.reject(new PrivateFileError("the file system is read-only"))
        : createPrivateFile(name, bytes, replace),
  };
  const store = new CheckpointStore({ path, sealer: undefined, files });
  const all = states(200, 20_000);
  let saved = 0;
  await assert.rejects(async () => {
    for (const state of all) {
      await store.save(state);
      saved++;
    }
  }, /read-only/);
  assert.ok(saved > 10 && saved < 200, `${saved} saved`);
  await store.close();
  // the file may already hold the state whose save failed: nothing was sent on its strength
  const found = await read(path);
  assert.ok([plain(all[saved - 1]), plain(all[saved])].some((state) => isDeepStrictEqual(state, found)));
});

test("every state is on the disk before it is counted, and counted before its save is over", async () => {
  const path = await newPath();
  const log: string[] = [];
  const files: StoreFiles = {
    create: async (...args) => {
      const file = await createPrivateFile(...args);
      return {
        ...file,
        writeAt: (position, bytes) => {
          log.push(position < 1536 ? "mark" : "record");
          return file.writeAt(position, bytes);
        },
        sync: () => {
          log.push("flush");
          return file.sync();
        },
      };
    },
  };
  const store = new CheckpointStore({ path, sealer: undefined, files });
  const [first, second] = states(2);
  assert.ok(first && second);
  await store.save(first);
  for (const phase of ["planning", "before_tool", "after_tool", "decision", "terminal"] as const) {
    log.length = 0;
    await store.save({ ...second, checkpoint: { ...second.checkpoint, phase } });
    assert.deepEqual(log, ["record", "flush", "mark"], phase);
  }
  await store.close();
});

test("a resume notices a new snapshot that another process puts in place at the same moment", async () => {
  const all = states(200, 20_000);
  const probe = new CheckpointStore({ path: await newPath(), sealer: undefined });
  let due = 0;
  for (; probe.costs.snapshots < 2; due++) await probe.save(all[due] as SavedState);
  await probe.close();
  const path = await newPath();
  const alive = new CheckpointStore({ path, sealer: undefined });
  for (const state of all.slice(0, due - 1)) await alive.save(state);
  assert.equal(alive.costs.snapshots, 1);
  const loaded = await loadCheckpointFile(path, undefined);
  const late = new CheckpointStore({
    path,
    sealer: undefined,
    files: {
      create: async (...args) => {
        if (alive.costs.snapshots === 1) await alive.save(all[due - 1] as SavedState);
        return await createPrivateFile(...args);
      },
    },
  });
  const takingOver = late.takeOver(loaded, loaded.state as SavedState, undefined);
  await assert.rejects(takingOver, { code: "CHECKPOINT_IN_USE" });
  assert.equal(alive.costs.snapshots, 2, "it was replaced between the look and the replacement");
  assert.deepEqual(await read(path), plain(all[due - 1]), "what the other one is about to send is known");
  await loaded.file.close();
  await Promise.all([alive.close(), late.close()]);
});

test("of two processes that resume one file, the one that comes too late is refused", async () => {
  const path = await newPath();
  const [first, second] = states(2);
  assert.ok(first && second);
  const killed = new CheckpointStore({ path, sealer: undefined });
  await killed.save(first);
  await killed.close();
  const [one, two] = [await loadCheckpointFile(path, undefined), await loadCheckpointFile(path, undefined)];
  const quick = new CheckpointStore({ path, sealer: undefined });
  await quick.takeOver(one, one.state as SavedState, undefined);
  await quick.save(second); // it announces a call and sends it
  const slow = new CheckpointStore({ path, sealer: undefined });
  await assert.rejects(slow.takeOver(two, two.state as SavedState, undefined), { code: "CHECKPOINT_IN_USE" });
  await assert.rejects(slow.save(first), /earlier state/);
  assert.deepEqual(await read(path), plain(second), "what the quick one wrote is still there");
  await quick.save(second);
  for (const { file } of [one, two]) await file.close();
  await Promise.all([quick.close(), slow.close()]);
});

test("a resume into a new file is refused when the old one was written to since it was read", async () => {
  for (const how of ["written", "replaced"]) {
    const path = await newPath();
    const [first, second] = states(2);
    assert.ok(first && second);
    const alive = new CheckpointStore({ path, sealer: undefined });
    await alive.save(first);
    const loaded = await loadCheckpointFile(path, undefined);
    await assertUntouched(loaded);
    if (how === "written") await alive.save(second);
    else await (await createPrivateFile(path, await readFile(path), true)).close();
    await assert.rejects(assertUntouched(loaded), { code: "CHECKPOINT_IN_USE" });
    await loaded.file.close();
    await alive.close();
  }
});
