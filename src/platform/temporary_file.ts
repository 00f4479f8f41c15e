import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Puts text into a file that only this user can read, for as long as the work takes.
 *
 * @param name name of the file, in a folder of its own
 * @param text what the file holds
 * @param use gets the path; the file is gone when it has settled
 */
export async function withTemporaryFile<T>(
  name: string,
  text: string,
  use: (path: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "tablaze-"));
  try {
    const path = join(folder, name);
    await writeFile(path, text, { mode: 0o600 });
    return await use(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
