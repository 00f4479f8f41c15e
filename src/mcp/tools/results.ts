// The published form of replies. Loose on purpose: a field that an engine adds must never turn an honest result into
// a protocol error. What is required is what a client may rely on.
import type { JsonSchema } from "../../contracts/json.ts";

type Properties = Readonly<Record<string, JsonSchema>>;

/** A described schema of one JSON type. */
export function field(
  type: string | readonly string[],
  description: string,
  rest: JsonSchema = {},
): JsonSchema {
  return { type, description, ...rest };
}

const codeAndMessage: JsonSchema = {
  type: "object",
  properties: { code: { type: "string" }, message: { type: "string" } },
  required: ["code", "message"],
};

/** `error` of a reply or of one part of it. */
export function errorField(description: string): JsonSchema {
  return { ...codeAndMessage, description };
}

/** An object of which only some fields are promised. */
export function openObject(
  properties: Properties,
  required: readonly string[],
  description?: string,
): JsonSchema {
  return { type: "object", ...(description === undefined ? {} : { description }), properties, required };
}

/** A list of such objects. */
export function listOf(items: JsonSchema, description: string): JsonSchema {
  return { type: "array", description, items };
}

/** The form of a reply: `ok` always, then what success promises, or `error`. */
export function replySchema(properties: Properties, onSuccess: readonly string[]): JsonSchema {
  return {
    type: "object",
    properties: {
      ok: field("boolean", "False when the call failed"),
      ...properties,
      error: errorField("Why the call failed"),
    },
    required: ["ok"],
    anyOf: [{ required: onSuccess }, { required: ["error"] }],
  };
}

/** An owned tab. */
export const tab: JsonSchema = openObject({
  tab_id: { type: "string" },
  url: { type: "string" },
  title: { type: "string" },
  http_status: { type: "integer" },
  active: { type: "boolean" },
}, ["tab_id", "url", "active"]);

/** Fields of an image; the image itself is a block of its own. */
export const captureProperties: Properties = {
  mime_type: field("string", "`image/jpeg`"),
  bytes: field("integer", "Size, at most 4 MiB"),
  tab_id: field("string", "Tab"),
  url: field("string", "Its address"),
  viewport: field("object", "`width`, `height`, `scrollX`, `scrollY` in CSS pixels"),
  coordinate_space: field(
    "string",
    "`viewport-css`: pixels of the image are CSS pixels of the viewport; `document-css`: of the whole document",
  ),
  masked: field("integer", "Private fields and passages that were made invisible"),
};

/** Fields that every image has. */
export const captureRequired: readonly string[] = [
  "mime_type",
  "bytes",
  "tab_id",
  "url",
  "viewport",
  "coordinate_space",
];

/** A native dialog that waits for an answer. */
export const openDialog: JsonSchema = openObject(
  {
    type: field("string", "`alert`, `confirm`, `prompt` or `beforeunload`"),
    message: field("string", "What it says"),
    default_value: field("string", "What a prompt suggests"),
    tab_id: field("string", "Its tab, when that is not the active one"),
  },
  ["type", "message"],
  "Native dialog that waits for `tab_dialog`; the page does nothing meanwhile",
);

const frame = openObject({
  frame_id: { type: "string" },
  url: { type: "string" },
  name: { type: "string" },
  is_main: { type: "boolean" },
  http_status: { type: "integer" },
}, ["frame_id", "url"]);

const element = openObject({
  ref: { type: "string" },
  role: { type: "string" },
  name: { type: "string" },
  hint: { type: "string" },
  value: { type: "string" },
}, ["ref", "role", "name"]);

/** Fields of an observation. */
export const snapshotProperties: Properties = {
  session_id: field("string", "Session; every other tool takes it"),
  snapshot_id: field("string", "Observation; `tab_act` takes the latest one"),
  part_of: field("string", "Older observation that this part is of; its refs go with `snapshot_id`"),
  tab_id: field("string", "Observed tab"),
  tabs: listOf(tab, "Owned tabs, when there are several"),
  url: field("string", "Address of the tab"),
  title: field("string", "Title of the tab"),
  http_status: field("integer", "HTTP status of the document, when 400 and above"),
  sign_in: field("array", "HTTP sign-ins that were asked for, and declined", { items: { type: "string" } }),
  mode: field("string", "`diff` when `tree` holds changed lines only"),
  baseline_snapshot_id: field("string", "Observation that a diff is against"),
  scope: field("object", "What the observation was narrowed to"),
  frames: listOf(frame, "Child frames in the tree"),
  frame_count: field("integer", "Frames of the tab, when more than are listed"),
  tree: field("string", "The page as text, with a ref on everything that can be acted on"),
  elements: listOf(element, "The elements as data, with format `elements`"),
  truncated: field("boolean", "True when something was cut; absence from a cut observation proves nothing"),
  cursor: field("string", "Pass it to `tab_snapshot` to read on"),
  dialog_open: openDialog,
  available_files: listOf(
    openObject({
      id: { type: "string" },
      name: { type: "string" },
      bytes: { type: "integer" },
      source: { type: "string" },
    }, ["id", "name", "bytes"]),
    "Files that an upload may name",
  ),
  initial_capture: openObject(
    captureProperties,
    captureRequired,
    "First image of a page that only draws, with an image block",
  ),
  initial_capture_error: errorField("Why there is no such image"),
  truncation: field("array", "What was cut", { items: { type: "string" } }),
  session_mode: field("string", "`isolated`, `persistent_profile` or `attached`"),
};

/** Fields that every observation has. */
export const snapshotRequired: readonly string[] = [
  "session_id",
  "snapshot_id",
  "tab_id",
  "url",
  "title",
  "truncated",
];

/** The reply of a tool that observes. */
export const snapshotReply: JsonSchema = replySchema(snapshotProperties, snapshotRequired);

const checkResult = openObject({
  index: field("integer", "Position in the request"),
  kind: field("string", "Kind of the check"),
  pass: field("boolean", "True when it held"),
  actual: field(["string", "number", "boolean", "null"], "What is there; for text the nearest passage"),
  hint: field("string", "What to do about a failure"),
  already_held: field(
    "boolean",
    "True when a post-check held before the actions: it proves nothing about them",
  ),
  error: errorField("Why it could not be evaluated"),
}, ["index", "kind", "pass"]);

/** Fields of a verification. */
export const verifyProperties: Properties = {
  session_id: field("string", "Verified session"),
  snapshot_id: field("string", "Observation that refs were taken from"),
  passed: field("boolean", "True when every check held"),
  checks: listOf(checkResult, "One result a check, in order"),
  elapsed_ms: field("number", "Milliseconds"),
};
