import { constants } from "node:fs";
import { access, type FileHandle, open, stat } from "node:fs/promises";
import { errorCode, TablazeError } from "../contracts/errors.ts";

/** An operator's file that cannot be used; the message names it and says why. */
export class OperatorFileError extends TablazeError {
  /**
   * @param message which file, what is wrong, what is expected
   * @param options standard error options
   */
  constructor(message: string, options?: ErrorOptions) {
    super("OPERATOR_FILE", message, options);
  }
}

/** Bounds of one read. */
export interface OperatorFileOptions {
  /** What the file is for, as it should stand in a message, for example `--output-schema`. */
  readonly label: string;
  /** Largest size in bytes. */
  readonly maxBytes: number;
}

// O_NONBLOCK: opening a pipe that nobody writes to would otherwise wait for ever, before its kind can be seen.
const READ_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * Reads a file that the operator named: a regular UTF-8 file within a size limit. What is read is what was checked: the
 * kind and the size are those of the opened file.
 *
 * @throws OperatorFileError when the file is missing, unreadable, not regular, too large or not UTF-8
 */
export async function readOperatorFile(path: string, options: OperatorFileOptions): Promise<string> {
  const bytes = await readBytes(path, options);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new OperatorFileError(`${options.label}: ${path} is not UTF-8 text`, { cause });
  }
}

/** Whether the path names an existing file that may be executed. */
export async function isExecutableFile(path: string): Promise<boolean> {
  try {
    if (!(await stat(path)).isFile()) return false;
    await access(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

async function readBytes(path: string, { label, maxBytes }: OperatorFileOptions): Promise<Uint8Array> {
  let handle: FileHandle;
  try {
    handle = await open(path, READ_FLAGS);
  } catch (cause) {
    throw new OperatorFileError(`${label}: cannot read ${path}: ${openProblem(cause)}`, { cause });
  }
  try {
    const found = await handle.stat();
    if (!found.isFile()) throw new OperatorFileError(`${label}: ${path} is not a regular file`);
    if (found.size > maxBytes) throw tooLarge(path, label, maxBytes);
    // one byte more than allowed, so that a file growing meanwhile is noticed instead of cut
    const buffer = new Uint8Array(maxBytes + 1);
    let length = 0;
    while (length < buffer.length) {
      const { bytesRead } = await handle.read(buffer, length, buffer.length - length, length);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    if (length > maxBytes) throw tooLarge(path, label, maxBytes);
    return buffer.subarray(0, length);
  } catch (cause) {
    if (cause instanceof OperatorFileError) throw cause;
    throw new OperatorFileError(`${label}: cannot read ${path}: ${openProblem(cause)}`, { cause });
  } finally {
    await handle.close();
  }
}

function tooLarge(path: string, label: string, maxBytes: number): OperatorFileError {
  return new OperatorFileError(`${label}: ${path} is larger than ${maxBytes} bytes`);
}

function openProblem(cause: unknown): string {
  switch (errorCode(cause)) {
    case "ENOENT":
      return "there is no such file";
    case "EACCES":
    case "EPERM":
      return "access is denied";
    case "EISDIR":
      return "it is a directory";
    default:
      return cause instanceof Error && cause.name === "NotCapable"
        ? "this process was not granted read access to it"
        : "it could not be opened";
  }
}
