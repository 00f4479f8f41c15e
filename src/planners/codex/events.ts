import { isRecord, parseUntrustedJson } from "../parse_json.ts";
import { readCounter, type UsageCounters, withoutAbsent } from "../usage.ts";
import type { CodexDiagnostic } from "./diagnostic.ts";

/** Why the events of a process made it unusable. */
export type EventFault = "not_json_lines" | "external_tool";

/** Items that are words of the model or the CLI. Every other item, known or new, is something that was run. */
const HARMLESS_ITEMS: ReadonlySet<unknown> = new Set(["agent_message", "reasoning", "error", "todo_list"]);

/** How the CLI logs that the model called a tool which is switched off; it then tells the model so and goes on. */
const REFUSED_TOOL = /\bERROR codex_core::tools::/;

/** Follows the JSON lines of one or more `codex exec` processes. Keeps facts and counters, and no text. */
export class CodexEvents {
  #terminalEvent: CodexDiagnostic["terminalEvent"] = "none";
  #errorNotifications = 0;
  #fault: EventFault | undefined;
  readonly #usages: UsageCounters[] = [];

  /** The last event that ended a turn of the current process. */
  get terminalEvent(): CodexDiagnostic["terminalEvent"] {
    return this.#terminalEvent;
  }

  /** Error notifications of all processes. */
  get errorNotifications(): number {
    return this.#errorNotifications;
  }

  /** The first fault. */
  get fault(): EventFault | undefined {
    return this.#fault;
  }

  /** Counters of all completed turns, each only when every turn reported it; undefined when none completed. */
  get usage(): UsageCounters | undefined {
    return this.#usages.length === 0 ? undefined : sumCounters(this.#usages);
  }

  /** Forgets how the last process ended its turn, before the next one starts. */
  startProcess(): void {
    this.#terminalEvent = "none";
  }

  /** Takes one line; returns false when the process must not go on. */
  readonly take = (line: string): boolean => {
    if (line.trim() === "") return true;
    const parsed = parseUntrustedJson(line);
    if (!parsed.ok || !isRecord(parsed.value)) this.#fault ??= "not_json_lines";
    else this.#takeEvent(parsed.value);
    return this.#fault === undefined;
  };

  /** Takes one line of standard error; returns false when the process must not go on. Nothing of it is kept. */
  readonly takeError = (line: string): boolean => {
    if (REFUSED_TOOL.test(line)) this.#fault ??= "external_tool";
    return this.#fault === undefined;
  };

  #takeEvent(event: Record<string, unknown>): void {
    const { type, item } = event;
    if (type === "turn.completed") {
      this.#terminalEvent = type;
      this.#usages.push(readTurnUsage(event["usage"]));
    } else if (type === "turn.failed") this.#terminalEvent = type;
    else if (type === "error") this.#errorNotifications += 1;
    else if (typeof type === "string" && type.startsWith("item.")) {
      const itemType = isRecord(item) ? item["type"] : undefined;
      if (!HARMLESS_ITEMS.has(itemType)) this.#fault ??= "external_tool";
      else if (itemType === "error") this.#errorNotifications += 1;
    }
  }
}

function readTurnUsage(usage: unknown): UsageCounters {
  return withoutAbsent({
    promptTokens: readCounter(usage, "input_tokens"),
    completionTokens: readCounter(usage, "output_tokens"),
    cachedPromptTokens: readCounter(usage, "cached_input_tokens"),
    cacheCreationPromptTokens: readCounter(usage, "cache_write_input_tokens"),
    reasoningTokens: readCounter(usage, "reasoning_output_tokens"),
  });
}

function sumCounters(usages: readonly UsageCounters[]): UsageCounters {
  const names = new Set(usages.flatMap((usage) => Object.keys(usage) as (keyof UsageCounters)[]));
  const sums: { -readonly [Name in keyof UsageCounters]: number } = {};
  for (const name of names) {
    const values = usages.map((usage) => usage[name]);
    if (values.every((value) => value !== undefined)) {
      sums[name] = values.reduce((sum, value) => sum + value, 0);
    }
  }
  return sums;
}
