import type { JsonValue } from "../contracts/json.ts";
import { ExtractionError } from "./error.ts";
import { MAX_LEAVES } from "./limits.ts";

/** The JSON pointer (RFC 6901) of a child. */
export function childPointer(pointer: string, key: string | number): string {
  return `${pointer}/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/**
 * The pointers of all values that need evidence: primitives, null and empty containers.
 *
 * @throws ExtractionError `EXTRACTION_LIMIT` for more than 5,000
 */
export function leafPointers(data: JsonValue): ReadonlySet<string> {
  const leaves = new Set<string>();
  collect(data, "", leaves);
  return leaves;
}

function collect(value: JsonValue, pointer: string, leaves: Set<string>): void {
  const children = typeof value === "object" && value !== null ? Object.entries(value) : [];
  if (children.length === 0) {
    leaves.add(pointer);
    if (leaves.size > MAX_LEAVES) {
      throw new ExtractionError("EXTRACTION_LIMIT", `The data holds more than ${MAX_LEAVES} values`);
    }
    return;
  }
  for (const [key, child] of children) collect(child, childPointer(pointer, key), leaves);
}
