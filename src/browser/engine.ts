import type {
  ActOptions,
  ActResult,
  BrowserAction,
  BrowserCheck,
  BrowserPort,
  ExtractOptions,
  ExtractResult,
  NavigateOptions,
  OpenOptions,
  SnapshotOptions,
  SnapshotResult,
  VerifyResult,
} from "../contracts/browser.ts";
import type { CallOptions } from "../contracts/tools.ts";
import type {
  BrowserWorkspace,
  RestoreWorkspaceOptions,
  WorkspacePort,
  WorkspaceRestoration,
} from "../contracts/workspace.ts";
import { runBatch } from "./batch.ts";
import { explainFailure } from "./call_failures.ts";
import { Deadline } from "./deadline.ts";
import type { StorageState } from "./driver.ts";
import { anySignal } from "./engine_core.ts";
import { BATCH_TIMEOUT_MS, EngineTools } from "./engine_tools.ts";
import { extractData } from "./extract.ts";
import { navigateTab } from "./navigation.ts";
import { OBSERVE_TIMEOUT_MS, observeSession } from "./observe_session.ts";
import { observeOrPark } from "./observe_or_park.ts";
import { openSession, startedSession } from "./open_session.ts";
import { resolveInteger, resolveTimeout } from "./options.ts";
import { resolveSnapshotOptions } from "./snapshots.ts";
import { parsePageUrl } from "./urls.ts";
import { validateActions, validateChecks } from "./validate.ts";
import { verifyChecks } from "./verify.ts";
import { exportSessions } from "./workspace/export.ts";
import { checkWorkspaceFits } from "./workspace/fits.ts";
import { parseWorkspace } from "./workspace/parse.ts";
import { workspaceHead } from "./workspace/policies.ts";
import { restoreSessions } from "./workspace/restore.ts";

const RESTORE_TIMEOUT_MS = 300_000;

/**
 * A warm Chromium with sessions. Nothing starts before the first `open`; a browser that was lost is started anew by the
 * next one.
 */
export class BrowserEngine extends EngineTools implements BrowserPort, WorkspacePort {
  /**
   * Opens a session on an HTTP(S) URL and observes it.
   *
   * @throws `INVALID_URL` | `BROWSER_MISSING` | `BROWSER_START_FAILED` | `NAVIGATION_FAILED` | `TIMEOUT` | `CANCELLED`
   */
  async open(url: string, options: OpenOptions = {}): Promise<SnapshotResult> {
    const target = parsePageUrl(url);
    const { storageState: path, idempotencyKey } = options;
    return await this.ledger.run("open", idempotencyKey, { url: target, path }, async (begin) => {
      this.assertUsable();
      const storageState = path === undefined ? undefined : await this.states.load(path);
      const signal = anySignal(this.disposalSignal, options.signal);
      try {
        return await this.spare.during(() =>
          openSession({
            url: target,
            timeoutMs: this.options.timeoutMs,
            signal,
            browser: () => this.host.browser(),
            storageState,
            spare: this.spare,
            parts: this.sessionParts,
            onGone: (browser) => this.host.discard(browser),
            onOpened: (session) => {
              begin();
              this.sessions.set(session.sessionId, session);
            },
            onClosed: (session) => this.sessions.delete(session.sessionId),
          })
        );
      } catch (error) {
        throw explainFailure(error, { isDisposed: this.isDisposed, signal: options.signal });
      }
    });
  }

  /**
   * Observes, or reads on in the newest observation.
   *
   * @throws `SESSION_NOT_FOUND` | `FRAME_NOT_FOUND` | `SELECTOR_COUNT` | `CURSOR_NOT_FOUND` | `TIMEOUT` | `CANCELLED`
   */
  async snapshot(sessionId: string, options: SnapshotOptions = {}): Promise<SnapshotResult> {
    const { cursor, signal: _, ...view } = options;
    const request = resolveSnapshotOptions(view);
    if (cursor !== undefined) {
      const { maxChars: __, ...excluded } = view;
      const other = Object.entries(excluded).find(([, value]) => value !== undefined)?.[0];
      if (other !== undefined) {
        throw new TypeError(`"cursor" goes with "maxChars" only: "${other}" was given too`);
      }
    }
    return await this.call(sessionId, options, async (session, signal) => {
      if (cursor !== undefined) return session.shelf.readOn(cursor, request.maxChars);
      return await observeSession(session, request, new Deadline(OBSERVE_TIMEOUT_MS, signal));
    });
  }

  /**
   * Runs 1–20 guarded actions in order; stops at the first failure, which the result reports.
   *
   * @throws `SESSION_NOT_FOUND` | `STALE_SNAPSHOT` | `IDEMPOTENCY_CONFLICT` | `CANCELLED` | RangeError | TypeError
   */
  async act(
    sessionId: string,
    snapshotId: string,
    actions: readonly BrowserAction[],
    options: ActOptions = {},
  ): Promise<ActResult> {
    const { postChecks, snapshot = true, idempotencyKey } = options;
    validateActions(actions);
    if (postChecks !== undefined) validateChecks(postChecks, "postChecks");
    const timeoutMs = resolveTimeout(options.timeoutMs, "timeoutMs", BATCH_TIMEOUT_MS);
    const verifyTimeoutMs = resolveTimeout(
      options.verifyTimeoutMs,
      "verifyTimeoutMs",
      this.options.timeoutMs,
    );
    const { settleMs } = options;
    if (settleMs !== undefined) resolveInteger(settleMs, "settleMs", 0, 10_000, 0);
    const same = { snapshotId, actions, postChecks, snapshot, timeoutMs, verifyTimeoutMs, settleMs };
    return await this.ledger.run(
      `act ${sessionId}`,
      idempotencyKey,
      same,
      (begin) =>
        this.call(sessionId, options, (session, signal) =>
          runBatch(session, {
            snapshotId,
            actions,
            postChecks,
            timeoutMs,
            actionTimeoutMs: this.options.timeoutMs,
            verifyTimeoutMs,
            settleMs,
            snapshot,
            popupPolicy: this.options.popupPolicy,
            signal,
            begin,
          })),
    );
  }

