import { createHash } from "node:crypto";
import { chmod, open } from "node:fs/promises";

/** Size and digest of a file. */
export interface FileDigest {
  readonly bytes: number;
  /** Lowercase hexadecimal SHA-256. */
  readonly sha256: string;
}

const CHUNK_BYTES = 1024 * 1024;

/** Makes a file readable and writable by this user alone, and reads it once for its size and digest. */
export async function sealAndDigestFile(path: string): Promise<FileDigest> {
  await chmod(path, 0o600);
  const hash = createHash("sha256");
  const buffer = new Uint8Array(CHUNK_BYTES);
  const handle = await open(path, "r");
  try {
    let bytes = 0;
    for (;;) {
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, bytes);
      if (bytesRead === 0) return { bytes, sha256: hash.digest("hex") };
      hash.update(buffer.subarray(0, bytesRead));
      bytes += bytesRead;
    }
  } finally {
    await handle.close();
  }
}
