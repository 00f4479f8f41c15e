import type { BrowserWorkspace } from "../../contracts/workspace.ts";
import { BrowserError } from "../../contracts/errors.ts";
import type { WorkspaceHead } from "./export.ts";

const POLICIES: Readonly<Record<string, string>> = { files: "the files that pages may be given" };

/**
 * Refuses a workspace that was saved under other policies, or an engine that has sessions already: what a policy kept
 * apart must not meet because a run was interrupted.
 *
 * @throws `INVALID_ARGUMENT`
 */
export function checkWorkspaceFits(
  workspace: BrowserWorkspace,
  head: WorkspaceHead,
  openSessions: number,
): void {
  if (openSessions > 0) throw refuse("this engine has sessions already; use a new one");
  if (workspace.popupPolicy !== head.popupPolicy) {
    throw refuse(
      `it was saved with popup policy ${workspace.popupPolicy}; create the engine with that policy`,
    );
  }
  const names = new Set([...Object.keys(workspace.policyHashes), ...Object.keys(head.policyHashes)]);
  for (const name of names) {
    if (workspace.policyHashes[name] !== head.policyHashes[name]) {
      throw refuse(`${POLICIES[name] ?? `its ${name} policy`} must be the same as when it was saved`);
    }
  }
}

function refuse(reason: string): BrowserError {
  return new BrowserError("INVALID_ARGUMENT", `The workspace cannot be restored: ${reason}`);
}