  /**
   * Evaluates 1–20 checks until all pass, the time is over, or one cannot pass any more.
   *
   * @throws `SESSION_NOT_FOUND` | `STALE_SNAPSHOT` | `INVALID_ARGUMENT` | `CANCELLED` | RangeError | TypeError
   */
  async verify(
    sessionId: string,
    checks: readonly BrowserCheck[],
    options: CallOptions & { readonly timeoutMs?: number; readonly snapshotId?: string } = {},
  ): Promise<VerifyResult> {
    validateChecks(checks);
    const timeoutMs = resolveTimeout(options.timeoutMs, "timeoutMs", this.options.timeoutMs);
    const { snapshotId } = options;
    return await this.call(sessionId, options, (session, signal) =>
      verifyChecks(session, checks, {
        deadline: new Deadline(timeoutMs, signal),
        ...(snapshotId !== undefined && { snapshotId }),
      }));
  }

  /**
   * Reads text, links or a table.
   *
   * @throws `SESSION_NOT_FOUND` | `FRAME_NOT_FOUND` | `SELECTOR_COUNT` | `TIMEOUT` | `CANCELLED` | RangeError | TypeError
   */
  async extract(sessionId: string, options: ExtractOptions): Promise<ExtractResult> {
    resolveInteger(options.maxItems, "maxItems", 1, 500, 100);
    return await this.call(
      sessionId,
      options,
      (session, signal) => extractData(session, options, new Deadline(this.options.timeoutMs, signal)),
    );
  }

  /**
   * Goes somewhere in the active tab and observes.
   *
   * @throws `SESSION_NOT_FOUND` | `INVALID_URL` | `NAVIGATION_FAILED` | `TIMEOUT` | `CANCELLED` | TypeError
   */
  async navigate(sessionId: string, options: NavigateOptions): Promise<SnapshotResult> {
    const destination = toDestination(options);
    return await this.ledger.run(
      `navigate ${sessionId}`,
      options.idempotencyKey,
      destination,
      (begin) =>
        this.call(sessionId, options, async (session, signal) => {
          begin();
          const deadline = new Deadline(this.options.timeoutMs, signal);
          return await observeOrPark(
            session,
            signal,
            () => navigateTab(session.tab(), destination, deadline),
          );
        }),
    );
  }

  /**
   * Reads what all sessions hold, for another engine to go on with. Never starts a browser.
   *
   * @throws `TIMEOUT` | `CANCELLED`
   */
  async exportWorkspace({ signal }: CallOptions = {}): Promise<BrowserWorkspace> {
    this.assertUsable();
    const deadline = new Deadline(this.options.timeoutMs, anySignal(this.disposalSignal, signal));
    try {
      return await exportSessions([...this.sessions.values()], workspaceHead(this.options), deadline);
    } catch (error) {
      throw explainFailure(error, { isDisposed: this.isDisposed, signal });
    }
  }

  /**
   * Opens fresh sessions with what a workspace holds. This engine must not have any session yet.
   *
   * @throws `INVALID_ARGUMENT` for a workspace that is not valid or belongs to other policies | `BROWSER_MISSING` |
   * `BROWSER_START_FAILED` | `TIMEOUT` | `CANCELLED`
   */
  async restoreWorkspace(
    workspace: BrowserWorkspace,
    { restoreDrafts = false, signal }: RestoreWorkspaceOptions = {},
  ): Promise<WorkspaceRestoration> {
    this.assertUsable();
    const parsed = parseWorkspace(workspace);
    checkWorkspaceFits(parsed, workspaceHead(this.options), this.sessions.size);
    const ends = anySignal(this.disposalSignal, signal);
    try {
      return await restoreSessions({
        workspace: parsed,
        restoreDrafts,
        pageTimeoutMs: this.options.timeoutMs,
        newSession: async (storage, deadline) =>
          await startedSession(
            await deadline.race(this.host.browser()),
            { parts: this.sessionParts, onClosed: (session) => this.sessions.delete(session.sessionId) },
            storage as StorageState,
            deadline,
          ),
        onOpened: (session) => this.sessions.set(session.sessionId, session),
      }, new Deadline(RESTORE_TIMEOUT_MS, ends));
    } catch (error) {
      throw explainFailure(error, { isDisposed: this.isDisposed, signal });
    }
  }
}

function toDestination({ action, url }: NavigateOptions): Parameters<typeof navigateTab>[1] {
  if (action === "goto") {
    if (url === undefined) throw new TypeError(`"url" is required for action goto`);
    return { action, url: parsePageUrl(url) };
  }
  if (url !== undefined) throw new TypeError(`"url" goes with action goto only`);
  if (action === "back" || action === "forward" || action === "reload") return { action };
  throw new TypeError(`"action" must be goto, back, forward or reload: current value is ${String(action)}`);
}
