// Every bound of extraction in one place.

/** Sources of one extraction. */
export const MAX_SOURCES = 100;
/** UTF-16 code units of one source. */
export const MAX_SOURCE_CHARS = 100_000;
/** UTF-16 code units of all sources together. */
export const MAX_TOTAL_SOURCE_CHARS = 2_000_000;
/** Bytes of a schema as JSON. */
export const MAX_SCHEMA_BYTES = 64 * 1024;
/** Bytes of a candidate or a result as JSON. */
export const MAX_RESULT_BYTES = 2 * 1024 * 1024;
/** Values of the data that need a citation. */
export const MAX_LEAVES = 5_000;
/** Citations of one candidate. */
export const MAX_CITATIONS = 10_000;
/** UTF-16 code units of one quote. */
export const MAX_QUOTE_CHARS = 2_000;
/** Nesting of JSON input. */
export const MAX_DEPTH = 64;
/** Values in JSON input, containers included. */
export const MAX_NODES = 100_000;
/** Milliseconds of one extraction, unless the caller says otherwise. */
export const DEFAULT_TIMEOUT_MS = 60_000;
/** Most milliseconds that a caller can allow. */
export const MAX_TIMEOUT_MS = 3_600_000;
/** UTF-16 code units of a task. */
export const MAX_TASK_CHARS = 32_768;
/** UTF-16 code units of a source's id. */
export const MAX_ID_CHARS = 200;
/** UTF-16 code units of an address. */
export const MAX_URL_CHARS = 8_192;
/** Entries of a field plan. */
export const MAX_FIELDS = 30;
/** Elements that one field may match. */
export const MAX_FIELD_MATCHES = 20;
/** Elements that all fields together may match. */
export const MAX_MATCHES = 100;
/** UTF-16 code units of one observation. */
export const MAX_OBSERVATION_CHARS = 20_000;

/** Bytes of a text in UTF-8. */
export function utf8Bytes(text: string): number {
  return new TextEncoder().encode(text).byteLength;
}
