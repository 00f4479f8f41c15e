import { Buffer } from "node:buffer";
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, scryptSync } from "node:crypto";

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
// 64 MiB and about a tenth of a second: once for each process, and too much for guessing passphrases
const SCRYPT = { N: 2 ** 16, r: 8, p: 1, maxmem: 128 * 1024 * 1024 } as const;

/** Encrypts and authenticates with AES-256-GCM under keys derived from one passphrase. */
export interface Sealer {
  /** Random bytes that the keys depend on, hexadecimal; public. */
  readonly salt: string;
  /** Tells a wrong passphrase from damage, hexadecimal; public. */
  readonly keyCheck: string;
  /** Keys of one file. */
  forFile(fileId: string): FileSealer;
}

/** The keys of one file. */
export interface FileSealer {
  /** Nonce, ciphertext and tag. `context` is authenticated and not stored. */
  seal(text: string, context: string): Uint8Array;
  /** The text, or `undefined` when it is not what was sealed in this context. */
  open(sealed: Uint8Array, context: string): string | undefined;
  /** A keyed digest, hexadecimal. */
  sign(text: string): string;
}

/**
 * Derives the keys; takes about a tenth of a second.
 *
 * @param passphrase from the environment, at least 16 characters
 * @param salt of a sealer that was used before; a new one by default
 */
export function createSealer(passphrase: string, salt: string = randomBytes(16).toString("hex")): Sealer {
  const master = scryptSync(passphrase.normalize("NFC"), Buffer.from(salt, "hex"), 32, SCRYPT);
  const derive = (purpose: string): Uint8Array => new Uint8Array(hkdfSync("sha256", master, "", purpose, 32));
  return {
    salt,
    keyCheck: Buffer.from(derive("check")).toString("hex"),
    forFile: (fileId) => createFileSealer(derive(`seal ${fileId}`), derive(`sign ${fileId}`)),
  };
}

function createFileSealer(sealKey: Uint8Array, signKey: Uint8Array): FileSealer {
  return {
    seal: (text, context) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", sealKey, nonce);
      cipher.setAAD(Buffer.from(context, "utf8"));
      return Buffer.concat([nonce, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
    },
    open: (sealed, context) => {
      if (sealed.length < NONCE_BYTES + TAG_BYTES) return undefined;
      const body = sealed.subarray(NONCE_BYTES, sealed.length - TAG_BYTES);
      const decipher = createDecipheriv("aes-256-gcm", sealKey, sealed.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(Buffer.from(context, "utf8"));
      decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES));
      try {
        return Buffer.concat([decipher.update(body), decipher.final()]).toString("utf8");
      } catch {
        return undefined;
      }
    },
    sign: (text) => createHmac("sha256", signKey).update(text).digest("hex"),
  };
}
