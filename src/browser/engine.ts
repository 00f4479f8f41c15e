import type {
  ActOptions,
  ActResult,
  BrowserAction,
  BrowserCheck,
  BrowserOptions,
  BrowserPort,
  ExtractOptions,
  ExtractResult,
  NavigateOptions,
  OpenOptions,
  SessionInfo,
  SnapshotOptions,
  SnapshotResult,
  VerifyResult,
} from "../contracts/browser.ts";
import type { CallOptions } from "../contracts/tools.ts";
import { BrowserError } from "../contracts/errors.ts";
import { runBatch } from "./batch.ts";
import { BrowserHost } from "./browser_host.ts";
import { explainFailure } from "./call_failures.ts";
import { Deadline } from "./deadline.ts";
import { extractData } from "./extract.ts";
import { navigateTab } from "./navigation.ts";
import { OBSERVE_TIMEOUT_MS, observeSession } from "./observe_session.ts";
import { OnceLedger } from "./once_ledger.ts";
import { openSession } from "./open_session.ts";
import { type ResolvedOptions, resolveInteger, resolveOptions, resolveTimeout } from "./options.ts";
import type { Session } from "./session.ts";
import { resolveSnapshotOptions } from "./snapshots.ts";
import { parsePageUrl } from "./urls.ts";
import { validateActions, validateChecks } from "./validate.ts";
import { verifyChecks } from "./verify.ts";

const DISPOSE_TIMEOUT_MS = 2000;
const BATCH_TIMEOUT_MS = 30_000;

/**
 * A warm Chromium with sessions. Nothing starts before the first `open`; a browser that was lost is started anew by the
 * next one.
 */
export class BrowserEngine implements BrowserPort {
  readonly #options: ResolvedOptions;
  readonly #host: BrowserHost;
  readonly #sessions = new Map<string, Session>();
  readonly #ledger = new OnceLedger();
  readonly #disposal = new AbortController();
  #disposing: Promise<void> | undefined;

  /**
   * @param options every field is optional
   * @throws RangeError | TypeError naming the option, what it must be, and what it is
   */
  constructor(options: BrowserOptions = {}) {
    this.#options = resolveOptions(options);
    this.#host = new BrowserHost(this.#options, () => this.#browserLost());
  }

  /** Id of the browser process while it runs, for diagnostics. */
  get browserProcessId(): number | undefined {
    return this.#host.processId;
  }

