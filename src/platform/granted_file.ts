import { constants, lstatSync, realpathSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { basename, isAbsolute, join } from "node:path";
import { OperatorFileError } from "./file.ts";

/** A file that the operator granted, as it was when it was granted. */
export interface GrantedFile {
  /** The path as it was given. */
  readonly givenPath: string;
  /** Where it really lies. */
  readonly path: string;
  readonly name: string;
  readonly bytes: number;
  /** Device, number and time of the last change: another file in its place, or other content, differs in one. */
  readonly identity: string;
}

// A link or a pipe put in the file's place must neither be followed nor waited for.
const READ_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
const CHUNK_BYTES = 1024 * 1024;

interface Stat {
  readonly dev: bigint;
  readonly ino: bigint;
  readonly size: bigint;
  readonly mtimeNs: bigint;
}

function identityOf({ dev, ino, size, mtimeNs }: Stat): string {
  return `${dev}:${ino}:${size}:${mtimeNs}`;
}

/**
 * Pins the identity of a file: later copies are of this very file, unchanged, or fail.
 *
 * @param path absolute path of a regular file
 * @param maxBytes largest size
 * @throws OperatorFileError when it is missing, not regular, too large, or its path not absolute
 */
export function pinFile(path: string, maxBytes: number): GrantedFile {
  const refuse = (problem: string, cause?: unknown): never => {
    throw new OperatorFileError(`Available file ${path} ${problem}`, { cause });
  };
  if (!isAbsolute(path)) return refuse("must be given by its absolute path");
  try {
    const real = realpathSync(path);
    const stat = lstatSync(real, { bigint: true });
    if (!stat.isFile()) return refuse("is not a regular file");
    if (stat.size > BigInt(maxBytes)) return refuse(`is larger than ${maxBytes} bytes`);
    return {
      givenPath: path,
      path: real,
      name: basename(path),
      bytes: Number(stat.size),
      identity: identityOf(stat),
    };
  } catch (cause) {
    if (cause instanceof OperatorFileError) throw cause;
    return refuse("cannot be read", cause);
  }
}

/**
 * Copies a pinned file into a folder: what is copied is what was granted, whatever stands at its path by now.
 *
 * @returns the path of the copy, or `undefined` when the file is another one, was changed, or cannot be read
 */
export async function copyPinned(file: GrantedFile, folder: string): Promise<string | undefined> {
  const target = join(folder, file.name);
  let source: FileHandle | undefined;
  let copy: FileHandle | undefined;
  try {
    source = await open(file.path, READ_FLAGS);
    if (identityOf(await source.stat({ bigint: true })) !== file.identity) return undefined;
    copy = await open(target, "wx", 0o600);
    const buffer = new Uint8Array(CHUNK_BYTES);
    for (let at = 0;;) {
      const { bytesRead } = await source.read(buffer, 0, buffer.length, at);
      if (bytesRead === 0) break;
      await copy.write(buffer, 0, bytesRead, at);
      at += bytesRead;
    }
    // written to while it was read: the copy is neither the one nor the other
    return identityOf(await source.stat({ bigint: true })) === file.identity ? target : undefined;
  } catch {
    return undefined;
  } finally {
    await source?.close();
    await copy?.close();
  }
}
