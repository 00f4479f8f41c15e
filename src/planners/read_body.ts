import { abortable } from "./abortable.ts";
import { invalidResponse, responseReadFailed, responseTooLarge } from "./failures.ts";

/**
 * Reads a response body as UTF-8 text, counting the bytes after decompression. A declared length is not believed.
 *
 * @throws the signal's reason when it aborts
 * @throws AgentPlannerError when the body is too large, breaks off, or is not UTF-8
 */
export async function readBodyText(
  response: Response,
  maxBytes: number,
  signal: AbortSignal,
): Promise<string> {
  if (response.body === null) return "";
  const reader = response.body.getReader() as ReadableStreamDefaultReader<unknown>;
  try {
    const chunks = await readChunks(reader, maxBytes, signal);
    return decodeUtf8(chunks);
  } catch (error) {
    // Not awaited: a body that ignores cancellation must not hold the caller.
    reader.cancel().catch(() => {});
    throw error;
  }
}

async function readChunks(
  reader: ReadableStreamDefaultReader<unknown>,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  let byteCount = 0;
  for (;;) {
    const { done, value } = await readChunk(reader, signal);
    if (done) return chunks;
    if (!(value instanceof Uint8Array)) throw responseReadFailed();
    byteCount += value.byteLength;
    if (byteCount > maxBytes) throw responseTooLarge();
    chunks.push(value);
  }
}

async function readChunk(
  reader: ReadableStreamDefaultReader<unknown>,
  signal: AbortSignal,
): Promise<ReadableStreamReadResult<unknown>> {
  try {
    return await abortable(reader.read(), signal);
  } catch {
    if (signal.aborted) throw signal.reason;
    throw responseReadFailed();
  }
}

function decodeUtf8(chunks: readonly Uint8Array[]): string {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    const parts = chunks.map((chunk) => decoder.decode(chunk, { stream: true }));
    parts.push(decoder.decode());
    return parts.join("");
  } catch {
    throw invalidResponse("it is not UTF-8 text");
  }
}
