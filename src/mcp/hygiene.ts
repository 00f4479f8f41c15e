// Error texts are read by models and kept in logs. They say what happened, never what was typed or where it was sent.
import { cutText } from "../contracts/text.ts";

const MAX_ERROR_CHARS = 2000;

const ANSI_ESCAPES = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*[A-Za-z]`, "g");
const CALL_LOG = /\s*(?:Call log:|=+ logs =+)[\s\S]*$/;
const WEB_ADDRESS = /\b(?:https?|wss?):\/\/[^\s"'<>`)\]}]+/gi;

function escapeForPattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}

/** Forms in which a message may repeat a value: as it is, as JSON writes it, with white space folded. */
function formsOf(value: string): readonly string[] {
  const plain = value.replace(ANSI_ESCAPES, "");
  const asJson = JSON.stringify(plain).slice(1, -1);
  return [plain, asJson, plain.replace(/\s+/g, " ").trim()].filter((form) => form.trim() !== "");
}

/** Shorter values are part of many words, and of the runtime's own: `1` of "1 of 3 actions". */
const SHORT_CHARS = 4;

function toPattern(form: string): string {
  const literal = escapeForPattern(form);
  if (form.length >= SHORT_CHARS) return literal;
  // A short value is one only where it is quoted as such, alone: anywhere else the sentence would be lost, and the gaps
  // in it would say what the value is.
  return `(?<=["'\`“])${literal}(?=["'\`”])`;
}

function maskValues(text: string, values: readonly string[]): string {
  const forms = [...new Set(values.flatMap(formsOf))]
    .filter((form) => form.length <= text.length)
    .sort((left, right) => right.length - left.length);
  // One pass over all of them, longest first, so that no mask is masked again.
  return forms.length === 0
    ? text
    : text.replace(new RegExp(forms.map(toPattern).join("|"), "gu"), "[value]");
}

/**
 * Makes an error text fit for a reply.
 *
 * @param message raw text
 * @param privateValues typed or expected values to mask
 * @returns the text without these values, web addresses, driver logs and colour codes, at most 2,000 characters
 */
export function cleanErrorText(message: string, privateValues: readonly string[]): string {
  const masked = maskValues(message.replace(ANSI_ESCAPES, ""), privateValues);
  const cleaned = masked.replace(CALL_LOG, "").replace(WEB_ADDRESS, "[url]").trim();
  return cutText(cleaned, MAX_ERROR_CHARS);
}

/** Fields of a result that hold `{code, message}`. */
const ERROR_FIELDS: ReadonlySet<string> = new Set(["error", "snapshot_error"]);

/**
 * Copies a result with every error text and hint in it made fit for a reply. What was read from the page stays as it is.
 */
export function cleanResult(value: unknown, privateValues: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => cleanResult(item, privateValues));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, item]): [string, unknown] => {
    if (key === "hint" && typeof item === "string") return [key, cleanErrorText(item, privateValues)];
    if (ERROR_FIELDS.has(key) && typeof item === "object" && item !== null && "message" in item) {
      const { message } = item;
      return [key, { ...item, message: cleanErrorText(String(message), privateValues) }];
    }
    return [key, cleanResult(item, privateValues)];
  });
  return Object.fromEntries(entries);
}
