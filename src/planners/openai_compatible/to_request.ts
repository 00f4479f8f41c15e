import type { AgentPlannerRequest } from "../../contracts/planner.ts";
import type { ObjectSchema } from "../model_tool.ts";
import { type ProjectedGroup, projectMessages } from "../projection.ts";
import { toModelTools } from "../tool_schema.ts";
import type { ResolvedCompatibleOptions } from "./options.ts";

/** A part of a user message. */
export type ChatContentPart =
  | { type: "text"; text: string }
  | { type: "image_url"; image_url: { url: string } };

/** A call in an assistant message. */
export interface ChatToolCall {
  id: string;
  type: "function";
  function: { name: string; arguments: string };
}

/** A message of a Chat Completions request. */
export type ChatMessage =
  | { role: "system"; content: string }
  | { role: "user"; content: string | ChatContentPart[] }
  | { role: "assistant"; content: string | null; tool_calls?: ChatToolCall[] }
  | { role: "tool"; tool_call_id: string; content: string };

/** A Chat Completions request. */
export interface ChatRequest {
  model: string;
  messages: ChatMessage[];
  tools: { type: "function"; function: { name: string; description?: string; parameters: ObjectSchema } }[];
  tool_choice: "required" | "auto";
  stream: false;
}

/** Converts a planner request for a Chat Completions endpoint. */
export function toRequest(
  request: AgentPlannerRequest,
  { model, supportsImages, toolChoice }: Pick<
    ResolvedCompatibleOptions,
    "model" | "supportsImages" | "toolChoice"
  >,
): ChatRequest {
  const messages = projectMessages(request.messages, supportsImages).flatMap((message): ChatMessage[] => {
    switch (message.kind) {
      case "user":
        return [{ role: "user", content: message.text }];
      case "assistant":
        return [{ role: "assistant", content: message.text }];
      case "group":
        return toGroup(message);
      default:
        return message satisfies never;
    }
  });
  return {
    model,
    messages: [{ role: "system", content: request.instructions }, ...messages],
    tools: toModelTools(request).map(({ inputSchema, ...named }) => ({
      type: "function",
      function: { ...named, parameters: inputSchema },
    })),
    tool_choice: toolChoice,
    stream: false,
  };
}

/** Results follow their calls directly; images come after the group, as a tool message carries text only. */
function toGroup({ text, calls, results }: ProjectedGroup): ChatMessage[] {
  const images = results.flatMap((result) => result.images);
  const parts = images.flatMap(({ label, mediaType, data }): ChatContentPart[] => [
    { type: "text", text: label },
    { type: "image_url", image_url: { url: `data:${mediaType};base64,${data}` } },
  ]);
  return [
    {
      role: "assistant",
      content: text === "" ? null : text,
      tool_calls: calls.map((call) => ({
        id: call.id,
        type: "function",
        function: { name: call.name, arguments: JSON.stringify(call.arguments) },
      })),
    },
    ...results.map(({ callId, text: content }): ChatMessage => ({
      role: "tool",
      tool_call_id: callId,
      content,
    })),
    ...(parts.length === 0 ? [] : [{ role: "user" as const, content: parts }]),
  ];
}
