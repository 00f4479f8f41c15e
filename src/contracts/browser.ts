// The browser side as programs see it. Arguments are camelCase; results carry the field names of the tools, so that a
// tool reply is the engine's result with `ok` in front and nothing is mapped twice.
import type { ActOptions, ActResult, BrowserAction } from "./actions.ts";
import type { AvailableFile, BrowserToolsPort, CaptureImage, OpenDialog } from "./browser_tools.ts";
import type { BrowserCheck, VerifyResult } from "./checks.ts";
import type { CallOptions } from "./tools.ts";

export type {
  ActionEffect,
  ActionResult,
  ActOptions,
  ActResult,
  BrowserAction,
  ClickAction,
  ClickManner,
  DropPosition,
  ModifierKey,
  Point,
  PointerButton,
} from "./actions.ts";
export type { BrowserCheck, CheckableState, CheckResult, VerifyResult } from "./checks.ts";

/** How popups of an acted-on page are treated. */
export type PopupPolicy = "stay" | "follow-single";

/** Options of a browser engine. Later rooms add to it; every field is optional. */
export interface BrowserOptions {
  /** Run without a window. @default true */
  readonly headless?: boolean;
  /** Installed browser by channel name, for example `chrome`; excludes `executablePath`. */
  readonly channel?: string;
  /** Absolute path of a Chromium-based browser; excludes `channel`. */
  readonly executablePath?: string;
  /** Milliseconds for one action, navigation or verification, 100–60,000. @default 10000 */
  readonly timeoutMs?: number;
  /** What to do when an acted-on page opens another one. @default "stay" */
  readonly popupPolicy?: PopupPolicy;
  /**
   * Files that pages may get through `upload`, `upload_chooser` and `drop_files`: at most 20 absolute paths of regular
   * files of at most 50 MiB, pinned when the engine is made. @default none
   */
  readonly availableFilePaths?: readonly string[];
  /** Keep the last responses of each session in memory, for `network`. @default false */
  readonly captureNetwork?: boolean;
  /** Allow `script`: JavaScript of a model runs with all that a page may do. @default false */
  readonly allowPageScript?: boolean;
  /** Receives one-line diagnostics for people, for example that the sandbox is off. */
  readonly onNotice?: (line: string) => void;
}

/** Extra facts that a snapshot may carry on request. */
export type SnapshotInclude = "url" | "box" | "graphics";

/** Options of an observation. */
export interface SnapshotOptions extends CallOptions {
  /** Whole tree, or changes against the session's last snapshot of the same document. @default "full" */
  readonly mode?: "full" | "diff";
  /** The tree as text for models, or the elements as data for programs. @default "tree" */
  readonly format?: "tree" | "elements";
  /** Characters of `tree` in one reply, 500–200,000. @default 24000 */
  readonly maxChars?: number;
  /** Continue a truncated observation where it was cut; excludes every other option but `maxChars`. */
  readonly cursor?: string;
  /** Elements in one reply of format `elements`, 1–500. @default 150 */
  readonly maxElements?: number;
  /** Observe one frame and what is inside it. */
  readonly frameId?: string;
  /** Observe one root; it must match exactly one element in the chosen frame. */
  readonly selector?: string;
  /** Leave out what is outside the visible viewport. @default false */
  readonly viewportOnly?: boolean;
  /** Extra facts to show. @default none */
  readonly include?: readonly SnapshotInclude[];
}

/** An owned tab of a session. */
export interface TabInfo {
  /** Id of the tab within its session. */
  readonly tab_id: string;
  /** Address, without credentials. */
  readonly url: string;
  /** Title of the document. */
  readonly title?: string;
  /** HTTP status of its document, when that is an error (400 and above). */
  readonly http_status?: number;
  /** Whether tools act on this tab. */
  readonly active: boolean;
}

