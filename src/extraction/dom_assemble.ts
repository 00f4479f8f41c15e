import type { JsonValue } from "../contracts/json.ts";
import { convertText } from "./convert.ts";
import { copyJson } from "./copy_json.ts";
import { type DOMField, type ResolvedDOMField, validateDOMFieldPlan } from "./dom_plan.ts";
import { ExtractionError } from "./error.ts";
import {
  MAX_FIELD_MATCHES,
  MAX_MATCHES,
  MAX_OBSERVATION_CHARS,
  MAX_RESULT_BYTES,
  utf8Bytes,
} from "./limits.ts";
import { childPointer } from "./pointer.ts";
import { compileSchema, type ExtractionSchema } from "./schema.ts";
import { isPublicAddress } from "./sources.ts";

/** What trusted browser code read from one matched element. */
export interface DOMObservation {
  /** The field that it is for. */
  readonly name: string;
  /** Number of the element among the field's matches, from 0. */
  readonly matchIndex: number;
  /** Address of the element's frame: HTTP(S) without credentials. */
  readonly url: string;
  /** Text before conversion, at most 20,000 characters; `true` or `false` for a checkbox or radio button. */
  readonly quote: string;
  /** Set when the text was cut. */
  readonly truncated?: boolean;
}

/** Where a value was read. */
export interface DOMCitation {
  /** JSON pointer into the data, for example `/features/0`. */
  readonly pointer: string;
  /** Address of the frame. */
  readonly url: string;
  /** Selector of the field. */
  readonly selector: string;
  /** Number of the element among the field's matches, from 0. */
  readonly matchIndex: number;
  /** How it was read. */
  readonly mode: DOMField["mode"];
  /** Name of the attribute, for mode `attribute`. */
  readonly attribute?: string;
  /** Text before conversion. */
  readonly quote: string;
}

/** Typed data with the place of each value. */
export interface DOMExtraction {
  /** Satisfies the schema; frozen. */
  readonly data: JsonValue;
  /** Always true. */
  readonly schema_validated: true;
  /** Where the data comes from. */
  readonly provenance: "dom-observation";
  /** One for each value, in the order of the plan. */
  readonly citations: readonly DOMCitation[];
}

/** What `assembleDOMExtraction` puts together. */
export interface DOMExtractionInput {
  /** Draft-07, at most 64 KiB. */
  readonly schema: ExtractionSchema;
  /** 1–30 fields. */
  readonly fields: readonly DOMField[];
  /** At most 20 for a field and 100 together. They must come from trusted browser code. */
  readonly observations: readonly DOMObservation[];
}

/**
 * Makes typed data of what was read from a page, and checks it.
 *
 * @returns frozen data with citations
 * @throws ExtractionError with the code of the first thing that is wrong; no text of the page is in it
 */
export function assembleDOMExtraction({ schema, fields, observations }: DOMExtractionInput): DOMExtraction {
  const compiled = compileSchema(schema);
  const plan = validateDOMFieldPlan(fields);
  const read = readObservations(observations, new Set(plan.map(({ name }) => name)));
  const entries: [string, JsonValue][] = [];
  const citations: DOMCitation[] = [];
  for (const field of plan) {
    const matches = read.filter(({ name }) => name === field.name)
      .toSorted((left, right) => left.matchIndex - right.matchIndex);
    const value = toValue(field, matches, citations);
    if (value !== undefined) entries.push([field.name, value]);
  }
  const data: JsonValue = Object.freeze(Object.fromEntries(entries));
  compiled.check(data);
  const result: DOMExtraction = Object.freeze({
    data,
    schema_validated: true,
    provenance: "dom-observation",
    citations: Object.freeze(citations),
  });
  if (utf8Bytes(JSON.stringify(result)) <= MAX_RESULT_BYTES) return result;
  throw new ExtractionError("EXTRACTION_LIMIT", `The result is larger than ${MAX_RESULT_BYTES} bytes`);
}

