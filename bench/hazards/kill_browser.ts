// Kills the browser that a server started, as a crash would. Reads the process table of Linux.
import { readdirSync, readFileSync } from "node:fs";
import process from "node:process";

interface Entry {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

function processes(): Entry[] {
  return readdirSync("/proc").filter((name) => /^\d+$/.test(name)).flatMap((name) => {
    try {
      const status = readFileSync(`/proc/${name}/stat`, "utf8");
      const parent = Number(/\) \S (\d+)/.exec(status)?.[1]);
      const command = readFileSync(`/proc/${name}/cmdline`, "utf8");
      return [{ pid: Number(name), parent, command }];
    } catch {
      return []; // it ended meanwhile
    }
  });
}

/** Processes below one, however deep. */
export function processesBelow(pid: number): Entry[] {
  const all = processes();
  const found: Entry[] = [];
  const queue = [pid];
  while (queue.length > 0) {
    const parent = queue.shift();
    for (const entry of all) {
      if (entry.parent !== parent) continue;
      found.push(entry);
      queue.push(entry.pid);
    }
  }
  return found;
}

/** Browser processes below a server. */
export function browsersBelow(pid: number): Entry[] {
  return processesBelow(pid).filter(({ command }) => /chrom/i.test(command.split("\0")[0] ?? ""));
}

/** Kills them all; returns once none is left. */
export async function killBrowserOf(pid: number | null): Promise<void> {
  if (pid === null) throw new Error("the server is not running");
  const victims = browsersBelow(pid);
  if (victims.length === 0) throw new Error("the server has no browser");
  for (const victim of victims) {
    try {
      process.kill(victim.pid, "SIGKILL");
    } catch {
      // it went with its parent
    }
  }
  while (browsersBelow(pid).some(({ pid: left }) => victims.some((victim) => victim.pid === left))) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
