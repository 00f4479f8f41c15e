import { accessSync, constants } from "node:fs";
import process from "node:process";
import { isRootUser } from "./user.ts";

/** What the machine is, as far as installing a browser depends on it. */
export interface Machine {
  readonly platform: string;
  readonly architecture: string;
  /** True for the superuser of a POSIX system. */
  readonly isRoot: boolean;
  /** True where Debian's package manager is at work: Debian and what derives from it. */
  readonly isDebian: boolean;
  /** Program that runs this code. */
  readonly runtimePath: string;
}

/** Describes this machine. */
export function describeMachine(): Machine {
  return {
    platform: process.platform,
    architecture: process.arch,
    isRoot: isRootUser(),
    isDebian: process.platform === "linux" && exists("/etc/debian_version"),
    runtimePath: process.execPath,
  };
}

function exists(path: string): boolean {
  try {
    accessSync(path, constants.F_OK);
    return true;
  } catch {
    return false;
  }
}
