// Steps of a batch, and what became of them.
import type { SnapshotResult } from "./browser.ts";
import type { OpenDialog } from "./browser_tools.ts";
import type { BrowserCheck, VerifyResult } from "./checks.ts";
import type { CallOptions } from "./tools.ts";

/** A mouse button. */
export type PointerButton = "left" | "right" | "middle";

/** A key held down during a click. `ControlOrMeta` is Meta on a Mac and Control elsewhere. */
export type ModifierKey = "Alt" | "Control" | "ControlOrMeta" | "Meta" | "Shift";

/** Where something that is dragged should land, seen from its target. */
export type DropPosition = "before" | "after" | "above" | "below" | "center";

/** A place in CSS pixels: of the top document's viewport, or from the left upper corner of a target. */
export interface Point {
  /** To the right. */
  readonly x: number;
  /** Down. */
  readonly y: number;
}

/** How a click is made. */
export interface ClickManner {
  /** 2 for a double click, 3 for a triple one. @default 1 */
  readonly clicks?: number;
  /** Mouse button. @default "left" */
  readonly button?: PointerButton;
  /** Keys held down meanwhile. @default none */
  readonly modifiers?: readonly ModifierKey[];
}

/** Options of one click. */
export interface ClickAction extends ClickManner {
  /** What kind it is. */
  readonly type: "click";
  /** What actions take as target. */
  readonly ref: string;
}

/** One step of a batch. Fields are those of the tool. */
export type BrowserAction =
  | ClickAction
  | { readonly type: "double_click" | "hover" | "clear" | "focus" | "scroll_to"; readonly ref: string }
  | { readonly type: "fill" | "type" | "pick_date"; readonly ref: string; readonly value: string }
  | { readonly type: "press"; readonly key: string; readonly ref?: string }
  | { readonly type: "select"; readonly ref: string; readonly values: readonly string[] }
  | { readonly type: "choose"; readonly ref: string; readonly option: string }
  | { readonly type: "set_slider"; readonly ref: string; readonly value: number }
  | { readonly type: "select_text"; readonly ref?: string; readonly text: string; readonly nth?: number }
  | ClickManner & {
    readonly type: "click_text";
    readonly text: string;
    readonly nth?: number;
    readonly within?: string;
  }
  | { readonly type: "click_named"; readonly name: string; readonly timeout_ms?: number }
  | ClickManner & Point & { readonly type: "click_xy" }
  | {
    readonly type: "drag";
    readonly ref: string;
    readonly target_ref: string;
    readonly position?: DropPosition;
    readonly offset?: Point;
  }
  | { readonly type: "drag_xy" | "move_xy"; readonly points: readonly Point[] }
  | {
    readonly type: "upload" | "upload_chooser" | "drop_files";
    readonly ref: string;
    readonly files: readonly string[];
  }
  | { readonly type: "fill_secret"; readonly ref: string; readonly secret: string }
  | { readonly type: "check"; readonly ref: string; readonly checked: boolean }
  | {
    readonly type: "scroll";
    readonly direction: "up" | "down" | "left" | "right";
    readonly pixels?: number;
    readonly ref?: string;
  }
  | { readonly type: "wait"; readonly text: string; readonly timeout_ms?: number };

/** What one action did, as far as it can be seen from outside the page. */
export interface ActionEffect {
  /** `done`: input arrived and the page answered; `no_effect`: input arrived, nothing changed; `unknown`. */
  readonly outcome: "done" | "no_effect" | "unknown";
  /** What received the input, for an action that names no ref. */
  readonly hit?: string;
  /** Value of the field afterwards; never for sensitive fields. */
  readonly value?: string;
  /** Whether a field whose value is never shown holds something. */
  readonly value_filled?: boolean;
  /** Whether a checkbox, radio button or switch is on afterwards. */
  readonly checked?: boolean;
  /** The document changed its address or was replaced. */
  readonly navigated?: string;
  /** Requests that the action started (not images, styles, fonts): method, URL without query, status. */
  readonly requests?: readonly string[];
  /** Requests among them that failed, whatever the page says. */
  readonly problems?: readonly string[];
  /** Requests meanwhile that the page repeats by itself, and those that may be its own or the action's. */
  readonly also?: readonly string[];
  /** Tab that a popup opened in. */
  readonly popup?: string;
  /** Type of the native dialog that it opened. */
  readonly dialog?: string;
  /** Download that it started. */
  readonly download?: string;
}

/** The outcome of one action. */
export interface ActionResult {
  /** Position in the request, from 0. */
  readonly index: number;
  /** What kind it is. */
  readonly type: BrowserAction["type"];
  /** How it ended. */
  readonly status: "completed" | "failed" | "skipped";
  /** What it did, when input was sent. */
  readonly effect?: ActionEffect;
  /** Why it failed. */
  readonly error?: { readonly code: string; readonly message: string };
}

/** The outcome of a batch. */
export interface ActResult {
  /** False when an action failed. */
  readonly ok: boolean;
  /** Whether every action ran. */
  readonly batch_complete: boolean;
  /** The session. */
  readonly session_id: string;
  /** The consumed snapshot. */
  readonly snapshot_id: string;
  /** Whether some actions completed and some did not. */
  readonly partial: boolean;
  /** Actions that completed. */
  readonly completed: number;
  /** The action that stopped the batch, or null. */
  readonly failed: {
    readonly index: number;
    readonly error: { readonly code: string; readonly message: string };
  } | null;
  /** The failed action had sent input before it failed. */
  readonly failed_action_may_have_side_effects?: boolean;
  /** One entry for each action, in order. */
  readonly results: readonly ActionResult[];
  /** Outcome of the post-checks, when they ran. */
  readonly verification?: VerifyResult;
  /** The plan was made for a page that is no longer there: plan again from `snapshot`. */
  readonly replan_required?: true;
  /** The session moved on to a popup; the rest of the batch was skipped. */
  readonly popup_followed?: {
    readonly from_tab_id: string;
    readonly tab_id: string;
    readonly action_index: number;
    readonly window_ms: number;
  };
  /** A native dialog opened and waits for an answer: the rest was skipped, and the page does nothing meanwhile. */
  readonly dialog_open?: OpenDialog;
  /** Native dialogs that opened during the batch. */
  readonly dialogs?: readonly { readonly type: string; readonly message: string; readonly handled: string }[];
  /** The session is gone. */
  readonly session_closed?: true;
  /** Whether something took effect cannot be known; check before repeating. */
  readonly outcome_unknown?: true;
  /** The page afterwards. */
  readonly snapshot?: SnapshotResult;
  /** Why the page could not be observed afterwards. */
  readonly snapshot_error?: { readonly code: string; readonly message: string };
  /** Milliseconds that it took. */
  readonly elapsed_ms: number;
}

/** Options of a batch. */
export interface ActOptions extends CallOptions {
  /** Return an observation afterwards: a diff when that is smaller, unless `full`. @default true */
  readonly snapshot?: boolean | "full";
  /**
   * Milliseconds to go on watching after the last action, 0–10,000, for effects that come late. By default the page is
   * given up to 800 to come to rest, and all of them when nothing has come of the action yet.
   */
  readonly settleMs?: number;
  /** Milliseconds for the whole batch, 100–60,000. @default 30000 */
  readonly timeoutMs?: number;
  /** 1–20 checks that run after every action completed. */
  readonly postChecks?: readonly BrowserCheck[];
  /** Milliseconds for the checks, 100–60,000. Defaults to the engine's timeout. */
  readonly verifyTimeoutMs?: number;
  /** A second call with the same key and arguments returns the first one's result instead of acting again. */
  readonly idempotencyKey?: string;
}
