// Scripted models that speak the native protocols, so that one script can stand behind each provider.
import type { TestContext } from "node:test";
import type { ScriptedReply, SeenRequest, SeenResult } from "./scripted_model.ts";
import { serve, type TestServer } from "./support.ts";

type Fields = Record<string, unknown>;

/** How one provider is asked and answers. */
interface Protocol {
  readonly path: string;
  readonly readResults: (body: Fields) => readonly SeenResult[];
  readonly writeReply: (calls: readonly { name: string; input: object }[], number: number) => Fields;
}

/** The native protocols besides Chat Completions. */
export const PROTOCOLS: Readonly<Record<"anthropic" | "ollama", Protocol>> = {
  anthropic: {
    path: "/v1/messages",
    readResults: ({ messages }) =>
      (messages as Fields[]).flatMap(({ content }) => content as Fields[])
        .filter(({ type }) => type === "tool_result")
        .map(({ content }) => readResult(String((content as Fields[])[0]?.["text"]))),
    writeReply: (calls, number) => ({
      id: `msg_${number}`,
      type: "message",
      role: "assistant",
      model: "scripted-anthropic",
      content: calls.map(({ name, input }, index) => ({ type: "tool_use", id: `t${index}`, name, input })),
      stop_reason: "tool_use",
      usage: {
        input_tokens: 10,
        cache_read_input_tokens: 2,
        cache_creation_input_tokens: 1,
        output_tokens: 5,
      },
    }),
  },
  ollama: {
    path: "/api/chat",
    readResults: ({ messages }) =>
      (messages as Fields[]).filter(({ role }) => role === "tool")
        .map(({ content }) => readResult(String(content))),
    writeReply: (calls) => ({
      model: "scripted-ollama",
      message: {
        role: "assistant",
        content: "",
        tool_calls: calls.map(({ name, input }) => ({ function: { name, arguments: input } })),
      },
      done: true,
      done_reason: "stop",
      prompt_eval_count: 20,
      eval_count: 5,
    }),
  },
};

/** Reads a projected tool result. */
export function readResult(text: string): SeenResult {
  const { toolCallId, structuredContent } = JSON.parse(text) as {
    toolCallId: string;
    structuredContent?: Fields;
  };
  return { id: toolCallId, output: structuredContent ?? {} };
}

/** A scripted model under its provider's protocol. */
export interface ProviderServer extends TestServer {
  readonly endpoint: string;
  /** Headers of each request. */
  readonly headers: readonly Fields[];
  /** Bodies of each request. */
  readonly bodies: readonly Fields[];
}

/** Serves a scripted model of a provider until the test is over. */
export async function serveProvider(
  context: TestContext,
  provider: keyof typeof PROTOCOLS,
  script: (request: SeenRequest & { readonly body: Fields }) => ScriptedReply,
): Promise<ProviderServer> {
  const { path, readResults, writeReply } = PROTOCOLS[provider];
  const headers: Fields[] = [];
  const bodies: Fields[] = [];
  const server = await serve(context, (request, response, text) => {
    const body = JSON.parse(text) as Fields;
    headers.push(request.headers);
    bodies.push(body);
    const number = bodies.length;
    const seen = { number, results: readResults(body), userTexts: [], authorization: undefined, body };
    const reply = script(seen);
    if (reply === "hang") return;
    if ("status" in reply) {
      response.writeHead(reply.status, { "content-type": "text/plain" }).end(reply.body);
    } else if ("text" in reply) {
      response.writeHead(500).end();
    } else {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify(writeReply(reply, number)));
    }
  });
  return { ...server, endpoint: `${server.origin}${path}`, headers, bodies };
}
