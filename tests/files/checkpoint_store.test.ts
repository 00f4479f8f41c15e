import assert from "node:assert/strict";
import { readdir, readFile, rename, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { foldFile } from "../../src/cli/checkpoint/read.ts";
import { CheckpointStore } from "../../src/cli/checkpoint/store.ts";
import { errorCode } from "../../src/contracts/errors.ts";
import { createSealer } from "../../src/platform/seal.ts";
import { KEY, newPath, plain, read, states } from "./checkpoint_support.ts";

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

  test(`a process that is killed anywhere within a write leaves a ${kind} file with the state before or behind it`, async () => {
    const path = await newPath();
    const store = new CheckpointStore({ path, sealer: key === undefined ? undefined : createSealer(key) });
    const [first, second, third] = states(3, 5);
    assert.ok(first && second && third);
    await store.save(first);
    await store.save(second);
    const before = new Uint8Array(await readFile(path));
    await store.save(third);
    await store.close();
    const after = new Uint8Array(await readFile(path));
    const step = key === undefined ? 1 : 397;
    for (let length = before.length; length < after.length; length += step) {
      // the mark is written last
      const torn = new Uint8Array([...before, ...after.subarray(before.length, length)]);
      assert.deepEqual(foldFile(torn, key).state, plain(second), `${length - before.length} bytes of it`);
    }
    const unmarked = new Uint8Array([...before, ...after.subarray(before.length)]);
    assert.deepEqual(foldFile(unmarked, key).state, plain(third));
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
