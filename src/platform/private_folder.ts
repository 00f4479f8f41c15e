import { constants } from "node:fs";
import { type FileHandle, mkdir, mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { errorCode } from "../contracts/errors.ts";

/** What a bounded read of a file found. */
export type BoundedRead =
  | { readonly kind: "read"; readonly bytes: Uint8Array }
  | { readonly kind: "missing" | "not_regular" | "too_large" };

/** A temporary folder that only this user can enter. */
export interface PrivateFolder {
  readonly path: string;
  /** Creates a file with mode 0600 and returns its path. The name must be new. */
  write(name: string, data: string | Uint8Array): Promise<string>;
  /** Creates an empty folder with mode 0700 and returns its path. */
  makeFolder(name: string): Promise<string>;
  /** Reads a regular file of at most `maxBytes`; links are not followed. */
  read(name: string, maxBytes: number): Promise<BoundedRead>;
  /** Removes the folder with everything in it. A second call does no harm. */
  remove(): Promise<void>;
}

// A link or a pipe put in the file's place must neither be followed nor waited for.
const READ_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Creates a private temporary folder; whoever creates it removes it. */
export async function createPrivateFolder(): Promise<PrivateFolder> {
  const path = await mkdtemp(join(tmpdir(), "tablaze-"));
  return {
    path,
    write: async (name, data) => {
      const handle = await open(join(path, name), "wx", 0o600);
      try {
        await handle.writeFile(data);
      } finally {
        await handle.close();
      }
      return join(path, name);
    },
    makeFolder: async (name) => {
      await mkdir(join(path, name), { mode: 0o700 });
      return join(path, name);
    },
    read: (name, maxBytes) => readBounded(join(path, name), maxBytes),
    remove: () => rm(path, { recursive: true, force: true, maxRetries: 3, retryDelay: 50 }),
  };
}

async function readBounded(path: string, maxBytes: number): Promise<BoundedRead> {
  let handle: FileHandle;
  try {
    handle = await open(path, READ_FLAGS);
  } catch (error) {
    return { kind: errorCode(error) === "ENOENT" ? "missing" : "not_regular" };
  }
  try {
    const found = await handle.stat();
    if (!found.isFile()) return { kind: "not_regular" };
    if (found.size > maxBytes) return { kind: "too_large" };
    // one byte more than was found, so that a file growing meanwhile is noticed instead of cut
    const buffer = new Uint8Array(found.size + 1);
    let length = 0;
    while (length < buffer.length) {
      const { bytesRead } = await handle.read(buffer, length, buffer.length - length, length);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    return length > found.size ? { kind: "too_large" } : { kind: "read", bytes: buffer.subarray(0, length) };
  } finally {
    await handle.close();
  }
}
