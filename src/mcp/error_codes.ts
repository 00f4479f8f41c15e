import type { BrowserErrorCode } from "../contracts/errors.ts";
import type { ExtractionErrorCode } from "../extraction/error.ts";

/** What each code of a reply means; the reference is generated from it, and any other code becomes `INTERNAL_ERROR`. */
export const BROWSER_ERROR_CODES: Readonly<Record<BrowserErrorCode, string>> = {
  ACTION_FAILED: "One action could not be carried out",
  AMBIGUOUS_TARGET: "Several elements match where exactly one is needed",
  BATCH_TIMEOUT: "The time of a whole batch was over before its actions were",
  BROWSER_CLOSED: "The browser went away; open a new session",
  BROWSER_MISSING: "No browser is installed where one is looked for",
  BROWSER_START_FAILED: "The browser did not start",
  CANCELLED: "The client cancelled the call",
  CAPTURE_TOO_LARGE: "An image or document is larger than a reply may carry",
  CLEANUP_INCOMPLETE: "It could not be confirmed in time that everything was closed",
  CURSOR_NOT_FOUND: "The cursor belongs to an observation that is no longer held; observe again",
  DIALOG_NOT_OPEN: "There is no native dialog to answer",
  DIALOG_OPEN: "A native dialog waits for an answer and holds everything else up",
  DOWNLOAD_NOT_FOUND: "No download has this id",
  ENGINE_DISPOSED: "The browser side was shut down",
  FILE_DENIED: "The file is not among those that were granted",
  FRAME_NOT_FOUND: "No frame has this id, or it is gone",
  IDEMPOTENCY_CONFLICT: "The key was used before with other arguments",
  INTERNAL_ERROR:
    "Something unforeseen happened; its cause stands in the server's log (standard error), under the id in the message",
  INVALID_ARGUMENT: "An argument has the wrong form, contradicts another one, or does not fit the page",
  INVALID_URL: "The address is not HTTP(S), or carries credentials",
  NAVIGATION_DENIED: "A policy does not allow this address",
  NAVIGATION_FAILED: "The page could not be loaded",
  NAVIGATION_POLICY_FAILED: "The guard that enforces the policy was lost; nothing is loaded any more",
  NOT_EDITABLE: "The target takes no text",
  NOT_VISIBLE: "The target cannot be seen where input would have to go",
  OBSERVATION_TRUNCATED: "The page is larger than what was read, so absence is not proved",
  OPTION_NOT_FOUND: "The list has no such option",
  PDF_TIMEOUT: "Printing took too long; the tab was closed",
  RESPONSE_NOT_FOUND: "No such response is kept in the network journal",
  RESPONSE_UNREADABLE: "The body of the response has no declared length, is too large, no text, or gone",
  SCRIPT_FAILED: "The script threw, or returned something that is no JSON or too large",
  SECRET_DENIED: "This secret may not be used here, or the data would contain one",
  SELECTOR_COUNT: "The selector does not match exactly one element",
  SENSITIVE_VALUE: "The value of a password, hidden or otherwise private field is never read",
  SESSION_NOT_FOUND: "No session has this id; list the sessions or open one",
  SNAPSHOT_CHANGED: "The page changed between two readings that belong together",
  SNAPSHOT_TRUNCATED: "The page is larger than what was read, so a name cannot be resolved for certain",
  STALE_REFERENCE: "The element behind the ref is gone or is another one now; observe again",
  STALE_SNAPSHOT: "A newer observation exists, or a batch consumed this one",
  TAB_NOT_FOUND: "No tab has this id",
  TARGET_COVERED: "Another element covers the target",
  TARGET_DISABLED: "The target is disabled",
  TARGET_NOT_FOUND: "No element matches",
  TIMEOUT: "The time was over before the condition held",
  UNSUPPORTED_FLOW: "The page asks for something that this tool does not do",
};

/** Codes of typed extraction. */
export const EXTRACTION_ERROR_CODES: Readonly<Record<ExtractionErrorCode, string>> = {
  INVALID_SCHEMA: "The schema is no usable draft-07 schema",
  SCHEMA_MISMATCH: "The data does not satisfy the schema",
  INVALID_SOURCE: "The page's address cannot be cited",
  INVALID_CANDIDATE: "What was read does not fit the plan, for example several matches for a single field",
  INVALID_CITATION: "A citation names an unknown place",
  INCOMPLETE_EVIDENCE: "A value has no citation",
  SUPPORT_REJECTED: "The caller's own check did not accept the data",
  TYPE_CONVERSION: "A text of the page is no value of the field's type",
  MISSING_FIELD: "A required field matched nothing, or a text field is empty",
  TRUNCATED_FIELD: "A field's text was cut",
  INVALID_FIELD_PLAN: "The field plan is malformed",
  EXTRACTION_LIMIT: "Something is larger or more than it may be",
  EXTRACTION_TIMEOUT: "The time was over",
  MODEL_DECISION_INVALID: "The extraction model decided something else than one submission",
};

/** True for a code that a reply may carry. */
export function isBrowserErrorCode(code: string | undefined): code is BrowserErrorCode {
  return code !== undefined && Object.hasOwn(BROWSER_ERROR_CODES, code);
}
