// What a browser held, so that another one can go on with it. As sensitive as the sign-ins of its sessions.
import type { PopupPolicy } from "./browser.ts";
import type { CallOptions } from "./tools.ts";

/** Version of the workspaces that this release writes. */
export const BROWSER_WORKSPACE_VERSION = 1;

/** Cookies and stored data of a session, in the form that the browser driver writes and reads. */
export interface WorkspaceStorage {
  /** Cookies of all sites. */
  readonly cookies: readonly Readonly<Record<string, unknown>>[];
  /** `localStorage` and IndexedDB by origin. */
  readonly origins: readonly Readonly<Record<string, unknown>>[];
}

/** `sessionStorage` of one origin in one tab. */
export interface WorkspaceSessionStorage {
  /** For example `https://example.org`. */
  readonly origin: string;
  /** Keys and values. */
  readonly items: readonly (readonly [key: string, value: string])[];
}

/** What stands in a form field that was changed and not sent. Sensitive fields are never among them. */
export interface WorkspaceDraft {
  /** How the field is found again: tag, type, name, id and its number among its like. */
  readonly field: string;
  /** Text of a field, or the chosen values of a select. */
  readonly values?: readonly string[];
  /** State of a checkbox or radio button. */
  readonly checked?: boolean;
}

/** One tab. */
export interface WorkspaceTab {
  /** HTTP(S) address, or `about:blank`. */
  readonly url: string;
  /** Scroll position of the top document in CSS pixels. */
  readonly scroll: readonly [x: number, y: number];
  /** Of the documents in the process of the top document. */
  readonly sessionStorage: readonly WorkspaceSessionStorage[];
  /** Unsent input of the top document. */
  readonly drafts: readonly WorkspaceDraft[];
}

/** One session. */
export interface WorkspaceSession {
  /** Id in the engine that was saved; a restored session gets a new one. */
  readonly sessionId: string;
  /** Cookies and stored data. */
  readonly storage: WorkspaceStorage;
  /** Oldest first. */
  readonly tabs: readonly WorkspaceTab[];
  /** Index of the active tab. */
  readonly activeTab: number;
}

/** All sessions of an engine. */
export interface BrowserWorkspace {
  /** Version of the form. */
  readonly version: typeof BROWSER_WORKSPACE_VERSION;
  /** Popup policy of the engine; a restoration needs the same. */
  readonly popupPolicy: PopupPolicy;
  /** Digests of the policies that the sessions were opened under, by name; empty without policies. */
  readonly policyHashes: Readonly<Record<string, string>>;
  /** Open sessions, oldest first. */
  readonly sessions: readonly WorkspaceSession[];
}

/** Options of a restoration. */
export interface RestoreWorkspaceOptions extends CallOptions {
  /** Puts unsent form input back, apart from passwords, one-time codes and card data. @default false */
  readonly restoreDrafts?: boolean;
}

/** What was restored. */
export interface WorkspaceRestoration {
  /** New session ids by the old ones. */
  readonly sessionMap: Readonly<Record<string, string>>;
  /** What could not be brought back, in plain words without queries of addresses. */
  readonly problems: readonly string[];
}

/** A browser whose sessions can be saved and brought back. */
export interface WorkspacePort {
  /** Reads what all sessions hold. Does not start a browser, and changes nothing in a page. */
  exportWorkspace(options?: CallOptions): Promise<BrowserWorkspace>;
  /** Opens fresh sessions with what a workspace holds. Loading the pages again may have effects of its own. */
  restoreWorkspace(
    workspace: BrowserWorkspace,
    options?: RestoreWorkspaceOptions,
  ): Promise<WorkspaceRestoration>;
}
