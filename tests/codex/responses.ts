// A model behind the Responses API, scripted by a test.
import type { ServerResponse } from "node:http";
import type { TestContext } from "node:test";
import { serve } from "../cli/support.ts";

/** An item of an answer. */
export type Item = Readonly<Record<string, unknown>>;

/** A request as the endpoint got it. */
export interface ResponsesRequest {
  /** Number of the request, from 1. */
  readonly number: number;
  readonly body: Readonly<Record<string, unknown>>;
  /** Items of the conversation. */
  readonly input: readonly Item[];
  /** All texts of it, in order. */
  readonly texts: readonly string[];
}

/** Items, an HTTP error, or no answer ever. */
export type ResponsesReply = readonly Item[] | { readonly status: number; readonly body: string } | "hang";

/** A scripted model with what it was asked. */
export interface ResponsesServer {
  readonly origin: string;
  readonly seen: readonly ResponsesRequest[];
}

/** Serves until the test is over. */
export async function serveResponses(
  context: TestContext,
  script: (request: ResponsesRequest) => ResponsesReply,
): Promise<ResponsesServer> {
  const seen: ResponsesRequest[] = [];
  const { origin } = await serve(context, (request, response, text) => {
    if (request.method !== "POST") return void response.writeHead(404).end("{}");
    const body = JSON.parse(text) as Record<string, unknown>;
    const input = body["input"] as Item[];
    const asked = { number: seen.length + 1, body, input, texts: input.flatMap(textsOf) };
    seen.push(asked);
    const reply = script(asked);
    if (reply === "hang") return;
    if ("status" in reply) response.writeHead(reply.status).end(reply.body);
    else sendItems(response, reply, asked.number);
  });
  return { origin, seen };
}

/** An answer in words. */
export function message(text: string): Item {
  return { type: "message", role: "assistant", id: "msg_1", content: [{ type: "output_text", text }] };
}

/** A call of a function that the CLI offers. */
export function functionCall(name: string, input: object, more: Item = {}): Item {
  return {
    type: "function_call",
    id: "fc_1",
    call_id: `call_${name}`,
    name,
    arguments: JSON.stringify(input),
    ...more,
  };
}

function textsOf({ content }: Item): string[] {
  if (!Array.isArray(content)) return [];
  return content.map(({ text }: { text?: unknown }) => typeof text === "string" ? text : "");
}

function sendItems(response: ServerResponse, items: readonly Item[], number: number): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  const send = (type: string, data: Item): void => {
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
  };
  send("response.created", { response: { id: `resp_${number}` } });
  for (const item of items) send("response.output_item.done", { output_index: 0, item });
  send("response.completed", {
    response: {
      id: `resp_${number}`,
      usage: {
        input_tokens: 100,
        input_tokens_details: { cached_tokens: 10 },
        output_tokens: 7,
        output_tokens_details: { reasoning_tokens: 2 },
        total_tokens: 107,
      },
    },
  });
  response.end();
}
