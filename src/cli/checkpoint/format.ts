// How a checkpoint file is written down. One file, three parts:
//
//   header    512 bytes: a line of JSON that says what the file is, and for a sealed file how its key is recognised
//   marks     2 × 512 bytes: how many records are complete; written in turn, each within one sector of the disk
//   records   one line each: a digest that covers the line and all lines before it, and the record (sealed: base64)
//
// A record without its line end is one that a process was writing when it was killed: nothing was dispatched on its
// strength, and it does not count. A record that a mark counts and that is not there was cut off by somebody else.
import { Buffer } from "node:buffer";
import { CheckpointError } from "../../contracts/errors.ts";
import { sha256Hex } from "../../platform/hash.ts";
import { createSealer, type FileSealer, type Sealer } from "../../platform/seal.ts";

/** Bytes of the header and of each mark: a sector, which disks write as a whole. */
export const SECTOR_BYTES = 512;
/** Where the first record begins. */
export const RECORDS_START: number = 3 * SECTOR_BYTES;

const FORMAT_VERSION = 1;
const DIGEST_CHARS = 64;

/** What the header says. */
export interface FileHeader {
  readonly fileId: string;
  /** The process that wrote the file, where the system tells. */
  readonly writer?: string;
  /** Present in a sealed file. */
  readonly seal?: { readonly salt: string; readonly keyCheck: string };
}

/** Where the chain of records stands. */
export interface ChainEnd {
  /** Number of the last record, from 1. */
  readonly sequence: number;
  /** Digest over everything up to it. */
  readonly link: string;
}

/** Writes and reads the parts of one file. */
export class FileFormat {
  readonly #header: Uint8Array;
  readonly #fileId: string;
  readonly #sealer: FileSealer | undefined;

  private constructor(header: Uint8Array, fileId: string, sealer: FileSealer | undefined) {
    this.#header = header;
    this.#fileId = fileId;
    this.#sealer = sealer;
  }

  /** The format of a new file. */
  static create(fileId: string, sealer: Sealer | undefined, writer: string | undefined): FileFormat {
    const seal = sealer === undefined ? {} : { seal: { salt: sealer.salt, keyCheck: sealer.keyCheck } };
    const by = writer === undefined ? {} : { writer };
    const header = { tablazeCheckpoint: FORMAT_VERSION, fileId, ...by, ...seal };
    return new FileFormat(toSector(JSON.stringify(header)), fileId, sealer?.forFile(fileId));
  }

  /** The format of a file whose header was read. */
  static of(header: Uint8Array, { fileId }: FileHeader, sealer: Sealer | undefined): FileFormat {
    return new FileFormat(header, fileId, sealer?.forFile(fileId));
  }

  /** The header's bytes. */
  get header(): Uint8Array {
    return this.#header;
  }

