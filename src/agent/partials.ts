import type { AgentPartial } from "../contracts/result.ts";
import { jsonBytes } from "./utf8.ts";

const MAX_ENTRIES = 100;
const MAX_BYTES = 2 * 1024 * 1024;

/** Accepted partial results. Only ever grows. */
export class PartialLedger {
  readonly #entries: AgentPartial[] = [];
  readonly #keys = new Set<string>();
  #bytes = 0;

  get entries(): readonly AgentPartial[] {
    return this.#entries.slice();
  }

  /** Why this key and data cannot be stored; `undefined` when they can. */
  problem(key: string, data: unknown): string | undefined {
    if (this.#keys.has(key)) return "this key was published already, and published parts cannot be replaced";
    if (this.#entries.length >= MAX_ENTRIES) return `a run publishes at most ${MAX_ENTRIES} parts`;
    if (this.#bytes + jsonBytes(data) > MAX_BYTES) {
      return `all parts together hold at most ${MAX_BYTES} bytes`;
    }
    return undefined;
  }

  /** Stores a part that `problem` found nothing against. */
  add(partial: AgentPartial): void {
    this.#entries.push(Object.freeze(partial));
    this.#keys.add(partial.key);
    this.#bytes += jsonBytes(partial.data);
  }
}
