import type { BrowserAction, BrowserCheck, CheckableState } from "../contracts/browser.ts";
import { countCharacters } from "./count_characters.ts";
import { MODIFIERS } from "./actions/keys.ts";
import { findCheckConflict } from "./check_conflicts.ts";
import { TIMEOUT_RANGE_MS } from "./options.ts";

type Rule = (value: unknown) => string | undefined;
type Shape = Readonly<Record<string, { readonly rule: Rule; readonly optional?: true }>>;

const text = (min: number, max: number): Rule => (value) =>
  typeof value === "string" && value.length >= min && countCharacters(value) <= max
    ? undefined
    : `a string of ${min} to ${max} characters`;
const integer = (min: number, max: number): Rule => (value) =>
  Number.isInteger(value) && Number(value) >= min && Number(value) <= max
    ? undefined
    : `an integer from ${min} to ${max}`;
const oneOf = (...words: string[]): Rule => (value) =>
  typeof value === "string" && words.includes(value) ? undefined : `one of ${words.join(", ")}`;
const boolean: Rule = (value) => typeof value === "boolean" ? undefined : "true or false";
const finite: Rule = (value) => Number.isFinite(value) ? undefined : "a number";
const texts: Rule = (value) =>
  Array.isArray(value) && value.length <= 50 && value.every((item) => text(0, 1000)(item) === undefined)
    ? undefined
    : "a list of at most 50 strings of at most 1000 characters";

const ref = { rule: text(1, 160) };

const nth = { rule: integer(1, 1000), optional: true } as const;
const coordinate: Rule = (value) =>
  typeof value === "number" && value >= 0 && value <= 100_000 ? undefined : "a number from 0 to 100000";
const point: Rule = (value) =>
  typeof value === "object" && value !== null && Object.keys(value).sort().join() === "x,y" &&
    Object.values(value).every((part) => coordinate(part) === undefined)
    ? undefined
    : "a point with x and y from 0 to 100000";
const points = (min: number): Rule => (value) =>
  Array.isArray(value) && value.length >= min && value.length <= 50 &&
    value.every((item) => point(item) === undefined)
    ? undefined
    : `a list of ${min} to 50 points with x and y from 0 to 100000`;
const files = (min: number): Rule => (value) =>
  Array.isArray(value) && value.length >= min && value.length <= 20 &&
    value.every((item) => text(1, 4096)(item) === undefined)
    ? undefined
    : `a list of ${min} to 20 names of available files`;
const alias: Rule = (value) =>
  typeof value === "string" && /^[A-Za-z][A-Za-z0-9_]{0,63}$/.test(value)
    ? undefined
    : "the alias of a secret";
const modifiers: Rule = (value) =>
  Array.isArray(value) && value.length <= MODIFIERS.length && value.every((item) => MODIFIERS.includes(item))
    ? undefined
    : `a list of ${MODIFIERS.join(", ")}`;
const manner = {
  clicks: { rule: integer(1, 3), optional: true },
  button: { rule: oneOf("left", "right", "middle"), optional: true },
  modifiers: { rule: modifiers, optional: true },
} as const;

const ACTIONS: Readonly<Record<BrowserAction["type"], Shape>> = {
  click: { ref, ...manner },
  double_click: { ref },
  hover: { ref },
  clear: { ref },
  focus: { ref },
  fill: { ref, value: { rule: text(0, 10_000) } },
  type: { ref, value: { rule: text(0, 10_000) } },
  press: { key: { rule: text(1, 100) }, ref: { ...ref, optional: true } },
  select: { ref, values: { rule: texts } },
  choose: { ref, option: { rule: text(1, 1000) } },
  set_slider: { ref, value: { rule: finite } },
  pick_date: { ref, value: { rule: text(1, 40) } },
  select_text: { ref: { ...ref, optional: true }, text: { rule: text(1, 2000) }, nth },
  click_text: { text: { rule: text(1, 2000) }, nth, within: { ...ref, optional: true }, ...manner },
  click_named: {
    name: { rule: text(1, 200) },
    timeout_ms: { rule: integer(TIMEOUT_RANGE_MS.min, TIMEOUT_RANGE_MS.max), optional: true },
  },
  click_xy: { x: { rule: coordinate }, y: { rule: coordinate }, ...manner },
  drag: {
    ref,
    target_ref: ref,
    position: { rule: oneOf("before", "after", "above", "below", "center"), optional: true },
    offset: { rule: point, optional: true },
  },
  drag_xy: { points: { rule: points(2) } },
  move_xy: { points: { rule: points(1) } },
  scroll_to: { ref },
  upload: { ref, files: { rule: files(0) } },
  upload_chooser: { ref, files: { rule: files(0) } },
  drop_files: { ref, files: { rule: files(1) } },
  fill_secret: { ref, secret: { rule: alias } },
  check: { ref, checked: { rule: boolean } },
  scroll: {
    direction: { rule: oneOf("up", "down", "left", "right") },
    pixels: { rule: integer(1, 10_000), optional: true },
    ref: { ...ref, optional: true },
  },
  wait: {
    text: { rule: text(1, 2000) },
    timeout_ms: { rule: integer(TIMEOUT_RANGE_MS.min, TIMEOUT_RANGE_MS.max), optional: true },
  },
};

