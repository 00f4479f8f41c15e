import { BrowserError } from "../contracts/errors.ts";

/** Shortest secret that is looked for: shorter ones would blank out common words, and so give themselves away. */
const MINIMUM_CHARS = 6;
const MASK = "•••";
/** Digits of a card; a page likes to write them in groups. */
const CARD = /^\d{12,19}$/;
/**
 * Fields that the runtime itself writes, and `tree`, whose parts the in-page code masks before it puts structure around
 * them. A secret that happens to be such a word must not break a reply.
 */
const OWN_FIELDS: ReadonlySet<string> = new Set([
  "tree",
  "type",
  "kind",
  "status",
  "outcome",
  "code",
  "mode",
  "role",
  "ref",
  "session_id",
  "snapshot_id",
  "baseline_snapshot_id",
  "tab_id",
  "from_tab_id",
  "frame_id",
  "cursor",
  "path",
  "sha256",
  "mime_type",
  "session_mode",
  "coordinate_space",
  "provenance",
]);

function escapeForRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

function formsOf(secret: string): string[] {
  if (CARD.test(secret)) return [[...secret].join("[\\s\\u00a0.-]?")];
  const encoded = encodeURIComponent(secret);
  const forms = new Set([secret, encoded, encoded.replaceAll("%20", "+")]);
  return [...forms].map(escapeForRegExp);
}

/**
 * What sensitive fields of a session hold or held. A page may repeat such a value where no walker looks: in its title,
 * its address, a dialog, the name of a frame. So every result and error of a session passes here before it leaves.
 */
export class SecretBook {
  readonly #secrets = new Set<string>();
  #pattern: RegExp | undefined;

  /** Remembers values; those that are too short to be told from words are left out. */
  add(values: readonly string[]): void {
    const before = this.#secrets.size;
    for (const value of values) {
      const secret = value.trim();
      const bare = secret.replace(/[\s\u00a0.-]/g, "");
      const known = CARD.test(bare) ? bare : secret;
      if (known.length >= MINIMUM_CHARS) this.#secrets.add(known);
    }
    if (this.#secrets.size === before) return;
    const forms = [...this.#secrets].sort((a, b) => b.length - a.length).flatMap(formsOf);
    this.#pattern = new RegExp(forms.join("|"), "g");
  }

  /** The text without any secret. */
  hideText(text: string): string {
    return this.#pattern === undefined ? text : text.replace(this.#pattern, MASK);
  }

  /** A copy of a result whose texts hold no secret; the same object when there is no secret to look for. */
  hide<T>(result: T): T {
    return this.#pattern === undefined ? result : this.#hideDeep(result) as T;
  }

  /** The error, or one like it whose message holds no secret. */
  hideError(error: unknown): unknown {
    if (!(error instanceof BrowserError)) return error;
    const message = this.hideText(error.message);
    return message === error.message ? error : new BrowserError(error.code, message, { cause: error.cause });
  }

  #hideDeep(value: unknown): unknown {
    if (typeof value === "string") return this.hideText(value);
    if (Array.isArray(value)) return value.map((item) => this.#hideDeep(item));
    if (typeof value !== "object" || value === null) return value;
    if (Object.getPrototypeOf(value) !== Object.prototype) return value; // bytes of an image, for example
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, OWN_FIELDS.has(key) ? item : this.#hideDeep(item)]),
    );
  }
}
