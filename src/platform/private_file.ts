// Files that hold a run's whole memory: only their owner may read them, and nobody may put something else in their place.
import { constants } from "node:fs";
import { type FileHandle, link, lstat, open, readdir, rename, unlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import process from "node:process";
import { errorCode, TablazeError } from "../contracts/errors.ts";

/** Why a private file cannot be used; the message says it in words for the operator, without the path. */
export class PrivateFileError extends TablazeError {
  /** The system's code, for example `ENOSPC`. */
  readonly systemCode: string | undefined;

  /**
   * @param message what is wrong
   * @param options standard error options
   */
  constructor(message: string, options?: ErrorOptions) {
    super("PRIVATE_FILE", message, options);
    this.systemCode = errorCode(options?.cause);
  }
}

/** An open private file. */
export interface PrivateFile {
  /** Bytes from the beginning to the present end. */
  readAll(maxBytes: number): Promise<Uint8Array>;
  /** Present size in bytes. */
  size(): Promise<number>;
  /** Writes all bytes at a position. */
  writeAt(position: number, bytes: Uint8Array): Promise<void>;
  /** Returns once everything written is on the disk. */
  sync(): Promise<void>;
  /** Whether the path still leads to this very file. */
  isInPlace(): Promise<boolean>;
  close(): Promise<void>;
}

// a link must not be followed, and a pipe that nobody writes to must not be waited for
const OPEN_FLAGS = constants.O_RDWR | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * Opens an existing private file.
 *
 * @throws PrivateFileError when it is missing, a link, no regular file, somebody else's, or writable for others
 */
export async function openPrivateFile(path: string): Promise<PrivateFile> {
  const handle = await attempt(() => open(path, OPEN_FLAGS));
  try {
    const found = await handle.stat();
    if (!found.isFile()) throw new PrivateFileError("it is not a regular file");
    if (isForeign(found.uid)) throw new PrivateFileError("it belongs to another user");
    if (found.nlink > 1) {
      await removeOwnNames(path, found);
      const { nlink } = await handle.stat();
      if (nlink > 1) throw new PrivateFileError("it has a second name (a hard link)");
    }
    if ((found.mode & 0o022) !== 0 && process.platform !== "win32") {
      throw new PrivateFileError("other users may write to it");
    }
    return toPrivateFile(path, handle);
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/**
 * Writes a private file (mode 0600) under a temporary name, and puts it in place in one step when it is on the disk.
 *
 * @param replace whether a file that is there already may be replaced
 * @throws PrivateFileError; then the path is as it was
 */
export async function createPrivateFile(
  path: string,
  bytes: Uint8Array,
  replace: boolean,
): Promise<PrivateFile> {
  const temporary = `${path}.${randomHex(8)}.tmp`;
  const handle = await attempt(() => open(temporary, "wx+", 0o600));
  try {
    await attempt(async () => {
      await writeAll(handle, 0, bytes);
      await handle.sync();
      if (replace) await rename(temporary, path);
      else await putInPlace(temporary, path);
    });
    await syncFolder(dirname(path));
    return toPrivateFile(path, handle);
  } catch (error) {
    await handle.close();
    await unlink(temporary).catch(() => {}); // it may have got its new name already
    throw error;
  }
}

/**
 * Shows that a private file can be made there, and removes what a process that was killed left beside it.
 *
 * @throws PrivateFileError
 */
export async function preparePrivateFile(path: string): Promise<void> {
  for (const temporary of await temporaryNames(path)) {
    await unlink(temporary).catch(() => {}); // somebody else's: it stays
  }
  const probe = `${path}.${randomHex(8)}.tmp`;
  const handle = await attempt(() => open(probe, "wx", 0o600));
  await handle.close();
  await attempt(() => unlink(probe));
}

/** Names under which the file is written before it is put in place. */
async function temporaryNames(path: string): Promise<readonly string[]> {
  const folder = dirname(path);
  const quoted = basename(path).replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const pattern = new RegExp(`^${quoted}\\.[0-9a-f]{16}\\.tmp$`);
  const names = await attempt(() => readdir(folder));
  return names.filter((name) => pattern.test(name)).map((name) => join(folder, name));
}

/** Takes the temporary name away from a file whose writer was killed before it could do so. */
async function removeOwnNames(path: string, { ino, dev }: { ino: number; dev: number }): Promise<void> {
  for (const temporary of await temporaryNames(path)) {
    const found = await lstat(temporary).catch(() => undefined);
    if (found?.ino === ino && found.dev === dev) await unlink(temporary).catch(() => {});
  }
}

/** Whether anything at all has this name, a broken link included. */
export async function pathExists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (errorCode(error) === "ENOENT") return false;
    throw new PrivateFileError(describe(error), { cause: error });
  }
}

function toPrivateFile(path: string, handle: FileHandle): PrivateFile {
  return {
    readAll: (maxBytes) => attempt(() => readAll(handle, maxBytes)),
    size: () => attempt(async () => (await handle.stat()).size),
    writeAt: (position, bytes) => attempt(() => writeAll(handle, position, bytes)),
    sync: () => attempt(() => handle.datasync()),
    isInPlace: async () => {
      try {
        const [named, own] = await Promise.all([lstat(path), handle.stat()]);
        return named.ino === own.ino && named.dev === own.dev;
      } catch {
        return false;
      }
    },
    close: () => handle.close(),
  };
}

async function putInPlace(temporary: string, path: string): Promise<void> {
  try {
    await link(temporary, path); // fails when the name is taken, which a rename would not
    await unlink(temporary);
  } catch (error) {
    // some file systems have no hard links
    if (!/^(?:EPERM|ENOTSUP|EOPNOTSUPP|ENOSYS|EMLINK)$/.test(errorCode(error) ?? "")) throw error;
    if (await pathExists(path)) throw new PrivateFileError("there is a file already", { cause: error });
    await rename(temporary, path);
  }
}

async function writeAll(handle: FileHandle, position: number, bytes: Uint8Array): Promise<void> {
  let written = 0;
  while (written < bytes.length) {
    const { bytesWritten } = await handle.write(bytes, written, bytes.length - written, position + written);
    if (bytesWritten <= 0) throw new PrivateFileError("nothing more can be written to it");
    written += bytesWritten;
  }
}

async function readAll(handle: FileHandle, maxBytes: number): Promise<Uint8Array> {
  const { size } = await handle.stat();
  if (size > maxBytes) throw new PrivateFileError(`it is larger than ${maxBytes} bytes`);
  const buffer = new Uint8Array(size);
  let length = 0;
  while (length < size) {
    const { bytesRead } = await handle.read(buffer, length, size - length, length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return buffer.subarray(0, length);
}

async function syncFolder(path: string): Promise<void> {
  try {
    const folder = await open(path, constants.O_RDONLY);
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  } catch {
    // not every system can; the file itself is on the disk
  }
}

function isForeign(uid: number): boolean {
  try {
    const own = process.getuid?.();
    return own !== undefined && own !== uid;
  } catch {
    return false; // the runtime does not tell
  }
}

async function attempt<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PrivateFileError) throw error;
    throw new PrivateFileError(describe(error), { cause: error });
  }
}

function describe(error: unknown): string {
  switch (errorCode(error)) {
    case "ENOENT":
      return "there is no such file or folder";
    case "EEXIST":
      return "there is a file already";
    case "EACCES":
    case "EPERM":
      return "access is denied";
    case "EROFS":
      return "the file system is read-only";
    case "ELOOP":
      return "it is a symbolic link";
    case "EISDIR":
      return "it is a folder";
    case "ENOTDIR":
      return "a part of its path is no folder";
    case "ENAMETOOLONG":
      return "its name is too long";
    case "ENXIO":
      return "it is not a regular file";
    case "ENOSPC":
    case "EDQUOT":
    case "EFBIG":
      return "there is no room left for it";
    default:
      if (!(error instanceof Error)) return "it could not be used";
      if (error.name === "NotCapable") return "this process was not granted access to it";
      // Deno has no code for a file that reached the limit of its process or file system
      return /os error 27\b/.test(error.message) ? "there is no room left for it" : "it could not be used";
  }
}

function randomHex(bytes: number): string {
  return Array.from(
    crypto.getRandomValues(new Uint8Array(bytes)),
    (byte) => byte.toString(16).padStart(2, "0"),
  )
    .join("");
}
