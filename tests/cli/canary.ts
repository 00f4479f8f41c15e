import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
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
 * Looks at arguments and environment of everything that a command line has started, and at its own arguments for the
 * key; the address is in its own arguments, where its user put it.
 */
export function lookForCanaries(cli: RunningCli): string[] {
  const found: string[] = [];
  const look = (pid: number, file: "cmdline" | "environ", canaries: readonly string[]): void => {
    let text = "";
    try {
      text = readFileSync(`/proc/${pid}/${file}`, "latin1");
    } catch {
      return; // it ended meanwhile, or there is no /proc
    }
    found.push(...canaries.filter((canary) => text.includes(canary)).map((canary) => `${file}: ${canary}`));
  };
  const root = cli.child.pid ?? 0;
  look(root, "cmdline", [KEY_CANARY]);
  for (const pid of descendantsOf(root)) {
    look(pid, "cmdline", ALL);
    look(pid, "environ", ALL);
  }
  return found;
}

/** Ids of the processes below one, by their parents. */
function descendantsOf(root: number): number[] {
  const parents = new Map<number, number>();
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