/** A frame of the observed tab. */
export interface FrameInfo {
  /** Id of the frame within its session; `f0` is the main frame. */
  readonly frame_id: string;
  /** Address, without credentials. */
  readonly url: string;
  /** Accessible name. */
  readonly name?: string;
  /** Whether it is the main frame of its tab. */
  readonly is_main: boolean;
  /** HTTP status of its document, when that is an error (400 and above). */
  readonly http_status?: number;
}

/** A control, heading or region as data. */
export interface ElementInfo {
  /** What actions take as target. */
  readonly ref: string;
  /** ARIA role, explicit or implied. */
  readonly role: string;
  /** Accessible name. */
  readonly name: string;
  /** Id of the frame within its session; `f0` is the main frame. */
  readonly frame_id?: string;
  /** States that matter, for example `checked` or `disabled`. */
  readonly states?: readonly string[];
  /** Where it stands, when another one has its name and the tree does not tell them apart. */
  readonly hint?: string;
  /** Live value. */
  readonly value?: string;
  /** A value is there or may be, and is never shown. */
  readonly value_redacted?: true;
  /** Whether a field whose value is never shown holds something. */
  readonly value_filled?: boolean;
  /** Absolute destination of a link. */
  readonly href?: string;
  /** Options of a native select, a bounded list. */
  readonly options?: readonly { value: string; label: string; selected?: boolean; disabled?: boolean }[];
  /** Rectangle in CSS pixels of its frame’s viewport. */
  readonly box?: readonly [x: number, y: number, width: number, height: number];
}

/** An observation. Optional fields are left out when there is nothing to say. */
export interface SnapshotResult {
  /** The session. */
  readonly session_id: string;
  /** Names the observation that refs belong to. */
  readonly snapshot_id: string;
  /** Id of the tab within its session. */
  readonly tab_id: string;
  /** All owned tabs; left out when there is one. */
  readonly tabs?: readonly TabInfo[];
  /** The older observation that this part belongs to, when the cursor is not the newest one's. */
  readonly part_of?: string;
  /** Address, without credentials. */
  readonly url: string;
  /** Title of the document. */
  readonly title: string;
  /** HTTP status that the document came with, when that is an error (400 and above). */
  readonly http_status?: number;
  /** HTTP sign-ins that were asked for since the document came, and declined: `Basic: GET https://shop.example/api`. */
  readonly sign_in?: readonly string[];
  /** Present for `diff`; a full observation does not name its mode. */
  readonly mode?: "diff";
  /** The observation that a diff compares with. */
  readonly baseline_snapshot_id?: string;
  /** What was asked for, when it narrows the observation. */
  readonly scope?: { readonly frame_id?: string; readonly selector?: string; readonly viewport_only?: true };
  /** Child frames in the tree; left out when there is none. At most 100. */
  readonly frames?: readonly FrameInfo[];
  /** Frames in the tab, when more than are listed. */
  readonly frame_count?: number;
  /** The compact tree; absent with format `elements`. In `diff` mode the changes, as docs/tree_format.md says. */
  readonly tree?: string;
  /** The elements as data, with format `elements`. */
  readonly elements?: readonly ElementInfo[];
  /** Something was left out; absence proves nothing then. */
  readonly truncated: boolean;
  /** Pass it back to read on; present when the tree was cut. */
  readonly cursor?: string;
  /** What was cut: `scan` (node budget, or a part that could not be read), `chars`, `elements`, `frames`. */
  readonly truncation?: readonly ("scan" | "chars" | "elements" | "frames")[];
  /** A native dialog holds the page up, so there is no tree: answer it with `dialog`. */
  readonly dialog_open?: OpenDialog;
  /** Files that an upload may name; left out when there is none. */
  readonly available_files?: readonly AvailableFile[];
  /** First image of a page that only draws; said on opening. */
  readonly initial_capture?: CaptureImage;
  /** Why there is no such image. */
  readonly initial_capture_error?: { readonly code: string; readonly message: string };
  /** How the session’s browser context is owned; said on opening. */
  readonly session_mode?: "isolated" | "persistent_profile" | "attached";
}

