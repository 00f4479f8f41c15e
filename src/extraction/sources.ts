import { copyJson } from "./copy_json.ts";
import { ExtractionError } from "./error.ts";
import {
  MAX_ID_CHARS,
  MAX_SOURCE_CHARS,
  MAX_SOURCES,
  MAX_TOTAL_SOURCE_CHARS,
  MAX_URL_CHARS,
} from "./limits.ts";

/** A text that data is extracted from. */
export interface ExtractionSource {
  /** Unique among the sources, 1–200 characters. */
  readonly id: string;
  /** Absolute HTTP(S) address without credentials. It is not opened. */
  readonly url: string;
  /** What it says, 1–100,000 characters. */
  readonly text: string;
}

/**
 * Checks sources and copies them.
 *
 * @throws ExtractionError `INVALID_SOURCE` or `EXTRACTION_LIMIT`
 */
export function readSources(sources: unknown): readonly ExtractionSource[] {
  if (Array.isArray(sources) && sources.length > MAX_SOURCES) {
    throw new ExtractionError("EXTRACTION_LIMIT", `There are more than ${MAX_SOURCES} sources`);
  }
  const copy = copyJson(sources, "list of sources", "INVALID_SOURCE");
  if (!Array.isArray(copy) || copy.length === 0) throw invalid("", "must be a list of at least one source");
  const read = copy.map((source: unknown, index) => readSource(source, `/${index}`));
  if (new Set(read.map(({ id }) => id)).size !== read.length) throw invalid("", "must have different ids");
  if (read.reduce((sum, { text }) => sum + text.length, 0) > MAX_TOTAL_SOURCE_CHARS) {
    throw new ExtractionError(
      "EXTRACTION_LIMIT",
      `The sources hold more than ${MAX_TOTAL_SOURCE_CHARS} characters together`,
    );
  }
  return Object.freeze(read);
}

/** Whether an address is absolute HTTP(S) without credentials. */
export function isPublicAddress(url: unknown): url is string {
  if (typeof url !== "string" || url.length > MAX_URL_CHARS || !URL.canParse(url)) return false;
  const { protocol, username, password } = new URL(url);
  return (protocol === "http:" || protocol === "https:") && username === "" && password === "";
}

function readSource(value: unknown, pointer: string): ExtractionSource {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw invalid(pointer, "must be an object with id, url and text");
  }
  const { id, url, text, ...rest } = value as Record<string, unknown>;
  if (Object.keys(rest).length > 0) throw invalid(pointer, "must hold nothing but id, url and text");
  if (typeof id !== "string" || id.trim() === "" || id.length > MAX_ID_CHARS) {
    throw invalid(`${pointer}/id`, `must be a text of 1 to ${MAX_ID_CHARS} characters`);
  }
  if (!isPublicAddress(url)) {
    throw invalid(`${pointer}/url`, "must be an absolute http:// or https:// address without credentials");
  }
  if (typeof text !== "string" || text.trim() === "") {
    throw invalid(`${pointer}/text`, "must be a text that is not empty");
  }
  if (text.length > MAX_SOURCE_CHARS) {
    throw new ExtractionError(
      "EXTRACTION_LIMIT",
      `A source holds more than ${MAX_SOURCE_CHARS} characters`,
      [{ pointer: `${pointer}/text`, message: "is too long" }],
    );
  }
  return Object.freeze({ id, url, text });
}

function invalid(pointer: string, message: string): ExtractionError {
  return new ExtractionError("INVALID_SOURCE", "The sources cannot be used", [{ pointer, message }]);
}
