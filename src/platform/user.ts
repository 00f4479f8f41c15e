import process from "node:process";

/** Whether this process runs as root; false where there are no user ids or the runtime does not tell them. */
export function isRootUser(): boolean {
  try {
    return process.getuid?.() === 0;
  } catch {
    return false; // not granted: then the caller is no worse off than a normal user
  }
}