  /**
   * Opens a session on an HTTP(S) URL and observes it.
   *
   * @throws `INVALID_URL` | `BROWSER_MISSING` | `BROWSER_START_FAILED` | `NAVIGATION_FAILED` | `TIMEOUT` | `CANCELLED`
   */
  async open(url: string, options: OpenOptions = {}): Promise<SnapshotResult> {
    const target = parsePageUrl(url);
    return await this.#ledger.run("open", options.idempotencyKey, { url: target }, async (begin) => {
      this.#assertUsable();
      const signal = anySignal(this.#disposal.signal, options.signal);
      try {
        return await openSession({
          url: target,
          timeoutMs: this.#options.timeoutMs,
          signal,
          browser: () => this.#host.browser(),
          onGone: (browser) => this.#host.discard(browser),
          onOpened: (session) => {
            begin();
            this.#sessions.set(session.sessionId, session);
          },
          onClosed: (session) => this.#sessions.delete(session.sessionId),
        });
      } catch (error) {
        throw explainFailure(error, { isDisposed: this.#disposing !== undefined, signal: options.signal });
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
    return await this.#call(sessionId, options, async (session, signal) => {
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
      this.#options.timeoutMs,
    );
    const same = { snapshotId, actions, postChecks, snapshot, timeoutMs, verifyTimeoutMs };
    return await this.#ledger.run(
      `act ${sessionId}`,
      idempotencyKey,
      same,
      (begin) =>
        this.#call(sessionId, options, (session, signal) =>
          runBatch(session, {
            snapshotId,
            actions,
            postChecks,
            timeoutMs,
            actionTimeoutMs: this.#options.timeoutMs,
            verifyTimeoutMs,
            snapshot,
            popupPolicy: this.#options.popupPolicy,
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
    const timeoutMs = resolveTimeout(options.timeoutMs, "timeoutMs", this.#options.timeoutMs);
    const { snapshotId } = options;
    return await this.#call(sessionId, options, (session, signal) =>
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
    return await this.#call(
      sessionId,
      options,
      (session, signal) => extractData(session, options, new Deadline(this.#options.timeoutMs, signal)),
    );
  }

  /**
   * Goes somewhere in the active tab and observes.
   *
   * @throws `SESSION_NOT_FOUND` | `INVALID_URL` | `NAVIGATION_FAILED` | `TIMEOUT` | `CANCELLED` | TypeError
   */
  async navigate(sessionId: string, options: NavigateOptions): Promise<SnapshotResult> {
    const destination = toDestination(options);
    return await this.#ledger.run(
      `navigate ${sessionId}`,
      options.idempotencyKey,
      destination,
      (begin) =>
        this.#call(sessionId, options, async (session, signal) => {
          begin();
          await navigateTab(session.tab(), destination, new Deadline(this.#options.timeoutMs, signal));
          return await observeSession(
            session,
            resolveSnapshotOptions({}),
            new Deadline(OBSERVE_TIMEOUT_MS, signal),
          );
        }),
    );
  }

  /** Sessions of this engine; never starts a browser and never waits for a session's calls. */
  async list(): Promise<readonly SessionInfo[]> {
    this.#assertUsable();
    const open = [...this.#sessions.values()].filter(({ isClosed, tabCount }) => !isClosed && tabCount > 0);
    return await Promise.all(open.map(async (session) => {
      const tab = session.activeTab;
      return {
        session_id: session.sessionId,
        url: tab?.url ?? "",
        title: await tab?.title(new Deadline(500)) ?? "",
        tabs: session.tabCount,
      };
    }));
  }

  /**
   * Closes a session after the calls before it.
   *
   * @throws `SESSION_NOT_FOUND` | `CLEANUP_INCOMPLETE` | `CANCELLED`
   */
  async close(
    sessionId: string,
    options: CallOptions = {},
  ): Promise<{ readonly session_id: string; readonly closed: true }> {
    return await this.#call(sessionId, options, async (session) => {
      try {
        await new Deadline(this.#options.timeoutMs).race(session.close());
      } catch (cause) {
        throw new BrowserError(
          "CLEANUP_INCOMPLETE",
          `Session ${sessionId} has ended, but closing was not confirmed`,
          {
            cause,
          },
        );
      }
      return { session_id: sessionId, closed: true };
    });
  }

  /**
   * Closes everything. Calls under way and later ones fail with `ENGINE_DISPOSED`. A second call waits for the first.
   *
   * @throws `CLEANUP_INCOMPLETE` when the browser's end is not confirmed within two seconds
   */
  dispose(): Promise<void> {
    this.#disposing ??= this.#dispose();
    return this.#disposing;
  }

  async #dispose(): Promise<void> {
    this.#disposal.abort();
    const isConfirmed = await this.#host.close(new Deadline(DISPOSE_TIMEOUT_MS));
    for (const session of [...this.#sessions.values()]) session.lost();
    if (!isConfirmed) {
      throw new BrowserError(
        "CLEANUP_INCOMPLETE",
        "The browser did not confirm within two seconds that it has ended",
      );
    }
  }

  /** Runs work in a session's line; whatever goes wrong becomes an error with a code. */
  async #call<T>(
    sessionId: string,
    { signal }: CallOptions,
    work: (session: Session, signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    this.#assertUsable();
    const session = this.#sessions.get(sessionId);
    if (session === undefined) throw this.#unknownSession(sessionId);
    const ends = anySignal(session.endSignal, this.#disposal.signal, signal);
    try {
      return await session.queue.run(async () => {
        if (session.isClosed && !session.isLost) throw this.#unknownSession(sessionId);
        await session.settleTabs();
        return await work(session, ends);
      }, signal);
    } catch (error) {
      throw explainFailure(error, { session, isDisposed: this.#disposing !== undefined, signal });
    }
  }

  #unknownSession(sessionId: string): BrowserError {
    const known = [...this.#sessions.keys()];
    const next = known.length === 0
      ? "There is no open session; open one with tab_open"
      : `Open sessions: ${known.slice(0, 10).join(", ")}`;
    return new BrowserError("SESSION_NOT_FOUND", `There is no session ${sessionId.slice(0, 40)}. ${next}`);
  }

  #assertUsable(): void {
    if (this.#disposing === undefined) return;
    throw new BrowserError("ENGINE_DISPOSED", "This browser engine was disposed; create a new one");
  }

  #browserLost(): void {
    for (const session of [...this.#sessions.values()]) session.lost();
    this.#options.onNotice(
      "The browser ended unexpectedly; its sessions are gone, and the next open starts a new one",
    );
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

function anySignal(...signals: readonly (AbortSignal | undefined)[]): AbortSignal {
  return AbortSignal.any(signals.filter((signal) => signal !== undefined));
}
