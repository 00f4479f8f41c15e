import type { PopupPolicy } from "../contracts/browser.ts";
import type { CheckpointSettings } from "./checkpoint/settings.ts";
import type { ModelSettings } from "./model/settings.ts";

/** Which browser to use and how, as the command line says it; what is absent is decided by the environment. */
export interface BrowserSettings {
  readonly headless: boolean;
  readonly channel?: string;
  readonly executablePath?: string;
  readonly timeoutMs?: number;
  readonly popupPolicy?: PopupPolicy;
  /** Keep the last responses of each session for `tab_network`. */
  readonly captureNetwork?: true;
  /** Offer `tab_script`. */
  readonly allowPageScript?: true;
  /** Files that pages may get. */
  readonly availableFiles?: readonly string[];
}

/** What `run` was asked to do. */
export interface RunSettings {
  /** Absent when a resumed run brings its own. */
  readonly task?: string;
  readonly startUrl?: string;
  readonly model: ModelSettings;
  /** Asked, for the rest of the run, once the first model failed for good. */
  readonly fallback?: ModelSettings;
  /** Reads pages for the first one. */
  readonly extraction?: ModelSettings;
  /** Further attempts after a transient failure of the first model. */
  readonly plannerRetries: number;
  /** Milliseconds before each of them. */
  readonly plannerRetryDelayMs: number;
  /** Limits are absent when a resumed run brings its own. */
  readonly maxSteps?: number;
  readonly maxToolCalls?: number;
  /** Milliseconds for the whole run. */
  readonly runTimeoutMs?: number;
  /** Tokens that providers may report; absent when there is no such limit, or a resumed run brings its own. */
  readonly maxTokens?: number;
  readonly outputSchemaPath?: string;
  readonly partialSchemaPath?: string;
  /** The operator's own checks. */
  readonly acceptancePath?: string;
  /** Trusted steps before the model is asked. */
  readonly initialActionsPath?: string;
  /** Open the only address of the task. */
  readonly directOpenTaskUrl?: true;
  /** Take checks for evidence that held before the last change. */
  readonly allowVacuousEvidence?: true;
  /** Present when the run is saved. */
  readonly checkpoint?: CheckpointSettings;
}

/** A parsed command line. */
export type Command =
  | { readonly kind: "serve"; readonly browser: BrowserSettings }
  | { readonly kind: "run"; readonly browser: BrowserSettings; readonly run: RunSettings }
  | { readonly kind: "doctor"; readonly browser: BrowserSettings }
  | { readonly kind: "setup"; readonly onlyIfMissing: boolean }
  | { readonly kind: "demo"; readonly browser: BrowserSettings }
  /** Help or the version was asked for: text for stdout. */
  | { readonly kind: "print"; readonly text: string };
