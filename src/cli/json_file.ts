import { type OperatorFileOptions, readOperatorFile } from "../platform/file.ts";
import { UsageError } from "./usage_error.ts";

/**
 * Reads a JSON file that the operator named.
 *
 * @throws UsageError when it is no JSON, OperatorFileError when it cannot be read or is too large
 */
export async function readJsonFile(path: string, options: OperatorFileOptions): Promise<unknown> {
  const text = await readOperatorFile(path, options);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UsageError(`${options.label}: ${path} does not hold valid JSON`, { cause });
  }
}
