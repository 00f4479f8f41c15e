import type { JsonObject } from "../../src/contracts/json.ts";
import type { Conversation, PastCall } from "../../src/demo/model/conversation.ts";
import type { ResponsesRequest } from "./responses.ts";

interface Line {
  readonly role: string;
  readonly text?: string;
  readonly calls?: readonly {
    readonly toolCallId: string;
    readonly name: string;
    readonly arguments: JsonObject;
  }[];
  readonly result?: { readonly toolCallId: string; readonly structuredContent?: JsonObject };
}

/** What a scripted model understands of the planner's prompt: its conversation, one JSON object a line. */
export function readPrompt({ texts }: ResponsesRequest): Conversation {
  const lines = texts.flatMap((text) => text.split("\n")).filter((line) => line.startsWith('{"role":')).map((
    line,
  ) => JSON.parse(line) as Line);
  const results = new Map(
    lines.flatMap(({ result }) => result === undefined ? [] : [[result.toolCallId, result] as const]),
  );
  const calls = lines.flatMap((line) => line.calls ?? []).map(
    ({ toolCallId, name, arguments: input }): PastCall => ({
      id: toolCallId,
      name,
      input,
      output: results.get(toolCallId)?.structuredContent ?? {},
    }),
  );
  return { task: lines.find(({ role }) => role === "user")?.text ?? "", calls, toolNames: new Set() };
}
