// Tools beyond observing, acting and checking, as programs see them. Like in browser.ts, results carry the field names
// of the tools.
import type { ActResult, SnapshotResult, TabInfo } from "./browser.ts";
import type { CallOptions } from "./tools.ts";

/** Which pages to keep, open or end. */
export interface TabsOptions extends CallOptions {
  /** What to do. */
  readonly action: "list" | "new" | "switch" | "close";
  /** Required for `switch` and `close`. */
  readonly tabId?: string;
  /** For `new`: HTTP(S) without credentials. @default a blank page */
  readonly url?: string;
}

/** The tabs of a session, and the active one observed unless they were only listed. */
export interface TabsResult {
  /** The session. */
  readonly session_id: string;
  /** All owned tabs, oldest first; none when the session has ended. */
  readonly tabs: readonly TabInfo[];
  /** The last tab was closed, and the session with it. */
  readonly session_closed?: true;
  /** A dialog of the page holds the action up. */
  readonly dialog_open?: OpenDialog;
  /** The active tab. */
  readonly snapshot?: SnapshotResult;
}

/** A native dialog that waits for an answer; its page does nothing meanwhile. */
export interface OpenDialog {
  /** `alert`, `confirm`, `prompt` or `beforeunload`. */
  readonly type: string;
  /** What it says; page text. */
  readonly message: string;
  /** What a prompt suggests. */
  readonly default_value?: string;
  /** Tab that it belongs to, when that is not the active one. */
  readonly tab_id?: string;
}

/** How to answer a dialog. */
export interface DialogOptions extends CallOptions {
  /** Whether to confirm it. */
  readonly action: "accept" | "dismiss";
  /** Text for a prompt, at most 10,000 characters. Defaults to what the prompt suggests. */
  readonly promptText?: string;
}

/** What became of the dialog, or the answer that now waits for the next one. */
export interface DialogResult {
  /** The session. */
  readonly session_id: string;
  /** The dialog that was answered; absent when none was open. */
  readonly answered?: { readonly type: string; readonly message: string; readonly handled: string };
  /** No dialog was open: the next one, and only that one, gets this answer. */
  readonly armed?: "accept" | "dismiss";
  /** The next dialog that the page opened at once. */
  readonly dialog_open?: OpenDialog;
  /** The answer closed the last tab, and the session with it. */
  readonly session_closed?: true;
  /** The page after the answer. */
  readonly snapshot?: SnapshotResult;
}

/** What to look for by scrolling. */
export interface FindOptions extends CallOptions {
  /** Visible text, 1–200 characters. */
  readonly text: string;
  /** Frame to look in; defaults to the main frame, or that of `containerRef`. */
  readonly frameId?: string;
  /** Scrollable region to look in; needs `snapshotId`. */
  readonly containerRef?: string;
  /** Observation that `containerRef` was taken from. */
  readonly snapshotId?: string;
  /** Steps of scrolling, 0–100. @default 40 */
  readonly maxScrolls?: number;
  /** Milliseconds, 100–60,000. @default 20000 */
  readonly timeoutMs?: number;
}

/** Whether a text was found, and what is shown there. */
export interface FindResult {
  /** The session. */
  readonly session_id: string;
  /** Frame that was searched. */
  readonly frame_id: string;
  /** Whether the text is on the screen now. */
  readonly found: boolean;
  /** Steps of scrolling that were made. */
  readonly scrolls: number;
  /** Everything was looked through. */
  readonly reached_end: boolean;
  /** The steps or the time ran out first: absence is not proved. */
  readonly limit_reached: boolean;
  /** What the viewport shows. */
  readonly snapshot: SnapshotResult;
}

/** Roles that a click by name may be narrowed to. */
export type NamedRole = "button" | "link" | "menuitem" | "tab" | "checkbox" | "radio";

/** What to click by its name. */
export interface ClickNamedOptions extends CallOptions {
  /** Exact accessible name, 1–200 characters. */
  readonly name: string;
  /** Narrows it to one role. */
  readonly role?: NamedRole;
  /** A second call with the same key and arguments returns the first one’s result instead of acting again. */
  readonly idempotencyKey?: string;
}

/** What to photograph. */
export interface CaptureOptions extends CallOptions {
  /** The whole document instead of the viewport. @default false */
  readonly fullPage?: boolean;
}