/** Options of an extraction. */
export interface ExtractOptions extends CallOptions {
  /** What kind it is. */
  readonly kind: "text" | "links" | "table";
  /** Root; must match exactly one element. Defaults to the body, for `table` to the only table. */
  readonly selector?: string;
  /** Frame to read; defaults to the one that was observed last. */
  readonly frameId?: string;
  /** Links or rows, 1–500. @default 100 */
  readonly maxItems?: number;
}

/** What an extraction read. */
export interface ExtractResult {
  /** The session. */
  readonly session_id: string;
  /** Id of the frame within its session; `f0` is the main frame. */
  readonly frame_id: string;
  /** Address of that frame. */
  readonly url: string;
  /** What kind it is. */
  readonly kind: "text" | "links" | "table";
  /** Visible text. */
  readonly text?: string;
  /** Links with their text. */
  readonly links?: readonly { readonly text: string; readonly url: string }[];
  /** Header cells of the table. */
  readonly columns?: readonly string[];
  /** Body rows, cell by cell. */
  readonly rows?: readonly (readonly string[])[];
  /** Something was left out; absence proves nothing then. */
  readonly truncated: boolean;
}

/** A session in the list. */
export interface SessionInfo {
  /** The session. */
  readonly session_id: string;
  /** Address, without credentials. */
  readonly url: string;
  /** Title of the document. */
  readonly title: string;
  /** HTTP status of its document, when that is an error (400 and above). */
  readonly http_status?: number;
  /** Number of owned tabs. */
  readonly tabs: number;
  /** A native dialog waits for an answer. */
  readonly dialog_open?: OpenDialog;
}

/** Where to navigate. */
export interface NavigateOptions extends CallOptions {
  /** Where to go. */
  readonly action: "goto" | "back" | "forward" | "reload";
  /** Required for `goto`; HTTP(S) without credentials. */
  readonly url?: string;
  /** A second call with the same key and arguments returns the first one’s result instead of acting again. */
  readonly idempotencyKey?: string;
}

/** Options of opening. */
export interface OpenOptions extends CallOptions {
  /** Path of a file that `saveState` of the same engine wrote: its cookies and storage are there from the start. */
  readonly storageState?: string;
  /** A second call with the same key and arguments returns the first one’s result instead of acting again. */
  readonly idempotencyKey?: string;
}

/** A warm browser with sessions. Calls of one session run one after another; sessions are independent. */
export interface BrowserPort extends BrowserToolsPort {
  /** Opens a session on an HTTP(S) URL and observes it. Starts the browser when it is not running. */
  open(url: string, options?: OpenOptions): Promise<SnapshotResult>;
  /** Observes. */
  snapshot(sessionId: string, options?: SnapshotOptions): Promise<SnapshotResult>;
  /** Runs 1–20 guarded actions in order. */
  act(
    sessionId: string,
    snapshotId: string,
    actions: readonly BrowserAction[],
    options?: ActOptions,
  ): Promise<ActResult>;
  /** Evaluates 1–20 checks until all pass or the time is over. */
  verify(
    sessionId: string,
    checks: readonly BrowserCheck[],
    options?: CallOptions & { readonly timeoutMs?: number; readonly snapshotId?: string },
  ): Promise<VerifyResult>;
  /** Reads bounded data. */
  extract(sessionId: string, options: ExtractOptions): Promise<ExtractResult>;
  /** Goes somewhere and observes. */
  navigate(sessionId: string, options: NavigateOptions): Promise<SnapshotResult>;
  /** Sessions of this engine; never starts a browser. */
  list(): Promise<readonly SessionInfo[]>;
  /** Closes a session. */
  close(
    sessionId: string,
    options?: CallOptions,
  ): Promise<{ readonly session_id: string; readonly closed: true }>;
  /**
   * Closes everything; further calls fail with `ENGINE_DISPOSED`.
   *
   * @throws `CLEANUP_INCOMPLETE` when it cannot be confirmed within two seconds
   */
  dispose(): Promise<void>;
}
