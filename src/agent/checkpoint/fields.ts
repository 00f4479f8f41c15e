// Strict reading of data that nobody vouches for. Every reader either returns a value of its type or refuses.
import { CheckpointError } from "../../contracts/errors.ts";
import { cutText } from "../../contracts/text.ts";
import { isRecord } from "../records.ts";

/** A record whose fields are read one by one. */
export type Fields = Readonly<Record<string, unknown>>;

/** The refusal of a checkpoint; `place` is a path of field names and carries no content. */
export function invalid(place: string, problem: string): CheckpointError {
  return new CheckpointError(
    "CHECKPOINT_INVALID",
    `Cannot resume as the checkpoint is not valid: ${cutText(place, 120)} ${problem}`,
  );
}

/** A record with no other than these fields. */
export function readFields(value: unknown, place: string, known: readonly string[]): Fields {
  if (!isRecord(value)) throw invalid(place, "must be an object");
  const other = Object.keys(value).find((key) => !known.includes(key));
  if (other !== undefined) {
    throw invalid(place, `has the unknown field ${JSON.stringify(cutText(other, 40))}`);
  }
  return value;
}

/** A record of any fields. */
export function readRecord(value: unknown, place: string): Fields {
  if (!isRecord(value)) throw invalid(place, "must be an object");
  return value;
}

/** A list. */
export function readList(value: unknown, place: string, maxLength: number): readonly unknown[] {
  if (!Array.isArray(value)) throw invalid(place, "must be a list");
  if (value.length > maxLength) throw invalid(place, `must hold at most ${maxLength} entries`);
  return value;
}

/** A text. */
export function readText(value: unknown, place: string, { min = 1, max = Infinity } = {}): string {
  if (typeof value !== "string") throw invalid(place, "must be a text");
  if (value.length < min || value.length > max) throw invalid(place, "has a length that is not possible");
  return value;
}

/** A whole number. */
export function readWhole(value: unknown, place: string, min: number, max: number): number {
  if (typeof value !== "number" || !Number.isSafeInteger(value)) {
    throw invalid(place, "must be a whole number");
  }
  if (value < min || value > max) throw invalid(place, `must be from ${min} to ${max}`);
  return value;
}

/** One of some words. */
export function readChoice<Word extends string>(value: unknown, place: string, words: readonly Word[]): Word {
  const found = words.find((word) => word === value);
  if (found === undefined) throw invalid(place, `must be one of ${words.join(", ")}`);
  return found;
}

/** A lowercase SHA-256 digest. */
export function readDigest(value: unknown, place: string): string {
  if (typeof value !== "string" || !/^[0-9a-f]{64}$/.test(value)) throw invalid(place, "must be a digest");
  return value;
}

/** `{ [key]: value }` when there is a value, else nothing. */
export function optional<Key extends string, Value>(
  key: Key,
  value: unknown,
  read: (value: unknown) => Value,
): { readonly [K in Key]?: Value } {
  return value === undefined ? {} : { [key]: read(value) } as { readonly [K in Key]: Value };
}
