import { BrowserError } from "../contracts/errors.ts";
import { sha256Hex } from "../platform/hash.ts";
import { countCharacters } from "./count_characters.ts";

interface LedgerEntry {
  readonly argumentsHash: string;
  readonly result: Promise<unknown>;
  hasEnded: boolean;
}

const MAX_ENTRIES = 200;
const MAX_KEY_CHARS = 200;

/**
 * Calls that a client named with a key, so that asking again after a lost answer does not act again. The oldest ended
 * calls are forgotten when there are more than 200.
 */
export class OnceLedger {
  readonly #entries = new Map<string, LedgerEntry>();

  /**
   * Runs work once per key.
   *
   * @param scope what the key is unique within, for example a session
   * @param key the client's key; without one the work simply runs
   * @param callArguments what must be the same when the key comes again
   * @param work gets a function to call once the first effect is about to happen; a failure before that is not recorded
   * @throws `IDEMPOTENCY_CONFLICT` when the key was used with other arguments; else what the recorded call threw
   */
  async run<T>(
    scope: string,
    key: string | undefined,
    callArguments: unknown,
    work: (begin: () => void) => Promise<T>,
  ): Promise<T> {
    if (key === undefined) return await work(() => {});
    const length = countCharacters(key);
    if (length < 1 || length > MAX_KEY_CHARS) {
      throw new RangeError(
        `"idempotencyKey" must have 1 to ${MAX_KEY_CHARS} characters: it has ${length}`,
      );
    }
    const name = JSON.stringify([scope, key]);
    const argumentsHash = sha256Hex(canonicalJson(callArguments));
    const known = this.#entries.get(name);
    if (known !== undefined) {
      if (known.argumentsHash === argumentsHash) return await (known.result as Promise<T>); // same scope: same method
      throw new BrowserError(
        "IDEMPOTENCY_CONFLICT",
        "This idempotency key was used with other arguments; use a new key for a new call",
      );
    }
    let hasBegun = false;
    const result = work(() => hasBegun = true);
    const entry: LedgerEntry = { argumentsHash, result, hasEnded: false };
    this.#entries.set(name, entry);
    try {
      return await result;
    } catch (error) {
      if (!hasBegun) this.#entries.delete(name);
      throw error;
    } finally {
      entry.hasEnded = true;
      this.#trim();
    }
  }

  #trim(): void {
    for (const [name, { hasEnded }] of this.#entries) {
      if (this.#entries.size <= MAX_ENTRIES) return;
      if (hasEnded) this.#entries.delete(name);
    }
  }
}

/** JSON with sorted keys and without absent fields: equal for equal arguments. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) => {
    if (typeof item !== "object" || item === null || Array.isArray(item)) return item;
    return Object.fromEntries(Object.entries(item).sort(([a], [b]) => a < b ? -1 : 1));
  }) ?? "null";
}
