// A Chat Completions endpoint that a test scripts.
import type { TestContext } from "node:test";
import { serve, type TestServer } from "./support.ts";

/** A tool result as the endpoint got it. */
export interface SeenResult {
  readonly id: string;
  readonly output: Record<string, unknown>;
}

/** What a script sees of a request. */
export interface SeenRequest {
  /** Number of the request, from 1. */
  readonly number: number;
  /** All tool results, oldest first. */
  readonly results: readonly SeenResult[];
  /** Texts of user messages, feedback included. */
  readonly userTexts: readonly string[];
  readonly authorization: string | undefined;
}

/** What a script answers: calls, plain text, an HTTP status, or nothing ever. */
export type ScriptedReply =
  | readonly { readonly name: string; readonly input: object }[]
  | { readonly text: string }
  | { readonly status: number; readonly body: string }
  | "hang";

/** Serves a scripted model until the test is over. */
export async function serveModel(
  context: TestContext,
  script: (request: SeenRequest) => ScriptedReply,
): Promise<TestServer & { readonly endpoint: string }> {
  let number = 0;
  const server = await serve(context, (request, response, body) => {
    number++;
    const { messages } = JSON.parse(body) as { messages: Record<string, unknown>[] };
    const results = messages.filter(({ role }) => role === "tool").map((message) => ({
      id: String(message["tool_call_id"]),
      output: (JSON.parse(String(message["content"])) as { structuredContent?: Record<string, unknown> })
        .structuredContent ?? {},
    }));
    const userTexts = messages.filter(({ role }) => role === "user").map(({ content }) => String(content));
    const reply = script({ number, results, userTexts, authorization: request.headers.authorization });
    if (reply === "hang") return;
    if ("status" in reply) {
      response.writeHead(reply.status, { "content-type": "text/plain" }).end(reply.body);
      return;
    }
    const message = "text" in reply ? { role: "assistant", content: reply.text } : {
      role: "assistant",
      content: null,
      tool_calls: reply.map(({ name, input }, index) => ({
        id: `c${number}_${index}`,
        type: "function",
        function: { name, arguments: JSON.stringify(input) },
      })),
    };
    const usage = { prompt_tokens: 100 * number, completion_tokens: 10, total_tokens: 100 * number + 10 };
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({
      id: `reply-${number}`,
      model: "scripted",
      choices: [{ index: 0, message, finish_reason: "text" in reply ? "stop" : "tool_calls" }],
      usage,
    }));
  });
  return { ...server, endpoint: `${server.origin}/v1/chat/completions` };
}

/** The last observation among the results. */
export function lastSnapshot(
  results: readonly SeenResult[],
): { session_id: string; snapshot_id: string; tree: string } {
  for (const { output } of results.toReversed()) {
    const snapshot = (output["snapshot"] ?? output) as Record<string, unknown>;
    if (typeof snapshot["tree"] === "string") {
      return {
        session_id: String(snapshot["session_id"]),
        snapshot_id: String(snapshot["snapshot_id"]),
        tree: snapshot["tree"],
      };
    }
  }
  throw new Error("no observation among the results");
}

/** The ref of the control with this role and name in a tree. */
export function refOf(tree: string, role: string, name: string): string {
  const match = new RegExp(`\\[((?:f\\d+)?e\\d+) ${role}[^:\\]]*: ${name}`).exec(tree);
  if (match?.[1] === undefined) throw new Error(`no ${role} ${name} in ${tree}`);
  return match[1];
}
