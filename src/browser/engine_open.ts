import type { OpenOptions, SnapshotResult } from "../contracts/browser.ts";
import { explainFailure } from "./call_failures.ts";
import { anySignal, type EngineCore } from "./engine_core.ts";
import { openSession } from "./open_session.ts";
import { parsePageUrl } from "./urls.ts";

/**
 * Opens a session on an HTTP(S) URL and observes it.
 *
 * @throws `INVALID_URL` | `BROWSER_MISSING` | `BROWSER_START_FAILED` | `NAVIGATION_FAILED` | `TIMEOUT` | `CANCELLED`
 */
export async function openInEngine(
  core: EngineCore,
  url: string,
  options: OpenOptions,
): Promise<SnapshotResult> {
  const target = parsePageUrl(url);
  const { storageState: path, idempotencyKey } = options;
  return await core.ledger.run("open", idempotencyKey, { url: target, path }, async (begin) => {
    core.assertUsable();
    const storageState = path === undefined ? undefined : await core.states.load(path);
    const signal = anySignal(core.disposalSignal, options.signal);
    try {
      return await core.spare.during(() =>
        openSession({
          url: target,
          timeoutMs: core.options.timeoutMs,
          signal,
          browser: () => core.host.browser(),
          storageState,
          spare: core.spare,
          parts: core.sessionParts,
          onGone: (browser) => core.host.discard(browser),
          onOpened: (session) => {
            begin();
            core.sessions.set(session.sessionId, session);
          },
          onClosed: (session) => core.sessions.delete(session.sessionId),
        })
      );
    } catch (error) {
      throw explainFailure(error, { isDisposed: core.isDisposed, signal: options.signal });
    }
  });
}
