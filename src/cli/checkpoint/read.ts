import { parseJsonText } from "../../assemble/strict_json.ts";
import { CheckpointError } from "../../contracts/errors.ts";
import { openPrivateFile, type PrivateFile, PrivateFileError } from "../../platform/private_file.ts";
import { isAnotherRunning } from "../../platform/process_identity.ts";
import type { Sealer } from "../../platform/seal.ts";
import { printable } from "../printable.ts";
import { type FoldedState, foldRecord } from "./delta.ts";
import { FileFormat, openSeal, readChain, readHeader, RECORDS_START, SECTOR_BYTES } from "./format.ts";

const MAX_FILE_BYTES = 768 * 1024 * 1024;

/** A checkpoint file as it was read. The file stays open, so that it can be seen whether somebody still writes to it. */
export interface LoadedFile {
  readonly file: PrivateFile;
  readonly sizeBytes: number;
  readonly sealer: Sealer | undefined;
  /** The process that wrote it. */
  readonly writer: string | undefined;
  readonly state: FoldedState;
}

/**
 * Opens and reads a checkpoint file. Whose it is, whether it is whole and whether the key fits is checked; what it holds
 * is not.
 *
 * @param passphrase the key, when the operator named one
 * @throws CheckpointError
 */
export async function loadCheckpointFile(path: string, passphrase: string | undefined): Promise<LoadedFile> {
  let file: PrivateFile;
  try {
    file = await openPrivateFile(path);
  } catch (error) {
    throw toFileError(path, error);
  }
  try {
    const bytes = await file.readAll(MAX_FILE_BYTES);
    return { file, sizeBytes: bytes.length, ...foldFile(bytes, passphrase) };
  } catch (error) {
    await file.close();
    throw toFileError(path, error);
  }
}

/** Reads an open file again. */
export async function reloadCheckpointFile(
  { file }: LoadedFile,
  passphrase: string | undefined,
): Promise<FoldedState> {
  return foldFile(await file.readAll(MAX_FILE_BYTES), passphrase).state;
}

/**
 * Shows that nobody has written to a file, or put another one in its place, since it was read.
 *
 * @throws CheckpointError with CHECKPOINT_IN_USE
 */
export async function assertUntouched({ file, sizeBytes }: LoadedFile): Promise<void> {
  if (await file.isInPlace() && await file.size() === sizeBytes) return;
  throw inUse();
}

/**
 * Shows that whoever wrote a file is gone: a resume that leaves the file alone could not stop a run that still uses it.
 *
 * @throws CheckpointError with CHECKPOINT_IN_USE
 */
export async function assertAbandoned({ writer }: LoadedFile): Promise<void> {
  if (writer !== undefined && await isAnotherRunning(writer)) throw inUse();
}

/** The refusal of a file that another process is at work on. */
export function inUse(): CheckpointError {
  return new CheckpointError(
    "CHECKPOINT_IN_USE",
    "Another process is at work on the checkpoint file: wait until it has ended, then resume",
  );
}

/**
 * Puts the state together that the bytes of a file hold.
 *
 * @throws CheckpointError
 */
export function foldFile(
  bytes: Uint8Array,
  passphrase: string | undefined,
): Pick<LoadedFile, "state" | "sealer" | "writer"> {
  const sector = (index: number): Uint8Array =>
    bytes.subarray(index * SECTOR_BYTES, (index + 1) * SECTOR_BYTES);
  if (bytes.length > 0 && bytes.length < RECORDS_START && bytes[0] === 0x7b) throw cut();
  const header = readHeader(sector(0));
  const start = FileFormat.of(sector(0), header, undefined).start;
  const { records, end } = readChain(bytes.subarray(RECORDS_START), start);
  const sealer = openSeal(header, passphrase);
  const format = FileFormat.of(sector(0), header, sealer);
  const counted = Math.max(format.readMark(sector(1)), format.readMark(sector(2)));
  if (end.sequence < counted || end.sequence === 0) throw cut();
  let state: FoldedState | undefined;
  for (const { body, before } of records) {
    state = foldRecord(state, parseRecord(format.openBody(body, before)));
  }
  if (state === undefined) throw cut();
  return { state, sealer, writer: header.writer };
}

/** An error about a file, with its path. */
export function toFileError(path: string, error: unknown): unknown {
  if (!(error instanceof PrivateFileError)) return error;
  return new CheckpointError(
    "CHECKPOINT_FILE",
    `Cannot use the checkpoint file ${printable(path, 300)}: ${error.message}`,
    {
      cause: error,
    },
  );
}

function cut(): CheckpointError {
  return new CheckpointError(
    "CHECKPOINT_CUT",
    "The checkpoint file was cut off: records that it counts are not there. Use an undamaged copy",
  );
}

function parseRecord(text: string): unknown {
  try {
    return parseJsonText(text);
  } catch (cause) {
    throw new CheckpointError("CHECKPOINT_DAMAGED", "The checkpoint file is damaged: a record is not valid", {
      cause,
    });
  }
}
