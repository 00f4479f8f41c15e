import { spawnSync } from "node:child_process";
import process from "node:process";
import { errorCode } from "../contracts/errors.ts";
import { readProcessEnv } from "./env.ts";

/**
 * Signals every process in a group. Deno lets a process with a limited `--allow-run` start what the list names but
 * signal nothing by its id; then the `kill` program does it, where the list names that too.
 *
 * @param groupId id of the process that leads the group
 * @param signal what to send
 * @returns whether the group got the signal or is gone; false when this process may not signal it
 */
export function signalProcessGroup(groupId: number, signal: "SIGTERM" | "SIGKILL"): boolean {
  if (!Number.isInteger(groupId) || groupId < 2) return false; // 0 and 1 would mean other people's processes
  try {
    process.kill(-groupId, signal);
    return true;
  } catch (error) {
    if (isGone(error)) return true;
    return process.platform !== "win32" && signalByProgram(groupId, signal);
  }
}

function signalByProgram(groupId: number, signal: "SIGTERM" | "SIGKILL"): boolean {
  const path = readProcessEnv("PATH");
  try {
    const { status } = spawnSync("kill", ["-s", signal.slice("SIG".length), "--", `-${groupId}`], {
      env: path === undefined ? {} : { PATH: path },
      stdio: "ignore",
      timeout: 2000,
    });
    // 1 means that there is no such group, as whoever started it may signal it.
    return status === 0 || status === 1;
  } catch {
    return false; // not granted, or no such program
  }
}

function isGone(error: unknown): boolean {
  return errorCode(error) === "ESRCH" || (error instanceof Error && error.name === "NotFound");
}