const STATES: readonly CheckableState[] = [
  "checked",
  "unchecked",
  "enabled",
  "disabled",
  "selected",
  "unselected",
  "expanded",
  "collapsed",
];
const digest: Rule = (value) =>
  typeof value === "string" && /^[0-9a-f]{64}$/.test(value) ? undefined : "a SHA-256 digest in lower case";

const CHECKS: Readonly<Record<BrowserCheck["kind"], Shape>> = {
  url: { value: { rule: text(1, 8192) } },
  title: { contains: { rule: text(1, 2000) } },
  text: { contains: { rule: text(1, 2000) } },
  visible: { selector: { rule: text(1, 1000) } },
  value: {
    value: { rule: text(0, 10_000) },
    ref: { ...ref, optional: true },
    selector: { rule: text(1, 1000), optional: true },
  },
  absent: {
    text: { rule: text(1, 2000), optional: true },
    selector: { rule: text(1, 1000), optional: true },
  },
  matches: { in: { rule: oneOf("text", "url", "title") }, pattern: { rule: text(1, 1000) } },
  state: { ref, state: { rule: oneOf(...STATES) } },
  attribute: {
    name: { rule: text(1, 200) },
    value: { rule: text(0, 10_000), optional: true },
    ref: { ...ref, optional: true },
    selector: { rule: text(1, 1000), optional: true },
  },
  download: {
    name: { rule: text(1, 300), optional: true },
    min_bytes: { rule: integer(0, Number.MAX_SAFE_INTEGER), optional: true },
    sha256: { rule: digest, optional: true },
  },
  response: {
    url: { rule: text(1, 8192) },
    status: { rule: integer(100, 599), optional: true },
    method: { rule: text(1, 20), optional: true },
  },
  count: { selector: { rule: text(1, 1000) }, value: { rule: integer(0, 100_000) } },
};

/**
 * Checks a batch before anything runs.
 *
 * @throws RangeError | TypeError naming the entry and the field
 */
export function validateActions(actions: readonly BrowserAction[]): void {
  validateList(actions, "actions", "type", ACTIONS);
}

/**
 * Checks a list of checks before anything runs.
 *
 * @throws RangeError | TypeError naming the entry and the field
 */
export function validateChecks(checks: readonly BrowserCheck[], name = "checks"): void {
  validateList(checks, name, "kind", CHECKS);
  checks.forEach((check, index) => {
    const conflict = findCheckConflict(check);
    if (conflict !== undefined) throw new TypeError(`${name}[${index}]: ${conflict}`);
  });
}

function validateList(
  list: readonly object[],
  name: string,
  tag: "type" | "kind",
  shapes: Readonly<Record<string, Shape>>,
): void {
  if (!Array.isArray(list) || list.length < 1 || list.length > 20) {
    throw new RangeError(`"${name}" must be a list of 1 to 20 entries`);
  }
  list.forEach((entry: unknown, index) => {
    if (typeof entry !== "object" || entry === null) {
      throw new TypeError(`${name}[${index}] must be an object`);
    }
    const fields = entry as Readonly<Record<string, unknown>>;
    const kind = fields[tag];
    const shape = typeof kind === "string" && Object.hasOwn(shapes, kind) ? shapes[kind] : undefined;
    if (shape === undefined) {
      throw new TypeError(`${name}[${index}].${tag} must be one of ${Object.keys(shapes).join(", ")}`);
    }
    for (const field of Object.keys(fields)) {
      if (field !== tag && !Object.hasOwn(shape, field)) {
        throw new TypeError(`${name}[${index}] (${String(kind)}) has no field "${field}"`);
      }
    }
    for (const [field, { rule, optional }] of Object.entries(shape)) {
      if (fields[field] === undefined && optional === true) continue;
      const expected = rule(fields[field]);
      if (expected !== undefined) throw new TypeError(`${name}[${index}].${field} must be ${expected}`);
    }
  });
}
