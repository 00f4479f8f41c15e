// Form input that was not sent: what stands in fields, and how it is put back. Sensitive fields are left out.
import type { PageDraft } from "./protocol_tools.ts";
import { drawnEditor } from "./editors/drawn_editor.ts";
import { isSensitive } from "./sensitive.ts";

const MAX_DRAFTS = 500;
const MAX_CHARS = 20_000;
const MAX_KEY_CHARS = 4_000;
const MAX_VALUES = 1_000;

// a draft that is lost can be typed again, a secret that is written down cannot be taken back
const SECRET_TOKEN = /^cc-/;
const SECRET_NAME = new RegExp(
  "pass|pwd|\\bpin\\b|\\btan\\b|cvv|cvc|csc|otp|one.?time|card|iban|security.?code|secret|token|ssn|credential|" +
    "kennwort|karte|motdepasse|contrase|clave|senha|wachtwoord|has[lł]o|lösenord|adgangskode|salasana|" +
    "şifre|parola|парол|код|密码|密碼|パスワード|暗証|비밀번호|암호",
  "i",
);

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** All fields of the document with the keys by which they are found again. */
function* fields(): Generator<readonly [key: string, field: Field]> {
  const seen = new Map<string, number>();
  for (const field of document.querySelectorAll<Field>("input,textarea,select")) {
    const { type = "" } = field as HTMLInputElement;
    // a field of another name has another key, so that nothing is put where it does not belong
    const kind = [field.localName, type, field.getAttribute("name") ?? "", field.id].join("|");
    const number = seen.get(kind) ?? 0;
    seen.set(kind, number + 1);
    yield [`${kind}|${number}`, field];
  }
}

function mayBeKept(field: Field): boolean {
  const { type = "" } = field as HTMLInputElement;
  if (/^(?:password|hidden|file|submit|button|reset|image)$/.test(type) || isSensitive(field)) return false;
  if (drawnEditor(field) !== null) return false; // what is put there is typed
  const tokens = (field.getAttribute("autocomplete") ?? "").toLowerCase().split(/\s+/);
  if (tokens.some((token) => SECRET_TOKEN.test(token))) return false;
  const names = ["id", "name", "aria-label", "placeholder"].map((name) => field.getAttribute(name) ?? "");
  const labels = [...field.labels ?? []].map((label) => label.textContent ?? "");
  return ![...names, ...labels].some((name) => SECRET_NAME.test(name));
}

/** Reads the fields whose content is not what the document came with. */
export function readDrafts(): readonly PageDraft[] {
  const drafts: PageDraft[] = [];
  for (const [key, field] of fields()) {
    if (drafts.length >= MAX_DRAFTS) break;
    if (key.length > MAX_KEY_CHARS || !mayBeKept(field)) continue;
    const draft = readDraft(field);
    if (draft !== undefined) drafts.push({ field: key, ...draft });
  }
  return drafts;
}

function readDraft(field: Field): Omit<PageDraft, "field"> | undefined {
  if (field instanceof HTMLSelectElement) {
    const options = [...field.options];
    if (options.every((option) => option.selected === option.defaultSelected)) return undefined;
    // a list without a default shows its first option, which is nobody's input
    const untouched = !field.multiple && field.selectedIndex === 0 &&
      options.every((option) => !option.defaultSelected);
    const values = options.filter((option) => option.selected).map((option) => option.value);
    const isTooLarge = values.length > MAX_VALUES || values.some((value) => value.length > MAX_CHARS);
    return untouched || isTooLarge ? undefined : { values };
  }
  if (/^(?:checkbox|radio)$/.test(field.type)) {
    const { checked, defaultChecked } = field as HTMLInputElement;
    return checked === defaultChecked ? undefined : { checked };
  }
  const { value, defaultValue } = field;
  return value === defaultValue || value.length > MAX_CHARS ? undefined : { values: [value] };
}

/** Puts input back. Returns how many fields were not found. */
export function fillDrafts(drafts: readonly PageDraft[]): number {
  const known = new Map(fields());
  let missing = 0;
  for (const { field: key, values = [], checked } of drafts) {
    const field = known.get(key);
    if (field === undefined || !mayBeKept(field)) {
      missing++;
      continue;
    }
    if (field instanceof HTMLSelectElement) {
      for (const option of field.options) option.selected = values.includes(option.value);
    } else if (checked !== undefined) setNative(field, "checked", checked);
    else setNative(field, "value", values[0] ?? "");
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.dispatchEvent(new Event("change", { bubbles: true }));
  }
  return missing;
}

/** Sets a property by its native setter, past what a framework of the page put in front of it. */
function setNative(field: Field, name: "value" | "checked", value: unknown): void {
  const prototype = field instanceof HTMLTextAreaElement
    ? HTMLTextAreaElement.prototype
    : HTMLInputElement.prototype;
  Object.getOwnPropertyDescriptor(prototype, name)?.set?.call(field, value);
}
