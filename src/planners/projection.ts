import type {
  AgentAssistantMessage,
  AgentMessage,
  AgentToolCall,
  AgentUserMessage,
} from "../contracts/planner.ts";
import { invalidHistory } from "./failures.ts";
import { type ProjectedResult, projectResult } from "./tool_result.ts";

/** A part of the conversation in the form that every provider's converter starts from. */
export type ProjectedMessage =
  | { readonly kind: "user"; readonly text: string }
  | { readonly kind: "assistant"; readonly text: string }
  | ProjectedGroup;

/** An assistant message with its calls, and the result of each call in the same order. */
export interface ProjectedGroup {
  readonly kind: "group";
  /** Text beside the calls; may be empty. */
  readonly text: string;
  readonly calls: readonly AgentToolCall[];
  readonly results: readonly ProjectedResult[];
}

/**
 * Projects the retained history for a request, without changing it.
 *
 * @param messages the history
 * @param supportsImages false keeps images back and says so in their place
 * @throws AgentPlannerError when a call lacks its result, a result lacks its call, or their order differs
 */
export function projectMessages(
  messages: readonly AgentMessage[],
  supportsImages: boolean,
): readonly ProjectedMessage[] {
  const projected: ProjectedMessage[] = [];
  let index = 0;
  while (index < messages.length) {
    const message = messages[index];
    index += 1;
    if (message === undefined) continue;
    if (message.role === "tool") throw invalidHistory("a tool result stands without its call");
    if (message.role === "user") {
      projected.push({ kind: "user", text: userText(message) });
    } else if (message.toolCalls.length === 0) {
      if (hasText(message.content)) projected.push({ kind: "assistant", text: message.content });
    } else {
      const results = takeResults(
        message,
        messages.slice(index, index + message.toolCalls.length),
        supportsImages,
      );
      index += results.length;
      projected.push({ kind: "group", text: message.content ?? "", calls: message.toolCalls, results });
    }
  }
  // Some providers read a last assistant message as the beginning of the answer.
  if (projected.at(-1)?.kind === "assistant") projected.push({ kind: "user", text: "Go on with the task." });
  return projected;
}

function takeResults(
  { toolCalls }: AgentAssistantMessage,
  following: readonly AgentMessage[],
  supportsImages: boolean,
): ProjectedResult[] {
  return toolCalls.map((call, position) => {
    const message = following[position];
    if (message?.role !== "tool" || message.toolCallId !== call.id || message.name !== call.name) {
      throw invalidHistory("a tool call stands without its result");
    }
    return projectResult(message, supportsImages);
  });
}

function userText({ source, content }: AgentUserMessage): string {
  switch (source) {
    case "task":
      return content;
    case "feedback":
      return `Executor feedback: ${content}`;
    case "operator":
      return `Trusted instruction of the operator: ${content}`;
    default:
      return source satisfies never;
  }
}

function hasText(text: string | undefined): text is string {
  return text !== undefined && text.trim() !== "";
}
