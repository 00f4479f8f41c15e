import { TablazeError } from "../contracts/errors.ts";
import { cutText } from "../contracts/text.ts";

/** Fixed codes of extraction. */
export type ExtractionErrorCode =
  /** The schema is no usable draft-07 schema. */
  | "INVALID_SCHEMA"
  /** The data does not satisfy the schema. */
  | "SCHEMA_MISMATCH"
  /** A source is malformed, empty or incomplete. */
  | "INVALID_SOURCE"
  /** What was extracted has not the form that it must have. */
  | "INVALID_CANDIDATE"
  /** A citation names an unknown source or place, or its quote is not in the source. */
  | "INVALID_CITATION"
  /** A value has no citation. */
  | "INCOMPLETE_EVIDENCE"
  /** The caller's own check did not accept the data. */
  | "SUPPORT_REJECTED"
  /** A text of the page is no value of the field's type. */
  | "TYPE_CONVERSION"
  /** A required field matched nothing, or a text field is empty. */
  | "MISSING_FIELD"
  /** A field's text was cut. */
  | "TRUNCATED_FIELD"
  /** A field plan is malformed. */
  | "INVALID_FIELD_PLAN"
  /** Something is larger or more than it may be. */
  | "EXTRACTION_LIMIT"
  /** The time was over. */
  | "EXTRACTION_TIMEOUT"
  /** The model decided something else than one submission. */
  | "MODEL_DECISION_INVALID";

/** What is wrong at one place. */
export interface ExtractionIssue {
  /** JSON pointer into the data, the schema or the plan; `""` is the whole. At most 300 characters. */
  readonly pointer: string;
  /** What is wrong, without any value of field or source. At most 300 characters. */
  readonly message: string;
}

/** An extraction that failed. Its message and issues hold no value of a field and no text of a source. */
export class ExtractionError extends TablazeError {
  /** What went wrong. */
  declare readonly code: ExtractionErrorCode;
  /** What is wrong where; at most 20 entries. */
  readonly issues: readonly ExtractionIssue[];

  /**
   * An error with bounded issues.
   *
   * @param code one of the fixed codes
   * @param message what is wrong and what to do, without values
   * @param issues what is wrong where; more than 20 are cut
   * @param options standard error options
   */
  constructor(
    code: ExtractionErrorCode,
    message: string,
    issues: readonly ExtractionIssue[] = [],
    options?: ErrorOptions,
  ) {
    super(code, message, options);
    this.issues = Object.freeze(
      issues.slice(0, MAX_ISSUES).map((issue) =>
        Object.freeze({ pointer: clip(issue.pointer), message: clip(issue.message) })
      ),
    );
  }
}

const MAX_ISSUES = 20;
const MAX_CHARS = 300;

function clip(text: string): string {
  return cutText(text, MAX_CHARS);
}
