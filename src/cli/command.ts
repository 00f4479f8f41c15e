import type { PopupPolicy } from "../contracts/browser.ts";

/** Which browser to use and how, as the command line says it; what is absent is decided by the environment. */
export interface BrowserSettings {
  readonly headless: boolean;
  readonly channel?: string;
  readonly executablePath?: string;
  readonly timeoutMs?: number;
  readonly popupPolicy?: PopupPolicy;
}

/** What `run` was asked to do. */
export interface RunSettings {
  readonly task: string;
  readonly startUrl?: string;
  readonly provider: Provider;
  readonly model: string;
  readonly endpoint: string;
  /** Named on the command line, so the variable must be set. */
  readonly apiKeyEnv?: string;
  readonly maxSteps: number;
  readonly maxToolCalls: number;
  /** Milliseconds for the whole run. */
  readonly runTimeoutMs: number;
  readonly outputSchemaPath?: string;
}

/** Providers that `run` knows. */
export const PROVIDERS = ["openai-compatible"] as const;

/** A provider that `run` knows. */
export type Provider = (typeof PROVIDERS)[number];

/** A parsed command line. */
export type Command =
  | { readonly kind: "serve"; readonly browser: BrowserSettings }
  | { readonly kind: "run"; readonly browser: BrowserSettings; readonly run: RunSettings }
  | { readonly kind: "doctor"; readonly browser: BrowserSettings }
  | { readonly kind: "setup"; readonly onlyIfMissing: boolean }
  | { readonly kind: "demo"; readonly browser: BrowserSettings }
  /** Help or the version was asked for: text for stdout. */
  | { readonly kind: "print"; readonly text: string };
