import type { AgentPlannerRequest } from "../../contracts/planner.ts";
import type { ObjectSchema } from "../model_tool.ts";
import { type ProjectedGroup, projectMessages } from "../projection.ts";
import { toModelTools } from "../tool_schema.ts";
import type { ResolvedOllamaOptions } from "./options.ts";

/** A message of a chat request. */
export type OllamaMessage =
  | { role: "system"; content: string }
  | { role: "user"; content: string; images?: string[] }
  | { role: "assistant"; content: string; tool_calls?: OllamaToolCall[] }
  | { role: "tool"; content: string; tool_name: string };

/** A call in an assistant message; the protocol gives it no id. */
export interface OllamaToolCall {
  function: { name: string; arguments: Readonly<Record<string, unknown>> };
}

/** A chat request. */
export interface OllamaRequest {
  model: string;
  messages: OllamaMessage[];
  tools: { type: "function"; function: { name: string; description?: string; parameters: ObjectSchema } }[];
  stream: false;
  think: false;
  options?: { num_predict: number };
}

/** Converts a planner request for Ollama's chat endpoint. */
export function toRequest(
  request: AgentPlannerRequest,
  { model, maxOutputTokens, supportsImages }: Pick<
    ResolvedOllamaOptions,
    "model" | "maxOutputTokens" | "supportsImages"
  >,
): OllamaRequest {
  const messages = projectMessages(request.messages, supportsImages).flatMap((message): OllamaMessage[] => {
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
    stream: false,
    think: false,
    ...(maxOutputTokens === undefined ? {} : { options: { num_predict: maxOutputTokens } }),
  };
}

/** Calls and results pair by their order; the executor's ids are in the results' text, where evidence finds them. */
function toGroup({ text, calls, results }: ProjectedGroup): OllamaMessage[] {
  const images = results.flatMap((result) => result.images);
  return [
    {
      role: "assistant",
      content: text,
      tool_calls: calls.map((call) => ({ function: { name: call.name, arguments: call.arguments } })),
    },
    ...results.map(({ name, text: content }): OllamaMessage => ({ role: "tool", content, tool_name: name })),
    ...(images.length === 0 ? [] : [{
      role: "user" as const,
      content: images.map(({ label }) => label).join("\n"),
      images: images.map(({ data }) => data),
    }]),
  ];
}
