import process from "node:process";

/**
 * Ends a process by its id, with everything in the process group that it leads. One that is gone already is no error.
 *
 * @param processId positive id of a process that the caller started
 */
export function endProcessTree(processId: number): void {
  if (!Number.isInteger(processId) || processId < 2) return; // 0 and 1 would mean other people's processes
  for (const id of [-processId, processId]) {
    try {
      process.kill(id, "SIGKILL");
    } catch {
      // no such group (the process leads none, or this system has none), or it has ended
    }
  }
}
