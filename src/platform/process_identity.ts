import { readFile } from "node:fs/promises";
import process from "node:process";
import { readProcessEnv } from "./env.ts";
import { isGranted } from "./permissions.ts";
import { runCommand } from "./process.ts";

const BOOT_ID_PATH = "/proc/sys/kernel/random/boot_id";
/** Fields of `/proc/<pid>/stat` behind the command's name. */
const STATE_FIELD = 0;
const START_FIELD = 19;
const ASK_TIMEOUT_MS = 5000;

/** Where the start of a process is read: the kernel's own files, or a program of the system. */
type Source = "proc" | "program";

/**
 * Words that tell a process from every other one, also from a later one with the same number. Linux tells in `/proc`;
 * elsewhere `ps`, or PowerShell on Windows, is asked when it may be run.
 *
 * @param processId this process by default
 * @returns undefined where the system does not tell, and for a process that has ended
 */
export async function processIdentity(
  processId: number = process.pid,
  sources: readonly Source[] = ["proc", "program"],
): Promise<string | undefined> {
  for (const source of sources) {
    const told = source === "proc" ? await fromKernel(processId) : await fromProgram(processId);
    if (told !== undefined) return told;
  }
  return undefined;
}

/** Whether another process than this one, known by its words, is still there. */
export async function isAnotherRunning(identity: string): Promise<boolean> {
  const [source, number] = identity.split(" ");
  const processId = Number(number);
  if (!Number.isSafeInteger(processId) || processId < 1 || processId === process.pid) return false;
  return await processIdentity(processId, [source === "started" ? "program" : "proc"]) === identity;
}

async function fromKernel(processId: number): Promise<string | undefined> {
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

/** `started <number> <state-free time of its start>`: the time is absolute, so it needs no mark of the machine's start. */
async function fromProgram(processId: number): Promise<string | undefined> {
  const isWindows = process.platform === "win32";
  const command = isWindows ? "powershell.exe" : "/bin/ps";
  if (!await isGranted({ name: "run", command })) return undefined;
  let said = "";
  const outcome = await runCommand({
    command,
    args: isWindows
      ? [
        "-NoProfile",
        "-NonInteractive",
        "-Command",
        `(Get-Process -Id ${processId}).StartTime.ToFileTimeUtc()`,
      ]
      : ["-o", "stat=", "-o", "lstart=", "-p", String(processId)],
    env: isWindows
      ? { SystemRoot: readProcessEnv("SystemRoot") ?? "C:\\Windows", PATH: readProcessEnv("PATH") ?? "" }
      : { LC_ALL: "C", TZ: "UTC" },
    timeoutMs: ASK_TIMEOUT_MS,
    onOutput: (text) => void (said += text),
  });
  if (outcome.kind !== "exited" || outcome.exitCode !== 0) return undefined;
  // a zombie has ended; the state itself changes all the time
  const start = isWindows ? /^\d+$/.exec(said.trim())?.[0] : /^[^Z\s]\S*\s+(\S.*)$/.exec(said.trim())?.[1];
  return start === undefined ? undefined : `started ${processId} ${start.trim().replaceAll(/\s+/g, "_")}`;
}
