import { createServer, type IncomingMessage } from "node:http";

/** A request with its body read. */
export interface LoopbackRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

/** An answer. */
export interface LoopbackResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A running server on the loopback interface. */
export interface LoopbackServer {
  /** For example `http://127.0.0.1:40123`. */
  readonly origin: string;
  /** Stops listening and drops open connections. */
  close(): Promise<void>;
}

const MAX_BODY_BYTES = 32 * 1024 * 1024;

/**
 * Serves on a free port of 127.0.0.1.
 *
 * @param answer makes the answer to a request; what it throws becomes status 500
 */
export async function serveLoopback(
  answer: (request: LoopbackRequest) => LoopbackResponse | Promise<LoopbackResponse>,
): Promise<LoopbackServer> {
  const server = createServer((message, response) => {
    readRequest(message).then(answer).catch(() => plainText(500, "The demo failed to answer\n")).then(
      ({ status, headers, body }) => response.writeHead(status, headers).end(body),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => resolve());
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The loopback server has no port");
  return {
    origin: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** An answer of plain text. */
export function plainText(status: number, body: string): LoopbackResponse {
  return { status, headers: { "content-type": "text/plain; charset=utf-8" }, body };
}

async function readRequest(message: IncomingMessage): Promise<LoopbackRequest> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of message) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw new RangeError("The request is too large");
    chunks.push(chunk);
  }
  const headers: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(message.headers)) {
    headers[name] = Array.isArray(value) ? value.join(", ") : value;
  }
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  const { pathname } = new URL(message.url ?? "/", "http://127.0.0.1");
  return { method: message.method ?? "GET", path: pathname, headers, body: new TextDecoder().decode(bytes) };
}
