import { delimiter, isAbsolute, join } from "node:path";
import type { ReadEnv } from "./env.ts";
import { isExecutableFile } from "./file.ts";
import { describeMachine } from "./machine.ts";
import { isGranted } from "./permissions.ts";

/**
 * Whether a command would be found if it were started: a path to an executable file, or a name in one of the folders of
 * `PATH`. Where that cannot be told, the answer is yes, and starting it will tell.
 */
export async function commandExists(command: string, readEnv: ReadEnv): Promise<boolean> {
  if (describeMachine().platform === "win32") return true; // extensions decide there
  if (isAbsolute(command) || command.includes("/")) return await mayBeExecutable(command);
  const folders = (readEnv("PATH") ?? "").split(delimiter).filter((folder) => folder !== "");
  for (const folder of folders) {
    if (await mayBeExecutable(join(folder, command))) return true;
  }
  return folders.length === 0;
}

/** A path that this process may not look at may hold anything. */
async function mayBeExecutable(path: string): Promise<boolean> {
  return !await isGranted({ name: "read", path }) || await isExecutableFile(path);
}
