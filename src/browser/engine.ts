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
import type {
  CaptureOptions,
  CaptureResult,
  ClickNamedOptions,
  DialogOptions,
  DialogResult,
  DownloadsOptions,
  DownloadsResult,
  FieldQuery,
  FieldReading,
  FieldsOptions,
  FindOptions,
  FindResult,
  NetworkOptions,
  NetworkResult,
  PdfOptions,
  PdfResult,
  ScriptOptions,
  ScriptResult,
  StateResult,
  TabsOptions,
  TabsResult,
} from "../contracts/browser_tools.ts";
import type { DocumentBinding, DocumentBindingPort } from "../contracts/document_binding.ts";
import type { CallOptions } from "../contracts/tools.ts";
import type {
  BrowserWorkspace,
  RestoreWorkspaceOptions,
  WorkspacePort,
  WorkspaceRestoration,
} from "../contracts/workspace.ts";
import type { DOMExtraction } from "../extraction/dom_assemble.ts";
import { runBatch } from "./batch.ts";
import { Deadline } from "./deadline.ts";
import { readDocumentBinding } from "./document_binding.ts";
import { EngineCore } from "./engine_core.ts";
import { BATCH_TIMEOUT_MS, EngineTools } from "./engine_tools.ts";
import { extractData } from "./extract.ts";
import type { ExtractStructuredOptions } from "./extract_structured.ts";
import { navigateTab, resolveDestination } from "./navigation.ts";
import { OBSERVE_TIMEOUT_MS, observeSession } from "./observe_session.ts";
import { observeOrPark } from "./observe_or_park.ts";
import { openInEngine } from "./engine_open.ts";
import { resolveInteger, resolveTimeout } from "./options.ts";
import { resolveSnapshotOptions } from "./snapshots.ts";
import { validateActions, validateChecks } from "./validate.ts";
import { verifyChecks } from "./verify.ts";
import { exportWorkspace, restoreWorkspace } from "./workspace/engine_workspace.ts";

/**
 * A warm Chromium with sessions. Nothing starts before the first `open`; a browser that was lost is started anew by the
 * next one.
 */
export class BrowserEngine implements BrowserPort, WorkspacePort, DocumentBindingPort {
  readonly #core: EngineCore;
  readonly #tools: EngineTools;

  /**
   * An engine; nothing is started yet.
   *
   * @param options every field is optional
   * @throws RangeError | TypeError naming the option, what it must be, and what it is
   */
  constructor(options: BrowserOptions = {}) {
    this.#core = new EngineCore(options);
    this.#tools = new EngineTools(this.#core);
  }

  /** Id of the browser process while it runs, for diagnostics. */
  get browserProcessId(): number | undefined {
    return this.#core.browserProcessId;
  }

