import type { BrowserOptions, SessionInfo } from "../contracts/browser.ts";
import { BrowserError } from "../contracts/errors.ts";
import type { CallOptions } from "../contracts/tools.ts";
import { ArtifactFolder } from "./artifacts.ts";
import { BrowserHost } from "./browser_host.ts";
import { explainFailure } from "./call_failures.ts";
import { Deadline } from "./deadline.ts";
import { badStatus } from "./loading/document_watch.ts";
import { OnceLedger } from "./once_ledger.ts";
import { type ResolvedOptions, resolveOptions } from "./options.ts";
import type { Session, SessionParts } from "./session.ts";
import { SavedStates } from "./saved_states.ts";
import { SpareSession } from "./spare_session.ts";
import { namePage } from "./urls.ts";

const DISPOSE_TIMEOUT_MS = 2000;
const ATTACH_TIMEOUT_MS = 2000;

/** How a call of a session is run. */
export interface SessionCallOptions extends CallOptions {
  /** The work can be done while a native dialog holds the page up. */
  readonly duringDialog?: boolean;
}

/**
 * The part of an engine that all its tools stand on: the browser, the sessions with their lines of calls, and the end of
 * everything.
 */
export class EngineCore {
  /** Options with every default in place. */
  readonly options: ResolvedOptions;
  /** The one warm browser. */
  readonly host: BrowserHost;
  /** Open sessions by id. */
  readonly sessions: Map<string, Session> = new Map();
  /** Calls that were named with a key. */
  readonly ledger: OnceLedger = new OnceLedger();
  /** Files that outlive the engine. */
  readonly artifacts: ArtifactFolder = new ArtifactFolder();
  /** Cookies and storage that were written into files. */
  readonly states: SavedStates = new SavedStates(this.artifacts);
  /** The session that is prepared for the next opening. */
  readonly spare: SpareSession = new SpareSession();
  readonly #disposal = new AbortController();
  #disposing: Promise<void> | undefined;

  /**
   * @param options every field is optional
   * @throws RangeError | TypeError naming the option, what it must be, and what it is
   */
  constructor(options: BrowserOptions = {}) {
    this.options = resolveOptions(options);
    this.host = new BrowserHost(this.options, () => this.#browserLost());
  }

  /** Id of the browser process while it runs, for diagnostics. */
  get browserProcessId(): number | undefined {
    return this.host.processId;
  }

  /** Sessions of this engine; never starts a browser and never waits for a session's calls. */
  async list(): Promise<readonly SessionInfo[]> {
    this.assertUsable();
    const open = [...this.sessions.values()].filter(({ isClosed, tabCount }) => !isClosed && tabCount > 0);
    return await Promise.all(open.map(async (session) => {
      const { activeTab: tab, openDialog } = session;
      // a page with a dialog does not answer
      const title = openDialog === undefined ? await tab?.title(new Deadline(500)) : undefined;
      return session.secrets.hide({
        session_id: session.sessionId,
        ...namePage(tab?.document.url ?? "", title ?? ""),
        ...badStatus(tab?.document.status),
        tabs: session.tabCount,
        ...(openDialog !== undefined && { dialog_open: openDialog }),
      });
    }));
  }

  /**
   * Closes a session after the calls before it; an open dialog does not hinder it.
   *
   * @throws `SESSION_NOT_FOUND` | `CLEANUP_INCOMPLETE` | `CANCELLED`
   */
  async close(
    sessionId: string,
    options: CallOptions = {},
  ): Promise<{ readonly session_id: string; readonly closed: true }> {
    return await this.call(sessionId, { ...options, duringDialog: true }, async (session) => {
      try {
        await new Deadline(this.options.timeoutMs).race(session.close());
      } catch (cause) {
        throw new BrowserError(
          "CLEANUP_INCOMPLETE",
          `Session ${sessionId} has ended, but closing was not confirmed`,
          { cause },
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

  /** What each session gets. */
  get sessionParts(): SessionParts {
    return {
      artifacts: this.artifacts,
      captureNetwork: this.options.captureNetwork,
      ...(this.options.onNotice !== undefined && { onNotice: this.options.onNotice }),
      grantedFiles: this.options.grantedFiles,
    };
  }

  /** Aborts when the engine is disposed. */
  get disposalSignal(): AbortSignal {
    return this.#disposal.signal;
  }

  /** Whether the engine was disposed, or is about to be. */
  get isDisposed(): boolean {
    return this.#disposing !== undefined;
  }

  /** Runs work in a session's line; whatever goes wrong becomes an error with a code. */
  async call<T>(
    sessionId: string,
    { signal, duringDialog = false }: SessionCallOptions,
    work: (session: Session, signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    this.assertUsable();
    const session = this.sessions.get(sessionId);
    if (session === undefined) throw this.#unknownSession(sessionId);
    try {
      return await this.spare.during(() =>
        session.queue.run(async () => {
          if (session.isClosed && !session.isLost) throw this.#unknownSession(sessionId);
          if (session.dialogs.isOpen && !duringDialog) throw session.dialogs.error();
          const ends = anySignal(session.endSignal, this.#disposal.signal, signal, session.dialogs.signal);
          await attached(session, ends, duringDialog);
          return session.secrets.hide(await work(session, ends));
        }, signal)
      );
    } catch (error) {
      throw session.secrets.hideError(
        explainFailure(error, { session, isDisposed: this.isDisposed, signal }),
      );
    }
  }

  /** @throws `ENGINE_DISPOSED` */
  assertUsable(): void {
    if (!this.isDisposed) return;
    throw new BrowserError("ENGINE_DISPOSED", "This browser engine was disposed; create a new one");
  }

  async #dispose(): Promise<void> {
    this.#disposal.abort();
    this.spare.drop(true);
    const isConfirmed = await this.host.close(new Deadline(DISPOSE_TIMEOUT_MS));
    for (const session of [...this.sessions.values()]) session.lost();
    if (!isConfirmed) {
      throw new BrowserError(
        "CLEANUP_INCOMPLETE",
        "The browser did not confirm within two seconds that it has ended",
      );
    }
  }

  #unknownSession(sessionId: string): BrowserError {
    const known = [...this.sessions.keys()];
    const next = known.length === 0
      ? "There is no open session; open one with tab_open"
      : `Open sessions: ${known.slice(0, 10).join(", ")}`;
    return new BrowserError("SESSION_NOT_FOUND", `There is no session ${sessionId.slice(0, 40)}. ${next}`);
  }

  #browserLost(): void {
    this.spare.drop();
    for (const session of [...this.sessions.values()]) session.lost();
    this.options.onNotice?.(
      "The browser ended unexpectedly; its sessions are gone, and the next open starts a new one",
    );
  }
}

/** Waits until pages that the browser reported are tabs; one that a dialog holds up is not waited for. */
async function attached(session: Session, signal: AbortSignal, duringDialog: boolean): Promise<void> {
  if (duringDialog && session.dialogs.isOpen) return;
  const deadline = new Deadline(ATTACH_TIMEOUT_MS, signal);
  await deadline.race(session.settleTabs()).catch(() => deadline.cancelled && deadline.check());
}

/** A signal that aborts when one of these does. */
export function anySignal(...signals: readonly (AbortSignal | undefined)[]): AbortSignal {
  return AbortSignal.any(signals.filter((signal) => signal !== undefined));
}