/** An image of a tab. */
export interface CaptureImage {
  /** The image. In a tool's reply it is an image block. */
  readonly data: Uint8Array;
  /** Kind of image. */
  readonly mime_type: "image/jpeg";
  /** Size of the file. */
  readonly bytes: number;
  /** Tab that was photographed. */
  readonly tab_id: string;
  /** Address, without credentials. */
  readonly url: string;
  /** Size and scroll position of the viewport in CSS pixels. */
  readonly viewport: {
    readonly width: number;
    readonly height: number;
    readonly scrollX: number;
    readonly scrollY: number;
  };
  /** What a pixel of the image stands for: a CSS pixel of the viewport, or of the whole document. */
  readonly coordinate_space: "viewport-css" | "document-css";
  /** Fields and passages whose content was made invisible, because it is private. */
  readonly masked?: number;
}

/** A photograph of a session's active tab. */
export interface CaptureResult extends CaptureImage {
  /** The session. */
  readonly session_id: string;
}

/** A download of a session. */
export interface DownloadInfo {
  /** Id within the session, for example `d1`; `download:d1` names the file for an upload. */
  readonly id: string;
  /** Name that the server or page suggests. */
  readonly filename: string;
  /** Address without query. */
  readonly url: string;
  /** How far it is. */
  readonly status: "pending" | "completed" | "failed";
  /** Where the file lies, once completed: in a folder that only this user can enter. */
  readonly path?: string;
  /** Size of the completed file. */
  readonly bytes?: number;
  /** Lowercase hexadecimal SHA-256 of the completed file. */
  readonly sha256?: string;
  /** Why it failed. */
  readonly error?: string;
}

/** Which downloads to report. */
export interface DownloadsOptions extends CallOptions {
  /** Wait for this one. Without it all are listed as they are. */
  readonly downloadId?: string;
  /** Milliseconds to wait, 100–60,000. @default 30000 */
  readonly timeoutMs?: number;
}

/** Downloads of a session. */
export interface DownloadsResult {
  /** The session. */
  readonly session_id: string;
  /** All of them, or the one that was waited for. */
  readonly downloads: readonly DownloadInfo[];
}

/** A file that an upload may name. */
export interface AvailableFile {
  /** `file:1` for a file that the operator granted, `download:d1` for a completed download of the session. */
  readonly id: string;
  /** Name of the file. */
  readonly name: string;
  /** Its size. */
  readonly bytes: number;
  /** Where it comes from. */
  readonly source: "granted" | "download";
}

/** A private file with the session's cookies, local storage and IndexedDB. */
export interface StateResult {
  /** The session. */
  readonly session_id: string;
  /** Where the file lies. It holds credentials: only this user can read it. */
  readonly path: string;
  /** Its size. */
  readonly bytes: number;
}

/** How to print. */
export interface PdfOptions extends CallOptions {
  /** Paper. @default "A4" */
  readonly format?: "A4" | "Letter";
  /** Paper on its side. @default false */
  readonly landscape?: boolean;
}

/** A printed tab. */
export interface PdfResult {
  /** The session. */
  readonly session_id: string;
  /** Tab that was printed. */
  readonly tab_id: string;
  /** Its address, without credentials. */
  readonly url: string;
  /** Where the file lies: in a folder that only this user can enter. */
  readonly path: string;
  /** Kind of file. */
  readonly mime_type: "application/pdf";
  /** Its size. */
  readonly bytes: number;
  /** Lowercase hexadecimal SHA-256 of the file. */
  readonly sha256: string;
}

/** One thing to read from the page. */
export interface FieldQuery {
  /** Name that the readings carry. */
  readonly name: string;
  /** CSS selector. */
  readonly selector: string;
  /** `text`: visible text; `attribute`: as written; `value`: live state of a control. */
  readonly mode: "text" | "attribute" | "value";
  /** For mode `attribute`. */
  readonly attribute?: string;
}

/** What stands at one match of a query. */
export interface FieldReading {
  /** Name of the query. */
  readonly name: string;
  /** Number of the match, from 0. */
  readonly matchIndex: number;
  /** Address of the frame. */
  readonly url: string;
  /** What was read, at most 20,000 characters. */
  readonly quote: string;
  /** Set when it was cut. */
  readonly truncated?: boolean;
}

/** Which frame to read. */
export interface FieldsOptions extends CallOptions {
  /** Frame to read; defaults to the one that was observed last. */
  readonly frameId?: string;
}

