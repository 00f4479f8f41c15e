import type { Readable, Writable } from "node:stream";
import { type McpServer, StdioServerTransport } from "./sdk_server.ts";

/** Streams and clean-up of a stdio server. */
export interface StdioOptions {
  readonly stdin: Readable;
  /** Carries protocol messages only. */
  readonly stdout: Writable;
  /** Releases what the server works on. Called once, when the connection is over, for whatever reason. */
  readonly onClose: () => Promise<void> | void;
  /** Ends the connection, for example on a signal of the process. */
  readonly signal?: AbortSignal;
}

/**
 * Serves one client over two streams until it hangs up.
 *
 * @returns when the connection is over and `onClose` has settled
 * @throws what `onClose` throws
 */
export async function serveStdio(server: McpServer, options: StdioOptions): Promise<void> {
  const { stdin, stdout, onClose, signal } = options;
  const transport = new StdioServerTransport(stdin, stdout);
  let hangUp: () => void = () => {};
  const hungUp = new Promise<void>((resolve) => hangUp = resolve);
  const onStdoutError = (): void => hangUp(); // the reader is gone: there is nobody left to serve
  transport.onclose = hangUp;
  stdin.once("end", hangUp);
  stdin.once("close", hangUp);
  stdout.on("error", onStdoutError);
  signal?.addEventListener("abort", () => hangUp(), { once: true });
  try {
    await server.connect(transport);
    if (signal?.aborted === true || stdin.readableEnded || stdin.destroyed) hangUp();
    await hungUp;
  } finally {
    stdin.off("end", hangUp);
    stdin.off("close", hangUp);
    try {
      await server.close();
    } finally {
      await onClose();
    }
    stdout.off("error", onStdoutError);
  }
}
