import type { AgentPlannerRequest } from "../../contracts/planner.ts";
import type { JsonSchema } from "../../contracts/json.ts";
import type { ModelTool } from "../model_tool.ts";
import { type ProjectedMessage, projectMessages } from "../projection.ts";
import type { ProjectedImage } from "../tool_result.ts";

/** What one inference is given. */
export interface CodexPrompt {
  readonly text: string;
  /** In the order in which the text names them. */
  readonly images: readonly ProjectedImage[];
  /** Schema of the answer. */
  readonly outputSchema: JsonSchema;
}

const ROLE =
  `You decide the next step of a browser agent. You run nothing yourself: another program runs the one ` +
  `function that you choose and shows you its result in the next request. Use no tool of this command line.`;
const ANSWER =
  `Answer with one JSON object: "name" is the name of exactly one function, "arguments_json" is its ` +
  `arguments as the text of one JSON object that fits the function's parameters.`;

/** Converts a planner request into a prompt. The conversation is one JSON value a line, so no text can leave its line. */
export function toPrompt(
  request: AgentPlannerRequest,
  tools: readonly ModelTool[],
  supportsImages: boolean,
): CodexPrompt {
  const messages = projectMessages(request.messages, supportsImages);
  const images = messages.flatMap((message) =>
    message.kind === "group" ? message.results.flatMap((result) => result.images) : []
  );
  const sections = [
    ROLE,
    section("Instructions", [request.instructions]),
    section("Functions", tools.map(toFunctionLine)),
    section("Conversation", messages.flatMap(toLines)),
    ...(images.length === 0 ? [] : [
      section(
        "Attached images, in order",
        images.map(({ label }, index) => `${index + 1}. ${JSON.stringify(label)}`),
      ),
    ]),
    section("Answer", [ANSWER]),
  ];
  return { text: sections.join("\n\n"), images, outputSchema: answerSchema(tools.map(({ name }) => name)) };
}

/**
 * Asks for the same call with well-formed arguments. The conversation is left out: only the form may change, and
 * without it nothing can be decided anew.
 */
export function toCorrectionPrompt(tool: ModelTool, malformedArguments: string): CodexPrompt {
  const sections = [
    "The arguments of a function call are not the text of a JSON object. Write the same arguments again as valid JSON: " +
    "keep every value, add none, decide nothing anew. Use no tool of this command line.",
    section("Function", [toFunctionLine(tool)]),
    section("Arguments to repair, quoted", [JSON.stringify(malformedArguments)]),
    section("Answer", [ANSWER]),
  ];
  return { text: sections.join("\n\n"), images: [], outputSchema: answerSchema([tool.name]) };
}

function section(title: string, lines: readonly string[]): string {
  return [`# ${title}`, ...lines].join("\n");
}

function toFunctionLine({ inputSchema, ...named }: ModelTool): string {
  return JSON.stringify({ ...named, parameters: inputSchema });
}

function toLines(message: ProjectedMessage): string[] {
  switch (message.kind) {
    case "user":
    case "assistant":
      return [JSON.stringify({ role: message.kind, text: message.text })];
    case "group": {
      const calls = message.calls.map(({ id, name, arguments: input }) => ({
        toolCallId: id,
        name,
        arguments: input,
      }));
      const text = message.text === "" ? {} : { text: message.text };
      return [
        JSON.stringify({ role: "assistant", ...text, calls }),
        ...message.results.map(({ name, text: result }) =>
          `{"role":"function","name":${JSON.stringify(name)},"result":${result}}`
        ),
      ];
    }
    default:
      return message satisfies never;
  }
}

/** Strict structured output needs every property required and no others, so arguments of any form travel as text. */
function answerSchema(names: readonly string[]): JsonSchema {
  return {
    type: "object",
    properties: { name: { type: "string", enum: [...new Set(names)] }, arguments_json: { type: "string" } },
    required: ["name", "arguments_json"],
    additionalProperties: false,
  };
}
