import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { after, test } from "node:test";
import { noteFolders, removeOrphanedFolders } from "../../src/platform/browser_leftovers.ts";

/** Id of a process that has ended. */
function endedProcessId(): number {
  return spawnSync(process.execPath, ["--version"]).pid;
}

// a folder of its own in place of the one that every process of this user shares
const given = process.env["TMPDIR"];
const temporary = mkdtempSync(join(tmpdir(), "leftovers-"));
process.env["TMPDIR"] = temporary;
after(() => {
  if (given === undefined) delete process.env["TMPDIR"];
  else process.env["TMPDIR"] = given;
  rmSync(temporary, { recursive: true, force: true });
});
const notes = join(temporary, `tablaze-notes-${process.getuid?.()}`);
const BROWSER_ID = 400_000_001;

test("folders of a process that is gone are removed, those of a living one stay", async () => {
  const own = mkdtempSync(join(tmpdir(), "tablaze-"));
  const orphaned = mkdtempSync(join(tmpdir(), "tablaze-"));
  writeFileSync(join(orphaned, "file"), "x");
  const takeBack = await noteFolders(BROWSER_ID, [own]);
  const note = join(notes, `${endedProcessId()}-${BROWSER_ID}.json`);
  try {
    writeFileSync(note, JSON.stringify([orphaned]));
    await removeOrphanedFolders();
    assert.deepEqual([existsSync(orphaned), existsSync(note)], [false, false]);
    assert.equal(existsSync(own), true);
    assert(readdirSync(notes).includes(`${process.pid}-${BROWSER_ID}.json`));
    await takeBack();
    assert.equal(existsSync(notes), false, "the last note takes the folder with it");
  } finally {
    rmSync(own, { recursive: true, force: true });
    rmSync(orphaned, { recursive: true, force: true });
    rmSync(note, { force: true });
  }
});

test("nothing but temporary folders of browsers is removed, whatever a note says", async () => {
  const foreign = mkdtempSync(join(tmpdir(), "somebody-"));
  const note = join(notes, `${endedProcessId()}-${BROWSER_ID + 1}.json`);
  try {
    for (
      const content of [
        JSON.stringify([foreign, `${foreign}/../tablaze-x`, 7]),
        "{",
        JSON.stringify({ a: 1 }),
      ]
    ) {
      mkdirSync(notes, { recursive: true, mode: 0o700 });
      writeFileSync(note, content);
      await removeOrphanedFolders();
      assert.equal(existsSync(foreign), true);
    }
  } finally {
    rmSync(foreign, { recursive: true, force: true });
    rmSync(note, { force: true });
  }
});

test("a folder of notes that others may write to is not believed", async () => {
  const orphaned = mkdtempSync(join(tmpdir(), "tablaze-"));
  mkdirSync(notes, { mode: 0o777 });
  spawnSync("chmod", ["777", notes]);
  writeFileSync(join(notes, `${endedProcessId()}-${BROWSER_ID}.json`), JSON.stringify([orphaned]));
  await removeOrphanedFolders();
  await (await noteFolders(BROWSER_ID, [orphaned]))();
  assert.equal(existsSync(orphaned), true);
});
