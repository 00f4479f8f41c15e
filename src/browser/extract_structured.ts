import type { FieldQuery, FieldReading, FieldsOptions } from "../contracts/browser_tools.ts";
import type { DOMExtraction } from "../extraction/dom_assemble.ts";
import { type DOMField, validateDOMFieldPlan } from "../extraction/dom_plan.ts";
import type { ExtractionSchema } from "../extraction/schema.ts";

/** What is to be read, and what it must become. */
export interface ExtractStructuredOptions extends FieldsOptions {
  /** Draft-07, at most 64 KiB. */
  readonly schema: ExtractionSchema;
  /** 1–30 fields. */
  readonly fields: readonly DOMField[];
}

/**
 * Reads the fields of a plan, and makes typed data of them.
 *
 * @param read reads from the page
 * @throws ExtractionError with the code of the first thing that is wrong, and what `read` throws
 */
export async function extractStructured(
  { schema, fields }: Pick<ExtractStructuredOptions, "schema" | "fields">,
  read: (queries: readonly FieldQuery[]) => Promise<readonly FieldReading[]>,
): Promise<DOMExtraction> {
  const plan = validateDOMFieldPlan(fields);
  const observations = await read(plan.map(({ name, selector, mode, attribute }) => ({
    name,
    selector,
    mode,
    ...(attribute === undefined ? {} : { attribute }),
  })));
  // loaded late: an engine that is never asked for it starts without a schema compiler
  const { assembleDOMExtraction } = await import("../extraction/dom_assemble.ts");
  return assembleDOMExtraction({ schema, fields: plan, observations });
}