function toValue(
  field: ResolvedDOMField,
  matches: readonly DOMObservation[],
  citations: DOMCitation[],
): JsonValue | undefined {
  const pointer = childPointer("", field.name);
  if (matches.length === 0) {
    if (!field.required) return undefined;
    throw new ExtractionError("MISSING_FIELD", "A required field matched nothing", [
      { pointer, message: "matched no element" },
    ]);
  }
  if (matches.some(({ matchIndex }, index) => matchIndex !== index)) {
    throw invalid(pointer, "must have its matches numbered from 0 without a gap");
  }
  if (!field.multiple && matches.length > 1) {
    throw invalid(pointer, `must match exactly one element, and matched ${matches.length}`);
  }
  const values = matches.map(({ url, quote, truncated, matchIndex }) => {
    const at = field.multiple ? childPointer(pointer, matchIndex) : pointer;
    if (truncated === true) {
      throw new ExtractionError("TRUNCATED_FIELD", "The text of a field was cut", [
        { pointer: at, message: "is longer than an observation holds" },
      ]);
    }
    if (field.mode === "text" && quote.trim() === "") {
      throw new ExtractionError("MISSING_FIELD", "A text field is empty", [
        { pointer: at, message: "has no visible text" },
      ]);
    }
    const value = convertText(quote, field.type, at);
    const { selector, mode, attribute } = field;
    citations.push(Object.freeze({
      pointer: at,
      url,
      selector,
      matchIndex,
      mode,
      ...(attribute === undefined ? {} : { attribute }),
      quote,
    }));
    return value;
  });
  return field.multiple ? Object.freeze(values) : values[0];
}

function readObservations(observations: unknown, names: ReadonlySet<string>): readonly DOMObservation[] {
  if (Array.isArray(observations) && observations.length > MAX_MATCHES) {
    throw new ExtractionError("EXTRACTION_LIMIT", `The fields match more than ${MAX_MATCHES} elements`);
  }
  const copy = copyJson(observations, "list of observations", "INVALID_CANDIDATE");
  if (!Array.isArray(copy)) throw invalid("", "must be a list of observations");
  const counts = new Map<string, number>();
  return copy.map((value: JsonValue, index) => {
    const observation = readObservation(value, `/observations/${index}`, names);
    const count = (counts.get(observation.name) ?? 0) + 1;
    counts.set(observation.name, count);
    if (count > MAX_FIELD_MATCHES) {
      throw new ExtractionError(
        "EXTRACTION_LIMIT",
        `A field matches more than ${MAX_FIELD_MATCHES} elements`,
        [
          { pointer: childPointer("", observation.name), message: "matches too many elements" },
        ],
      );
    }
    return observation;
  });
}

function readObservation(value: JsonValue, at: string, names: ReadonlySet<string>): DOMObservation {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw invalid(at, "must be an object");
  }
  const { name, matchIndex, url, quote, truncated = false, ...rest } = value as Record<string, JsonValue>;
  if (Object.keys(rest).length > 0) throw invalid(at, "has a key that an observation does not have");
  if (typeof name !== "string" || !names.has(name)) {
    throw invalid(`${at}/name`, "must name a field of the plan");
  }
  if (typeof matchIndex !== "number" || !Number.isInteger(matchIndex) || matchIndex < 0) {
    throw invalid(`${at}/matchIndex`, "must be a whole number from 0");
  }
  if (typeof quote !== "string") throw invalid(`${at}/quote`, "must be a text");
  if (typeof truncated !== "boolean") throw invalid(`${at}/truncated`, "must be true or false");
  if (!isPublicAddress(url)) {
    throw new ExtractionError("INVALID_SOURCE", "The page's address cannot be cited", [
      { pointer: `${at}/url`, message: "must be http:// or https:// without credentials" },
    ]);
  }
  if (quote.length > MAX_OBSERVATION_CHARS) {
    throw new ExtractionError(
      "EXTRACTION_LIMIT",
      `An observation holds more than ${MAX_OBSERVATION_CHARS} characters`,
      [{ pointer: `${at}/quote`, message: "is too long" }],
    );
  }
  return { name, matchIndex, url, quote, truncated };
}

function invalid(pointer: string, message: string): ExtractionError {
  return new ExtractionError("INVALID_CANDIDATE", "What was read does not fit the plan", [{
    pointer,
    message,
  }]);
}
