import { CheckpointError } from "../../contracts/errors.ts";

/**
 * Parses JSON text, and refuses an object that names a key twice: the second value would silently replace the first,
 * so that two readers could see two different runs.
 *
 * @throws CheckpointError with CHECKPOINT_INVALID
 */
export function parseJsonText(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new CheckpointError("CHECKPOINT_INVALID", "Cannot resume as the checkpoint is not valid JSON", {
      cause,
    });
  }
  if (hasDuplicateKey(text)) {
    throw new CheckpointError("CHECKPOINT_INVALID", "Cannot resume as the checkpoint names a key twice");
  }
  return value;
}

/** Whether an object in valid JSON text names a key twice. */
function hasDuplicateKey(text: string): boolean {
  // one entry for each open bracket; an array has no keys
  const open: (Set<string> | undefined)[] = [];
  let keys: Set<string> | undefined;
  let mayBeKey = false;
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (char === 0x7b || char === 0x5b) { // { [
      open.push(keys);
      keys = char === 0x7b ? new Set() : undefined;
      mayBeKey = true;
    } else if (char === 0x7d || char === 0x5d) keys = open.pop(); // } ]
    else if (char === 0x2c) mayBeKey = true; // ,
    else if (char === 0x22) { // "
      const end = endOfString(text, at);
      if (keys !== undefined && mayBeKey) {
        const key = unescaped(text.slice(at, end + 1));
        if (keys.has(key)) return true;
        keys.add(key);
      }
      mayBeKey = false;
      at = end;
    }
  }
  return false;
}

/** Index of the quote that ends the string that begins here. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1);; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === 0x5c) backslashes++;
    if (backslashes % 2 === 0) return end;
  }
}

function unescaped(literal: string): string {
  return literal.includes("\\") ? String(JSON.parse(literal)) : literal.slice(1, -1);
}
