import type {
  BrowserWorkspace,
  RestoreWorkspaceOptions,
  WorkspaceRestoration,
} from "../../contracts/workspace.ts";
import type { CallOptions } from "../../contracts/tools.ts";
import { explainFailure } from "../call_failures.ts";
import { Deadline } from "../deadline.ts";
import type { StorageState } from "../driver.ts";
import { anySignal, type EngineCore } from "../engine_core.ts";
import { startedSession } from "../open_session.ts";
import { exportSessions } from "./export.ts";
import { checkWorkspaceFits } from "./fits.ts";
import { parseWorkspace } from "./parse.ts";
import { workspaceHead } from "./policies.ts";
import { restoreSessions } from "./restore.ts";

const RESTORE_TIMEOUT_MS = 300_000;

/**
 * Reads what all sessions of an engine hold.
 *
 * @throws `TIMEOUT` | `CANCELLED`
 */
export async function exportWorkspace(core: EngineCore, { signal }: CallOptions): Promise<BrowserWorkspace> {
  core.assertUsable();
  const deadline = new Deadline(core.options.timeoutMs, anySignal(core.disposalSignal, signal));
  try {
    return await exportSessions(
      [...core.sessions.values()],
      workspaceHead(core.options),
      deadline,
    );
  } catch (error) {
    throw explainFailure(error, { isDisposed: core.isDisposed, signal });
  }
}

/**
 * Opens fresh sessions with what a workspace holds, in an engine that has none.
 *
 * @throws `INVALID_ARGUMENT` | `BROWSER_MISSING` | `BROWSER_START_FAILED` | `TIMEOUT` | `CANCELLED`
 */
export async function restoreWorkspace(
  core: EngineCore,
  workspace: BrowserWorkspace,
  { restoreDrafts = false, signal }: RestoreWorkspaceOptions,
): Promise<WorkspaceRestoration> {
  core.assertUsable();
  const parsed = parseWorkspace(workspace);
  checkWorkspaceFits(parsed, workspaceHead(core.options), core.sessions.size);
  const ends = anySignal(core.disposalSignal, signal);
  try {
    return await restoreSessions({
      workspace: parsed,
      restoreDrafts,
      pageTimeoutMs: core.options.timeoutMs,
      newSession: async (storage, deadline) =>
        await startedSession(
          await deadline.race(core.host.browser()),
          {
            parts: core.sessionParts,
            onClosed: (session) => core.sessions.delete(session.sessionId),
          },
          storage as StorageState,
          deadline,
        ),
      onOpened: (session) => core.sessions.set(session.sessionId, session),
    }, new Deadline(RESTORE_TIMEOUT_MS, ends));
  } catch (error) {
    throw explainFailure(error, { isDisposed: core.isDisposed, signal });
  }
}
