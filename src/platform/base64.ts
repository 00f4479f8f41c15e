import { Buffer } from "node:buffer";

/** Base64 of bytes. */
export function encodeBase64(data: Uint8Array): string {
  return Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString("base64");
}
