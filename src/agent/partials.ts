import type { AgentPartial } from "../contracts/result.ts";
import { jsonBytes } from "./utf8.ts";

/** Parts that a run may publish. */
export const MAX_ENTRIES = 100;
/** Bytes of all their data. */
export const MAX_BYTES = 2 * 1024 * 1024;

/** Accepted partial results. Only ever grows. */
export class PartialLedger {
  readonly #entries: AgentPartial[] = [];
  readonly #keys = new Set<string>();
  #bytes = 0;
  #list: readonly AgentPartial[] | undefined;

  /** @param saved parts that an earlier process accepted */
  constructor(saved: readonly AgentPartial[] = []) {
    for (const partial of saved) this.add(partial);
  }

  /** The parts so far; the same list until another one is accepted. */
  get entries(): readonly AgentPartial[] {
    this.#list ??= Object.freeze(this.#entries.slice());
    return this.#list;
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
    this.#list = undefined;
    this.#entries.push(Object.freeze(partial));
    this.#keys.add(partial.key);
    this.#bytes += jsonBytes(partial.data);
  }
}

/** What the history says about an accepted part. */
export function publicationNote({ key, data, evidence }: Omit<AgentPartial, "step">): string {
  const ids = evidence.map(({ toolCallId }) => toolCallId);
  return `agent_publish: ${JSON.stringify({ key, evidence: ids, bytes: jsonBytes(data) })}`;
}
