// Digits and letters that no reader, human or model, takes for one another.
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

/** A random word from the secure generator, five bits a character. */
export function randomWord(length: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(length));
  return Array.from(bytes, (byte) => ALPHABET.charAt(byte & 31)).join("");
}

/** A new session id: `s` and fifty random bits. Models repeat it in every call, so it is short. */
export function newSessionId(): string {
  return `s${randomWord(10)}`;
}

/** A word for the marks around page content; the page cannot know it. */
export function newNonce(): string {
  return randomWord(6);
}

/** The frame that a ref belongs to: `f0` for `e12`, `f1` for `f1e3`; `undefined` when it is no ref. */
export function frameOfRef(ref: string): string | undefined {
  const match = /^(f[1-9]\d*)?e[1-9]\d*$/.exec(ref);
  return match === null ? undefined : match[1] ?? "f0";
}

/** Prefix of the refs of a frame. */
export function refPrefix(frameId: string): string {
  return frameId === "f0" ? "e" : `${frameId}e`;
}
