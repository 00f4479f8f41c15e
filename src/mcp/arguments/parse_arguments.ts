import { BrowserError } from "../../contracts/errors.ts";
import type { BrowserTool } from "../tool.ts";
import { describeFault } from "./describe_fault.ts";
import { readLeniently } from "./lenient.ts";
import { schemaNodeOf } from "./schema_node.ts";

/** Arguments as a client on the other side of a pipe would have sent them. */
function toPlainJson(given: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(given ?? {}));
  } catch {
    return undefined; // a cycle or a bigint, which no protocol message can carry
  }
}

/**
 * Parses the arguments of a call. What fits is taken as it is; only what does not is read once more, leniently.
 *
 * @throws {BrowserError} `INVALID_ARGUMENT`, with one line that names the argument
 */
export function parseArguments(tool: BrowserTool, given: unknown): Readonly<Record<string, unknown>> {
  const plain = toPlainJson(given);
  const exact = tool.input.safeParse(plain);
  if (exact.success) return exact.data;
  const node = schemaNodeOf(tool.input);
  const read = readLeniently(node, plain);
  const parsed = tool.input.safeParse(read);
  if (parsed.success) return parsed.data;
  throw new BrowserError("INVALID_ARGUMENT", describeFault(node, read, parsed.error.issues));
}
