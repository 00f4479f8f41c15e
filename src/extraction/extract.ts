import { type DeadlineOptions, withDeadline } from "./deadline.ts";
import { ExtractionError } from "./error.ts";
import { MAX_TASK_CHARS } from "./limits.ts";
import {
  bindCandidate,
  type BoundCitation,
  type ExtractionCandidate,
  type ProvenanceResult,
} from "./provenance.ts";
import { compileSchema, type ExtractionSchema } from "./schema.ts";
import { type ExtractionSource, readSources } from "./sources.ts";

/** What an extractor is given: frozen copies. */
export interface ExtractorInput {
  /** What to extract. */
  readonly task: string;
  /** The checked sources. */
  readonly sources: readonly ExtractionSource[];
  /** The schema of the data. */
  readonly schema: ExtractionSchema;
  /** Aborts when the caller cancels or the time is over. */
  readonly signal: AbortSignal;
}

/** What a check of support is given. */
export interface SupportInput extends ExtractorInput {
  /** The data, which satisfies the schema. */
  readonly data: ProvenanceResult["data"];
  /** The citations, whose quotes were found. */
  readonly citations: readonly BoundCitation[];
}

/** What every extraction takes. */
export interface ExtractionOptions extends DeadlineOptions {
  /** What to extract, 1–32,768 characters. */
  readonly task: string;
  /** 1–100 sources of at most 100,000 characters each and 2,000,000 together. They are not opened. */
  readonly sources: readonly ExtractionSource[];
  /** Draft-07, at most 64 KiB. */
  readonly schema: ExtractionSchema;
  /** The caller's own judgement of data and quotes; only `true` accepts. */
  readonly validateSupport?: (input: SupportInput) => boolean | Promise<boolean>;
}

/** Options of `extractWithProvenance`. */
export interface ProvenanceOptions extends ExtractionOptions {
  /** Called once. What it returns is checked, what it throws is passed on. */
  readonly extractor: (input: ExtractorInput) => ExtractionCandidate | Promise<ExtractionCandidate>;
}

/**
 * Extracts data once and accepts it only with a quote for every value. Asks no model, opens nothing, repeats nothing.
 *
 * @returns frozen data with bound citations
 * @throws ExtractionError with a fixed code
 * @throws TypeError | RangeError for a wrong option
 * @throws what the extractor throws, and the caller's reason after a cancellation
 */
export async function extractWithProvenance(options: ProvenanceOptions): Promise<ProvenanceResult> {
  const { task, extractor, validateSupport, timeoutMs, signal: callerSignal } = options;
  if (typeof task !== "string" || task.trim() === "" || task.length > MAX_TASK_CHARS) {
    throw new TypeError(`Cannot extract as "task" must be a text of 1 to ${MAX_TASK_CHARS} characters`);
  }
  if (typeof extractor !== "function") {
    throw new TypeError('Cannot extract as "extractor" must be a function');
  }
  if (validateSupport !== undefined && typeof validateSupport !== "function") {
    throw new TypeError('Cannot extract as "validateSupport" must be a function');
  }
  const compiled = compileSchema(options.schema);
  const sources = readSources(options.sources);
  const deadline = {
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(callerSignal === undefined ? {} : { signal: callerSignal }),
  };
  return await withDeadline(deadline, async (signal) => {
    const input: ExtractorInput = Object.freeze({ task, sources, schema: compiled.schema, signal });
    const candidate = await extractor(input);
    signal.throwIfAborted();
    const result = bindCandidate(compiled, sources, candidate);
    if (validateSupport !== undefined) await requireSupport(validateSupport, input, result);
    signal.throwIfAborted();
    return result;
  });
}

async function requireSupport(
  validateSupport: NonNullable<ExtractionOptions["validateSupport"]>,
  input: ExtractorInput,
  { data, citations }: ProvenanceResult,
): Promise<void> {
  const message = "The application did not accept that the quotes support the data";
  let verdict: unknown;
  try {
    verdict = await validateSupport(Object.freeze({ ...input, data, citations }));
  } catch (cause) {
    throw new ExtractionError("SUPPORT_REJECTED", message, [], { cause });
  }
  if (verdict !== true) throw new ExtractionError("SUPPORT_REJECTED", message);
}
