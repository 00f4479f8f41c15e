import { readFile } from "node:fs/promises";
import process from "node:process";
import { isGranted } from "./permissions.ts";

const BOOT_ID_PATH = "/proc/sys/kernel/random/boot_id";
/** Fields of `/proc/<pid>/stat` behind the command's name. */
const STATE_FIELD = 0;
const START_FIELD = 19;

/**
 * Words that tell a process from every other one, also from a later one with the same number.
 *
 * @param processId this process by default
 * @returns undefined where the system does not tell, and for a process that has ended
 */
export async function processIdentity(processId: number = process.pid): Promise<string | undefined> {
  const path = `/proc/${processId}/stat`;
  try {
    for (const asked of [BOOT_ID_PATH, path]) {
      if (!await isGranted({ name: "read", path: asked })) return undefined;
    }
    const [boot, stat] = await Promise.all([readFile(BOOT_ID_PATH, "utf8"), readFile(path, "utf8")]);
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const start = fields[START_FIELD];
    const hasEnded = /^[ZX]$/.test(fields[STATE_FIELD] ?? "X");
    return hasEnded || start === undefined ? undefined : `${boot.trim()} ${processId} ${start}`;
  } catch {
    return undefined;
  }
}

/** Whether another process than this one, known by its words, is still there. */
export async function isAnotherRunning(identity: string): Promise<boolean> {
  const processId = Number(identity.split(" ")[1]);
  if (!Number.isSafeInteger(processId) || processId < 1 || processId === process.pid) return false;
  return await processIdentity(processId) === identity;
}
