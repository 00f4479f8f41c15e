/** Outcome of reading untrusted JSON text. */
export type ParsedJson = { readonly ok: true; readonly value: unknown } | { readonly ok: false };

/** Limits of untrusted JSON text. Its length is bounded by whoever read it. */
export interface JsonLimits {
  /** Deepest nesting of arrays and objects. @default 100 */
  readonly maxDepth?: number;
  /** Largest number of values, counted by separators and brackets. @default 1_000_000 */
  readonly maxValues?: number;
}

/**
 * Reads JSON that a model or a provider wrote. Refuses text that nests too deeply or holds too many values before
 * parsing it, and values that are unsafe to copy afterwards: a key named `__proto__`, or a number that overflows.
 */
export function parseUntrustedJson(text: string, limits: JsonLimits = {}): ParsedJson {
  const { maxDepth = 100, maxValues = 1_000_000 } = limits;
  if (!fitsLimits(text, maxDepth, maxValues)) return { ok: false };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false };
  }
  return isSafeToCopy(value) ? { ok: true, value } : { ok: false };
}

/** True for a JSON object: neither null nor an array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function fitsLimits(text: string, maxDepth: number, maxValues: number): boolean {
  let depth = 0;
  let values = 1;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (inString) {
      if (character === "\\") index += 1;
      else if (character === '"') inString = false;
      continue;
    }
    if (character === '"') inString = true;
    else if (character === "[" || character === "{") {
      depth += 1;
      values += 1;
      if (depth > maxDepth) return false;
    } else if (character === "]" || character === "}") depth -= 1;
    else if (character === ",") values += 1;
    if (values > maxValues) return false;
  }
  return true;
}

function isSafeToCopy(root: unknown): boolean {
  const pending: unknown[] = [root];
  while (pending.length > 0) {
    const value = pending.pop();
    if (typeof value === "number" && !Number.isFinite(value)) return false;
    if (typeof value !== "object" || value === null) continue;
    if (Array.isArray(value)) {
      for (const item of value) pending.push(item);
      continue;
    }
    for (const [key, item] of Object.entries(value)) {
      if (key === "__proto__") return false;
      pending.push(item);
    }
  }
  return true;
}
