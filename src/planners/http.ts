import { abortable } from "./abortable.ts";
import { httpFailed, invalidResponse, transportFailed } from "./failures.ts";
import { isRecord, parseUntrustedJson } from "./parse_json.ts";
import { readBodyText } from "./read_body.ts";

/** The part of `fetch` that planners use. */
export type PlannerFetch = (url: string, init: RequestInit) => Promise<Response>;

/** One request to a model endpoint. */
export interface JsonPost {
  /** Complete HTTP(S) address. */
  readonly endpoint: string;
  /** Headers besides `content-type` and `accept`. */
  readonly headers: Readonly<Record<string, string>>;
  /** The request, before serialization. */
  readonly body: unknown;
  readonly fetch: PlannerFetch;
  /** Most bytes of the decompressed response. */
  readonly maxResponseBytes: number;
  readonly signal: AbortSignal;
}

/**
 * Sends one JSON request and reads one JSON object. Never follows a redirect and never asks twice.
 *
 * @throws the signal's reason when it aborts, in whatever phase
 * @throws AgentPlannerError for every other failure, with a fixed code and message
 */
export async function postJson(post: JsonPost): Promise<Record<string, unknown>> {
  const response = await send(post);
  const refusal = refuse(response);
  if (refusal !== undefined) {
    discard(response);
    throw refusal;
  }
  const text = await readBodyText(response, post.maxResponseBytes, post.signal);
  const parsed = parseUntrustedJson(text);
  if (!parsed.ok || !isRecord(parsed.value)) throw invalidResponse("it is not a valid JSON object");
  return parsed.value;
}

async function send(post: JsonPost): Promise<Response> {
  const { signal } = post;
  signal.throwIfAborted();
  const body = JSON.stringify(post.body);
  let sent: Promise<Response> | undefined;
  try {
    sent = post.fetch(post.endpoint, {
      method: "POST",
      headers: { ...post.headers, "content-type": "application/json", accept: "application/json" },
      body,
      redirect: "manual",
      signal,
    });
    return await abortable(sent, signal);
  } catch (error) {
    if (!signal.aborted) throw transportFailed(error);
    sent?.then(discard, () => {});
    throw signal.reason;
  }
}

function refuse(response: Response): Error | undefined {
  // A browser's fetch hides a manual redirect, and an injected fetch may have followed it all the same.
  if (response.type === "opaqueredirect" || response.redirected) return httpFailed();
  if (!response.ok) return httpFailed(response.status);
  if (!isJsonContentType(response.headers.get("content-type"))) {
    return invalidResponse("its content type is not JSON");
  }
  return undefined;
}

/** Servers that set no type, or the default type of a text reply, still send JSON; the parser has the last word. */
function isJsonContentType(header: string | null): boolean {
  if (header === null) return true;
  const mediaType = (header.split(";", 1)[0] ?? "").trim().toLowerCase();
  return mediaType === "application/json" || mediaType === "text/json" || mediaType === "text/plain" ||
    /^application\/[a-z0-9.-]+\+json$/.test(mediaType);
}

function discard(response: Response): void {
  response.body?.cancel().catch(() => {});
}
