import { CheckpointError } from "../../contracts/errors.ts";

const STRING = /"(?:[^"\\]|\\.)*"/y;

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
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (char === 0x7b) open.push(new Set()); // {
    else if (char === 0x5b) open.push(undefined); // [
    else if (char === 0x7d || char === 0x5d) open.pop(); // } ]
    else if (char === 0x22) { // "
      STRING.lastIndex = at;
      const literal = STRING.exec(text)?.[0] ?? "";
      at += literal.length - 1;
      const keys = open.at(-1);
      if (keys === undefined || !/^\s*:/.test(text.slice(at + 1, at + 17))) continue;
      const key: unknown = JSON.parse(literal);
      if (typeof key !== "string") continue;
      if (keys.has(key)) return true;
      keys.add(key);
    }
  }
  return false;
}