  /**
   * Opens a session on an HTTP(S) URL and observes it.
   *
   * @throws `INVALID_URL` | `BROWSER_MISSING` | `BROWSER_START_FAILED` | `NAVIGATION_FAILED` | `TIMEOUT` | `CANCELLED`
   */
  async open(url: string, options: OpenOptions = {}): Promise<SnapshotResult> {
    return await openInEngine(this.#core, url, options);
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
    return await this.#core.call(sessionId, options, async (session, signal) => {
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
      this.#core.options.timeoutMs,
    );
    const { settleMs } = options;
    if (settleMs !== undefined) resolveInteger(settleMs, "settleMs", 0, 10_000, 0);
    const same = { snapshotId, actions, postChecks, snapshot, timeoutMs, verifyTimeoutMs, settleMs };
    return await this.#core.ledger.run(
      `act ${sessionId}`,
      idempotencyKey,
      same,
      (begin) =>
        this.#core.call(sessionId, options, (session, signal) =>
          runBatch(session, {
            snapshotId,
            actions,
            postChecks,
            timeoutMs,
            actionTimeoutMs: this.#core.options.timeoutMs,
            verifyTimeoutMs,
            settleMs,
            snapshot,
            popupPolicy: this.#core.options.popupPolicy,
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
    const timeoutMs = resolveTimeout(options.timeoutMs, "timeoutMs", this.#core.options.timeoutMs);
    const { snapshotId } = options;
    return await this.#core.call(sessionId, options, (session, signal) =>
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
    return await this.#core.call(
      sessionId,
      options,
      (session, signal) => extractData(session, options, new Deadline(this.#core.options.timeoutMs, signal)),
    );
  }

  /**
   * Goes somewhere in the active tab and observes.
   *
   * @throws `SESSION_NOT_FOUND` | `INVALID_URL` | `NAVIGATION_FAILED` | `TIMEOUT` | `CANCELLED` | TypeError
   */
  async navigate(sessionId: string, options: NavigateOptions): Promise<SnapshotResult> {
    const destination = resolveDestination(options);
    return await this.#core.ledger.run(
      `navigate ${sessionId}`,
      options.idempotencyKey,
      destination,
      (begin) =>
        this.#core.call(sessionId, options, async (session, signal) => {
          begin();
          const deadline = new Deadline(this.#core.options.timeoutMs, signal);
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
  async exportWorkspace(options: CallOptions = {}): Promise<BrowserWorkspace> {
    return await exportWorkspace(this.#core, options);
  }

  /**
   * Opens fresh sessions with what a workspace holds. This engine must not have any session yet.
   *
   * @throws `INVALID_ARGUMENT` for a workspace that is not valid or belongs to other policies | `BROWSER_MISSING` |
   * `BROWSER_START_FAILED` | `TIMEOUT` | `CANCELLED`
   */
  async restoreWorkspace(
    workspace: BrowserWorkspace,
    options: RestoreWorkspaceOptions = {},
  ): Promise<WorkspaceRestoration> {
    return await restoreWorkspace(this.#core, workspace, options);
  }

  /**
   * Says which document a session shows. See {@link DocumentBindingPort}.
   *
   * @throws `SESSION_NOT_FOUND` | `DIALOG_OPEN` | `TIMEOUT` | `CANCELLED`
   */
  async documentBinding(sessionId: string, options: CallOptions = {}): Promise<DocumentBinding> {
    return await this.#core.call(sessionId, options, readDocumentBinding);
  }

  /** Sessions of this engine; never starts a browser and never waits for a session's calls. */
  async list(): Promise<readonly SessionInfo[]> {
    return await this.#core.list();
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
    return await this.#core.close(sessionId, options);
  }

  /**
   * Closes everything. Calls under way and later ones fail with `ENGINE_DISPOSED`. A second call waits for the first.
   *
   * @throws `CLEANUP_INCOMPLETE` when the browser's end is not confirmed within two seconds
   */
  dispose(): Promise<void> {
    return this.#core.dispose();
  }

  /**
   * Lists, opens, switches or closes tabs. Closing the last one ends the session.
   *
   * @throws `SESSION_NOT_FOUND` | `TAB_NOT_FOUND` | `INVALID_URL` | `NAVIGATION_FAILED` | `TIMEOUT` | TypeError
   */
  async tabs(sessionId: string, options: TabsOptions): Promise<TabsResult> {
    return await this.#tools.tabs(sessionId, options);
  }

  /**
   * Answers the open dialog and observes; with none open, arms the answer for the next one.
   *
   * @throws `SESSION_NOT_FOUND` | `DIALOG_NOT_OPEN` | `INVALID_ARGUMENT` | `CANCELLED` | RangeError | TypeError
   */
  async dialog(sessionId: string, options: DialogOptions): Promise<DialogResult> {
    return await this.#tools.dialog(sessionId, options);
  }

  /**
   * Scrolls until a text is on the screen.
   *
   * @throws `STALE_SNAPSHOT` | `STALE_REFERENCE` | `FRAME_NOT_FOUND` | `INVALID_ARGUMENT` | RangeError | TypeError
   */
  async findText(sessionId: string, options: FindOptions): Promise<FindResult> {
    return await this.#tools.findText(sessionId, options);
  }

  /**
   * Observes all frames and clicks the one control with an exact name.
   *
   * @throws `TARGET_NOT_FOUND` | `AMBIGUOUS_TARGET` | `SNAPSHOT_TRUNCATED` | `IDEMPOTENCY_CONFLICT` | RangeError
   */
  async clickNamed(sessionId: string, options: ClickNamedOptions): Promise<ActResult> {
    return await this.#tools.clickNamed(sessionId, options);
  }

  /**
   * Photographs the active tab, private fields hidden.
   *
   * @throws `SESSION_NOT_FOUND` | `CAPTURE_TOO_LARGE` | `SENSITIVE_VALUE` | `TIMEOUT` | `CANCELLED`
   */
  async screenshot(sessionId: string, options: CaptureOptions = {}): Promise<CaptureResult> {
    return await this.#tools.screenshot(sessionId, options);
  }

  /**
   * Lists downloads, or waits for one.
   *
   * @throws `SESSION_NOT_FOUND` | `DOWNLOAD_NOT_FOUND` | `TIMEOUT` | `CANCELLED` | RangeError
   */
  async downloads(sessionId: string, options: DownloadsOptions = {}): Promise<DownloadsResult> {
    return await this.#tools.downloads(sessionId, options);
  }

  /**
   * Writes cookies, local storage and IndexedDB into a private file.
   *
   * @throws `SESSION_NOT_FOUND` | `UNSUPPORTED_FLOW` | `TIMEOUT` | `CANCELLED`
   */
  async saveState(sessionId: string, options: CallOptions = {}): Promise<StateResult> {
    return await this.#tools.saveState(sessionId, options);
  }

  /**
   * Prints the active tab into a private file.
   *
   * @throws `SESSION_NOT_FOUND` | `CAPTURE_TOO_LARGE` | `PDF_TIMEOUT` | `CANCELLED` | TypeError
   */
  async pdf(sessionId: string, options: PdfOptions = {}): Promise<PdfResult> {
    return await this.#tools.pdf(sessionId, options);
  }

  /**
   * Reads fields of one document at one moment. What it gives is fit for `assembleDOMExtraction`.
   *
   * @throws `FRAME_NOT_FOUND` | `SENSITIVE_VALUE` | `NOT_VISIBLE` | `INVALID_ARGUMENT` | RangeError | TypeError
   */
  async readFields(
    sessionId: string,
    fields: readonly FieldQuery[],
    options: FieldsOptions = {},
  ): Promise<readonly FieldReading[]> {
    return await this.#tools.readFields(sessionId, fields, options);
  }

  /**
   * Reads typed data by a plan of fields, with the place of each value.
   *
   * @throws ExtractionError, or as `readFields`
   */
  async extractStructured(sessionId: string, options: ExtractStructuredOptions): Promise<DOMExtraction> {
    return await this.#tools.extractStructured(sessionId, options);
  }

  /**
   * Reads the network journal.
   *
   * @throws `SESSION_NOT_FOUND` | `UNSUPPORTED_FLOW` without the option `captureNetwork` | `RESPONSE_NOT_FOUND` |
   * `RESPONSE_UNREADABLE` | `TIMEOUT` | `CANCELLED` | RangeError | TypeError
   */
  async network(sessionId: string, options: NetworkOptions = {}): Promise<NetworkResult> {
    return await this.#tools.network(sessionId, options);
  }

  /**
   * Runs JavaScript in the page.
   *
   * @throws `UNSUPPORTED_FLOW` without the option `allowPageScript` | `STALE_SNAPSHOT` | `INVALID_ARGUMENT` | RangeError
   */
  async script(sessionId: string, options: ScriptOptions): Promise<ScriptResult> {
    return await this.#tools.script(sessionId, options);
  }
}
