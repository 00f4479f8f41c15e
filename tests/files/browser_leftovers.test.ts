import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { noteFolders, removeOrphanedFolders } from "../../src/platform/browser_leftovers.ts";

/** Id of a process that has ended. */
function endedProcessId(): number {
  return spawnSync(process.execPath, ["--version"]).pid;
}

const notes = join(tmpdir(), `tablaze-notes-${process.getuid?.()}`);
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
    assert(!readdirSync(notes).includes(`${process.pid}-${BROWSER_ID}.json`));
  } finally {
    rmSync(own, { recursive: true, force: true });
    rmSync(orphaned, { recursive: true, force: true });
    rmSync(note, { force: true });
  }
});

test("nothing but temporary folders of browsers is removed, whatever a note says", async () => {
  const foreign = mkdtempSync(join(tmpdir(), "somebody-"));
  const takeBack = await noteFolders(BROWSER_ID + 1, []); // makes sure that the folder of notes is there
  await takeBack();
  const note = join(notes, `${endedProcessId()}-${BROWSER_ID + 1}.json`);
  try {
    for (
      const content of [
        JSON.stringify([foreign, `${foreign}/../tablaze-x`, 7]),
        "{",
        JSON.stringify({ a: 1 }),
      ]
    ) {
      writeFileSync(note, content);
      await removeOrphanedFolders();
      assert.equal(existsSync(foreign), true);
    }
  } finally {
    rmSync(foreign, { recursive: true, force: true });
    rmSync(note, { force: true });
  }
});
