import type { JsonValue } from "../contracts/json.ts";
import { copyJson } from "./copy_json.ts";
import { ExtractionError, type ExtractionIssue } from "./error.ts";
import { MAX_CITATIONS, MAX_QUOTE_CHARS, MAX_RESULT_BYTES, utf8Bytes } from "./limits.ts";
import { leafPointers } from "./pointer.ts";
import { type CompiledSchema, compileSchema, type ExtractionSchema } from "./schema.ts";
import { type ExtractionSource, readSources } from "./sources.ts";

/** Where a value is said to stand. */
export interface ExtractionCitation {
  /** JSON pointer of a primitive, null or empty container in the data; `""` for the data itself. */
  readonly pointer: string;
  /** Id of one of the sources. */
  readonly sourceId: string;
  /** Text that stands in the source exactly so, 1–2,000 characters. */
  readonly quote: string;
  /** May be left out; must be the source's address. */
  readonly url?: string;
}

/** What an extractor returns. It is not trusted. */
export interface ExtractionCandidate {
  /** Checked against the schema. */
  readonly data: unknown;
  /** At least one for each value of the data that holds no other value; at most 10,000. */
  readonly citations: readonly ExtractionCitation[];
}

/** A citation whose quote was found. */
export interface BoundCitation {
  /** JSON pointer of the value. */
  readonly pointer: string;
  /** Id of the source. */
  readonly sourceId: string;
  /** Text that stands in the source exactly so. */
  readonly quote: string;
  /** Address of the source. */
  readonly url: string;
  /** UTF-16 offset of the first occurrence in the source's text. */
  readonly start: number;
  /** UTF-16 offset behind it. */
  readonly end: number;
}

/**
 * Data whose every value is quoted. The guarantee goes as far as its name: each quote stands in its source. Whether
 * quotes support the values, are true, or are all there is, it does not say.
 */
export interface ProvenanceResult {
  /** Satisfies the schema; frozen. */
  readonly data: JsonValue;
  /** In the order in which the candidate gave them. */
  readonly citations: readonly BoundCitation[];
  /** What was checked. */
  readonly guarantee: "source-quote-presence";
}

/** What `validateProvenance` compares. */
export interface ProvenanceInput {
  /** Draft-07, at most 64 KiB. */
  readonly schema: ExtractionSchema;
  /** 1–100 sources. */
  readonly sources: readonly ExtractionSource[];
  /** What was extracted, at most 2 MiB as JSON. */
  readonly candidate: unknown;
}

/**
 * Checks extracted data against its schema and every quote against its source.
 *
 * @returns frozen copies
 * @throws ExtractionError with the code of the first thing that is wrong
 */
export function validateProvenance({ schema, sources, candidate }: ProvenanceInput): ProvenanceResult {
  return bindCandidate(compileSchema(schema), readSources(sources), candidate);
}

/** As `validateProvenance`, for a schema and sources that are checked already. */
export function bindCandidate(
  schema: CompiledSchema,
  sources: readonly ExtractionSource[],
  candidate: unknown,
): ProvenanceResult {
  const { data, citations } = readCandidate(candidate);
  const leaves = leafPointers(data);
  schema.check(data);
  const byId = new Map(sources.map((source) => [source.id, source]));
  const bound = citations.map((citation, index) => bind(citation, index, leaves, byId));
  const cited = new Set(bound.map(({ pointer }) => pointer));
  const missing = [...leaves].filter((pointer) => !cited.has(pointer));
  if (missing.length > 0) {
    throw new ExtractionError(
      "INCOMPLETE_EVIDENCE",
      `${missing.length} of ${leaves.size} values have no citation`,
      missing.slice(0, 20).map((pointer) => ({ pointer, message: "needs a citation" })),
    );
  }
  const result: ProvenanceResult = Object.freeze({
    data,
    citations: Object.freeze(bound),
    guarantee: "source-quote-presence",
  });
  if (utf8Bytes(JSON.stringify(result)) > MAX_RESULT_BYTES) throw tooLarge("result");
  return result;
}

function readCandidate(candidate: unknown): { data: JsonValue; citations: readonly JsonValue[] } {
  const copy = copyJson(candidate, "candidate", "INVALID_CANDIDATE");
  if (typeof copy !== "object" || copy === null || Array.isArray(copy)) {
    throw malformed("", "must be an object with data and citations");
  }
  const { data, citations, ...rest } = copy as Record<string, JsonValue>;
  if (Object.keys(rest).length > 0) throw malformed("", "must hold nothing but data and citations");
  if (data === undefined) throw malformed("", "has no data");
  if (!Array.isArray(citations)) throw malformed("/citations", "must be a list");
  if (citations.length > MAX_CITATIONS) {
    throw new ExtractionError("EXTRACTION_LIMIT", `There are more than ${MAX_CITATIONS} citations`);
  }
  if (utf8Bytes(JSON.stringify(copy)) > MAX_RESULT_BYTES) throw tooLarge("candidate");
  return { data, citations };
}

function bind(
  citation: JsonValue,
  index: number,
  leaves: ReadonlySet<string>,
  sources: ReadonlyMap<string, ExtractionSource>,
): BoundCitation {
  const at = `/citations/${index}`;
  if (typeof citation !== "object" || citation === null || Array.isArray(citation)) {
    throw malformed(at, "must be an object");
  }
  const { pointer, sourceId, quote, url, ...rest } = citation as Record<string, JsonValue>;
  if (Object.keys(rest).length > 0) throw malformed(at, "must hold nothing but pointer, sourceId and quote");
  if (typeof pointer !== "string" || typeof sourceId !== "string" || typeof quote !== "string") {
    throw malformed(at, "must hold pointer, sourceId and quote as texts");
  }
  if (!leaves.has(pointer)) {
    throw wrong(at, "must point to a value of the data that holds no other value");
  }
  const source = sources.get(sourceId);
  if (source === undefined) throw wrong(at, "must name one of the sources");
  if (url !== undefined && url !== source.url) throw wrong(at, "names another address than its source has");
  if (quote.length > MAX_QUOTE_CHARS) {
    throw new ExtractionError("EXTRACTION_LIMIT", `A quote is longer than ${MAX_QUOTE_CHARS} characters`, [
      { pointer: at, message: "its quote is too long" },
    ]);
  }
  if (quote.trim() === "") throw wrong(at, "its quote is empty");
  // half of a character would be found in the middle of another one
  const start = /\p{Surrogate}/u.test(quote) ? -1 : source.text.indexOf(quote);
  if (start < 0) throw wrong(at, "its quote does not stand in the source exactly so");
  return Object.freeze({ pointer, sourceId, quote, url: source.url, start, end: start + quote.length });
}

function malformed(pointer: string, message: string): ExtractionError {
  return fail("INVALID_CANDIDATE", "What was extracted has not the form that it must have", {
    pointer,
    message,
  });
}

function wrong(pointer: string, message: string): ExtractionError {
  return fail("INVALID_CITATION", "A citation does not hold", { pointer, message });
}

function fail(
  code: "INVALID_CANDIDATE" | "INVALID_CITATION",
  message: string,
  issue: ExtractionIssue,
): ExtractionError {
  return new ExtractionError(code, message, [issue]);
}

function tooLarge(what: string): ExtractionError {
  return new ExtractionError("EXTRACTION_LIMIT", `The ${what} is larger than ${MAX_RESULT_BYTES} bytes`);
}