  /** The end of a chain without records. */
  get start(): ChainEnd {
    return { sequence: 0, link: sha256Hex(this.#header) };
  }

  /** A mark's bytes. */
  mark({ sequence, link }: ChainEnd): Uint8Array {
    const text = `${String(sequence).padStart(10, "0")} ${link}`;
    return toSector(`${text} ${this.#sign(text)}`);
  }

  /** How many records a mark counts. */
  readMark(sector: Uint8Array): number {
    const line = fromSector(sector);
    const match = line === undefined ? null : /^(\d{10} [0-9a-f]{64}) ([0-9a-f]{64})$/.exec(line);
    const [, text = "", signature] = match ?? [];
    if (match === null || signature !== this.#sign(text)) {
      throw new CheckpointError("CHECKPOINT_DAMAGED", "The checkpoint file is damaged: a mark does not fit");
    }
    return Number(text.slice(0, 10));
  }

  /** The bytes of the record behind the present end, and the new end. */
  record(end: ChainEnd, text: string): { readonly bytes: Uint8Array; readonly end: ChainEnd } {
    const body = this.#sealer === undefined
      ? text
      : Buffer.from(this.#sealer.seal(text, end.link)).toString("base64");
    const link = nextLink(end.link, body);
    return { bytes: Buffer.from(`${link} ${body}\n`, "utf8"), end: { sequence: end.sequence + 1, link } };
  }

  /** The text of a record whose digest fits. */
  openBody(body: string, before: ChainEnd): string {
    if (this.#sealer === undefined) return body;
    const text = this.#sealer.open(Buffer.from(body, "base64"), before.link);
    if (text !== undefined) return text;
    throw new CheckpointError(
      "CHECKPOINT_DAMAGED",
      "The checkpoint file was changed: a record is not what was sealed",
    );
  }

  #sign(text: string): string {
    return this.#sealer?.sign(text) ?? sha256Hex(`${this.#fileId} ${text}`);
  }
}

/** A record line that is complete. */
export interface RawRecord {
  readonly body: string;
  readonly before: ChainEnd;
}

/**
 * Splits the record part into lines and checks their chain. What stands behind the last line end is left out.
 *
 * @throws CheckpointError with CHECKPOINT_DAMAGED
 */
export function readChain(
  bytes: Uint8Array,
  start: ChainEnd,
): { records: readonly RawRecord[]; end: ChainEnd } {
  const records: RawRecord[] = [];
  let end = start;
  let from = 0;
  for (;;) {
    const lineEnd = bytes.indexOf(0x0a, from);
    if (lineEnd === -1) return { records, end };
    const line = new TextDecoder().decode(bytes.subarray(from, lineEnd));
    const body = line.slice(DIGEST_CHARS + 1);
    const link = nextLink(end.link, body);
    if (line.slice(0, DIGEST_CHARS + 1) !== `${link} `) {
      throw new CheckpointError(
        "CHECKPOINT_DAMAGED",
        `The checkpoint file is damaged: record ${records.length + 1} is not what was written`,
      );
    }
    records.push({ body, before: end });
    end = { sequence: end.sequence + 1, link };
    from = lineEnd + 1;
  }
}

/**
 * Reads the header.
 *
 * @throws CheckpointError when it is none
 */
export function readHeader(sector: Uint8Array): FileHeader {
  const line = fromSector(sector);
  const header = line === undefined ? undefined : parseObject(line);
  if (header?.["tablazeCheckpoint"] === undefined) {
    throw new CheckpointError(
      "CHECKPOINT_DAMAGED",
      "This is no checkpoint file of tablaze run, or its head is damaged",
    );
  }
  if (header["tablazeCheckpoint"] !== FORMAT_VERSION) {
    throw new CheckpointError("CHECKPOINT_VERSION", "The checkpoint file was written by a newer release");
  }
  const { fileId, seal, writer } = header;
  const isSealed = seal !== undefined;
  const { salt, keyCheck } = (isSealed && typeof seal === "object" && seal !== null ? seal : {}) as {
    readonly salt?: unknown;
    readonly keyCheck?: unknown;
  };
  if (typeof fileId !== "string" || !/^[\w-]{1,64}$/.test(fileId)) throw damagedHead();
  if (writer !== undefined && (typeof writer !== "string" || !/^[\w -]{1,100}$/.test(writer))) {
    throw damagedHead();
  }
  const known = { fileId, ...(writer === undefined ? {} : { writer }) };
  if (!isSealed) return known;
  if (typeof salt !== "string" || !/^[0-9a-f]{32}$/.test(salt)) throw damagedHead();
  if (typeof keyCheck !== "string" || !/^[0-9a-f]{64}$/.test(keyCheck)) throw damagedHead();
  return { ...known, seal: { salt, keyCheck } };
}

/**
 * Finds the keys of a file, or that it needs none.
 *
 * @throws CheckpointError when the file is sealed and the passphrase is missing or wrong, or the other way round
 */
export function openSeal({ seal }: FileHeader, passphrase: string | undefined): Sealer | undefined {
  if (seal === undefined) {
    if (passphrase === undefined) return undefined;
    throw new CheckpointError(
      "CHECKPOINT_NOT_SEALED",
      "The checkpoint file is not sealed, though --checkpoint-key-env says so: leave the flag out if you trust the file",
    );
  }
  if (passphrase === undefined) {
    throw new CheckpointError(
      "CHECKPOINT_KEY_REQUIRED",
      "The checkpoint file is sealed: name the variable that holds its key with --checkpoint-key-env",
    );
  }
  const sealer = createSealer(passphrase, seal.salt);
  if (sealer.keyCheck === seal.keyCheck) return sealer;
  throw new CheckpointError(
    "CHECKPOINT_KEY_WRONG",
    "The key does not open the checkpoint file: it is another one's",
  );
}

function nextLink(link: string, body: string): string {
  return sha256Hex(`${link}\n${body}`);
}

function toSector(line: string): Uint8Array {
  const text = `${line.padEnd(SECTOR_BYTES - 1, " ")}\n`;
  const bytes = Buffer.from(text, "utf8");
  if (bytes.length !== SECTOR_BYTES) throw new Error("a line is longer than its sector");
  return bytes;
}

function fromSector(sector: Uint8Array): string | undefined {
  const text = new TextDecoder().decode(sector);
  return sector.length === SECTOR_BYTES && text.endsWith("\n") ? text.slice(0, -1).trimEnd() : undefined;
}

function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value as Record<string, unknown> : undefined;
  } catch {
    return undefined;
  }
}

function damagedHead(): CheckpointError {
  return new CheckpointError("CHECKPOINT_DAMAGED", "The checkpoint file is damaged: its head does not fit");
}
