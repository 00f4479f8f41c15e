// Assertions about a page, and what became of them.

/** An explicit assertion about the page. */
export type BrowserCheck =
  | { readonly kind: "url"; readonly value: string }
  | { readonly kind: "title"; readonly contains: string }
  | { readonly kind: "text"; readonly contains: string }
  | { readonly kind: "visible"; readonly selector: string }
  | { readonly kind: "value"; readonly value: string; readonly ref?: string; readonly selector?: string }
  | { readonly kind: "count"; readonly selector: string; readonly value: number }
  /** Nothing that can be seen says the text, or matches the selector; exactly one of both. */
  | { readonly kind: "absent"; readonly text?: string; readonly selector?: string }
  /** A regular expression in RE2 syntax finds something. */
  | { readonly kind: "matches"; readonly in: "text" | "url" | "title"; readonly pattern: string }
  | { readonly kind: "state"; readonly ref: string; readonly state: CheckableState }
  /** An attribute as it is written; present with any value when `value` is left out. */
  | {
    readonly kind: "attribute";
    readonly name: string;
    readonly value?: string;
    readonly ref?: string;
    readonly selector?: string;
  }
  /** A completed download of the session; at least one of the three. */
  | {
    readonly kind: "download";
    readonly name?: string;
    readonly min_bytes?: number;
    readonly sha256?: string;
  }
  /** The newest response whose address holds `url`; needs `captureNetwork`. */
  | { readonly kind: "response"; readonly url: string; readonly status?: number; readonly method?: string };

/** A state of a control that can be asserted. */
export type CheckableState =
  | "checked"
  | "unchecked"
  | "enabled"
  | "disabled"
  | "selected"
  | "unselected"
  | "expanded"
  | "collapsed";

/** The outcome of one check. */
export interface CheckResult {
  /** Position in the request, from 0. */
  readonly index: number;
  /** What kind it is. */
  readonly kind: BrowserCheck["kind"];
  /** Whether it holds. */
  readonly pass: boolean;
  /** What is there; for a text check the passage around the hit, or the nearest passage. */
  readonly actual?: string | number | boolean | null;
  /** What to do about a failure. */
  readonly hint?: string;
  /** A post-check that held before its batch ran: it proves nothing about the batch. */
  readonly already_held?: true;
  /** A check that could not be evaluated. */
  readonly error?: { readonly code: string; readonly message: string };
}

/** The outcome of a verification. */
export interface VerifyResult {
  /** The session. */
  readonly session_id: string;
  /** Names the observation that refs belong to. */
  readonly snapshot_id?: string;
  /** Whether every check holds. */
  readonly passed: boolean;
  /** One entry for each check, in order. */
  readonly checks: readonly CheckResult[];
  /** Milliseconds that it took. */
  readonly elapsed_ms: number;
}
