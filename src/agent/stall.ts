import type { AgentToolCall } from "../contracts/planner.ts";
import type { AgentToolResult } from "../contracts/tools.ts";
import { isRecord } from "./records.ts";

/** Thresholds of the detector. */
export interface StallOptions {
  readonly repeatThreshold: number;
  readonly maxWarnings: number;
}

/** What the detector advises after a call. */
export type StallVerdict = "go_on" | "warn" | "stop";

const MAX_PATTERN = 8;

/** What the planner is told once. */
export const STALL_FEEDBACK =
  "The last calls keep giving the same answers. Do not repeat them: look at what is different " +
  "from what you expect, and choose another way, ask for human input, or give up with a reason.";

/** Why the run ends when that did not help. */
export const STALL_REASON = "The run keeps getting the same answers and a corrected plan did not help.";

/** Notices that a run keeps getting the same answers. Works on a bounded window of digests. */
export class StallDetector {
  readonly #options: StallOptions;
  #window: string[] = [];
  #warnings = 0;

  constructor(options: StallOptions) {
    this.#options = options;
  }

  /** A mutation went through: whatever repeats from here on repeats on a page that may have changed. */
  progress(): void {
    this.#window = [];
    this.#warnings = 0;
  }

  /** A read result or an error, as a digest of call and answer. */
  observe(digest: string): StallVerdict {
    this.#window.push(digest);
    const longest = MAX_PATTERN * this.#options.repeatThreshold;
    if (this.#window.length > longest) this.#window.shift();
    if (!this.#repeats()) return "go_on";
    if (this.#warnings >= this.#options.maxWarnings) return "stop";
    this.#warnings++;
    this.#window = []; // the corrected plan gets its own chance
    return "warn";
  }

  #repeats(): boolean {
    for (let length = 1; length <= MAX_PATTERN; length++) {
      const needed = length * this.#options.repeatThreshold;
      if (this.#window.length < needed) return false;
      const start = this.#window.length - needed;
      let same = true;
      for (let index = start + length; same && index < this.#window.length; index++) {
        same = this.#window[index] === this.#window[index - length];
      }
      if (same) return true;
    }
    return false;
  }
}

const VOLATILE_KEYS =
  /^(?:(?:baseline_)?snapshot_id|refs?|\w*_refs?|cursor|nonce|idempotency_key|\w*_ms|latency|elapsed|timestamp|\w*_at)$/;

/** Text of a call and its answer without what changes by itself: snapshot ids, refs, marks and times. */
export function stableText(call: AgentToolCall, result: AgentToolResult): string {
  const parts: unknown[] = [call.name, call.arguments, result.isError === true];
  if (result.structuredContent === undefined) parts.push(result.content);
  else parts.push(result.structuredContent, result.content.filter((block) => block.type !== "text"));
  return stable(parts);
}

/** Text of a refused decision without what the model words anew each time: call ids, quotations, numbers. */
export function refusalText(feedback: string): string {
  return `refused: ${feedback.replace(/"[^"]*"/g, '""').replace(/\d+/g, "0")}`;
}

function stable(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(withoutMarks(value));
  if (Array.isArray(value)) return `[${value.map(stable).join(",")}]`;
  if (!isRecord(value)) return String(value);
  const fields = Object.keys(value).filter((key) => !VOLATILE_KEYS.test(key)).sort();
  return `{${fields.map((key) => `${JSON.stringify(key)}:${stable(value[key])}`).join(",")}}`;
}

// refs and the unforgeable page mark inside a tree
function withoutMarks(text: string): string {
  return text.replace(/<(\/?)page \w+>/g, "<$1page>").replace(/\[(?:f\d+)*[er]\d+ /g, "[");
}

/** True when a mutation reports for each of its actions that the page did not answer: no receipt, but an observation. */
export function saysNoEffect(result: AgentToolResult): boolean {
  const actions: unknown = result.structuredContent?.results;
  return Array.isArray(actions) && actions.length > 0 &&
    actions.every((action: unknown) =>
      isRecord(action) && isRecord(action.effect) && action.effect.outcome === "no_effect"
    );
}
