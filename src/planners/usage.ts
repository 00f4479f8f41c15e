import { TablazeError } from "../contracts/errors.ts";
import type { AgentModelUsage } from "../contracts/planner.ts";
import { isRecord } from "./parse_json.ts";

/** Application hook for reported counters. It is trusted; keep it short. A returned promise is awaited. */
export type UsageHook = (usage: AgentModelUsage) => void | Promise<void>;

/** The counters of a usage record, all optional: what a provider did not report stays absent. */
export type UsageCounters = Omit<AgentModelUsage, "step" | "model" | "role" | "responseId" | "latencyMs">;

/** What a provider said about one response. */
export interface ReportedUsage {
  readonly counters: UsageCounters;
  /** Model name in the response. */
  readonly model?: string;
  /** Id of the response. */
  readonly responseId?: string;
}

/** A counter, when it is a valid nonnegative integer. */
export function readCounter(source: unknown, field: string): number | undefined {
  if (!isRecord(source)) return undefined;
  const value = source[field];
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

/** A short identifier of the provider's, when it is fit for a report. */
export function readIdentifier(source: unknown, field: string): string | undefined {
  if (!isRecord(source)) return undefined;
  const value = source[field];
  // deno-lint-ignore no-control-regex
  return typeof value === "string" && /^[^\x00-\x1f\x7f]{1,256}$/.test(value) ? value : undefined;
}

/** A copy without the keys whose value is undefined. */
export function withoutAbsent<Fields extends Record<string, number | string | undefined>>(
  fields: Fields,
): { [Key in keyof Fields]?: Exclude<Fields[Key], undefined> } {
  const present = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present) as { [Key in keyof Fields]?: Exclude<Fields[Key], undefined> };
}

/**
 * Hands a usage record to the application.
 *
 * @throws TablazeError with code `USAGE_HOOK_FAILED` when the hook throws, so that a runner can tell it from a failure
 * of the provider
 */
export async function reportUsage(hook: UsageHook | undefined, usage: AgentModelUsage): Promise<void> {
  if (hook === undefined) return;
  try {
    await hook(usage);
  } catch (cause) {
    throw new TablazeError("USAGE_HOOK_FAILED", "The application's onUsage hook failed", { cause });
  }
}
