// A browser's temporary folders, and those that a killed process left behind. The driver removes its folders when it is
// asked to close or sees the browser end; nobody does when its own process is killed. So each process notes which folders
// it uses, and the next one removes what belongs to a process that is gone.
import { lstat, mkdir, readdir, readFile, readlink, rm, rmdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import process from "node:process";
import { errorCode } from "../contracts/errors.ts";

/** Folders that may be noted, and so removed: nothing else is, whatever a note says. */
const KNOWN_FOLDERS = /^(?:playwright_chromiumdev_profile|tablaze)-[A-Za-z0-9]{4,20}$/;
const PROFILE_PREFIX = "playwright_chromiumdev_profile-";
const NOTE_NAME = /^(\d{1,10})-\d{1,10}\.json$/;
const MAX_NOTE_BYTES = 10_000;

/** The driver's profile folder of a running browser; `undefined` where it cannot be told. */
export async function findProfileFolder(browserProcessId: number): Promise<string | undefined> {
  try {
    const names = (await readdir(tmpdir())).filter((name) => name.startsWith(PROFILE_PREFIX));
    for (const name of names) {
      const path = join(tmpdir(), name);
      // the browser's own lock: a link to "host-processId"
      const owner = await readlink(join(path, "SingletonLock")).catch(() => "");
      if (owner.endsWith(`-${browserProcessId}`)) return path;
    }
  } catch {
    // not granted, or no such folder: then nothing is noted
  }
  return undefined;
}

/**
 * Notes that this process uses folders of the temporary directory.
 *
 * @returns takes the note back; call it when the folders are gone
 */
export async function noteFolders(
  browserProcessId: number,
  paths: readonly string[],
): Promise<() => Promise<void>> {
  const name = `${process.pid}-${browserProcessId}.json`;
  // twice: another process may just have removed the folder, as it was empty; a note that fails is as good as none
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const folder = await makeNoteFolder();
    if (folder === undefined) break;
    const note = join(folder, name);
    try {
      await writeFile(note, JSON.stringify(paths), { mode: 0o600 });
    } catch {
      continue;
    }
    return async () => {
      await rm(note, { force: true });
      await rmdir(folder).catch(() => {}); // not empty: others have notes there
    };
  }
  return () => Promise.resolve();
}

/** Removes folders that were noted by processes which are gone. Whatever cannot be removed is left for the next time. */
export async function removeOrphanedFolders(): Promise<void> {
  const folder = noteFolderPath();
  if (folder === undefined || !await isOurs(folder)) return;
  for (const name of await readdir(folder).catch(() => [])) {
    const owner = NOTE_NAME.exec(name)?.[1];
    if (owner === undefined || isAlive(Number(owner))) continue;
    const note = join(folder, name);
    try {
      for (const path of await readNote(note)) {
        await rm(path, { recursive: true, force: true, maxRetries: 3, retryDelay: 50 });
      }
      await rm(note, { force: true });
    } catch {
      // the browser is just about to end, or a file is held: the note stays for the next time
    }
  }
  await rmdir(folder).catch(() => {}); // not empty: others have notes there
}

/** Where notes lie while there are any; `undefined` on a system without such folders. */
function noteFolderPath(): string | undefined {
  const userId = process.getuid?.();
  return userId === undefined ? undefined : join(tmpdir(), `tablaze-notes-${userId}`);
}

async function makeNoteFolder(): Promise<string | undefined> {
  const path = noteFolderPath();
  if (path === undefined) return undefined;
  await mkdir(path, { mode: 0o700 }).catch(() => {}); // there already, or not allowed: the next line tells
  return await isOurs(path) ? path : undefined;
}

/** Whether a path is a folder of this user that nobody else can write to. */
async function isOurs(path: string): Promise<boolean> {
  try {
    const found = await lstat(path);
    return found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o077) === 0;
  } catch {
    return false;
  }
}

async function readNote(note: string): Promise<readonly string[]> {
  try {
    if ((await lstat(note)).size > MAX_NOTE_BYTES) return [];
    const paths: unknown = JSON.parse(await readFile(note, "utf8"));
    if (!Array.isArray(paths)) return [];
    return paths.filter((path): path is string =>
      typeof path === "string" && dirname(path) === tmpdir() && KNOWN_FOLDERS.test(basename(path))
    );
  } catch {
    return [];
  }
}

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return errorCode(error) !== "ESRCH"; // not allowed to ask: somebody is there
  }
}