/** What to read of the network journal. */
export interface NetworkOptions extends CallOptions {
  /** Responses after this one. @default 0 */
  readonly afterId?: number;
  /** Responses on one page, 1–100. @default 50 */
  readonly maxItems?: number;
  /** Read the body of this response; excludes the two above. */
  readonly responseId?: number;
}

/** A response that a page got. */
export interface NetworkEntry {
  /** Running number within the session, from 1. */
  readonly id: number;
  /** Tab that asked. */
  readonly tab_id: string;
  /** Method of the request. */
  readonly method: string;
  /** For example `document`, `xhr`, `fetch`. */
  readonly resource_type: string;
  /** HTTP status. */
  readonly status: number;
  /** Media type, without parameters. */
  readonly content_type: string;
  /** Length that the server declared, in bytes. */
  readonly declared_bytes?: number;
  /** When it was seen, as ISO 8601. */
  readonly time: string;
  /** Address without credentials, query and fragment. */
  readonly url: string;
}

/** A page of the journal, or the body of one response. */
export interface NetworkResult {
  /** The session. */
  readonly session_id: string;
  /** Responses in order. */
  readonly responses?: readonly NetworkEntry[];
  /** There are more: ask with the last id as `after_id`. */
  readonly truncated?: boolean;
  /** Responses that are no longer kept. */
  readonly dropped?: number;
  /** Some of those that were asked for are no longer kept. */
  readonly gap?: boolean;
  /** The response whose body was read. */
  readonly response?: NetworkEntry;
  /** Its body. */
  readonly text?: string;
  /** Size of the body. */
  readonly bytes?: number;
  /** Lowercase hexadecimal SHA-256 of the body. */
  readonly sha256?: string;
}

/** What to run in the page. */
export interface ScriptOptions extends CallOptions {
  /** The current observation; it must be of the main frame. */
  readonly snapshotId: string;
  /** Body of an async function, at most 16 KiB; `input` is its argument. */
  readonly source: string;
  /** JSON for the script, at most 32 KiB. */
  readonly input?: unknown;
  /** Milliseconds, 100–60,000. @default 10000 */
  readonly timeoutMs?: number;
}

/** What a script returned, or why it failed. */
export interface ScriptResult {
  /** False when the script failed. */
  readonly ok: boolean;
  /** The session. */
  readonly session_id: string;
  /** What it returned, as JSON of at most 64 KiB. */
  readonly result?: unknown;
  /** Why it failed. */
  readonly error?: { readonly code: string; readonly message: string };
  /** Whether something took effect cannot be known; check before repeating. */
  readonly outcome_unknown?: true;
  /** The session is gone. */
  readonly session_closed?: true;
  /** A dialog of the page holds the script up. */
  readonly dialog_open?: OpenDialog;
  /** The page afterwards. */
  readonly snapshot?: SnapshotResult;
}

/** The part of a browser beyond observing, acting and checking. */
export interface BrowserToolsPort {
  /** Lists, opens, switches or closes tabs. Closing the last one ends the session. */
  tabs(sessionId: string, options: TabsOptions): Promise<TabsResult>;
  /** Answers the open dialog, or arms an answer for the next one. */
  dialog(sessionId: string, options: DialogOptions): Promise<DialogResult>;
  /** Scrolls until a text is on the screen. */
  findText(sessionId: string, options: FindOptions): Promise<FindResult>;
  /** Observes and clicks the one control with an exact name, in whichever frame. */
  clickNamed(sessionId: string, options: ClickNamedOptions): Promise<ActResult>;
  /** Photographs the active tab. */
  screenshot(sessionId: string, options?: CaptureOptions): Promise<CaptureResult>;
  /** Lists downloads, or waits for one. */
  downloads(sessionId: string, options?: DownloadsOptions): Promise<DownloadsResult>;
  /** Writes the session's state into a private file. */
  saveState(sessionId: string, options?: CallOptions): Promise<StateResult>;
  /** Prints the active tab into a private file. */
  pdf(sessionId: string, options?: PdfOptions): Promise<PdfResult>;
  /** Reads fields of one document at one moment. */
  readFields(
    sessionId: string,
    fields: readonly FieldQuery[],
    options?: FieldsOptions,
  ): Promise<readonly FieldReading[]>;
  /** Reads the network journal; needs `captureNetwork`. */
  network(sessionId: string, options?: NetworkOptions): Promise<NetworkResult>;
  /** Runs JavaScript in the page; needs `allowPageScript`. */
  script(sessionId: string, options: ScriptOptions): Promise<ScriptResult>;
}
