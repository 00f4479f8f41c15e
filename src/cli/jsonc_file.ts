import { getNodeValue, type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import { type OperatorFileOptions, readOperatorFile } from "../platform/file.ts";
import { printable } from "./printable.ts";
import { UsageError } from "./usage_error.ts";

/**
 * Reads a file of the operator's in JSON with comments and trailing commas. Its objects have no prototype, so that no key
 * means more than it says.
 *
 * @throws UsageError with line and column when it is none, or when an object has a key twice; OperatorFileError when it
 * cannot be read or is too large
 */
export async function readJsoncFile(path: string, options: OperatorFileOptions): Promise<unknown> {
  return parseJsonc(await readOperatorFile(path, options), `${options.label}: ${path}`);
}

/**
 * Parses such a text.
 *
 * @param place what the text is, for messages
 * @throws UsageError
 */
export function parseJsonc(text: string, place: string): unknown {
  const errors: ParseError[] = [];
  let root: Node | undefined;
  try {
    root = parseTree(text, errors, { allowTrailingComma: true });
    const [error] = errors;
    if (error !== undefined || root === undefined) {
      const what = error === undefined ? "it is empty" : wordError(error);
      throw new UsageError(`${place} does not hold valid JSON: ${what} ${where(text, error?.offset ?? 0)}`);
    }
    refuseDoubles(root, text, place);
    return getNodeValue(root) as unknown;
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new UsageError(`${place} is nested too deeply`, { cause });
  }
}

/** Which of two values counts is a matter of taste; an operator must not have to guess it. */
function refuseDoubles(node: Node, text: string, place: string): void {
  const keys = new Set<string>();
  for (const child of node.children ?? []) {
    if (node.type === "object") {
      const key = String(child.children?.[0]?.value);
      if (keys.has(key)) {
        throw new UsageError(
          `${place} has the key "${printable(key, 80)}" twice ${where(text, child.offset)}`,
        );
      }
      keys.add(key);
    }
    refuseDoubles(child, text, place);
  }
}

/** For example `PropertyNameExpected` as "property name expected". */
function wordError({ error }: ParseError): string {
  return printParseErrorCode(error).replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .toLowerCase();
}

function where(text: string, offset: number): string {
  const before = text.slice(0, offset).split("\n");
  return `at line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}
