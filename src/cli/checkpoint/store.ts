import { CheckpointError } from "../../contracts/errors.ts";
import { createPrivateFile, type PrivateFile } from "../../platform/private_file.ts";
import { processIdentity } from "../../platform/process_identity.ts";
import { randomId } from "../../platform/random.ts";
import type { Sealer } from "../../platform/seal.ts";
import { type SavedState, toDelta, toSnapshot } from "./delta.ts";
import { type ChainEnd, FileFormat, RECORDS_START, SECTOR_BYTES } from "./format.ts";
import type { LoadedFile } from "./read.ts";
import { assertUntouched, inUse, reloadCheckpointFile } from "./read.ts";

/** Bytes of records behind a snapshot before a new snapshot takes their place, however small that is. */
const MIN_JOURNAL_BYTES = 1024 * 1024;
const CLOSE_TIMEOUT_MS = 2_000;
const NOT_CLOSED = "The checkpoint file could not be closed: the disk does not answer";

/** The file operations of a store. Tests hand in ones that are slow or fail. */
export interface StoreFiles {
  create(path: string, bytes: Uint8Array, replace: boolean): Promise<PrivateFile>;
}

/** How a store is set up. */
export interface StoreOptions {
  readonly path: string;
  readonly sealer: Sealer | undefined;
  /** @default the real file system */
  readonly files?: StoreFiles;
}

/** What saving has cost. */
export interface StoreCosts {
  /** Saved states. */
  saves: number;
  /** Bytes written, marks and new snapshots included. */
  bytesWritten: number;
  /** Times that a snapshot took the place of the file. */
  snapshots: number;
}

/**
 * Writes the states of one run to one file. A state is a record behind the ones before it, as small as what changed;
 * when the records have become larger than the snapshot they begin with, a new file with a snapshot takes the place of
 * the old one in one step. So what is written altogether grows with the history, not with its square.
 */
export class CheckpointStore {
  readonly #path: string;
  readonly #sealer: Sealer | undefined;
  readonly #files: StoreFiles;
  readonly costs: StoreCosts = { saves: 0, bytesWritten: 0, snapshots: 0 };
  #open: OpenFile | undefined;
  #saved: SavedState | undefined;
  #tail: Promise<void> = Promise.resolve();
  #isBroken = false;

  constructor({ path, sealer, files = { create: createPrivateFile } }: StoreOptions) {
    this.#path = path;
    this.#sealer = sealer;
    this.#files = files;
  }

  /**
   * Takes over a file that a run left behind: it is replaced by a snapshot of what was read from it, so that a process
   * that still writes to it notices before it sends anything more.
   *
   * @throws CheckpointError with CHECKPOINT_IN_USE when another process wrote to the file, or took it over, since it
   * was read; its state stays or is put back
   */
  async takeOver(loaded: LoadedFile, state: SavedState, passphrase: string | undefined): Promise<void> {
    try {
      await assertUntouched(loaded);
      await this.#rewrite(state, true);
      if (await loaded.file.size() === loaded.sizeBytes) return;
      // a process wrote between the look and the replacement, and had sent nothing yet
      await this.#rewrite(await reloadCheckpointFile(loaded, passphrase) as SavedState, true);
      throw inUse();
    } catch (error) {
      this.#isBroken = true;
      throw error;
    }
  }

  /**
   * Saves a state. When this has returned, a process that is killed, or a machine that loses its power, finds it again.
   *
   * @throws when it could not be saved; the file then still holds an earlier state, and nothing is saved any more
   */
  save(state: SavedState): Promise<void> {
    const saving = this.#tail.then(() => this.#save(state));
    this.#tail = saving.catch(() => {});
    return saving;
  }

  /**
   * Closes the file after the saves under way, but waits no longer for a disk that does not answer than two seconds.
   *
   * @throws CheckpointError when it was given up
   */
  async close(): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new CheckpointError("CHECKPOINT_FILE", NOT_CLOSED)), CLOSE_TIMEOUT_MS);
    });
    try {
      await Promise.race([this.#close(), late]);
    } finally {
      clearTimeout(timer);
    }
  }

  async #close(): Promise<void> {
    await this.#tail;
    const open = this.#open;
    this.#open = undefined;
    this.#isBroken = true;
    await open?.file.close();
  }

  async #save(state: SavedState): Promise<void> {
    if (this.#isBroken) throw new Error("an earlier state could not be saved");
    try {
      if (this.#open === undefined || this.#saved === undefined) await this.#rewrite(state, false);
      else {
        const open = this.#open;
        // also before a new snapshot: whoever takes the old file over meanwhile finds the state there
        await this.#append(open, this.#saved, state);
        if (open.journalBytes > Math.max(MIN_JOURNAL_BYTES, open.snapshotBytes)) {
          await this.#rewrite(state, true);
        }
      }
      this.costs.saves++;
    } catch (error) {
      this.#isBroken = true;
      throw error;
    }
  }

  async #append(open: OpenFile, before: SavedState, after: SavedState): Promise<void> {
    const { bytes, end } = open.format.record(open.end, JSON.stringify(toDelta(before, after)));
    // somebody else's content has another length nearly always; what is there is left for a person to look at
    if (await open.file.size() !== open.size) {
      throw new CheckpointError("CHECKPOINT_FILE", "The checkpoint file was changed while the run went on");
    }
    await open.file.writeAt(open.size, bytes);
    // first on the disk, then counted: a disk may keep a mark and lose the record
    await open.file.sync();
    await this.#assertInPlace(open);
    open.end = end;
    open.size += bytes.length;
    open.journalBytes += bytes.length;
    this.#saved = after;
    this.costs.bytesWritten += bytes.length + SECTOR_BYTES;
    await open.file.writeAt(SECTOR_BYTES * (1 + end.sequence % 2), open.format.mark(end));
  }

  async #rewrite(state: SavedState, replace: boolean): Promise<void> {
    if (this.#open !== undefined) await this.#assertInPlace(this.#open);
    const format = FileFormat.create(randomId(), this.#sealer, await processIdentity());
    const { bytes, end } = format.record(format.start, JSON.stringify(toSnapshot(state)));
    const mark = format.mark(end);
    const whole = new Uint8Array(RECORDS_START + bytes.length);
    whole.set(format.header, 0);
    whole.set(mark, SECTOR_BYTES);
    whole.set(mark, 2 * SECTOR_BYTES);
    whole.set(bytes, RECORDS_START);
    const file = await this.#files.create(this.#path, whole, replace);
    const before = this.#open;
    this.#open = {
      file,
      format,
      end,
      size: whole.length,
      snapshotBytes: whole.length,
      journalBytes: 0,
    };
    this.#saved = state;
    this.costs.bytesWritten += whole.length;
    this.costs.snapshots++;
    await before?.file.close();
  }

  async #assertInPlace({ file }: OpenFile): Promise<void> {
    if (await file.isInPlace()) return;
    throw new CheckpointError(
      "CHECKPOINT_FILE",
      "The checkpoint file was removed or replaced while the run went on",
    );
  }
}

interface OpenFile {
  readonly file: PrivateFile;
  readonly format: FileFormat;
  readonly snapshotBytes: number;
  end: ChainEnd;
  size: number;
  journalBytes: number;
}
