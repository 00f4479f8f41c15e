import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import {
  chmod,
  link,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { after, test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { foldFile, loadCheckpointFile } from "../../src/cli/checkpoint/read.ts";
import { CheckpointStore } from "../../src/cli/checkpoint/store.ts";
import type { SavedState } from "../../src/cli/checkpoint/delta.ts";
import { errorCode } from "../../src/contracts/errors.ts";
import { createPrivateFile, preparePrivateFile } from "../../src/platform/private_file.ts";
import { createSealer } from "../../src/platform/seal.ts";
import { runAgent } from "../../src/assemble/run.ts";
import { browserTools } from "../unit/agent/support.ts";
import { CHECKPOINT } from "../unit/cli/checkpoint_sample.ts";

const root = await mkdtemp(join(tmpdir(), "tablaze-store-"));
after(() => rm(root, { recursive: true, force: true }));
let folders = 0;

async function newPath(): Promise<string> {
  const folder = join(root, String(++folders));
  await mkdir(folder);
  return join(folder, "run.json");
}

const KEY = "correct horse battery staple";

/** States of a run, each with one group more than the one before. */
function states(count: number, chars = 100): SavedState[] {
  const made: SavedState[] = [];
  let history = CHECKPOINT.history;
  for (let index = 1; index <= count; index++) {
    const content = `${index} ${"x".repeat(chars)}`;
    history = [...history, { kind: "operator", messages: [{ role: "user", source: "operator", content }] }];
    made.push({
      checkpoint: {
        ...CHECKPOINT,
        phase: "decision",
        history,
        counters: { ...CHECKPOINT.counters, elapsedMs: index },
      },
      workspace: {
        version: 1,
        popupPolicy: "stay",
        policyHashes: {},
        sessions: [{
          sessionId: "s1",
          storage: { cookies: [], origins: [] },
          tabs: [{ url: `https://a.test/${index}`, scroll: [0, index], sessionStorage: [], drafts: [] }],
          activeTab: 0,
        }],
      },
    });
  }
  return made;
}

async function read(path: string, key?: string): Promise<unknown> {
  const { file, state } = await loadCheckpointFile(path, key);
  await file.close();
  return state;
}

function foldedOf(path: string): unknown {
  return foldFile(new Uint8Array(readFileSync(path)), undefined).state;
}

const plain = (state: SavedState | undefined): unknown => JSON.parse(JSON.stringify(state));

for (const key of [undefined, KEY]) {
  const kind = key === undefined ? "plain" : "sealed";
  test(`every state of a ${kind} file comes back, and only its owner can read it`, async () => {
    const path = await newPath();
    const store = new CheckpointStore({ path, sealer: key === undefined ? undefined : createSealer(key) });
    for (const state of states(5)) {
      await store.save(state);
      assert.deepEqual(await read(path, key), plain(state));
    }
    await store.close();
    assert.equal((await stat(path)).mode & 0o777, 0o600);
    assert.deepEqual(await readdir(join(path, "..")), ["run.json"]);
    assert.equal((await readFile(path, "utf8")).includes("a.test"), key === undefined);
  });

  test(`a ${kind} file that was cut anywhere is refused, unless only a record under way is cut`, async () => {
    const path = await newPath();
    const sealer = key === undefined ? undefined : createSealer(key);
    const store = new CheckpointStore({ path, sealer });
    const [first, second, third] = states(3, 5);
    assert.ok(first && second && third);
    await store.save(first);
    await store.save(second);
    await store.save(third);
    await store.close();
    const bytes = new Uint8Array(await readFile(path));
    for (let length = 0; length < bytes.length; length += key === undefined ? 1 : 311) {
      assert.throws(() => foldFile(bytes.subarray(0, length), key), (error) => {
        assert.match(errorCode(error) ?? "", /^CHECKPOINT_(?:CUT|DAMAGED)$/, `cut after ${length}`);
        return true;
      });
    }
    // a process that was killed within a write leaves part of a record behind, which no mark counts
    const torn = new Uint8Array([...bytes, ...new TextEncoder().encode("0123456789abcdef unfinished")]);
    assert.deepEqual(foldFile(torn, key).state, plain(third));
  });

  test(`a ${kind} file with a flipped bit is refused`, async () => {
    const path = await newPath();
    const store = new CheckpointStore({ path, sealer: key === undefined ? undefined : createSealer(key) });
    for (const state of states(3, 5)) await store.save(state);
    await store.close();
    const bytes = new Uint8Array(await readFile(path));
    for (let index = 0; index < bytes.length; index += key === undefined ? 1 : 307) {
      const copy = bytes.slice();
      copy[index] = (copy[index] ?? 0) ^ (1 << index % 8);
      assert.throws(() => foldFile(copy, key), (error) => {
        assert.match(errorCode(error) ?? "", /^CHECKPOINT_(?:DAMAGED|CUT|VERSION)$/, `byte ${index}`);
        return true;
      });
    }
  });
}

test("a wrong key, a missing key, and a key for a file that has none are told apart", async () => {
  const path = await newPath();
  const sealed = new CheckpointStore({ path, sealer: createSealer(KEY) });
  const [state] = states(1);
  assert.ok(state);
  await sealed.save(state);
  await sealed.close();
  await assert.rejects(read(path, `${KEY}!`), { code: "CHECKPOINT_KEY_WRONG", message: /key does not open/ });
  await assert.rejects(read(path), { code: "CHECKPOINT_KEY_REQUIRED", message: /--checkpoint-key-env/ });
  const open = await newPath();
  const store = new CheckpointStore({ path: open, sealer: undefined });
  await store.save(state);
  await store.close();
  await assert.rejects(read(open, KEY), { code: "CHECKPOINT_NOT_SEALED" });
});

test("records of a sealed file cannot be left out, exchanged or taken from another file", async () => {
  const sealer = createSealer(KEY);
  const files: Uint8Array[] = [];
  for (let run = 0; run < 2; run++) {
    const path = await newPath();
    const store = new CheckpointStore({ path, sealer });
    for (const state of states(4, 5)) await store.save(state);
    await store.close();
    files.push(new Uint8Array(await readFile(path)));
  }
  const [one, other] = files.map((bytes) => new TextDecoder("latin1").decode(bytes));
  assert.ok(one && other);
  const head = one.slice(0, 1536);
  const lines = one.slice(1536).split("\n");
  const foreign = other.slice(1536).split("\n");
  const changes = [
    [lines[0], lines[2], lines[3], ""],
    [lines[0], lines[2], lines[1], lines[3], ""],
    [lines[0], lines[1], lines[2], foreign[3], ""],
    [...foreign],
  ];
  for (const changed of changes) {
    const bytes = Uint8Array.from(head + changed.join("\n"), (char) => char.charCodeAt(0));
    assert.throws(() => foldFile(bytes, KEY), { code: "CHECKPOINT_DAMAGED" });
  }
});

test("links, pipes, folders, second names, loose modes and missing files are refused by name", async () => {
  const path = await newPath();
  const store = new CheckpointStore({ path, sealer: undefined });
  const [state] = states(1);
  assert.ok(state);
  await store.save(state);
  await store.close();
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
  const store = new CheckpointStore({ path, sealer: undefined });
  const [state] = states(1);
  assert.ok(state);
  await store.save(state);
  await store.close();
  await link(path, `${path}.0123456789abcdef.tmp`);
  assert.deepEqual(await read(path), plain(state));
  assert.deepEqual(await readdir(join(path, "..")), ["run.json"]);
  await link(path, `${path}.tmp`); // not one of its own names
  await assert.rejects(read(path), { code: "CHECKPOINT_FILE", message: /second name/ });
});

test("a new run takes no name that is taken, not even by a broken link", async () => {
  const [state] = states(1);
  assert.ok(state);
  for (const kind of ["file", "link"]) {
    const path = await newPath();
    if (kind === "file") await writeFile(path, "mine");
    else await symlink(join(path, "..", "nowhere"), path);
    const store = new CheckpointStore({ path, sealer: undefined });
    await assert.rejects(store.save(state), /there is a file already/);
    await store.close();
    if (kind === "file") assert.equal(await readFile(path, "utf8"), "mine");
    assert.deepEqual(await readdir(join(path, "..")), ["run.json"], "nothing is left beside it");
  }
});

test("what is written grows with the history and not with its square", async () => {
  const written: number[] = [];
  for (const count of [150, 300]) {
    const path = await newPath();
    const store = new CheckpointStore({ path, sealer: undefined });
    const all = states(count, 20_000);
    for (const state of all) await store.save(state);
    await store.close();
    const whole = JSON.stringify(all.at(-1)).length;
    assert.ok(store.costs.bytesWritten < 4 * whole, `${store.costs.bytesWritten} bytes for ${whole}`);
    assert.deepEqual(await read(path), plain(all.at(-1)));
    written.push(store.costs.bytesWritten);
    if (count === 300) assert.ok(store.costs.snapshots > 2, "records were replaced by a snapshot");
  }
  const [small = 0, large = 0] = written;
  assert.ok(large < 3 * small, `${written}`);
});

test("a file that was removed, or replaced by another process, is noticed at the next save", async () => {
  for (const how of ["removed", "folder removed", "replaced"]) {
    const path = await newPath();
    const [first, second] = states(2);
    assert.ok(first && second);
    const store = new CheckpointStore({ path, sealer: undefined });
    await store.save(first);
    if (how === "removed") await rm(path);
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

test("saves of one store never overtake each other", async () => {
  const path = await newPath();
  const all = states(30);
  const store = new CheckpointStore({ path, sealer: undefined });
  await Promise.all(all.map((state) => store.save(state)));
  await store.close();
  assert.deepEqual(await read(path), plain(all.at(-1)));
  await rename(path, `${path}.moved`);
  assert.deepEqual(await read(`${path}.moved`), plain(all.at(-1)), "a file may be moved");
});
