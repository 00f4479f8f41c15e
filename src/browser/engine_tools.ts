import type { ActResult } from "../contracts/browser.ts";
import type {
  BrowserToolsPort,
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
import { BrowserError } from "../contracts/errors.ts";
import type { CallOptions } from "../contracts/tools.ts";
import type { DOMExtraction } from "../extraction/dom_assemble.ts";
import { answerDialog } from "./answer_dialog.ts";
import { capturePage } from "./capture.ts";
import { clickNamed, resolveNamedOptions } from "./click_named.ts";
import { Deadline } from "./deadline.ts";
import type { EngineCore } from "./engine_core.ts";
import { extractStructured, type ExtractStructuredOptions } from "./extract_structured.ts";
import { findText, resolveFindOptions } from "./find_text.ts";
import { resolveNetworkOptions } from "./network_journal.ts";
import { resolveTimeout } from "./options.ts";
import { resolveScriptOptions, runScript } from "./page_script.ts";
import { printPdf, resolvePdfOptions } from "./print_pdf.ts";
import { checkFieldQueries, readFields } from "./read_fields.ts";
import { manageTabs, resolveTabsOptions } from "./tabs.ts";

const DOWNLOAD_TIMEOUT_MS = 30_000;

/** Milliseconds for all input of one batch. */
export const BATCH_TIMEOUT_MS = 30_000;

/** The tools of an engine beyond observing, acting, checking and reading. */
export class EngineTools implements BrowserToolsPort {
  readonly #core: EngineCore;

  /** @param core what all tools stand on */
  constructor(core: EngineCore) {
    this.#core = core;
  }

  /**
   * Lists, opens, switches or closes tabs. Closing the last one ends the session.
   *
   * @throws `SESSION_NOT_FOUND` | `TAB_NOT_FOUND` | `INVALID_URL` | `NAVIGATION_FAILED` | `TIMEOUT` | `CANCELLED` |
   * TypeError
   */
  async tabs(sessionId: string, options: TabsOptions): Promise<TabsResult> {
    const request = resolveTabsOptions(options);
    const { timeoutMs } = this.#core.options;
    return await this.#core.call(
      sessionId,
      { ...options, duringDialog: request.action === "list" },
      (session, signal) => manageTabs(session, request, { timeoutMs, signal }),
    );
  }

  /**
   * Answers the open dialog and observes; with none open, arms the answer for the next one.
   *
   * @throws `SESSION_NOT_FOUND` | `DIALOG_NOT_OPEN` | `INVALID_ARGUMENT` | `CANCELLED` | RangeError | TypeError
   */
  async dialog(sessionId: string, options: DialogOptions): Promise<DialogResult> {
    return await this.#core.call(
      sessionId,
      { ...options, duringDialog: true },
      (session, signal) =>
        answerDialog(session, options, new Deadline(this.#core.options.timeoutMs, signal), signal),
    );
  }

  /**
   * Scrolls until a text is on the screen.
   *
   * @throws `SESSION_NOT_FOUND` | `STALE_SNAPSHOT` | `STALE_REFERENCE` | `FRAME_NOT_FOUND` | `INVALID_ARGUMENT` |
   * `TIMEOUT` | `CANCELLED` | RangeError | TypeError
   */
  async findText(sessionId: string, options: FindOptions): Promise<FindResult> {
    const request = resolveFindOptions(options);
    return await this.#core.call(sessionId, options, (session, signal) => findText(session, request, signal));
  }

  /**
   * Observes all frames and clicks the one control with an exact name.
   *
   * @throws `SESSION_NOT_FOUND` | `TARGET_NOT_FOUND` | `AMBIGUOUS_TARGET` | `SNAPSHOT_TRUNCATED` |
   * `IDEMPOTENCY_CONFLICT` | `CANCELLED` | RangeError | TypeError
   */
  async clickNamed(sessionId: string, options: ClickNamedOptions): Promise<ActResult> {
    const request = resolveNamedOptions(options);
    const { timeoutMs, popupPolicy } = this.#core.options;
    return await this.#core.ledger.run(
      `click_named ${sessionId}`,
      options.idempotencyKey,
      request,
      (begin) =>
        this.#core.call(sessionId, options, (session, signal) =>
          clickNamed(session, request, {
            timeoutMs: BATCH_TIMEOUT_MS,
            actionTimeoutMs: timeoutMs,
            verifyTimeoutMs: timeoutMs,
            popupPolicy,
            signal,
            begin,
          })),
    );
  }

  /**
   * Photographs the active tab, private fields hidden.
   *
   * @throws `SESSION_NOT_FOUND` | `CAPTURE_TOO_LARGE` | `SENSITIVE_VALUE` | `TIMEOUT` | `CANCELLED`
   */
  async screenshot(sessionId: string, options: CaptureOptions = {}): Promise<CaptureResult> {
    return await this.#core.call(sessionId, options, async (session, signal) => {
      const deadline = new Deadline(this.#core.options.timeoutMs, signal);
      const image = await capturePage(session.tab(), options.fullPage === true, deadline);
      return { session_id: sessionId, ...image };
    });
  }

  /**
   * Lists downloads, or waits for one.
   *
   * @throws `SESSION_NOT_FOUND` | `DOWNLOAD_NOT_FOUND` | `TIMEOUT` | `CANCELLED` | RangeError
   */
  async downloads(sessionId: string, options: DownloadsOptions = {}): Promise<DownloadsResult> {
    const { downloadId } = options;
    const timeoutMs = resolveTimeout(options.timeoutMs, "timeoutMs", DOWNLOAD_TIMEOUT_MS);
    return await this.#core.call(
      sessionId,
      { ...options, duringDialog: true },
      async ({ downloads }, signal) => ({
        session_id: sessionId,
        downloads: downloadId === undefined
          ? downloads.list()
          : [await downloads.wait(downloadId, new Deadline(timeoutMs, signal))],
      }),
    );
  }

  /**
   * Writes cookies, local storage and IndexedDB into a private file.
   *
   * @throws `SESSION_NOT_FOUND` | `UNSUPPORTED_FLOW` | `TIMEOUT` | `CANCELLED`
   */
  async saveState(sessionId: string, options: CallOptions = {}): Promise<StateResult> {
    return await this.#core.call(
      sessionId,
      options,
      (session, signal) =>
        this.#core.states.save(session, new Deadline(this.#core.options.timeoutMs, signal)),
    );
  }

  /**
   * Prints the active tab into a private file.
   *
   * @throws `SESSION_NOT_FOUND` | `CAPTURE_TOO_LARGE` | `PDF_TIMEOUT` | `CANCELLED` | TypeError
   */
  async pdf(sessionId: string, options: PdfOptions = {}): Promise<PdfResult> {
    const page = resolvePdfOptions(options);
    return await this.#core.call(
      sessionId,
      options,
      (session, signal) =>
        printPdf(session, page, this.#core.artifacts, new Deadline(this.#core.options.timeoutMs, signal)),
    );
  }

  /**
   * Reads fields of one document at one moment. What it gives is fit for `assembleDOMExtraction`.
   *
   * @throws `SESSION_NOT_FOUND` | `FRAME_NOT_FOUND` | `SENSITIVE_VALUE` | `NOT_VISIBLE` | `INVALID_ARGUMENT` |
   * RangeError | TypeError
   */
  async readFields(
    sessionId: string,
    fields: readonly FieldQuery[],
    options: FieldsOptions = {},
  ): Promise<readonly FieldReading[]> {
    checkFieldQueries(fields);
    return await this.#core.call(sessionId, options, (session, signal) => {
      const deadline = new Deadline(this.#core.options.timeoutMs, signal);
      return readFields(session, fields, options.frameId, deadline);
    });
  }

  /**
   * Reads fields of one document at one moment, and makes typed data of them.
   *
   * @throws ExtractionError, or as `readFields`
   */
  async extractStructured(sessionId: string, options: ExtractStructuredOptions): Promise<DOMExtraction> {
    return await extractStructured(options, (queries) => this.readFields(sessionId, queries, options));
  }

  /**
   * Reads the network journal.
   *
   * @throws `SESSION_NOT_FOUND` | `UNSUPPORTED_FLOW` without the option `captureNetwork` | `RESPONSE_NOT_FOUND` |
   * `RESPONSE_UNREADABLE` | `TIMEOUT` | `CANCELLED` | RangeError | TypeError
   */
  async network(sessionId: string, options: NetworkOptions = {}): Promise<NetworkResult> {
    const request = resolveNetworkOptions(options);
    return await this.#core.call(
      sessionId,
      { ...options, duringDialog: true },
      async ({ network }, signal) => {
        if (network === undefined) throw notEnabled("The network journal", "captureNetwork");
        const deadline = new Deadline(this.#core.options.timeoutMs, signal);
        return { session_id: sessionId, ...await network.read(request, deadline) };
      },
    );
  }

  /**
   * Runs JavaScript in the page.
   *
   * @throws `SESSION_NOT_FOUND` | `UNSUPPORTED_FLOW` without the option `allowPageScript` | `STALE_SNAPSHOT` |
   * `INVALID_ARGUMENT` | RangeError | TypeError
   */
  async script(sessionId: string, options: ScriptOptions): Promise<ScriptResult> {
    if (!this.#core.options.allowPageScript) throw notEnabled("Page script", "allowPageScript");
    const request = resolveScriptOptions(options);
    return await this.#core.call(
      sessionId,
      options,
      (session, signal) => runScript(session, request, signal),
    );
  }
}

function notEnabled(what: string, option: string): BrowserError {
  return new BrowserError(
    "UNSUPPORTED_FLOW",
    `${what} is off; the operator turns it on with the option ${option}`,
  );
}
