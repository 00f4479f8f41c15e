import type { JsonObject, JsonValue } from "../../contracts/json.ts";

/** A tool call that the conversation holds, with its result. */
export interface PastCall {
  readonly id: string;
  readonly name: string;
  readonly input: JsonObject;
  /** Structured content of the result; empty when it carried none. */
  readonly output: JsonObject;
}

/** The last page that the conversation shows. */
export interface Observation {
  readonly sessionId: string;
  readonly snapshotId: string;
  readonly tree: string;
  /** True when only changes are shown, so that what is missing may still be there. */
  readonly isDiff: boolean;
}

/** What the scripted model understands of a Chat Completions request. */
export interface Conversation {
  readonly task: string;
  readonly calls: readonly PastCall[];
  /** Names of the tools on offer. */
  readonly toolNames: ReadonlySet<string>;
}

/**
 * Reads a Chat Completions request.
 *
 * @throws TypeError when it is none
 */
export function parseConversation(body: string): Conversation {
  const request = objectOf(JSON.parse(body));
  const messages = listOf(request["messages"]).map(objectOf);
  const results = new Map(
    messages.filter((message) => message["role"] === "tool")
      .map((message) => [textOf(message["tool_call_id"]), parseObject(textOf(message["content"]))]),
  );
  const calls = messages.flatMap((message) => listOf(message["tool_calls"]).map(objectOf)).map(
    (call): PastCall => {
      const id = textOf(call["id"]);
      const called = objectOf(call["function"]);
      const result = results.get(id) ?? {};
      return {
        id,
        name: textOf(called["name"]),
        input: parseObject(textOf(called["arguments"])),
        output: objectOf(result["structuredContent"]),
      };
    },
  );
  const tools = listOf(request["tools"]).map((tool) => textOf(objectOf(objectOf(tool)["function"])["name"]));
  const task = messages.find((message) => message["role"] === "user")?.["content"];
  return { task: textOf(task), calls, toolNames: new Set(tools) };
}

/** The page as the latest result that shows one shows it. */
export function latestObservation(calls: readonly PastCall[]): Observation | undefined {
  for (const { output } of calls.toReversed()) {
    const snapshot = output["snapshot"] === undefined ? output : objectOf(output["snapshot"]);
    if (typeof snapshot["tree"] !== "string") continue;
    return {
      sessionId: textOf(snapshot["session_id"]),
      snapshotId: textOf(snapshot["snapshot_id"]),
      tree: snapshot["tree"],
      isDiff: snapshot["mode"] === "diff",
    };
  }
  return undefined;
}

function parseObject(text: string): JsonObject {
  try {
    return objectOf(JSON.parse(text));
  } catch {
    return {};
  }
}

function objectOf(value: JsonValue | undefined): JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value as JsonObject : {};
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : "";
}
