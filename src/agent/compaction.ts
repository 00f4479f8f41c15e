import type { AgentOmittedCalls as OmittedCalls } from "../contracts/checkpoint.ts";
import type { AgentMessage } from "../contracts/planner.ts";
import type { MessageGroup } from "./history.ts";
import { isFailed } from "./tool_results.ts";

/** What a compaction does. */
export interface CompactionPlan {
  readonly leaveOut: readonly MessageGroup[];
  readonly omitted: OmittedCalls;
}

/** What must stay. */
export interface CompactionRules {
  readonly keepRecentGroups: number;
  /** Calls that current verifications or ambiguities rest on. */
  readonly protectedCallIds: ReadonlySet<string>;
}

/** Omitted calls that are listed one by one. */
export const MAX_LISTED_CALLS = 200;

/** Decides which groups leave; `undefined` when none can. */
export function planCompaction(
  groups: readonly MessageGroup[],
  before: OmittedCalls,
  rules: CompactionRules,
): CompactionPlan | undefined {
  const removable = groups.filter((group) => group.kind === "turn" || group.kind === "feedback");
  const older = removable.slice(0, Math.max(0, removable.length - rules.keepRecentGroups));
  const leaveOut = older.filter((group) => !group.messages.some((message) => isProtected(message, rules)));
  if (leaveOut.length === 0) return undefined;
  const messages = leaveOut.flatMap((group) => group.messages);
  const calls = [...before.calls, ...messages.flatMap(toOmittedCall)];
  const surplus = Math.max(0, calls.length - MAX_LISTED_CALLS);
  return {
    leaveOut,
    omitted: {
      calls: calls.slice(surplus),
      unlistedCalls: before.unlistedCalls + surplus,
      messages: before.messages + messages.length,
    },
  };
}

function isProtected(message: AgentMessage, rules: CompactionRules): boolean {
  return message.role === "tool" && rules.protectedCallIds.has(message.toolCallId);
}

function toOmittedCall(message: AgentMessage): OmittedCalls["calls"][number][] {
  if (message.role !== "tool") return [];
  const outcome = isFailed(message.result) ? "error" : "ok";
  return [{ id: message.toolCallId, name: message.name, outcome }];
}

/** The metadata as the planner reads it. */
export function omittedText({ calls, unlistedCalls, messages }: OmittedCalls): string {
  const lines = calls.map((call) => `${call.id} ${call.name} ${call.outcome}`);
  const unlisted = unlistedCalls === 0 ? [] : [`and ${unlistedCalls} earlier calls`];
  return [
    `${messages} older messages were left out to save room. Their page details are gone: observe again before ` +
    "relying on them. Calls among them:",
    ...unlisted,
    ...lines,
  ].join("\n");
}
