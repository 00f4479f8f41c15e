import {
  type LoopbackRequest,
  type LoopbackResponse,
  type LoopbackServer,
  plainText,
  serveLoopback,
} from "../loopback_server.ts";
import { parseConversation } from "./conversation.ts";
import type { Errand } from "./errand.ts";
import { decideNext } from "./shopper.ts";

/** Path of the endpoint below the server's origin. */
export const COMPLETIONS_PATH = "/v1/chat/completions";

/** Name by which the scripted model is asked for. */
export const SCRIPTED_MODEL = "scripted-shopper";

/** Serves the scripted model as a Chat Completions endpoint on the loopback interface. */
export function serveScriptedModel(errand: Errand): Promise<LoopbackServer> {
  let replies = 0;
  return serveLoopback((request) => {
    if (request.method !== "POST" || request.path !== COMPLETIONS_PATH) return plainText(404, "Not found\n");
    replies++;
    return reply(request, errand, replies);
  });
}

function reply({ body }: LoopbackRequest, errand: Errand, number: number): LoopbackResponse {
  const { name, input } = decideNext(parseConversation(body), errand);
  const message = {
    role: "assistant",
    content: null,
    tool_calls: [{
      id: `choice_${number}`,
      type: "function",
      function: { name, arguments: JSON.stringify(input) },
    }],
  };
  const completion = {
    id: `scripted-${number}`,
    object: "chat.completion",
    model: SCRIPTED_MODEL,
    choices: [{ index: 0, message, finish_reason: "tool_calls" }],
  };
  return { status: 200, headers: { "content-type": "application/json" }, body: JSON.stringify(completion) };
}
