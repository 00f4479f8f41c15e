import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { CliEnd, RunningCli } from "./support.ts";

/** A key that must be seen by nobody but the model's endpoint. */
export const KEY_CANARY = "canary-key-5f1c9a";
/** A token in an endpoint's address. */
export const TOKEN_CANARY = "canary-token-77e0b2";
/** Words of a provider's error. */
export const BODY_CANARY = "canary-body-c3d841";
const ALL = [KEY_CANARY, TOKEN_CANARY, BODY_CANARY];

/** Sees to it that no canary is in what a command line printed. */
export function assertNoCanary({ stdout, stderr }: Pick<CliEnd, "stdout" | "stderr">): void {
  for (const canary of ALL) {
    assert.ok(!stdout.includes(canary), `stdout holds ${canary}`);
    assert.ok(!stderr.includes(canary), `stderr holds ${canary}`);
  }
}

/**
 * Looks at arguments and environment of everything that a command line has started, and at its own arguments.
 *
 * @param given flags of the test; a token that its user typed is in the command line's own arguments
 */
export function lookForCanaries(cli: RunningCli, given: readonly string[] = []): string[] {
  const root = cli.child.pid ?? 0;
  const rootArguments = read(root, "cmdline");
  const typed = given.join(" ");
  const found = ALL.filter((canary) => rootArguments.includes(canary) && !typed.includes(canary))
    .map((canary) => `own arguments: ${canary}`);
  for (const pid of descendantsOf(root)) {
    // between fork and exec a child is still its parent; arguments are read first, so what follows is the child's own
    const processArguments = read(pid, "cmdline");
    if (processArguments === "" || processArguments === rootArguments) continue;
    const environment = read(pid, "environ");
    for (const canary of ALL) {
      if (processArguments.includes(canary)) found.push(`arguments of ${processArguments}: ${canary}`);
      if (environment.includes(canary)) found.push(`environment of ${processArguments}: ${canary}`);
    }
  }
  return found;
}

function read(pid: number, file: "cmdline" | "environ"): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "latin1");
  } catch {
    return ""; // it ended meanwhile, or there is no /proc
  }
}

/** Ids of the processes below one, by their parents. */
function descendantsOf(root: number): number[] {
  const parents = new Map<number, number>();
  if (!existsSync("/proc/self/stat")) return [];
  for (const name of readdirSync("/proc").filter((entry) => /^\d+$/.test(entry))) {
    try {
      const [, parent] = /\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, "latin1")) ?? [];
      parents.set(Number(name), Number(parent));
    } catch {
      // it ended meanwhile
    }
  }
  const isBelow = (pid: number): boolean => {
    const parent = parents.get(pid);
    return parent !== undefined && parent !== 0 && (parent === root || isBelow(parent));
  };
  return [...parents.keys()].filter(isBelow);
}
