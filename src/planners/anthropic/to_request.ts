import type { AgentPlannerRequest } from "../../contracts/planner.ts";
import type { ObjectSchema } from "../model_tool.ts";
import { type ProjectedGroup, projectMessages } from "../projection.ts";
import type { ProjectedImage, ProjectedResult } from "../tool_result.ts";
import { toModelTools } from "../tool_schema.ts";
import type { ResolvedAnthropicOptions } from "./options.ts";

/** Text in a message or a tool result. */
export interface TextBlock {
  type: "text";
  text: string;
}

/** An image in a message or a tool result. */
export interface ImageBlock {
  type: "image";
  source: { type: "base64"; media_type: ProjectedImage["mediaType"]; data: string };
}

/** A call in an assistant message. */
export interface ToolUseBlock {
  type: "tool_use";
  id: string;
  name: string;
  input: Readonly<Record<string, unknown>>;
}

/** The result of a call, in the user message directly after it. */
export interface ToolResultBlock {
  type: "tool_result";
  tool_use_id: string;
  is_error?: true;
  content: (TextBlock | ImageBlock)[];
}

/** A message of a Messages request. */
export type MessageParam =
  | { role: "user"; content: (TextBlock | ImageBlock | ToolResultBlock)[] }
  | { role: "assistant"; content: (TextBlock | ToolUseBlock)[] };

/** A Messages request. */
export interface MessagesRequest {
  model: string;
  max_tokens: number;
  system: string;
  messages: MessageParam[];
  tools: { name: string; description?: string; input_schema: ObjectSchema }[];
  tool_choice: { type: "any"; disable_parallel_tool_use: true };
}

/** Converts a planner request for the Messages API. */
export function toRequest(
  request: AgentPlannerRequest,
  { model, maxOutputTokens, supportsImages }: Pick<
    ResolvedAnthropicOptions,
    "model" | "maxOutputTokens" | "supportsImages"
  >,
): MessagesRequest {
  const messages = projectMessages(request.messages, supportsImages).flatMap((message): MessageParam[] => {
    switch (message.kind) {
      case "user":
        return [{ role: "user", content: [textBlock(message.text)] }];
      case "assistant":
        return [{ role: "assistant", content: [textBlock(message.text)] }];
      case "group":
        return toGroup(message);
      default:
        return message satisfies never;
    }
  });
  return {
    model,
    max_tokens: maxOutputTokens,
    system: request.instructions,
    messages,
    tools: toModelTools(request).map(({ inputSchema, ...named }) => ({
      ...named,
      input_schema: inputSchema,
    })),
    tool_choice: { type: "any", disable_parallel_tool_use: true },
  };
}

function toGroup({ text, calls, results }: ProjectedGroup): MessageParam[] {
  // The protocol allows only text in a result that is marked as an error: its images follow the results instead.
  const errorImages = results.filter((result) => result.isError).flatMap((result) => result.images);
  return [
    {
      role: "assistant",
      content: [
        ...(text.trim() === "" ? [] : [textBlock(text)]),
        ...calls.map((call): ToolUseBlock => ({
          type: "tool_use",
          id: call.id,
          name: call.name,
          input: call.arguments,
        })),
      ],
    },
    { role: "user", content: [...results.map(toResult), ...errorImages.flatMap(labelled)] },
  ];
}

function toResult({ callId, isError, text, images }: ProjectedResult): ToolResultBlock {
  return {
    type: "tool_result",
    tool_use_id: callId,
    ...(isError ? { is_error: true } : {}),
    content: [textBlock(text), ...(isError ? [] : images.flatMap(labelled))],
  };
}

function labelled({ label, mediaType, data }: ProjectedImage): [TextBlock, ImageBlock] {
  return [textBlock(label), { type: "image", source: { type: "base64", media_type: mediaType, data } }];
}

function textBlock(text: string): TextBlock {
  return { type: "text", text };
}
